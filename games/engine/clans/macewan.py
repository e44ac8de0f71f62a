"""Clan MacEwan."""

from collections.abc import Iterator
from typing import Self

from games.engine.clans.base import Clan
from games.engine.content.schema import Contract
from games.engine.decisions import BrewDecision, Decision
from games.engine.errors import IllegalMove
from games.engine.moves.base import MoveBase, Quantity, as_kind, no_more, number
from games.engine.recorder import Recorder
from games.engine.rules.spending import spend_one, spendable
from games.engine.state import State
from games.engine.terms import gettext_noop

BEER_PRICE = 9
"""What a discarded grain brings, in pounds. (CLAN-MACEWAN-01)"""


class Brew(MoveBase, frozen=True, tag="brew"):
    """Discard grain for money when a contract gives hops. (CLAN-MACEWAN-01..04)"""

    WORD = "brew"
    EXAMPLE = "brew 2"
    OUT_OF_PLACE = "CLAN-MACEWAN-01"

    quantity: Quantity

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        return map(cls, range(1, as_kind(decision, BrewDecision).most + 1))

    def check(self, state: State, decision: Decision) -> None:
        most = as_kind(decision, BrewDecision).most
        if self.quantity > most:
            raise IllegalMove("CLAN-MACEWAN-01", "too_much_beer", most=most)
        grain = spendable(state, decision.seat, "grain")
        if self.quantity > grain:
            raise IllegalMove("CLAN-MACEWAN-01", "not_enough_goods", good="grain", have=grain)

    def perform(self, game: Recorder, decision: Decision) -> None:
        game.close()
        spend_one(game, decision.seat, "grain", self.quantity)
        game.money(decision.seat, BEER_PRICE * self.quantity)

    def notation(self) -> str:
        return f"{self.WORD} {self.quantity}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[1:])
        return cls.build(quantity=number(words[0]))


class MacEwan(Clan):
    """Brewers. (CLAN-MACEWAN-01..04)"""

    name = "macewan"
    experience = "harder"
    moves = (Brew,)
    text = (
        gettext_noop(
            "When you fulfil a contract that gives hops, you may discard up to as much grain, "
            "three at most, for £9 each."
        ),
    )
    details = (gettext_noop("It is no trade: no merchant is needed and no price moves."),)
    kickstarter = True
    most_beer = 3
    beer_price = BEER_PRICE

    def beer(self, contract: Contract) -> int:
        return min(contract.hops, self.most_beer)
