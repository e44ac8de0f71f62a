# PgBouncer as Debian has it; docker-compose.pool.yml brings the configuration.
FROM debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends pgbouncer \
    && rm -rf /var/lib/apt/lists/*
USER postgres
CMD ["pgbouncer", "/etc/pgbouncer/pgbouncer.ini"]
