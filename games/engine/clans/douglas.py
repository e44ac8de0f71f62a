"""Clan Douglas."""

from typing import ClassVar

from games.engine.clans.base import Clan
from games.engine.effects import Effect, Phrase
from games.engine.recorder import Recorder
from games.engine.state import State
from games.engine.terms import Seat, gettext_noop


class MerchantsBoxed(Effect, frozen=True, tag="merchants_boxed"):
    """Merchants from the stock to the box: they are out of the game. (CLAN-DOUGLAS-1)"""

    TOUCHES = ("players",)

    seat: Seat
    amount: int

    def apply(self, state: State) -> None:
        state.players[self.seat].stock -= self.amount

    def phrase(self) -> Phrase:
        return Phrase(
            gettext_noop("plays with a merchant fewer"),
            seat=self.seat,
            own=gettext_noop("play with a merchant fewer"),
        )


class Douglas(Clan):
    """Merchants who trade two goods each. (CLAN-DOUGLAS-1..8)"""

    name = "douglas"
    rule = "CLAN-DOUGLAS-1"
    goods_per_merchant = 2
    merchant_rule = "CLAN-DOUGLAS-2"
    too_many_goods = ("CLAN-DOUGLAS-7", "two_goods_a_merchant")
    limit_rule = "CLAN-DOUGLAS-4"
    merchants_boxed = 1
    text = (
        gettext_noop("You start with one merchant fewer."),
        gettext_noop(
            "Each of your merchants may trade two goods of a kind; the price moves by merchants, "
            "not by goods."
        ),
        gettext_noop(
            "For every two goods of a purchase or a sale you receive £2, once you have paid."
        ),
        gettext_noop("From neighbours you may buy up to 4 of each good in a turn."),
    )
    details = (
        gettext_noop("You may place more merchants than you need, up to one for each good."),
    )
    refusals = {
        "two_goods_a_merchant": gettext_noop(
            "Merchants ready: %(have)s. Each trades up to 2 goods."
        ),
    }
    PAIR: ClassVar[int] = 2
    LIMIT: ClassVar[int] = 4

    def set_up(self, game: Recorder, seat: Seat) -> None:
        game.emit(MerchantsBoxed(seat, self.merchants_boxed))

    def deal_bonus(self, quantity: int) -> int:
        return self.PAIR * (quantity // 2)

    def purchase_limit(self, printed: int) -> int:
        return self.LIMIT
