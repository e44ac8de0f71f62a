"""Whose turn comes when, how everybody stands, who has passed, and what passing brings."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_noop
from msgspec import Struct

from games import engine
from games.engine.rules.rounds import passing_bonus
from games.engine.terms import Seat
from web.pages.common.labels import pounds
from web.pages.common.pieces import Sign
from web.pages.table.part import TablePart
from web.pages.table.parts.sheet import Sheet, scores_of
from web.pages.table.table import Table


class TurnOrderPlace(Struct, frozen=True):
    """A place in the turn order; ``decides`` tells that the game waits for this player.

    ``points`` is what final scoring would give now; None before round 1.
    """

    sign: Sign
    decides: bool
    passed: bool
    money: str
    glory: int
    points: int | None


class PassingBonus(Struct, frozen=True):
    """What passing in a place brings, and who has done it: the first of the next round."""

    money: str
    sign: Sign | None


class TurnOrder(Struct, frozen=True):
    """The turn order of this round, and as far as it stands that of the next one."""

    places: list[TurnOrderPlace]
    bonuses: list[PassingBonus]


def order(state: engine.State, signs: Sequence[Sign], scores: Mapping[int, Sheet]) -> TurnOrder:
    """The turn order; before it is known, that of the seats. ``scores`` are by seat."""
    waiting = {decision.seat for decision in state.open_decisions()}
    seats = state.turn_order or [Seat(sign.seat) for sign in signs]
    passed = state.passed if state.phase in ("action", "production", "scoring") else []
    bonuses = [
        PassingBonus(pounds(passing_bonus(state.content, state.options, place)), None)
        for place in range(len(signs))
    ]
    for place, seat in enumerate(passed):
        bonuses[place] = PassingBonus(bonuses[place].money, signs[seat])
    places = [
        TurnOrderPlace(
            sign=signs[seat],
            decides=seat in waiting,
            passed=seat in passed,
            money=pounds(state.players[seat].money),
            glory=state.players[seat].glory,
            points=scores[seat].total if seat in scores else None,
        )
        for seat in seats
    ]
    return TurnOrder(places, bonuses)


class OrderPart(TablePart[TurnOrder]):
    """The turn order; hidden where one plays alone, and after the end."""

    name = "order"
    place = None
    replay_place = "beside"
    label = gettext_noop("Order")
    heading = gettext_noop("Turn order")
    always = True

    def build(self, table: Table) -> TurnOrder:
        return order(table.state, table.signs, scores_of(table))

    def hidden(self, table: Table) -> bool:
        return table.solo or table.state.over
