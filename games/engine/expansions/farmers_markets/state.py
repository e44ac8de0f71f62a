"""The market tiles, where they lie, and the effects that change that. (IND-FM-01, IND-FM-10)"""

from typing import Final

from msgspec import Struct

from games.engine.effects import Effect, Phrase
from games.engine.geometry.board import mask_of
from games.engine.state import ExpansionState, State
from games.engine.terms import BASIC_GOODS, Good, Hex, Seat, gettext_noop

TILES: Final[dict[int, tuple[Good, Good]]] = {
    1: ("wool", "bread"),
    2: ("wool", "cheese"),
    3: ("wool", "whisky"),
    4: ("milk", "bread"),
    5: ("milk", "cheese"),
    6: ("milk", "whisky"),
    7: ("grain", "bread"),
    8: ("grain", "cheese"),
    9: ("grain", "whisky"),
}
"""The goods that each tile shows: every pair of a basic and a processed one. (IND-FM-01)"""
MOST_GOODS: Final = 4
"""The most goods of one sale. (IND-FM-08)"""
EXTRA_BASIC: Final = 2
EXTRA_PROCESSED: Final = 3
"""The pounds that a market pays for a good beyond the price on the main market. (IND-FM-09)"""


def extra(good: Good) -> int:
    """What a market pays more than the price, in pounds for each good. (IND-FM-09)"""
    return EXTRA_BASIC if good in BASIC_GOODS else EXTRA_PROCESSED


class MarketTile(Struct, omit_defaults=True, gc=False):
    """A tile on the map; ``covered`` are the goods whose icons lie under a good."""

    tile: int
    hex: Hex
    covered: list[Good] = []

    @property
    def wanted(self) -> list[Good]:
        """The goods that may still be sold to it."""
        return [good for good in TILES[self.tile] if good not in self.covered]


class MarketsState(ExpansionState, tag="markets"):
    """The tiles dealt, in the order of placing; those on the map; goods sold to them, by seat."""

    dealt: list[int] = []
    placed: list[MarketTile] = []
    sold: list[int] = []

    def closed(self) -> int:
        return mask_of(market.hex for market in self.placed)

    def market_on(self, hex_: Hex) -> MarketTile | None:
        """The market on a space, if there is one."""
        return next((market for market in self.placed if market.hex == hex_), None)


class MarketsDealt(Effect, frozen=True, tag="markets_dealt"):
    """Each player gets a tile; the first one is placed first. (IND-FM-02, IND-SETUP-10)"""

    tiles: list[int]

    def apply(self, state: State) -> None:
        state.expansions.append(MarketsState(list(self.tiles), [], [0] * len(self.tiles)))


class MarketPlaced(Effect, frozen=True, tag="market_placed"):
    """A tile lies on a space, on which nothing else can stand. (IND-FM-03, IND-FM-07)"""

    seat: Seat
    tile: int
    hex: Hex

    def apply(self, state: State) -> None:
        state.part(MarketsState).placed.append(MarketTile(self.tile, self.hex))
        state.forget_position()

    def phrase(self) -> Phrase:
        return Phrase(
            gettext_noop("places farmers market %(tile)s (%(goods)s) on %(hex)s"),
            {"tile": self.tile, "hex": self.hex},
            self.seat,
            own=gettext_noop("place farmers market %(tile)s (%(goods)s) on %(hex)s"),
            goods=TILES[self.tile],
        )


class MarketReturned(Effect, frozen=True, tag="market_returned"):
    """A tile leaves the game, for its player found no space for it. (IND-FM-18)"""

    seat: Seat
    tile: int

    def apply(self, state: State) -> None:
        """Changes nothing: the tile lies on no space."""

    def phrase(self) -> Phrase:
        return Phrase(
            gettext_noop("finds no space for farmers market %(tile)s (%(goods)s)"),
            {"tile": self.tile},
            self.seat,
            own=gettext_noop("find no space for farmers market %(tile)s (%(goods)s)"),
            goods=TILES[self.tile],
        )


class MarketServed(Effect, frozen=True, tag="market_served"):
    """Goods were sold to a market, and one of them covers its icon. (IND-FM-08, IND-FM-10)"""

    seat: Seat
    hex: Hex
    good: Good
    quantity: int

    def apply(self, state: State) -> None:
        part = state.part(MarketsState)
        market = part.market_on(self.hex)
        if market is not None:
            market.covered.append(self.good)
        part.sold[self.seat] += self.quantity

    def phrase(self) -> Phrase:
        return Phrase(
            gettext_noop("covers an icon of the farmers market on %(hex)s"),
            {"hex": self.hex},
            self.seat,
            own=gettext_noop("cover an icon of the farmers market on %(hex)s"),
        )


class MarketRemoved(Effect, frozen=True, tag="market_removed"):
    """A market with both icons covered leaves the game; its space is open again. (IND-FM-10)"""

    hex: Hex

    def apply(self, state: State) -> None:
        part = state.part(MarketsState)
        part.placed = [market for market in part.placed if market.hex != self.hex]
        state.forget_position()

    def phrase(self) -> Phrase:
        text = gettext_noop("The farmers market on %(hex)s leaves the game.")
        return Phrase(text, {"hex": self.hex})
