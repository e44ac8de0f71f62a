"""What has to be woken after an event: the game's own steps, standing orders, bots, or nothing."""

from collections.abc import Iterable
from enum import Enum
from uuid import UUID

from games import engine, max_bids
from games.models import Seat
from games.runtime import dispatch


class Wanted(Enum):
    """What the server has to do next in a game; the value names the task.

    Bots at a table where no person decides any more are ``BOTS_ALONE``: no person waits for them.
    ``later`` is the same in another queue, for a payer who has had as much as one may at once.
    """

    NOTHING = ""
    STEPS = "games.tasks.run_round_end"
    BOTS = "games.tasks.run_bots"
    BOTS_ALONE = "games.tasks.run_bots_alone"
    STEPS_LATER = "games.tasks.run_round_end_later"
    BOTS_LATER = "games.tasks.run_bots_later"

    def __bool__(self) -> bool:
        return self is not Wanted.NOTHING

    @property
    def of_bots(self) -> bool:
        """Whether a bot has to decide."""
        return self in (Wanted.BOTS, Wanted.BOTS_ALONE, Wanted.BOTS_LATER)

    @property
    def later(self) -> "Wanted":
        """The same for a payer who has had as much as one may at once."""
        if self.of_bots:
            return Wanted.BOTS_LATER
        return Wanted.STEPS_LATER if self is Wanted.STEPS else self

    @property
    def alone(self) -> bool:
        """Whether no person waits for it."""
        return self is Wanted.BOTS_ALONE

    @property
    def comes_first(self) -> bool:
        """Whether people wait for its task."""
        return self in (Wanted.STEPS, Wanted.BOTS)

    def send(self, game_id: UUID, version: int) -> None:
        """Start the task for a game that has this version."""
        seen = (version,) if self.of_bots else ()
        dispatch.start(self.value, game_id, *seen, first=self.comes_first)


def wanted_of(state: engine.State, seats: Iterable[Seat]) -> Wanted:
    """What the server has to do in a game of this state."""
    if state.awaits_step or resigned_to_move(state) is not None:
        return Wanted.STEPS
    open_to = {int(decision.seat): decision for decision in state.open_decisions()}
    seats = list(seats)
    deciding = [seat for seat in seats if seat.index in open_to]
    if any(seat.standing_order is not None and open_to[seat.index].BY_ORDER for seat in deciding):
        return Wanted.STEPS
    if any(max_bids.raised(state, seat.index, seat.max_bid) for seat in deciding):
        return Wanted.STEPS
    if not any(seat.bot for seat in deciding):
        return Wanted.NOTHING
    waited_for = any(not seat.bot and not seat.resigned for seat in seats)
    return Wanted.BOTS if waited_for else Wanted.BOTS_ALONE


def resigned_to_move(state: engine.State) -> engine.Seat | None:
    """A seat that has to decide and has resigned, so that the game decides for it."""
    deciding = (decision.seat for decision in state.open_decisions())
    return next((seat for seat in deciding if seat in state.resigned), None)
