"""Effects on money, goods, prices, merchants and upgrades."""

from games.engine.effects.base import Effect
from games.engine.state import State
from games.engine.terms import GOOD_INDEX, Good, PriceFace, Seat, Side, TechnologyColumn


class MoneyChanged(Effect, frozen=True, tag="money"):
    """Pounds received, or paid when negative."""

    TOUCHES = ("players",)

    seat: Seat
    amount: int

    def apply(self, state: State) -> None:
        state.players[self.seat].money += self.amount


class GoodsChanged(Effect, frozen=True, tag="goods"):
    """Goods put into a stock, or gone from it when negative."""

    TOUCHES = ("players",)

    seat: Seat
    good: Good
    amount: int

    def apply(self, state: State) -> None:
        state.players[self.seat].goods[GOOD_INDEX[self.good]] += self.amount


class GloryGained(Effect, frozen=True, tag="glory"):
    """Glory gained. (DEF-40)"""

    TOUCHES = ("players",)

    seat: Seat
    amount: int

    def apply(self, state: State) -> None:
        state.players[self.seat].glory += self.amount


class PriceMoved(Effect, frozen=True, tag="price"):
    """The price marker of a good now stands on ``position`` (0 = lowest)."""

    TOUCHES = ("market",)

    good: Good
    position: int

    def apply(self, state: State) -> None:
        state.prices[GOOD_INDEX[self.good]] = self.position


class MarketDiceThrown(Effect, frozen=True, tag="market_dice"):
    """The solo game's dice for one change of the market. (SOLO-12, SOLO-13)

    ``goods`` is every throw of the goods die, of which the last one counts; ``face`` is what the
    price die shows. What follows of it are effects of their own.
    """

    REVEALS = True
    TOUCHES = ()

    goods: list[Good]
    face: PriceFace

    def apply(self, state: State) -> None:
        if state.secret is not None:
            del state.secret.goods_die[: len(self.goods)]
            del state.secret.price_die[:1]


class PriceDieRolled(Effect, frozen=True, tag="price_die"):
    """What the price die shows for a good before the game begins. (VAR-PRICE-1)

    Whether the marker moves is an effect of its own.
    """

    TOUCHES = ()

    good: Good
    face: PriceFace

    def apply(self, state: State) -> None:
        """Changes nothing; the effect is for the log only."""


class MerchantsMoved(Effect, frozen=True, tag="merchants"):
    """Merchants from stock to an area of the market, or back to stock when negative."""

    TOUCHES = ("players", "market")

    seat: Seat
    good: Good
    side: Side
    amount: int

    def apply(self, state: State) -> None:
        player = state.players[self.seat]
        area = player.buying if self.side == "buy" else player.selling
        area[GOOD_INDEX[self.good]] += self.amount
        player.stock -= self.amount


class MerchantsHired(Effect, frozen=True, tag="hire"):
    """Merchants from the track to the stock."""

    TOUCHES = ("players",)

    seat: Seat
    amount: int

    def apply(self, state: State) -> None:
        player = state.players[self.seat]
        player.track -= self.amount
        player.stock += self.amount


class ShippingSet(Effect, frozen=True, tag="shipping"):
    """The shipping level of a player. (DEF-20)"""

    TOUCHES = ("players",)

    seat: Seat
    level: int

    def apply(self, state: State) -> None:
        state.players[self.seat].shipping = self.level
        state.units_moved(self.seat)


class TechnologyFlipped(Effect, frozen=True, tag="technology"):
    """A technology tile turned to its better side."""

    TOUCHES = ("players",)

    seat: Seat
    column: TechnologyColumn

    def apply(self, state: State) -> None:
        state.players[self.seat].technology.append(self.column)


class BoxAdded(Effect, frozen=True, tag="add_box"):
    """One more export box. (CLAN-BUCHANAN-01)"""

    TOUCHES = ("players",)

    seat: Seat

    def apply(self, state: State) -> None:
        state.players[self.seat].boxes.append([])


class ClanStateSet(Effect, frozen=True, tag="clan_state"):
    """What a player's clan keeps of its own; the clan's module knows what the numbers mean."""

    TOUCHES = ("players",)

    seat: Seat
    values: list[int]

    def apply(self, state: State) -> None:
        state.players[self.seat].clan_state = list(self.values)
