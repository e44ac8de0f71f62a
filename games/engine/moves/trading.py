"""Trading goods on the market. (TRADE, NBR)"""

from collections.abc import Iterator
from typing import Self

from msgspec.structs import replace

from games.engine import effects as fx
from games.engine.decisions import Decision, DeploymentBonusesDecision
from games.engine.errors import IllegalMove
from games.engine.moves.base import MoveBase, Quantity, as_kind, no_more, number
from games.engine.moves.deals import Deal, check_deal, make_deal, most_goods
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
from games.engine.state import State
from games.engine.terms import GOOD_INDEX, GOODS, SIDES, Good, Side


class Trade(MoveBase, frozen=True, tag="trade"):
    """Buy or sell one kind of good; every unit at the price before the trade. (TRADE-01..14)

    Tile 6 moves that price first. (PORT-6)
    """

    EXAMPLE = "buy 2 whisky"
    """It has no word of its own and begins with the side."""

    good: Good
    side: Side
    quantity: Quantity
    modifiers: Modifiers = []

    @classmethod
    def first_words(cls) -> tuple[str, ...]:
        return SIDES

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        most = most_goods(state, decision.seat)
        available = sources(state, decision.seat, PRICE_MOVING)
        for good in GOODS:
            for modifiers in price_moves(state, good, available):
                for side in SIDES:
                    for quantity in range(1, most + 1):
                        yield cls(good, side, quantity, modifiers)

    def deal(self, state: State) -> Deal:
        """What it buys or sells."""
        return Deal(self.good, self.side, self.quantity, self.modifiers)

    def check(self, state: State, decision: Decision) -> None:
        check_deal(state, decision.seat, self.deal(state))

    def harms_itself(self) -> bool:
        """Moving the price up before buying, or down before selling."""
        wrong = "up" if self.side == "buy" else "down"
        return any(modifier.direction == wrong for modifier in self.modifiers)

    def copied_tile(self) -> int | None:
        return copied(self.modifiers)

    def perform(self, game: Recorder, decision: Decision) -> None:
        make_deal(game, decision.seat, self.deal(game.state))
        game.finish(decision)
        follow_up(game, decision.seat, self.modifiers)

    def notation(self) -> str:
        return " ".join([self.side, str(self.quantity), self.good, *written(self.modifiers)])

    @classmethod
    def read(cls, words: list[str]) -> Self:
        words, modifiers = split_off(words)
        no_more(words[3:])
        return cls.build(
            side=words[0], quantity=number(words[1]), good=words[2], modifiers=modifiers
        )


class NeighbourhoodBuy(MoveBase, frozen=True, tag="neighbourhood_buy"):
    """Buy what the neighbours of a unit just deployed make, at a discount. (NBR-01..19)

    Tile 6 moves the price that is discounted first. (PORT-6c)
    """

    WORD = "neighbourhood"
    EXAMPLE = "neighbourhood 2 milk"

    good: Good
    quantity: Quantity
    modifiers: Modifiers = []

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        available = sources(state, decision.seat, PRICE_MOVING)
        for good in as_kind(decision, DeploymentBonusesDecision).goods:
            for modifiers in price_moves(state, good, available):
                for quantity in range(1, neighbourhood_limit(state) + 1):
                    yield cls(good, quantity, modifiers)

    def check(self, state: State, decision: Decision) -> None:
        if self.good not in as_kind(decision, DeploymentBonusesDecision).goods:
            raise IllegalMove("NBR-01", "no_such_neighbour", good=self.good)
        check_limit(state, self.good, self.quantity)
        check_deal(state, decision.seat, self.deal(state))

    def deal(self, state: State) -> Deal:
        """What it buys, at a discount. (NBR-05, NBR-06, NBR-08)"""
        discount = state.content.neighbourhood_discount(self.good)
        return Deal(self.good, "buy", self.quantity, self.modifiers, extra=-discount, rule="NBR-08")

    def copied_tile(self) -> int | None:
        return copied(self.modifiers)

    def perform(self, game: Recorder, decision: Decision) -> None:
        window, seat = as_kind(decision, DeploymentBonusesDecision), decision.seat
        make_deal(game, seat, self.deal(game.state))
        game.emit(fx.NeighbourhoodBought(self.good, self.quantity))
        left = [good for good in window.goods if good != self.good]
        game.emit(fx.DecisionChanged(replace(window, id=game.version, goods=left)))
        follow_up(game, seat, self.modifiers)

    def notation(self) -> str:
        return " ".join([self.WORD, str(self.quantity), self.good, *written(self.modifiers)])

    @classmethod
    def read(cls, words: list[str]) -> Self:
        words, modifiers = split_off(words)
        no_more(words[2:])
        return cls.build(quantity=number(words[0]), good=words[1], modifiers=modifiers)


def neighbourhood_limit(state: State) -> int:
    """How many of one good the neighbourhood bonus allows. (NBR-09, P2-03)"""
    return state.content.purchase_limit(state.options.players)


def check_limit(state: State, good: Good, amount: int) -> None:
    """Raise IllegalMove unless the neighbourhood bonus allows so much. (NBR-09)

    A good is bought once for each deployment, so a limit for each counts nothing else. (OPT-07)
    """
    limit = neighbourhood_limit(state)
    by_turn = state.options.neighbourhood_cap == "turn"
    bought = state.turn.bought[GOOD_INDEX[good]] if by_turn else 0
    if bought + amount > limit:
        raise IllegalMove("NBR-09", "neighbourhood_limit", limit=limit, bought=bought)
