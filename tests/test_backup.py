"""A backup of PostgreSQL comes back whole: the commands of docs/operations.md."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import LiteralString

import psycopg
import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from psycopg import errors, sql

from games import triggers
from tests.database import test_database as served
from tests.games.tables import Table, started

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

CHECK = ("check", "--tag", "database", "--database", "default", "--fail-level", "WARNING")
PRIVILEGES: LiteralString = """
SELECT relname, relacl::text FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname
"""
TRIGGERS: LiteralString = """
SELECT tgrelid::regclass::text, tgname, tgenabled::text, pg_get_triggerdef(oid) FROM pg_trigger
WHERE NOT tgisinternal ORDER BY 1, 2
"""
CONSTRAINTS: LiteralString = """
SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2
"""


@pytest.fixture
def tables() -> list[Table]:
    """A finished game and one that runs."""
    alice, bob = (User.objects.create_user(name) for name in ("alice", "bob"))
    finished, running = started([alice, bob]), started([bob, alice])
    finished.play_until(lambda state: state.over)
    running.play_until(lambda state: state.round == 2)
    return [finished, running]


@pytest.fixture
def fewer_privileges() -> Iterator[None]:
    """What docs/operations.md takes away from the role of the server."""
    with connection.cursor() as cursor:
        cursor.execute("REVOKE UPDATE, TRUNCATE ON games_event FROM CURRENT_USER")
        yield
        cursor.execute("GRANT UPDATE, TRUNCATE ON games_event TO CURRENT_USER")


@pytest.fixture
def restored(tables: list[Table], fewer_privileges: None, tmp_path: Path) -> Iterator[str]:
    """The address of a new database that was made of a dump of this one."""
    server, _, name = served().rpartition("/")
    new = f"{name}_restored_{os.getpid()}"
    dump = str(tmp_path / "caledonia.dump")
    run("pg_dump", "--format=custom", f"--file={dump}", served())
    with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(new)))
        try:
            run(
                *("pg_restore", "--exit-on-error", "--single-transaction"),
                *(f"--dbname={server}/{new}", dump),
            )
            yield f"{server}/{new}"
        finally:
            admin.execute(sql.SQL("DROP DATABASE {} (FORCE)").format(sql.Identifier(new)))


def run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def manage(database: str, *command: str) -> subprocess.CompletedProcess[str]:
    """A command of the server on another database, without Redis."""
    kept = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        env={**kept, "DATABASE_URL": database, "CALEDONIA_DEV": "1"},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )


def test_what_was_dumped_is_restored(restored: str, tables: list[Table]) -> None:
    with psycopg.connect(restored, autocommit=True) as there:
        for query in (TRIGGERS, PRIVILEGES, CONSTRAINTS):
            with connection.cursor() as here:
                here.execute(query)
                assert there.execute(query).fetchall() == here.fetchall()
        (stored,) = there.execute("SELECT relacl::text FROM pg_class WHERE relname = 'games_event'")
        assert "rw" not in stored[0]
        for statement in ("UPDATE games_event SET seat = 1", "DELETE FROM games_game"):
            refused(there, statement)
        found = there.execute("SELECT count(*) FROM games_event").fetchone()
        assert found == (sum(len(table.rows) for table in tables),)
    checked = manage(restored, *CHECK)
    assert checked.returncode == 0, checked.stderr
    assert "no issues" in checked.stdout + checked.stderr
    assert manage(restored, "migrate", "--check").returncode == 0
    validated = manage(restored, "validate_replays", "--again")
    assert validated.returncode == 0, validated.stdout + validated.stderr
    assert "2 passed" in validated.stdout + validated.stderr


def refused(there: psycopg.Connection, statement: LiteralString) -> None:
    with pytest.raises(errors.RestrictViolation, match="append-only"):
        there.execute("GRANT UPDATE ON games_event TO CURRENT_USER; " + statement)


def test_a_backup_that_was_changed_is_found_out(restored: str, tables: list[Table]) -> None:
    with psycopg.connect(restored, autocommit=True) as there:
        there.execute("ALTER TABLE games_event DISABLE TRIGGER games_event_guard")
        there.execute("GRANT UPDATE ON games_event TO CURRENT_USER")
        there.execute(
            "UPDATE games_event SET recorded_at = recorded_at + interval '1 second' "
            "WHERE game_id = %s AND version = 5",
            [tables[0].id],
        )
    checked = manage(restored, *CHECK)
    assert checked.returncode == 1
    assert next(iter(triggers.POSTGRESQL)) in checked.stderr
    validated = manage(restored, "validate_replays", "--again")
    assert validated.returncode == 1
    assert str(tables[0].id) in validated.stdout
