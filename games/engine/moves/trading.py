"""Trading goods on the market. (TRADE, NBR)"""

from collections.abc import Iterator
from typing import Self

from games.engine import effects as fx
from games.engine.clans import clan_of
from games.engine.costs import neighbourhood_price
from games.engine.decisions import Decision, DeploymentBonuses
from games.engine.errors import IllegalMove
from games.engine.moves.base import MoveBase, Quantity, as_kind, no_more, number
from games.engine.recorder import Recorder
from games.engine.state import State
from games.engine.words import GOOD_INDEX, GOODS, SIDES, Good, Seat, Side


class Trade(MoveBase, frozen=True, tag="trade"):
    """Buy or sell one kind of good; every unit at the price before the trade. (TRADE-01..14)"""

    EXAMPLE = "buy 2 whisky"

    good: Good
    side: Side
    quantity: Quantity

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        player = state.players[decision.seat]
        for good in GOODS:
            for side in SIDES:
                for quantity in range(1, player.stock + 1):
                    yield cls(good, side, quantity)

    def check(self, state: State, decision: Decision) -> None:
        player, good = state.players[decision.seat], GOOD_INDEX[self.good]
        check_merchants(state, decision.seat, self.good, self.side, self.quantity)
        if self.side == "sell":
            if self.quantity > player.goods[good]:
                raise IllegalMove(
                    "TRADE-04", "not_enough_goods", good=self.good, have=player.goods[good]
                )
            return
        check_payment(state, decision.seat, self.quantity * state.price(good))

    def perform(self, game: Recorder, decision: Decision) -> None:
        seat, price = decision.seat, game.state.price(GOOD_INDEX[self.good])
        if self.side == "buy":
            buy(game, seat, self.good, self.quantity, price)
        else:
            sell(game, seat, self.good, self.quantity, price)
        game.finish(decision)

    def notation(self) -> str:
        return f"{self.side} {self.quantity} {self.good}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[3:])
        return cls.build(side=words[0], quantity=number(words[1]), good=words[2])


class NeighbourhoodBuy(MoveBase, frozen=True, tag="neighbourhood_buy"):
    """Buy what the neighbours of a unit just deployed make, at a discount. (NBR-01..19)"""

    WORD = "neighbourhood"
    EXAMPLE = "neighbourhood 2 milk"

    good: Good
    quantity: Quantity

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        for good in as_kind(decision, DeploymentBonuses).goods:
            for quantity in range(1, neighbourhood_limit(state) + 1):
                yield cls(good, quantity)

    def check(self, state: State, decision: Decision) -> None:
        if self.good not in as_kind(decision, DeploymentBonuses).goods:
            raise IllegalMove("NBR-01", "no_such_neighbour", good=self.good)
        check_neighbourhood(state, decision.seat, self.good, self.quantity)

    def perform(self, game: Recorder, decision: Decision) -> None:
        window = as_kind(decision, DeploymentBonuses)
        price = neighbourhood_price(game.state, self.good)
        buy(game, decision.seat, self.good, self.quantity, price)
        game.emit(fx.NeighbourhoodBought(self.good, self.quantity))
        left = [good for good in window.goods if good != self.good]
        game.emit(
            fx.DecisionChanged(
                DeploymentBonuses(game.version, window.seat, left, window.building, window.hexes)
            )
        )

    def notation(self) -> str:
        return f"{self.WORD} {self.quantity} {self.good}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[2:])
        return cls.build(quantity=number(words[0]), good=words[1])


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


def check_payment(state: State, seat: Seat, cost: int) -> None:
    """Raise IllegalMove unless a purchase can be paid in full. (TRADE-14, CLAN-STEWART-04)"""
    player = state.players[seat]
    money = player.money + clan_of(player).trade_income()
    if cost > money:
        raise IllegalMove("TRADE-14", "not_enough_money", cost=cost, money=money)


def neighbourhood_limit(state: State) -> int:
    """How many of one good the neighbourhood bonus allows in a turn. (NBR-09, P2-03)"""
    return state.content.purchase_limit(state.options.players)


def check_neighbourhood(state: State, seat: Seat, good: Good, amount: int) -> None:
    """Raise IllegalMove unless a neighbourhood purchase is possible. (NBR-07..11)"""
    bought, limit = state.turn.bought[GOOD_INDEX[good]], neighbourhood_limit(state)
    if bought + amount > limit:
        raise IllegalMove("NBR-09", "neighbourhood_limit", limit=limit, bought=bought)
    try:
        check_merchants(state, seat, good, "buy", amount)
    except IllegalMove as refusal:
        if refusal.rule != "TRADE-07":
            raise
        raise IllegalMove("NBR-08", refusal.code, **refusal.facts) from None
    check_payment(state, seat, amount * neighbourhood_price(state, good))


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
    game.goods(seat, good, -amount)
    game.money(seat, amount * price)
    game.move_price(good, -amount)
