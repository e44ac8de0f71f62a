"""PgBouncer with the configuration of deploy/, in front of a cluster of a test."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings

from simulation.postgres import DATABASE, ROLE, Cluster
from simulation.processes import Running, free_port, listens, wait_until

CONFIG = settings.BASE_DIR / "deploy/pgbouncer.ini"
WEB = f"{DATABASE}_web"
"""What it calls the database for web processes."""


def program() -> str:
    """Where PgBouncer is. Skips the test where it is not; in CI that is a failure."""
    found = shutil.which("pgbouncer") or shutil.which("/usr/sbin/pgbouncer")
    if found is not None:
        return found
    reason = "needs a pooler: pgbouncer is not installed"
    if os.environ.get("CI", "").lower() in {"1", "true"}:
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


class Pooler:
    """A PgBouncer with ``size`` connections for each of its two databases.

    Of the configuration it changes where things are and how users sign in.
    """

    def __init__(self, folder: Path, cluster: Cluster, *, size: int) -> None:
        self.port = free_port()
        self.folder = folder / "pooler"
        self.folder.mkdir()
        users = self.folder / "users"
        users.write_text(f'"{ROLE}" ""\n')
        own = {
            "host=db port=5432": f"host=127.0.0.1 port={cluster.port}",
            "listen_addr = *": "listen_addr = 127.0.0.1",
            "listen_port = 6432": f"listen_port = {self.port}",
            "scram-sha-256": "trust",
            "/etc/pgbouncer/userlist.txt": str(users),
            "default_pool_size = 20": f"default_pool_size = {size}",
        }
        self.config = self.folder / "pgbouncer.ini"
        self.config.write_text(f"{CONFIG.read_text()}\nunix_socket_dir =\nadmin_users = {ROLE}\n")
        self._replace(own)
        # It refuses to run as root, as PostgreSQL does.
        role = ("runuser", "-u", ROLE, "--") if os.geteuid() == 0 else ()
        self.running = Running(
            (*role, program(), str(self.config)),
            log=folder / "pooler.log",
            env={"PATH": os.environ["PATH"]},
        )
        wait_until("the pooler listens", lambda: listens(self.port))

    def change(self, texts: Mapping[str, str]) -> None:
        """Put other texts into its configuration, for each connection from the next transaction on.

        The last connections before that go when their transactions end.
        """
        self._replace(texts)
        with psycopg.connect(self.url("pgbouncer"), autocommit=True) as connection:
            for command in (b"RELOAD", b"RECONNECT"):
                psycopg.ClientCursor(connection).execute(command)

    def _replace(self, texts: Mapping[str, str]) -> None:
        text = self.config.read_text()
        for old, new in texts.items():
            assert old in text, old
            text = text.replace(old, new)
        self.config.write_text(text)

    def url(self, database: str) -> str:
        """The address of one of its databases."""
        return f"postgres://{ROLE}@127.0.0.1:{self.port}/{database}"

    def query(self, database: str, statement: str) -> list[tuple[Any, ...]]:
        """The rows of a statement; of the database ``pgbouncer`` what it knows of itself."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = psycopg.ClientCursor(connection)
            return cursor.execute(statement.encode()).fetchall()

    def close(self) -> None:
        """End it."""
        self.running.kill()
