"""The module of farmers markets: what it sets up, opens and shows. (IND-FM)"""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from msgspec import Struct

from games.engine.decisions import Decision, DeploymentBonusesDecision
from games.engine.errors import IllegalMove
from games.engine.expansions.base import (
    DecidingStage,
    Expansion,
    Sale,
    SetupStage,
    Statistic,
)
from games.engine.expansions.farmers_markets.placing import (
    NAME,
    TOO_NEAR,
    PlaceMarket,
    PlaceMarketDecision,
    ask_next,
)
from games.engine.expansions.farmers_markets.selling import SellAtMarket, wanted
from games.engine.expansions.farmers_markets.state import (
    MOST_GOODS,
    TILES,
    MarketPlaced,
    MarketRemoved,
    MarketReturned,
    MarketsDealt,
    MarketServed,
    MarketsState,
    MarketTile,
    extra,
)
from games.engine.geometry.board import BIT, within
from games.engine.randomness import Stream
from games.engine.recorder import Recorder
from games.engine.state import State
from games.engine.terms import GOOD_INDEX, Good, Hex, Seat, gettext_noop

LESS_FOR_PASSING: Final = 4
"""How many pounds less every passing bonus brings. (IND-FM-06)"""


class MarketView(Struct, gc=False):
    """A market on the map: the goods that it shows, and which of them are covered."""

    tile: int
    hex: Hex
    goods: list[Good]
    covered: list[Good]


class MarketsView(Struct, gc=False):
    """The markets on the map, and the tiles still to be placed, the next one first."""

    placed: list[MarketView]
    to_place: list[int]


class FarmersMarkets(Expansion):
    """Players place markets before clans are chosen, and sell to them when they expand."""

    name: ClassVar[str] = NAME
    label: ClassVar[str] = gettext_noop("Farmers markets")
    summary: ClassVar[str] = gettext_noop(
        "Each player places a market on the map. Expand beside one to sell there at a better price."
    )
    states = (MarketsState,)
    decisions = (PlaceMarketDecision,)
    effects = (MarketsDealt, MarketPlaced, MarketReturned, MarketServed, MarketRemoved)
    moves = (PlaceMarket, SellAtMarket)
    statistics = (
        Statistic(
            "market_goods",
            gettext_noop("Goods sold at farmers markets"),
            lambda state: state.part(MarketsState).sold,
        ),
    )
    refusals = {
        "near_a_market": gettext_noop(
            "%(hex)s is too near to the market on %(market)s: at least two spaces must lie between."
        ),
        "market_on_water": gettext_noop("%(hex)s is a loch, and a market lies on land."),
        "too_little_land": gettext_noop(
            "A market needs at least %(least)s neighbouring land spaces; %(hex)s has %(found)s."
        ),
        "market_there": gettext_noop(
            "A farmers market lies on %(hex)s: no unit can be placed there until both its goods "
            "are covered and it leaves."
        ),
        "no_market_beside": gettext_noop(
            "No market on %(hex)s buys anything from the unit that you have just placed."
        ),
        "not_wanted": gettext_noop("This market does not buy %(good)s now."),
        "market_limit": gettext_noop("A market buys at most %(limit)s goods at a time."),
    }

    # --- set-up ----------------------------------------------------------------------------------

    def set_up(self, game: Recorder, stage: SetupStage, seed: bytes) -> None:
        """A tile for each player. (IND-FM-02, IND-SETUP-10)"""
        if stage == "contracts":
            tiles = Stream(seed, "farmers-markets").shuffled(sorted(TILES))
            game.emit(MarketsDealt(tiles[: game.state.options.players]))

    def decide_first(self, game: Recorder, stage: DecidingStage, order: Sequence[Seat]) -> bool:
        """Markets are placed before clans are chosen or bid for. (IND-FM-02, IND-SETUP-08)"""
        return stage == "clans" and ask_next(game, order, len(order))

    # --- turns -----------------------------------------------------------------------------------

    def admits(self, state: State, decision: Decision) -> tuple[str, ...]:
        beside = isinstance(decision, DeploymentBonusesDecision) and decision.places
        return (SellAtMarket.type_name(),) if beside else ()

    def check_space(self, state: State, hex_: Hex) -> None:
        """Nothing is placed on a market, until it leaves. (IND-FM-07, IND-FM-10)"""
        if state.part(MarketsState).market_on(hex_) is not None:
            raise IllegalMove("IND-FM-07", "market_there", hex=hex_)

    def places_beside(self, state: State, around: Sequence[int]) -> list[Hex]:
        """The markets that neighbour units just deployed, once for each. (IND-FM-08, IND-FM-12)"""
        return [
            market.hex
            for spaces in around
            for market in state.part(MarketsState).placed
            if spaces & BIT[market.hex]
        ]

    def sales_at(self, state: State, place: Hex) -> Iterator[Sale]:
        """What a market pays now for a good that it wants. (IND-FM-08, IND-FM-09)"""
        for good in wanted(state, place):
            yield Sale(good, state.price(GOOD_INDEX[good]) + extra(good), MOST_GOODS)

    def passing_bonus(self, printed: int) -> int:
        return max(0, printed - LESS_FOR_PASSING)

    # --- what is seen ----------------------------------------------------------------------------

    def view(self, state: State) -> MarketsView:
        part = state.part(MarketsState)
        return MarketsView([_shown(market) for market in part.placed], to_place(state))

    # --- positions -------------------------------------------------------------------------------

    def wrong(self, state: State) -> Iterator[str]:
        if self.in_play(state.options):
            yield from _wrong(state)


def to_place(state: State) -> list[int]:
    """The tiles that are still to be placed, the next one first."""
    placing = [one for one in state.decisions if isinstance(one, PlaceMarketDecision)]
    dealt = state.part(MarketsState).dealt
    return [tile for one in placing for tile in dealt[dealt.index(one.tile) :]]


def _shown(market: MarketTile) -> MarketView:
    return MarketView(market.tile, market.hex, list(TILES[market.tile]), list(market.covered))


def _wrong(state: State) -> Iterator[str]:
    """What is wrong with the markets of a position. (IND-INV-8)"""
    part = state.part(MarketsState)
    seats = len(state.players)
    if len(part.sold) != seats or min(part.sold, default=0) < 0:
        yield "the goods sold at markets are not there for every seat"
    if not set(part.dealt) <= set(TILES) or len(part.dealt) != seats:
        yield "a market tile is unknown, or one is missing"
    tiles = [market.tile for market in part.placed]
    if len(set(tiles)) < len(tiles) or not set(tiles) <= set(part.dealt):
        yield "a market tile is there twice, or was not dealt"
    if any((len(one.wanted), len(one.covered)) not in ((2, 0), (1, 1)) for one in part.placed):
        yield "the covered icons of a market are not its own, or all"
    yield from _misplaced(state, part.placed)
    for decision in state.decisions:
        if isinstance(decision, PlaceMarketDecision):
            yield from _wrong_placing(state, decision)


def _misplaced(state: State, markets: Sequence[MarketTile]) -> Iterator[str]:
    taken = {piece.hex for player in state.players for piece in player.units}
    taken |= {blocker.hex for blocker in state.blockers}
    for market in markets:
        near = within(market.hex, TOO_NEAR)
        if not state.board.land & BIT[market.hex]:
            yield "a market does not lie on land"
        if sum(bool(near & BIT[other.hex]) for other in markets) > 1:
            yield "two markets are too near to each other"
        if market.hex in taken:
            yield "a market shares its space"


def _wrong_placing(state: State, decision: PlaceMarketDecision) -> Iterator[str]:
    if sorted(decision.order) != list(range(len(state.players))):
        yield "a seat is missing in the order in which markets are placed"
    elif decision.tile != state.part(MarketsState).dealt[-1 - decision.order.index(decision.seat)]:
        yield "a player places the market of another one"
