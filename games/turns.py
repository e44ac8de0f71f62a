"""The seats that running games wait for, and the open decisions, without loading states.

A column of the game repeats what its state asks, so that one query reads it for many games. It
names the version that it was made for: a text of another version, or none, counts as missing.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple, Self
from uuid import UUID

import msgspec
from django.db import connection
from django.db.models import F, Window
from django.db.models.functions import DenseRank

from games import engine, store
from games.models import Game, Seat
from games.models.game import Status

SEATS: Final = Seat._meta.db_table
GAMES: Final = Game._meta.db_table


class Question(NamedTuple):
    """A decision that is open: its id, the seat that has to take it, and its kind."""

    id: int
    seat: int
    kind: str


class Asking(msgspec.Struct, frozen=True, array_like=True):
    """What a game asks at a version, and which event of each seat is the newest until then.

    ``last`` holds versions by the index of the seat, 0 for none; the entry behind those of the
    seats is that of events that no seat has decided.
    """

    version: int
    questions: tuple[Question, ...]
    last: tuple[int, ...]

    @classmethod
    def of(cls, state: engine.State, last: Sequence[int]) -> Self:
        """What a state asks."""
        questions = (Question(one.id, one.seat, one.kind) for one in state.open_decisions())
        return cls(state.version, tuple(questions), tuple(last))

    def since(self, seats: Collection[int]) -> int:
        """The newest event that was not decided by one of these seats; 0 without one."""
        others = (version for seat, version in enumerate(self.last) if seat not in seats)
        return max(others, default=0)

    def stored(self) -> str:
        """As the column of the game holds it."""
        return msgspec.json.encode(self).decode()


class WaitingGame(NamedTuple):
    """A running game that waits for some seats of one user; ``asking`` is None if missing."""

    game: UUID
    name: str
    version: int
    round: int
    seats: tuple[int, ...]
    asking: Asking | None


_decoder = msgspec.json.Decoder(Asking)


def read(stored: str, version: int) -> Asking | None:
    """What was stored for this version; None for anything else."""
    try:
        asking = _decoder.decode(stored)
    except msgspec.DecodeError:
        return None
    return asking if asking.version == version else None


def last_events(game: Game, rows: Iterable[engine.StoredEvent], *, upto: int) -> list[int]:
    """The newest event of each seat and of none, for ``Asking.last``.

    Up to the version ``upto`` by what the game holds, or else by its stream; ``rows`` follow.
    """
    unseated = game.players
    last = [0] * (unseated + 1)
    known = read(game.asking, upto)
    if known is not None:
        last = list(known.last)
    elif upto:
        for seat, version in store.last_by_seat(game.pk, upto=upto).items():
            last[unseated if seat is None else seat] = version
    for row in rows:
        last[unseated if row.seat is None else row.seat] = row.version
    return last


def count_waiting(user: int, *, beside: UUID | None) -> int:
    """How many running games wait for a user, ``beside`` one and those that are set aside."""
    sql = (
        f"SELECT COUNT(DISTINCT s.game_id) FROM {SEATS} s JOIN {GAMES} g ON g.id = s.game_id "  # noqa: S608
        "WHERE s.user_id = %s AND s.waiting AND g.status = %s AND NOT g.set_aside"
    )
    values: list[int | str | UUID] = [user, Status.RUNNING.value]
    if beside is not None:
        sql += " AND s.game_id <> %s"
        values.append(store.key(beside))
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return int(cursor.fetchone()[0])


def waiting_for(users: Collection[int], *, most: int) -> dict[int, list[WaitingGame]]:
    """The games that wait for each of these users, by id, at most ``most``; one query for all.

    Those that are set aside are left out.
    """
    asked = {"waiting": True, "game__status": Status.RUNNING, "game__set_aside": False}
    found = (
        Seat.objects.filter(user_id__in=users, **asked)
        .alias(place=Window(DenseRank(), partition_by=F("user_id"), order_by=F("game_id").asc()))
        .filter(place__lte=most)
        .order_by("user_id", "game_id", "index")
        .values_list(
            *("user_id", "index", "game_id", "game__name", "game__version", "game__round"),
            "game__asking",
        )
    )
    waiting: dict[int, list[WaitingGame]] = {}
    for user, index, game_id, name, version, round_, stored in found:
        games = waiting.setdefault(user, [])
        if games and games[-1].game == game_id:
            games[-1] = games[-1]._replace(seats=(*games[-1].seats, index))
        else:
            asking = read(stored, version)
            games.append(WaitingGame(game_id, name, version, round_, (index,), asking))
    return waiting
