"""Who pays for what the server does in a game by itself: bots, ends of rounds.

It is charged to who causes it, in seconds of CPU. Who has used up ``settings.GAMES_COMPUTING_RATE``
has nothing refused: the tasks of those games go to the queue of what has time, in small shares, and
the tasks of others go first.
"""

import time
from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Final, Self
from uuid import UUID

from games import store
from games.errors import NoSuchGame
from games.models import Game, Seat
from games.runtime import computing
from games.services.play.wanted import Wanted

NOBODY: Final = 0
"""Pays where the accounts are gone; one payer for all such games."""


def payer_of(
    game: Game, seats: Iterable[Seat], *, alone: bool, acting: Sequence[int | None] = ()
) -> int:
    """The id of the user who causes what the server does next in a game.

    That is who has decided last in person, so that nobody pays for guests. Where bots play
    ``alone``, and before somebody has decided, it is the host. ``acting`` are the seats that have
    decided just now; without any the stream tells.
    """
    users = {seat.index: seat.user_id for seat in seats}
    last = None
    if not alone:
        last = acting[-1] if acting else store.last_person(game.id)
    return (None if last is None else users.get(last)) or game.host_id or NOBODY


def queued(wanted: Wanted, payer: int) -> Wanted:
    """What to send: ``wanted``, or the same later where the payer has used up what comes first."""
    return wanted.later if wanted.comes_first and computing.games_over(payer) else wanted


class Account:
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
        """Whether the payer has used up what comes first, with what was taken up to now."""
        self.charge()
        return computing.games_over(self.payer)

    def charge(self) -> None:
        """Charge what this thread has taken since the last time."""
        now = time.thread_time()
        computing.games_spent(self.payer, now - self._since)
        self._since = now
