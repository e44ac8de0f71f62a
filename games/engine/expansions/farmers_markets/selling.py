"""Selling to a market beside a unit just deployed. (IND-FM-08..12)"""

from collections.abc import Iterator
from typing import Self

from msgspec.structs import replace

from games.engine import effects as fx
from games.engine.decisions import Decision, DeploymentBonusesDecision
from games.engine.errors import IllegalMove
from games.engine.expansions.farmers_markets.state import (
    MOST_GOODS,
    MarketRemoved,
    MarketServed,
    MarketsState,
    extra,
)
from games.engine.moves.base import MoveBase, Quantity, as_kind, no_more, number
from games.engine.moves.deals import (
    Deal,
    Placed,
    check_deal,
    make_deal,
    most_goods,
    placed_words,
    split_kilts,
    split_placed,
    ways_to_trade,
)
from games.engine.moves.modifiers import (
    PRICE_MOVING,
    Modifiers,
    copied,
    follow_up,
    price_moves,
    sources,
    split_off,
    written,
)
from games.engine.recorder import Recorder
from games.engine.rules.spending import KiltCount
from games.engine.state import State
from games.engine.terms import Good, Hex, HexName


class SellAtMarket(MoveBase, frozen=True, tag="sell_at_market"):
    """Sell up to 4 goods of a kind that a market still wants, above the price. (IND-FM-08..11)

    Tile 6 moves that price first. (IND-ORDER-04)
    """

    WORD = "market"
    EXAMPLE = "market F3 2 wool"

    hex: HexName
    good: Good
    quantity: Quantity
    modifiers: Modifiers = []
    merchants: Placed | None = None
    kilts: KiltCount = 0

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        seat = decision.seat
        available = sources(state, seat, PRICE_MOVING)
        most = min(MOST_GOODS, most_goods(state, seat))
        for hex_ in dict.fromkeys(as_kind(decision, DeploymentBonusesDecision).places):
            for good in wanted(state, hex_):
                for modifiers in price_moves(state, good, available):
                    for quantity in range(1, most + 1):
                        for way in ways_to_trade(state, seat, "sell", good, quantity):
                            yield cls(hex_, good, quantity, modifiers, *way)

    def check(self, state: State, decision: Decision) -> None:
        seat = decision.seat
        if self.hex not in as_kind(decision, DeploymentBonusesDecision).places:
            raise IllegalMove("IND-FM-08", "no_market_beside", hex=self.hex)
        goods = wanted(state, self.hex)
        if self.good not in goods:
            raise IllegalMove("IND-FM-08", "not_wanted", good=self.good, goods=list(goods))
        if self.quantity > MOST_GOODS:
            raise IllegalMove("IND-FM-08", "market_limit", limit=MOST_GOODS)
        check_deal(state, seat, self.deal(state))

    def deal(self, state: State) -> Deal:
        """What it sells, above the price. (IND-FM-09)"""
        return Deal(
            self.good,
            "sell",
            self.quantity,
            self.modifiers,
            extra=extra(self.good),
            placed=self.merchants,
            kilts=self.kilts,
        )

    def stand_ins(self) -> list[Good]:
        return [self.good] * self.kilts

    def harms_itself(self) -> bool:
        """Moving the price down before selling; merchants that the goods do not need."""
        backwards = any(modifier.direction == "down" for modifier in self.modifiers)
        return backwards or self.merchants is not None

    def copied_tile(self) -> int | None:
        return copied(self.modifiers)

    def perform(self, game: Recorder, decision: Decision) -> None:
        window, seat = as_kind(decision, DeploymentBonusesDecision), decision.seat
        make_deal(game, seat, self.deal(game.state))
        game.emit(MarketServed(seat, self.hex, self.good, self.quantity))
        places = list(window.places)
        places.remove(self.hex)
        if not wanted(game.state, self.hex):
            game.emit(MarketRemoved(self.hex))
            places = [place for place in places if place != self.hex]
        game.emit(fx.DecisionChanged(replace(window, id=game.version, places=places)))
        follow_up(game, seat, self.modifiers)

    def notation(self) -> str:
        placed = placed_words(self.merchants, self.kilts)
        amount = [str(self.quantity), self.good, *placed]
        return " ".join([self.WORD, self.hex, *amount, *written(self.modifiers)])

    @classmethod
    def read(cls, words: list[str]) -> Self:
        words, modifiers = split_off(words)
        words, placed = split_placed(words)
        words, kilts = split_kilts(words)
        no_more(words[3:])
        hex_, quantity, good = words
        return cls.build(
            hex=hex_,
            quantity=number(quantity),
            good=good,
            modifiers=modifiers,
            merchants=placed,
            kilts=kilts,
        )


def wanted(state: State, hex_: Hex) -> list[Good]:
    """The goods that the market on a space still buys."""
    market = state.part(MarketsState).market_on(hex_)
    return [] if market is None else market.wanted
