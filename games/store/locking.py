"""What a move needs of a game: its row, locked, then its seats and the end of its stream.

The lock is a statement of its own: one that has waited for a lock sees the locked row as it is
then, but whatever it joins as it was when it began (READ COMMITTED). All go in one trip.
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
from games.store.together import SqlStatement, execute_together

SELDOM: Final = ("server_seed", "contributions", "commitment")
"""Columns of games that moves do not need."""
LOCKED: Final = ModelColumns(
    Game, "g", [one.attname for one in Game._meta.concrete_fields if one.attname not in SELDOM]
)
SEATS: Final = ModelColumns(Seat, "s")
PEOPLE: Final = ModelColumns(User, "u", ("username",))
LOCK: Final = f"SELECT {LOCKED.listed} FROM {GAMES} g WHERE g.id = %s"  # noqa: S608
SEATED: Final = (
    f"SELECT {SEATS.listed}, {PEOPLE.listed} FROM {Seat._meta.db_table} s "  # noqa: S608
    f"LEFT JOIN {User._meta.db_table} u ON u.id = s.user_id "
    'WHERE s.game_id = %s ORDER BY s."index"'
)
NEWEST: Final = (
    f"SELECT e.digest, e.chain, e.recorded_at FROM {GAMES} g "  # noqa: S608
    f"JOIN {TABLE} e ON e.game_id = g.id AND e.version = g.version WHERE g.id = %s"
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
    values = [key(game_id)]
    locked, seated, newest = execute_together(
        (LOCK + locking, values), (SEATED, values), (NEWEST, values)
    )
    if not locked.rows:
        return None
    game = LOCKED.made(locked.rows[0])
    seats = [_seat(row, game) for row in seated.rows]
    prefetched(game, "seats", InMemory(seats, lambda: Seat.objects.filter(game_id=game_id)))
    if newest.rows:
        digest, chain, stored = newest.rows[0]
        vars(game)[HEAD] = StreamHead(game.version, digest, chain, stored_time(stored))
    return game


def head_of(game: Game) -> StreamHead:
    """The end of the stream of a game, which may have been read with its seats."""
    known: StreamHead | None = vars(game).get(HEAD)
    if known is not None and known.version == game.version:
        return known
    return head(game.pk, game.version)


def save(game: Game, names: Sequence[str], *, after: Sequence[SqlStatement] = ()) -> None:
    """Store some columns of a locked game, in one trip with what comes before.

    Raises DatabaseError if it is gone.
    """
    fields = [FIELDS[name] for name in names]
    values = [field.get_db_prep_save(getattr(game, field.attname), connection) for field in fields]
    changed = ", ".join(f'"{field.column}" = %s' for field in fields)
    update = f"UPDATE {GAMES} SET {changed} WHERE id = %s"  # noqa: S608
    if execute_together(*after, (update, [*values, key(game.pk)]))[-1].affected != 1:
        raise DatabaseError("Save with update_fields did not affect any rows.")


def _seat(row: Sequence[Any], game: Game) -> Seat:
    seat = SEATS.made(row[: len(SEATS)])
    person = None if seat.user_id is None else PEOPLE.made(row[len(SEATS) :], id=seat.user_id)
    seat._state.fields_cache.update(game=game, user=person)
    return seat
