FROM python:3.11-slim-bookworm AS build
ENV UV_PROJECT_ENVIRONMENT=/app/.venv UV_LINK_MODE=copy UV_COMPILE_BYTECODE=1
WORKDIR /app
RUN pip install --no-cache-dir 'uv>=0.9,<1'
COPY pyproject.toml uv.lock ./
RUN uv sync --frozen --no-dev

FROM python:3.11-slim-bookworm
ENV PATH=/app/.venv/bin:$PATH PYTHONUNBUFFERED=1
RUN useradd --system --create-home caledonia
WORKDIR /app
COPY --from=build /app/.venv .venv
COPY LICENSE NOTICE manage.py ./
COPY caledonia caledonia
COPY games games
COPY replays replays
COPY api api
COPY web web
RUN mkdir var && SECRET_KEY=only-for-collecting-files python manage.py collectstatic --no-input --verbosity 0 \
    && chown -R caledonia var
USER caledonia
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s CMD ["python", "-c", \
    "import urllib.request as u; u.urlopen(u.Request('http://127.0.0.1:8000/health', headers={'Host': 'localhost'}))"]
# The heartbeat of the workers belongs in memory; who the proxy is, TRUST_PROXY says.
CMD ["gunicorn", "--bind", "0.0.0.0:8000", "--workers", "2", "--worker-class", "gthread", \
     "--threads", "2", "--graceful-timeout", "8", "--worker-tmp-dir", "/dev/shm", \
     "--forwarded-allow-ips", "", "--no-control-socket", "caledonia.wsgi:application"]
