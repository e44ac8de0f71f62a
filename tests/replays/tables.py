"""Stored games for validation, and ways around the database's guard to spoil one."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.models import User
from django.db import connection

from games import triggers
from games.store.reading import key
from tests.games.tables import Table, started


def played_to(users: list[User], version: int) -> Table:
    """A running game that people have played to a version or a little beyond."""
    table = started(users)
    table.play_until(lambda state: state.version >= version and not state.awaits_step)
    return table


def played_out(users: list[User]) -> Table:
    """A finished game."""
    table = started(users)
    table.play_until(lambda state: state.over)
    return table


@contextmanager
def unguarded() -> Iterator[None]:
    """Without the triggers, as the owner of the tables or of the file."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            for name in triggers.SQLITE:
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
        else:
            # A table with checks that wait for the commit cannot be altered.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ALTER TABLE games_event DISABLE TRIGGER USER")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            if connection.vendor != "sqlite":
                cursor.execute("ALTER TABLE games_event ENABLE TRIGGER USER")
                cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        triggers.install(connection)


def spoil(table: Table, version: int, column: str, value: object) -> None:
    """Change one column of one event."""
    with unguarded(), connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE games_event SET {column} = %s WHERE game_id = %s AND version = %s",  # noqa: S608
            [value, key(table.id), version],
        )
        assert cursor.rowcount == 1


def remove(table: Table, version: int) -> None:
    """Take one event out."""
    with unguarded(), connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM games_event WHERE game_id = %s AND version = %s",
            [key(table.id), version],
        )
        assert cursor.rowcount == 1
