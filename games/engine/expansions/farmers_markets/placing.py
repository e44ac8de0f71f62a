"""Placing the market tiles before clans are chosen. (IND-FM-02..04, IND-FM-18)"""

from collections.abc import Iterator, Sequence
from typing import Final, Self

from games.engine import expansions
from games.engine.decisions import Decision, DecisionBase
from games.engine.errors import IllegalMove
from games.engine.expansions.farmers_markets.state import (
    MarketPlaced,
    MarketReturned,
    MarketsState,
)
from games.engine.geometry.board import BIT, hexes_in, mask_of, within
from games.engine.moves.base import MoveBase, as_kind, no_more
from games.engine.recorder import Recorder
from games.engine.rules import setup
from games.engine.state import State
from games.engine.terms import Hex, HexName, Seat

NAME: Final = "farmers_markets"
LEAST_NEIGHBOURS: Final = 3
"""How many land spaces a site neighbours at least. (IND-FM-03)"""
TOO_NEAR: Final = 2
"""Two markets lie further apart than this, in spaces of any kind. (IND-FM-04)"""


class PlaceMarketDecision(DecisionBase, frozen=True, tag="place_market"):
    """Place a market tile. (IND-FM-02)

    ``order`` is the one in which players begin what follows; markets are placed in its reverse.
    """

    ADMITS = ("place_market",)
    DEFAULT = "place_market"
    PHASE = "setup"
    RULE = "IND-FM-02"

    tile: int = 0
    order: list[Seat] = []


class PlaceMarket(MoveBase, frozen=True, tag="place_market"):
    """Put one's tile on a space of the map. (IND-FM-03, IND-FM-04)"""

    WORD = "site"
    EXAMPLE = "site F3"

    hex: HexName

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        return map(cls, hexes_in(sites(state)))

    def check(self, state: State, decision: Decision) -> None:
        board = state.board
        if not board.active & BIT[self.hex]:
            raise IllegalMove("IND-FM-03", "not_on_the_map", hex=self.hex)
        if not board.land & BIT[self.hex]:
            raise IllegalMove("IND-FM-03", "market_on_water", hex=self.hex)
        if state.part(MarketsState).market_on(self.hex) is not None:
            raise IllegalMove("IND-FM-04", "not_empty", hex=self.hex)
        for market in state.part(MarketsState).placed:
            if within(market.hex, TOO_NEAR) & BIT[self.hex]:
                raise IllegalMove("IND-FM-04", "near_a_market", hex=self.hex, market=market.hex)
        if not state.position.empty & BIT[self.hex]:
            raise IllegalMove("IND-FM-03", "not_empty", hex=self.hex)
        found = _land_beside(state, self.hex)
        if found < LEAST_NEIGHBOURS:
            raise IllegalMove(
                "IND-FM-03", "too_little_land", hex=self.hex, least=LEAST_NEIGHBOURS, found=found
            )

    def perform(self, game: Recorder, decision: Decision) -> None:
        placing = as_kind(decision, PlaceMarketDecision)
        game.close()
        game.emit(MarketPlaced(placing.seat, placing.tile, self.hex))
        game.barrier()
        if not ask_next(game, placing.order, placing.order.index(placing.seat)):
            after = expansions.by_name()[NAME]
            setup.go_on(game, "clans", placing.order, after=after)

    def site(self) -> Hex:
        return self.hex

    def notation(self) -> str:
        return f"{self.WORD} {self.hex}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[1:])
        return cls.build(hex=words[0])


def sites(state: State) -> int:
    """The spaces on which a market may be placed now. (IND-FM-03, IND-FM-04)"""
    found = state.position.empty & state.board.land
    for market in state.part(MarketsState).placed:
        found &= ~within(market.hex, TOO_NEAR)
    return mask_of(
        hex_ for hex_ in hexes_in(found) if _land_beside(state, hex_) >= LEAST_NEIGHBOURS
    )


def ask_next(game: Recorder, order: Sequence[Seat], left: int) -> bool:
    """The next of the first ``left`` players places a tile; whether there was one.

    A player without a space for it returns the tile. (IND-FM-02, IND-FM-18)
    """
    dealt = game.state.part(MarketsState).dealt
    for place in reversed(range(left)):
        seat, tile = order[place], dealt[len(order) - 1 - place]
        if sites(game.state):
            game.open(PlaceMarketDecision(game.version, seat, tile, list(order)))
            return True
        game.emit(MarketReturned(seat, tile))
    return False


def _land_beside(state: State, hex_: Hex) -> int:
    """How many active land spaces neighbour one."""
    return (state.board.neighbours[hex_] & state.board.land).bit_count()
