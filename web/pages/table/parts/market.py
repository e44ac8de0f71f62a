"""The market: prices on their tracks, and whose merchants stand where."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct

from games import engine
from games.engine.terms import GOOD_INDEX, GOODS, SIDES, Good
from web.pages.common.labels import label, pounds
from web.pages.common.pieces import Sign
from web.pages.table.part import TablePart
from web.pages.table.table import Table


class PlacedMerchants(Struct, frozen=True):
    """How many merchants a player has on one side of a good."""

    sign: Sign
    number: int


class Stall(Struct, frozen=True):
    """The market of one good.

    ``prices`` are marked where the marker stands, ``amount`` is the price there in pounds, and
    ``then`` says where one more unit would move it.
    """

    good: str
    label: str
    price: int
    amount: str
    then: str
    prices: tuple[tuple[int, bool], ...]
    buying: tuple[PlacedMerchants, ...]
    selling: tuple[PlacedMerchants, ...]


def market(state: engine.State, signs: Sequence[Sign]) -> list[Stall]:
    """The stalls of all goods."""
    return [_stall(state, signs, good) for good in GOODS]


def _stall(state: engine.State, signs: Sequence[Sign], good: Good) -> Stall:
    index = GOOD_INDEX[good]
    prices = state.content.market(state.options.players)[index].prices
    at = state.prices[index]
    placed = {
        side: tuple(
            PlacedMerchants(sign, number)
            for sign, player in zip(signs, state.players, strict=True)
            if (number := (player.buying if side == "buy" else player.selling)[index])
        )
        for side in SIDES
    }
    track = tuple((price, place == at) for place, price in enumerate(prices))
    up, down = prices[min(at + 1, len(prices) - 1)], prices[max(at - 1, 0)]
    return Stall(
        good=good,
        label=label(good),
        price=prices[at],
        amount=pounds(prices[at]),
        then=_("%(up)s after one is bought, %(down)s after one is sold")
        % {"up": pounds(up), "down": pounds(down)},
        prices=track,
        buying=placed["buy"],
        selling=placed["sell"],
    )


class MarketPart(TablePart[list[Stall]]):
    """The stalls of the market."""

    name = "market"
    shows_moves = True
    place = "info"
    label = gettext_noop("Market")
    linked_in_replay = True
    fields = frozenset({"market"})

    def build(self, table: Table) -> list[Stall]:
        return market(table.state, table.signs)
