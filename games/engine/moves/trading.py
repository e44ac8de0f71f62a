"""Trading goods on the market. (TRADE, NBR)"""

from collections.abc import Iterator
from typing import Self

from msgspec.structs import replace

from games.engine import effects as fx
from games.engine.clans import clan_of
from games.engine.decisions import Decision, DeploymentBonusesDecision
from games.engine.errors import IllegalMove
from games.engine.moves.base import MoveBase, Quantity, as_kind, no_more, number
from games.engine.moves.deals import (
    Deal,
    Placed,
    check_deal,
    make_deal,
    more_merchants,
    most_goods,
    placed_words,
    split_kilts,
    split_placed,
    tradable,
    ways_to_place,
    ways_to_trade,
)
from games.engine.moves.modifiers import (
    PRICE_MOVING,
    Modifiers,
    announced_moves,
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
from games.engine.terms import GOOD_INDEX, GOODS, SIDES, Good, Seat, Side


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
    merchants: Placed | None = None
    kilts: KiltCount = 0

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
                        for way in ways_to_trade(state, decision.seat, side, good, quantity):
                            yield cls(good, side, quantity, modifiers, *way)

    @classmethod
    def legal(cls, state: State, decision: Decision) -> Iterator[Self]:
        seat, player = decision.seat, state.players[decision.seat]
        if clan_of(player).stand_in(player):
            yield from cls.checked(state, decision)
            return
        ways = ways_to_place(state, seat)
        for good, modifiers in announced_moves(state, seat, GOODS) if ways else ():
            for side, most in tradable(state, seat, good, modifiers):
                for quantity, placed in ways:
                    if quantity > most:
                        break
                    yield cls(good, side, quantity, modifiers, placed)

    def deal(self, state: State) -> Deal:
        """What it buys or sells."""
        return Deal(
            self.good,
            self.side,
            self.quantity,
            self.modifiers,
            placed=self.merchants,
            kilts=self.kilts,
        )

    def stand_ins(self) -> list[Good]:
        return [self.good] * self.kilts

    def check(self, state: State, decision: Decision) -> None:
        check_deal(state, decision.seat, self.deal(state))

    def harms_itself(self) -> bool:
        """Moving the price up before buying, or down before selling; needless merchants."""
        wrong = "up" if self.side == "buy" else "down"
        backwards = any(modifier.direction == wrong for modifier in self.modifiers)
        return backwards or self.merchants is not None

    def copied_tile(self) -> int | None:
        return copied(self.modifiers)

    def perform(self, game: Recorder, decision: Decision) -> None:
        make_deal(game, decision.seat, self.deal(game.state))
        game.finish(decision)
        follow_up(game, decision.seat, self.modifiers)

    def notation(self) -> str:
        placed = placed_words(self.merchants, self.kilts)
        words = [self.side, str(self.quantity), self.good, *placed]
        return " ".join([*words, *written(self.modifiers)])

    @classmethod
    def read(cls, words: list[str]) -> Self:
        words, modifiers = split_off(words)
        words, placed = split_placed(words)
        words, kilts = split_kilts(words)
        no_more(words[3:])
        side, quantity, good = words
        return cls.build(
            side=side,
            quantity=number(quantity),
            good=good,
            modifiers=modifiers,
            merchants=placed,
            kilts=kilts,
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
    merchants: Placed | None = None

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        available = sources(state, decision.seat, PRICE_MOVING)
        for good in as_kind(decision, DeploymentBonusesDecision).goods:
            for modifiers in price_moves(state, good, available):
                for quantity in range(1, neighbourhood_limit(state, decision.seat) + 1):
                    for placed in more_merchants(state, decision.seat, quantity):
                        yield cls(good, quantity, modifiers, placed)

    @classmethod
    def legal(cls, state: State, decision: Decision) -> Iterator[Self]:
        seat, window = decision.seat, as_kind(decision, DeploymentBonusesDecision)
        ways = ways_to_place(state, seat)
        for good, modifiers in announced_moves(state, seat, window.goods) if ways else ():
            discount = state.content.neighbourhood_discount(good)
            (_buy, payable), _sell = tradable(state, seat, good, modifiers, -discount)
            most = min(payable, neighbourhood_limit(state, seat) - bought(state, good))
            for quantity, placed in ways:
                if quantity > most:
                    break
                yield cls(good, quantity, modifiers, placed)

    def check(self, state: State, decision: Decision) -> None:
        if self.good not in as_kind(decision, DeploymentBonusesDecision).goods:
            raise IllegalMove("NBR-01", "no_such_neighbour", good=self.good)
        check_limit(state, decision.seat, self.good, self.quantity)
        check_deal(state, decision.seat, self.deal(state))

    def deal(self, state: State) -> Deal:
        """What it buys, at a discount. (NBR-05, NBR-06, NBR-08)"""
        discount = state.content.neighbourhood_discount(self.good)
        return Deal(
            self.good,
            "buy",
            self.quantity,
            self.modifiers,
            extra=-discount,
            placed=self.merchants,
            rule="NBR-08",
        )

    def harms_itself(self) -> bool:
        """Merchants that the goods do not need."""
        return self.merchants is not None

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
        words = [self.WORD, str(self.quantity), self.good, *placed_words(self.merchants)]
        return " ".join([*words, *written(self.modifiers)])

    @classmethod
    def read(cls, words: list[str]) -> Self:
        words, modifiers = split_off(words)
        words, placed = split_placed(words)
        no_more(words[2:])
        quantity, good = words
        return cls.build(
            quantity=number(quantity), good=good, modifiers=modifiers, merchants=placed
        )


def refused_purchases(state: State, window: DeploymentBonusesDecision) -> dict[Good, IllegalMove]:
    """Of the goods that neighbours sell those of which none can be bought now, and why.

    (TRADE-02, TRADE-14, NBR-08, NBR-09)
    """
    possible = {move.good for move in NeighbourhoodBuy.legal(state, window)}
    found = {}
    for good in window.goods:
        try:
            NeighbourhoodBuy(good, 1).check(state, window)
        except IllegalMove as refusal:
            if good not in possible:
                found[good] = refusal
    return found


def neighbourhood_limit(state: State, seat: Seat) -> int:
    """How many of one good the neighbourhood bonus allows a player. (NBR-09, P2-03)"""
    printed = state.content.purchase_limit(state.options.players)
    return clan_of(state.players[seat]).purchase_limit(printed)


def check_limit(state: State, seat: Seat, good: Good, amount: int) -> None:
    """Raise IllegalMove unless the neighbourhood bonus allows so much. (NBR-09)

    A good is bought once for each deployment, so a limit for each counts nothing else. (OPT-07)
    """
    limit, before = neighbourhood_limit(state, seat), bought(state, good)
    if before + amount > limit:
        rule = clan_of(state.players[seat]).limit_rule
        raise IllegalMove(rule, "neighbourhood_limit", limit=limit, bought=before)


def bought(state: State, good: Good) -> int:
    """How many of a good count towards the limit by now. (NBR-09, OPT-07)"""
    by_turn = state.options.neighbourhood_cap == "turn"
    return state.turn.bought[GOOD_INDEX[good]] if by_turn else 0
