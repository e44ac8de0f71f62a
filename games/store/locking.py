"""What a move needs of a game: its row, locked, then its seats and the end of its stream.

Two statements, not one: a statement that has waited for a lock sees the locked row as it is then,
but whatever it joins as it was when it began (READ COMMITTED). A third one stores what has changed.
"""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.models import User
from django.db import DatabaseError, connection

from games.models import Game, Seat
from games.store.columns import InMemory, ModelColumns, prefetched
from games.store.reading import GAMES, head
from games.store.stream_table import StreamHead, key, stored_time
from games.store.table import TABLE

SELDOM: Final = ("server_seed", "contributions", "commitment")
"""Columns of games that moves do not need."""
LOCKED: Final = ModelColumns(
    Game, "g", [one.attname for one in Game._meta.concrete_fields if one.attname not in SELDOM]
)
SEATS: Final = ModelColumns(Seat, "s")
PEOPLE: Final = ModelColumns(User, "u", ("username",))
LOCK: Final = f"SELECT {LOCKED.listed} FROM {GAMES} g WHERE g.id = %s"  # noqa: S608
AT_TABLE: Final = (
    f"SELECT e.digest, e.chain, e.recorded_at, {SEATS.listed}, {PEOPLE.listed} "  # noqa: S608
    f"FROM {Seat._meta.db_table} s LEFT JOIN {User._meta.db_table} u ON u.id = s.user_id "
    f"LEFT JOIN {TABLE} e ON e.game_id = s.game_id AND e.version = %s "
    'WHERE s.game_id = %s ORDER BY s."index"'
)
FIELDS: Final = {field.name: field for field in Game._meta.concrete_fields}
HEAD: Final = "_stream_head"
"""Among the variables of a game: the end of its stream, as far as it is known."""


def lock_at_table(game_id: UUID) -> Game | None:
    """The game, with its row locked until the transaction ends, and its seats; None without one.

    SQLite has no row locks: there the transaction took the whole database when it began.
    """
    assert connection.in_atomic_block, "a lock outside of a transaction holds nothing"
    locking = " FOR NO KEY UPDATE" if connection.features.has_select_for_no_key_update else ""
    with connection.cursor() as cursor:
        cursor.execute(LOCK + locking, [key(game_id)])
        locked = cursor.fetchone()
        if locked is None:
            return None
        game = LOCKED.made(locked)
        cursor.execute(AT_TABLE, [game.version, key(game_id)])
        rows = cursor.fetchall()
    seats = [_seat(row[3:], game) for row in rows]
    prefetched(game, "seats", InMemory(seats, lambda: Seat.objects.filter(game_id=game_id)))
    if rows and rows[0][0] is not None:
        digest, chain, stored = rows[0][:3]
        vars(game)[HEAD] = StreamHead(game.version, digest, chain, stored_time(stored))
    return game


def head_of(game: Game) -> StreamHead:
    """The end of the stream of a game, which may have been read with its seats."""
    known: StreamHead | None = vars(game).get(HEAD)
    if known is not None and known.version == game.version:
        return known
    return head(game.pk, game.version)


def save(game: Game, names: Sequence[str]) -> None:
    """Store some columns of a locked game. Raises DatabaseError if it is gone."""
    fields = [FIELDS[name] for name in names]
    values = [field.get_db_prep_save(getattr(game, field.attname), connection) for field in fields]
    changed = ", ".join(f'"{field.column}" = %s' for field in fields)
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {GAMES} SET {changed} WHERE id = %s", [*values, key(game.pk)])  # noqa: S608
        if cursor.rowcount != 1:
            raise DatabaseError("Save with update_fields did not affect any rows.")


def _seat(row: Sequence[Any], game: Game) -> Seat:
    seat = SEATS.made(row[: len(SEATS)])
    person = None if seat.user_id is None else PEOPLE.made(row[len(SEATS) :], id=seat.user_id)
    seat._state.fields_cache.update(game=game, user=person)
    return seat
