"""Who has to be woken after an event: the game's own steps, standing orders, bots, or nobody."""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from threading import Thread
from uuid import UUID

from django.conf import settings
from django.db import connections, transaction

from games import engine
from games.models import Seat

log = logging.getLogger(__name__)


class Wanted(Enum):
    """What the server has to do next in a game; the value names the task."""

    NOTHING = ""
    STEPS = "games.tasks.run_round_end"
    BOTS = "games.tasks.run_bots"

    def __bool__(self) -> bool:
        return self is not Wanted.NOTHING

    def send(self, game_id: UUID) -> None:
        """Start the task; without Redis it runs here and now."""
        # Tasks call services, and services come here.
        from games import tasks  # noqa: PLC0415

        task = {Wanted.STEPS: tasks.run_round_end, Wanted.BOTS: tasks.run_bots}[self]
        if settings.EMBEDDED and _later.get():
            Thread(target=_run, args=(task.delay, str(game_id))).start()
        else:
            task.delay(str(game_id))


_later: ContextVar[bool] = ContextVar("whether nobody waits for what follows", default=False)


@contextmanager
def in_background() -> Iterator[None]:
    """What is to be done next does not keep the caller: without workers a thread does it.

    With ``BACKGROUND_TASKS`` off it is done here and now as always.
    """
    token = _later.set(bool(settings.BACKGROUND_TASKS))
    try:
        yield
    finally:
        _later.reset(token)


def _run(start: Callable[[str], object], game_id: str) -> None:
    """A task in a thread of its own; one that fails leaves a game that the next visit wakes."""
    try:
        start(game_id)
    except Exception:
        log.exception("game %s cannot go on", game_id)
    finally:
        connections.close_all()


def wanted(state: engine.State, seats: Iterable[Seat]) -> Wanted:
    """What the server has to do in a game of this state."""
    if state.awaits_step or resigned_to_move(state) is not None:
        return Wanted.STEPS
    open_to: dict[int, str] = {decision.seat: decision.kind for decision in state.open_decisions()}
    asked = [seat for seat in seats if seat.index in open_to]
    if any(seat.standing_order is not None and open_to[seat.index] == "produce" for seat in asked):
        return Wanted.STEPS
    return Wanted.BOTS if any(seat.bot for seat in asked) else Wanted.NOTHING


def resigned_to_move(state: engine.State) -> engine.Seat | None:
    """A seat that has to decide and has resigned, so that the game decides for it."""
    asked = (decision.seat for decision in state.open_decisions())
    return next((seat for seat in asked if seat in state.resigned), None)


def after_commit(leave: Callable[[], None]) -> None:
    """Call something that leaves the transaction, once it is committed.

    What it raises is logged: the move stands, and the sweep takes care of what was not sent.
    """

    # A function, because Django asks what failed for its name.
    def run() -> None:
        leave()

    transaction.on_commit(run, robust=True)
