"""Databases with all tables, copied from one that was migrated once: migrations take seconds.

On SQLite the one is a file in ``var/``, kept until a migration or a trigger changes. On PostgreSQL
it is a database of this run of the tests, which ends with it.
"""

import hashlib
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
from psycopg import sql

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "var" / "migrated"
ROOMS = ("api", "caledonia", "games", "replays", "tournaments", "web")
KEPT = 3
"""Files of so many states of the code: branches take turns."""


def migrate() -> None:
    """Do to the database of the settings what ``manage.py migrate`` does, if it is an empty one."""
    from django.core.management import call_command  # noqa: PLC0415 - PostgreSQL needs no Django here
    from django.db import connection  # noqa: PLC0415

    fresh = connection.vendor == "sqlite" and not connection.introspection.table_names()
    made = image()
    if fresh and made.exists():
        connection.ensure_connection()
        copy(made, connection.connection)
    call_command("migrate", verbosity=0)
    if fresh and not made.exists():
        keep(connection.connection)


def copy(file: Path, connection: sqlite3.Connection) -> None:
    """Put all that a file holds into a database."""
    with closing(sqlite3.connect(file)) as kept:
        kept.backup(connection)


def image() -> Path:
    """Where the migrated SQLite file of this code is, or will be."""
    state = hashlib.sha256()
    for path in _sources():
        text = path.read_bytes()
        if path.parent.name == "migrations" or b"TRIGGER" in text or path.suffix == ".lock":
            state.update(str(path.relative_to(ROOT)).encode() + text)
    return FOLDER / f"{state.hexdigest()[:20]}.sqlite3"


def _sources() -> Iterator[Path]:
    """The files of which some decide what tables there are."""
    yield ROOT / "uv.lock"
    for room in ROOMS:
        yield from sorted((ROOT / room).rglob("*.py"))


def keep(connection: sqlite3.Connection) -> None:
    """Write the file of a migrated database, whole or not at all, and drop the oldest ones."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(dir=FOLDER, suffix=".new")
    os.close(number)
    with closing(sqlite3.connect(name)) as file:
        connection.backup(file)
    Path(name).replace(image())
    for old in sorted(FOLDER.glob("*.sqlite3"), key=_written)[:-KEPT]:
        old.unlink(missing_ok=True)


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


# --- PostgreSQL -----------------------------------------------------------------------------------


def template() -> str:
    """The name of the migrated database of this run, made by the first who asks; empty outside one.

    ``CREATE DATABASE … TEMPLATE`` copies it.
    """
    name = _name()
    if not name:
        return ""
    with psycopg.connect(_url("postgres"), autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(hashtext(%s))", [name])
        known = "SELECT 1 FROM pg_database WHERE datname = %s"
        if not connection.execute(known, [name]).fetchone():
            new, made = sql.Identifier(f"{name}_new"), sql.Identifier(name)
            connection.execute(sql.SQL("CREATE DATABASE {}").format(new))
            _migrate(f"{name}_new")
            connection.execute(sql.SQL("ALTER DATABASE {} RENAME TO {}").format(new, made))
    return name


def forget_template() -> None:
    """Drop the database of this run, if there is one."""
    with psycopg.connect(_url("postgres"), autocommit=True) as connection:
        for name in (_name(), f"{_name()}_new"):
            drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
            connection.execute(drop.format(sql.Identifier(name)))


def _name() -> str:
    run = os.environ.get("CALEDONIA_TEST_RUN", "")
    return f"test_migrated_{run}" if run else ""


def _migrate(name: str) -> None:
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": _url(name), "CALEDONIA_DEV": "1"},
        check=True,
    )


def _url(name: str) -> str:
    """A database of the same server; that of DATABASE_URL need not be there."""
    return f"{os.environ['DATABASE_URL'].partition('?')[0].rpartition('/')[0]}/{name}"
