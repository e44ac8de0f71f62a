"""One request of a process at a time goes through the whole of a long game, or of many games.

To export a game of 20,000 events as text takes a second, and everyone who may see the game may ask
for it as often as the throttles admit. With only one such request at a time there is always a
thread of the process for other requests. A few callers wait for a moment; of these the one whose
last turn is longest ago comes first, so no caller can keep the place.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from threading import local
from typing import Final

from django.db import connection

from games.engine.terms import gettext_noop
from games.errors import GameError
from games.models import Game
from games.runtime.taking_turns import Turns

LONG: Final = 500
"""How many events a game has at least that counts: to go through one takes a third of a second.

That follows from the events, hardly from the content pack. A game of four has 300 to 350 where
nothing is taken back.
"""
RETRY: Final = timedelta(seconds=2)
WAIT_SECONDS: Final = 2.0
WAITING: Final = 3
"""Requests that wait, each in a thread of the process."""

turns: Final = Turns(WAITING)
_here: Final = local()


class LongGameBusy(GameError):
    """This process works on a long game already."""

    code = "long_game_busy"
    text = gettext_noop(
        "The server is busy with another long game. Please try again in a few seconds."
    )
    wait = RETRY

    def __init__(self) -> None:
        super().__init__(
            "The server is busy with another long game, or with a file of many: ask again in a "
            "moment, one request at a time."
        )


def arrive(address: str) -> None:
    """Note whose request this thread is about to answer (``limits.address_of``)."""
    _here.caller = address


def begin(game: Game) -> None:
    """Say that a request goes through all of a game that its caller may see.

    What it holds, ``end`` gives back. Raises LongGameBusy.
    """
    if game.version < LONG or getattr(_here, "held", False):
        return
    _take()
    _here.held = True


@contextmanager
def going_through(game: Game) -> Iterator[None]:
    """``begin`` for a part of a request, or of anything else. Raises LongGameBusy."""
    before = getattr(_here, "held", False)
    begin(game)
    try:
        yield
    finally:
        if not before:
            end()


def reserve() -> Callable[[], None]:
    """Keep the place for a response that outlives its request; the returned function frees it.

    That may be called by any thread, and more than once. Raises LongGameBusy.
    """
    _take()
    held = [turns]

    def give_up() -> None:
        with suppress(IndexError):  # one of several callers has it
            held.pop().leave()

    return give_up


def end() -> None:
    """Say that the request of this thread is answered."""
    if getattr(_here, "held", False):
        _here.held = False
        turns.leave()


def _take() -> None:
    # A transaction may hold the row of a game, for which others wait.
    seconds = 0 if connection.in_atomic_block else WAIT_SECONDS
    if not turns.take(getattr(_here, "caller", ""), seconds):
        raise LongGameBusy
