FROM python:3.11.16-slim-bookworm AS build
ENV UV_PROJECT_ENVIRONMENT=/app/.venv UV_LINK_MODE=copy UV_COMPILE_BYTECODE=1
WORKDIR /app
RUN pip install --no-cache-dir uv==0.13.9
COPY pyproject.toml uv.lock ./
RUN uv sync --frozen --no-dev

FROM python:3.11.16-slim-bookworm
ENV PATH=/app/.venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
RUN useradd --system --uid 10001 --create-home caledonia
WORKDIR /app
COPY --from=build /app/.venv .venv
COPY LICENSE NOTICE manage.py ./
COPY deploy deploy
# The text of the rules, which pages and API show.
COPY docs/rules docs/rules
COPY caledonia caledonia
COPY games games
COPY replays replays
COPY tournaments tournaments
COPY api api
COPY web web
COPY locale locale
# The key is made up for these commands and kept nowhere.
RUN mkdir var && export SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(50))')" \
    && python manage.py compilemessages \
    && python manage.py collectstatic --no-input --verbosity 0 \
    && chown -R caledonia var \
    && mkdir -p /srv/static && chown caledonia /srv/static
USER caledonia
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["python", "deploy/healthcheck.py"]
CMD ["gunicorn", "-c", "deploy/gunicorn.conf.py", "caledonia.asgi:application"]
