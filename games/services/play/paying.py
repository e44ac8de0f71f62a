"""Charging users for what the server does in a game by itself: bots, ends of rounds.

The CPU time is charged to the user who causes it. A user who has used up
``settings.GAMES_COMPUTING_RATE`` is not refused anything: the tasks of those games go to a queue
where no tasks of others wait behind them, in small shares. The tasks of who has many games that
wait for the server at once go there too: they are sent before any of them is charged.
"""

import time
from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Final, Self
from uuid import UUID

from games import store, waiting
from games.errors import NoSuchGame
from games.models import Game, Seat
from games.runtime import computing
from games.services.play.wanted import Wanted

NO_PAYER: Final = 0
"""Pays where the accounts are gone; one payer for all such games."""

GAMES_FIRST: Final = 3
"""How many games of one payer that wait for the server at once have tasks in the first queue."""


def payer_of(
    game: Game, seats: Iterable[Seat], *, alone: bool, acting: Sequence[int | None] = ()
) -> int:
    """The id of the user who causes what the server does next in a game.

    That is the user who has decided last in person, so that hosts do not pay for guests. Where bots
    play ``alone``, and before the first decision, it is the host. ``acting`` are the seats that
    have decided just now; without any, the stream is read.
    """
    users = {seat.index: seat.user_id for seat in seats}
    last = None
    if not alone:
        last = acting[-1] if acting else store.last_person(game.id)
    return (None if last is None else users.get(last)) or game.host_id or NO_PAYER


def queued(wanted: Wanted, payer: int) -> Wanted:
    """``wanted``, or the same for later where the payer has had as much as one may at once.

    That is the time, or more than ``GAMES_FIRST`` games that wait for the server, this one
    included.
    """
    if wanted is wanted.later:
        return wanted
    over = computing.games_over(payer) or (wanted.comes_first and _has_many_due(payer))
    return wanted.later if over else wanted


def _has_many_due(payer: int) -> bool:
    due = waiting.due_of(payer).values_list("pk", flat=True)
    return len(due[: GAMES_FIRST + 1]) > GAMES_FIRST


class TaskCharge:
    """What a task takes, charged to the payer of its game: at the end of the block, and on asking.

    Raises NoSuchGame.
    """

    def __init__(self, game_id: UUID) -> None:
        game = Game.objects.filter(pk=game_id).prefetch_related("seats").first()
        if game is None:
            raise NoSuchGame
        seats = list(game.seats.all())
        people = any(not seat.bot and not seat.resigned for seat in seats)
        self.version = game.version
        self.payer = payer_of(game, seats, alone=not people)
        self._since = time.thread_time()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.charge()

    @property
    def over(self) -> bool:
        """Whether the payer has used up the computing time allowed at once, up to now."""
        self.charge()
        return computing.games_over(self.payer)

    def queued(self, wanted: Wanted) -> Wanted:
        """What follows in the game, or the same for later, as things are now."""
        self.charge()
        return queued(wanted, self.payer)

    def charge(self) -> None:
        """Charge what this thread has taken since the last time."""
        now = time.thread_time()
        computing.games_spent(self.payer, now - self._since)
        self._since = now
