"""Reading streams."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from games import replica
from games.models import Game
from games.store.stream_table import StreamHead, key
from games.store.table import EVENTS, TABLE

GAMES = Game._meta.db_table


class PublicRow(NamedTuple):
    """What everybody who may see a game may see of one of its events, and the chain hash."""

    version: int
    parent: int
    seat: int | None
    origin: str
    public: str
    chain: str

    @property
    def secret(self) -> None:
        """Not read; a replay gives the public part of the state."""
        return None


rows = EVENTS.rows
"""The events of a game, oldest first."""
rows_of_parts = EVENTS.rows_of_parts
"""The events of parts of several games, one list for each."""


def head(game_id: UUID, version: int) -> StreamHead:
    """The hashes of the event with this version; version 0 stands for none yet.

    Raises LookupError when there is no such event.
    """
    found = EVENTS.head(game_id, version)
    if found is None:
        raise LookupError(f"game {game_id} has no event {version}")
    return found


def is_due(game_id: UUID) -> bool:
    """Whether the server has to act in a game."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 FROM {GAMES} WHERE id = %s AND due", [key(game_id)])  # noqa: S608
        return cursor.fetchone() is not None


def public_rows(
    game_id: UUID, *, after: int = 0, upto: int, limit: int | None = None
) -> list[PublicRow]:
    """The public part of the events with ``after`` < version <= ``upto``, oldest first.

    A third of the price of ``rows``.
    """
    sql = (
        f"SELECT {', '.join(PublicRow._fields)} FROM {TABLE} "  # noqa: S608
        "WHERE game_id = %s AND version > %s AND version <= %s ORDER BY version"
    )
    values: list[UUID | str | int] = [key(game_id), after, upto]
    if limit is not None:
        sql += " LIMIT %s"
        values.append(limit)
    with replica.cursor() as cursor:
        cursor.execute(sql, values)
        return [PublicRow._make(found) for found in cursor.fetchall()]


def undos(game_id: UUID, upto: int) -> list[tuple[int, int]]:
    """The events up to a version that go back, each with its parent, the newest first."""
    with replica.cursor() as cursor:
        cursor.execute(
            f"SELECT version, parent FROM {TABLE} "  # noqa: S608
            "WHERE game_id = %s AND version <= %s AND parent <> version - 1 ORDER BY version DESC",
            [key(game_id), upto],
        )
        return [(version, parent) for version, parent in cursor.fetchall()]


def count_undos(game_id: UUID, *, after: int) -> int:
    """How many events after a version go back."""
    with replica.cursor() as cursor:
        cursor.execute(
            f"SELECT COUNT(*) FROM {TABLE} "  # noqa: S608
            "WHERE game_id = %s AND version > %s AND parent <> version - 1",
            [key(game_id), after],
        )
        (number,) = cursor.fetchone()
        return int(number)


def count_decided(game_id: UUID, seat: int, *, after: int) -> int:
    """How many events after a version a seat has decided."""
    with replica.cursor() as cursor:
        cursor.execute(
            f"SELECT COUNT(*) FROM {TABLE} WHERE game_id = %s AND version > %s AND seat = %s",  # noqa: S608
            [key(game_id), after, seat],
        )
        (number,) = cursor.fetchone()
        return int(number)


def last_played(game_id: UUID, seat: int) -> int:
    """The version of the newest event that a seat has decided in person; 0 without one."""
    with replica.cursor() as cursor:
        cursor.execute(
            f"SELECT MAX(version) FROM {TABLE} "  # noqa: S608
            "WHERE game_id = %s AND seat = %s AND origin NOT IN ('standing_order', 'game')",
            [key(game_id), seat],
        )
        (version,) = cursor.fetchone()
        return version or 0


def last_person(game_id: UUID) -> int | None:
    """The seat for which a person has last decided, so no bot; None without one."""
    with replica.cursor() as cursor:
        cursor.execute(
            f"SELECT seat FROM {TABLE} WHERE game_id = %s "  # noqa: S608
            "AND origin IN ('player', 'admin') "
            "ORDER BY version DESC LIMIT 1",
            [key(game_id)],
        )
        found = cursor.fetchone()
        return None if found is None else found[0]


def last_by_seat(game_id: UUID, *, upto: int) -> dict[int | None, int]:
    """The newest event up to a version that each seat has decided, and under None that of none."""
    with replica.cursor() as cursor:
        cursor.execute(
            f"SELECT seat, MAX(version) FROM {TABLE} "  # noqa: S608
            "WHERE game_id = %s AND version <= %s GROUP BY seat",
            [key(game_id), upto],
        )
        return dict(cursor.fetchall())


def newest(game_ids: Sequence[UUID]) -> dict[UUID, str]:
    """The public payload of the newest event of each of some games; one query for all of them."""
    if not game_ids:
        return {}
    marks = ", ".join(["%s"] * len(game_ids))
    with replica.cursor() as cursor:
        cursor.execute(
            f"SELECT event.game_id, event.public FROM {TABLE} event JOIN {GAMES} game "  # noqa: S608
            "ON event.game_id = game.id AND event.version = game.version "
            f"WHERE game.id IN ({marks})",
            [key(game_id) for game_id in game_ids],
        )
        return {UUID(str(game_id)): public for game_id, public in cursor.fetchall()}


def newest_heads(game_ids: Sequence[UUID]) -> dict[UUID, tuple[int, str]]:
    """Version and chain of the newest event of each of some games; one query for all of them."""
    return EVENTS.newest_heads(GAMES, game_ids)
