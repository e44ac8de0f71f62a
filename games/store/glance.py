"""A game with its seats, their people and the end of its stream, by one statement."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.models import User
from django.db import connection

from games.models import Game, Seat
from games.store.columns import InMemory, ModelColumns, prefetched
from games.store.reading import GAMES
from games.store.stream_table import StreamHead, key
from games.store.table import TABLE

SEATS: Final = Seat._meta.db_table
USERS: Final = User._meta.db_table
STATE_COLUMNS: Final = (
    *("host_id", "visibility", "status", "withheld", "content_id", "invite_code"),
    *("version", "awaits_step", "due"),
)
"""The columns of games that say what a state depends on, and who may see it."""
SEAT_COLUMNS: Final = ("index", "user_id", "bot", "bot_number", "label", "waiting", "resigned")
"""Those of seats."""
HOST: Final = f"(SELECT h.username FROM {USERS} h WHERE h.id = g.host_id)"  # noqa: S608


HOSTS: Final = ModelColumns(User, "h", ("username",))


class Glance:
    """What a statement has brought of one game. ``rows`` is all of it, as the database gave it.

    So whatever is made of nothing else is the same for the same rows. ``more`` is what the
    statement was asked for beside the game.
    """

    def __init__(
        self, rows: Sequence[Sequence[Any]], more: Sequence[Any], game: Game, head: StreamHead
    ) -> None:
        self.rows = rows
        self.more = more
        self.game = game
        """With its seats and their people in memory; other columns are deferred."""
        self.head = head
        """The end of its stream, without the time; of a table without events the zero of it."""


class GlanceStatement:
    """The statement for some columns of games and seats; ``more`` are SQL expressions beside them.

    In ``more`` and in what it ``joins`` the game is ``g``.
    """

    def __init__(
        self,
        game: Sequence[str],
        seat: Sequence[str],
        more: Sequence[str] = (),
        joins: str = "",
    ) -> None:
        self._game = ModelColumns(Game, "g", game)
        self._seat = ModelColumns(Seat, "s", seat)
        self._user = ModelColumns(User, "u", ("username", "is_active"))
        self._seat_at = 3 + len(self._game)
        self._user_at = self._seat_at + len(self._seat)
        self._columns = game, seat
        self.more = more
        own = (self._game.listed, self._seat.listed, self._user.listed)
        listed = ", ".join([*own, *more])
        self._sql = (
            f"SELECT e.version, e.digest, e.chain, {listed} FROM {GAMES} g "  # noqa: S608
            f"LEFT JOIN {TABLE} e ON e.game_id = g.id AND e.version = g.version "
            f"LEFT JOIN {SEATS} s ON s.game_id = g.id LEFT JOIN {USERS} u ON u.id = s.user_id "
            f"{joins} "
            'WHERE g.id = %s ORDER BY s."index"'
        )

    def joined(self, more: Sequence[str], joins: str) -> "GlanceStatement":
        """The same with more beside it, from other tables."""
        return GlanceStatement(*self._columns, more=[*self.more, *more], joins=joins)

    def read(self, game_id: UUID, *joined: str) -> Glance | None:
        """The game; None without one. ``joined`` are the values of placeholders in the joins."""
        with connection.cursor() as cursor:
            cursor.execute(self._sql, [*joined, key(game_id)])
            rows = cursor.fetchall()
        return self._made(game_id, rows) if rows else None

    def _made(self, game_id: UUID, rows: Sequence[Sequence[Any]]) -> Glance:
        version, digest, chain = rows[0][:3]
        game = self._game.made(rows[0][3 : self._seat_at], id=game_id)
        seated = [] if rows[0][self._seat_at] is None else rows
        seats = InMemory(
            [self._seated(row, game) for row in seated],
            lambda: Seat.objects.filter(game_id=game_id),
        )
        prefetched(game, "seats", seats)
        head = StreamHead(0, "", "") if version is None else StreamHead(version, digest, chain)
        own = self._user_at + len(self._user)
        return Glance([row[:own] for row in rows], rows[0][own:], game, head)

    def _seated(self, row: Sequence[Any], game: Game) -> Seat:
        seat = self._seat.made(row[self._seat_at : self._user_at], game_id=game.pk)
        account = row[self._user_at : self._user_at + len(self._user)]
        people = self._user.made(account, id=seat.user_id)
        seat._state.fields_cache.update(game=game, user=people if seat.user_id else None)
        return seat


WITH_PEOPLE: Final = GlanceStatement((), (), more=[HOST])
"""All columns of a game and its seats, with the names of their people and its host."""
STATE_OF_GAME: Final = GlanceStatement(STATE_COLUMNS, SEAT_COLUMNS)
"""All that a state with the names of the players is made of, and who may see it."""


def game_with_people(game_id: UUID) -> Game | None:
    """A game with its host, its seats and their people.

    Of these all but their names and whether they are active is deferred.
    """
    found = WITH_PEOPLE.read(game_id)
    if found is None:
        return None
    game = found.game
    host = HOSTS.made(found.more, id=game.host_id) if game.host_id is not None else None
    game._state.fields_cache["host"] = host
    return game
