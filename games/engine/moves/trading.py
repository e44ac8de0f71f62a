"""Trading goods on the market. (TRADE, NBR)"""

from collections.abc import Iterator
from typing import Self

from msgspec.structs import replace

from games.engine import effects as fx
from games.engine.clans import clan_of
from games.engine.decisions import Decision, DeploymentBonusesDecision
from games.engine.errors import IllegalMove
from games.engine.moves.base import MoveBase, Quantity, as_kind, no_more, number
from games.engine.moves.modifiers import (
    PRICE_MOVING,
    Modifiers,
    announce,
    check_modifiers,
    copied,
    fee,
    move_prices,
    price_after,
    price_moves,
    sources,
    split_off,
    written,
)
from games.engine.recorder import Recorder
from games.engine.rules.costs import neighbourhood_price
from games.engine.rules.spending import check_stock, spend_one
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

    @classmethod
    def first_words(cls) -> tuple[str, ...]:
        return SIDES

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        player = state.players[decision.seat]
        available = sources(state, decision.seat, PRICE_MOVING)
        for good in GOODS:
            for modifiers in price_moves(state, good, available):
                for side in SIDES:
                    for quantity in range(1, player.stock + 1):
                        yield cls(good, side, quantity, modifiers)

    def check(self, state: State, decision: Decision) -> None:
        check_modifiers(state, decision.seat, self.modifiers, PRICE_MOVING)
        check_merchants(state, decision.seat, self.good, self.side, self.quantity)
        if self.side == "sell":
            check_stock(state, decision.seat, self.good, self.quantity)
            return
        cost = self.quantity * price_after(state, self.good, self.modifiers)
        check_payment(state, decision.seat, cost, fee=fee(self.modifiers))

    def harms_itself(self) -> bool:
        """Moving the price up before buying, or down before selling."""
        wrong = "up" if self.side == "buy" else "down"
        return any(modifier.direction == wrong for modifier in self.modifiers)

    def copied_tile(self) -> int | None:
        return copied(self.modifiers)

    def perform(self, game: Recorder, decision: Decision) -> None:
        seat = decision.seat
        announce(game, seat, self.modifiers)
        move_prices(game, self.good, self.modifiers)
        price = game.state.price(GOOD_INDEX[self.good])
        if self.side == "buy":
            buy(game, seat, self.good, self.quantity, price)
        else:
            sell(game, seat, self.good, self.quantity, price)
        game.finish(decision)

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
        check_modifiers(state, decision.seat, self.modifiers, PRICE_MOVING)
        check_neighbourhood(state, decision.seat, self.good, self.quantity)
        price = neighbourhood_price(state, self.good, price_after(state, self.good, self.modifiers))
        check_payment(state, decision.seat, self.quantity * price, fee=fee(self.modifiers))

    def copied_tile(self) -> int | None:
        return copied(self.modifiers)

    def perform(self, game: Recorder, decision: Decision) -> None:
        window, seat = as_kind(decision, DeploymentBonusesDecision), decision.seat
        announce(game, seat, self.modifiers)
        move_prices(game, self.good, self.modifiers)
        price = neighbourhood_price(game.state, self.good, game.state.price(GOOD_INDEX[self.good]))
        buy(game, seat, self.good, self.quantity, price)
        game.emit(fx.NeighbourhoodBought(self.good, self.quantity))
        left = [good for good in window.goods if good != self.good]
        game.emit(fx.DecisionChanged(replace(window, id=game.version, goods=left)))

    def notation(self) -> str:
        return " ".join([self.WORD, str(self.quantity), self.good, *written(self.modifiers)])

    @classmethod
    def read(cls, words: list[str]) -> Self:
        words, modifiers = split_off(words)
        no_more(words[2:])
        return cls.build(quantity=number(words[0]), good=words[1], modifiers=modifiers)


def check_merchants(state: State, seat: Seat, good: Good, side: Side, amount: int) -> None:
    """Raise IllegalMove unless so many merchants may go there. (TRADE-02, TRADE-03, TRADE-07)"""
    player = state.players[seat]
    if amount > player.stock:
        raise IllegalMove(
            "TRADE-02", "not_enough_merchants", wanted=amount, have=player.stock, track=player.track
        )
    opposite = player.selling if side == "buy" else player.buying
    if opposite[GOOD_INDEX[good]]:
        raise IllegalMove("TRADE-07", "merchants_on_the_other_side", good=good, side=side)


def check_payment(state: State, seat: Seat, cost: int, *, fee: int) -> None:
    """Raise IllegalMove unless a purchase can be paid in full once ``fee`` is gone.

    (TRADE-14, CLAN-STEWART-04, PORT-9c)
    """
    player = state.players[seat]
    money = player.money - fee + clan_of(player).trade_income()
    if cost > money:
        raise IllegalMove("TRADE-14", "not_enough_money", cost=cost, money=money)


def neighbourhood_limit(state: State) -> int:
    """How many of one good the neighbourhood bonus allows. (NBR-09, P2-03)"""
    return state.content.purchase_limit(state.options.players)


def check_neighbourhood(state: State, seat: Seat, good: Good, amount: int) -> None:
    """Raise IllegalMove unless a neighbourhood purchase is possible, money aside. (NBR-07..11)

    A good is bought once for each deployment, so a limit for each counts nothing else. (OPT-07)
    """
    limit = neighbourhood_limit(state)
    by_turn = state.options.neighbourhood_cap == "turn"
    bought = state.turn.bought[GOOD_INDEX[good]] if by_turn else 0
    if bought + amount > limit:
        raise IllegalMove("NBR-09", "neighbourhood_limit", limit=limit, bought=bought)
    try:
        check_merchants(state, seat, good, "buy", amount)
    except IllegalMove as refusal:
        if refusal.rule != "TRADE-07":
            raise
        raise IllegalMove("NBR-08", refusal.code, **refusal.facts) from None


def buy(game: Recorder, seat: Seat, good: Good, amount: int, price: int) -> None:
    """Place merchants, pay, receive, move the marker up. (TRADE-04, TRADE-05)"""
    game.money(seat, clan_of(game.player(seat)).trade_income())
    game.place_merchants(seat, good, "buy", amount)
    game.money(seat, -amount * price)
    game.goods(seat, good, amount)
    game.move_price(good, amount)


def sell(game: Recorder, seat: Seat, good: Good, amount: int, price: int) -> None:
    """Place merchants, give, receive, move the marker down. (TRADE-04, TRADE-05)"""
    game.money(seat, clan_of(game.player(seat)).trade_income())
    game.place_merchants(seat, good, "sell", amount)
    spend_one(game, seat, good, amount)
    game.money(seat, amount * price)
    game.move_price(good, -amount)
