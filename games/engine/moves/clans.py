"""Moves that only one clan has: rowing, withdrawing from the cellar, brewing. (FREE-01)

A decision admits them through ``Clan.free_moves``, or because the clan opened it.
"""

from collections.abc import Iterator
from typing import Annotated, Self

from msgspec import Meta

from games.engine import effects as fx
from games.engine.clans import macdonald, macewan, mackenzie
from games.engine.decisions import BrewDecision, Decision
from games.engine.errors import IllegalMove
from games.engine.geometry.board import BIT, hexes_in
from games.engine.moves.base import MoveBase, Quantity, as_kind, no_more, number
from games.engine.recorder import Recorder
from games.engine.rules.spending import spend_one, spendable
from games.engine.state import State
from games.engine.words import Hex, HexName

CellarSlot = Annotated[int, Meta(ge=0, le=9)]


class Row(MoveBase, frozen=True, tag="row", rename={"origin": "from", "target": "to"}):
    """Move a fisherman to an adjacent empty loch, once a turn. (CLAN-MACDONALD-06..08)"""

    WORD = "row"
    EXAMPLE = "row F4 F5"
    OUT_OF_PLACE = "FREE-02"

    origin: HexName
    target: HexName

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        for origin in macdonald.fishermen(state.board, state.players[decision.seat]):
            for target in hexes_in(_open_water(state, origin)):
                yield cls(origin, target)

    def check(self, state: State, decision: Decision) -> None:
        if state.turn.rowed:
            raise IllegalMove("CLAN-MACDONALD-06", "rowed_already")
        standing = macdonald.fishermen(state.board, state.players[decision.seat])
        if self.origin not in standing:
            raise IllegalMove("CLAN-MACDONALD-06", "no_fisherman", hex=self.origin)
        if not _open_water(state, self.origin) & BIT[self.target]:
            raise IllegalMove("CLAN-MACDONALD-06", "cannot_row_there", hex=self.target)
        others = [hex_ for hex_ in standing if hex_ != self.origin]
        macdonald.check_fisherman(state.board, others, self.target)

    def perform(self, game: Recorder, decision: Decision) -> None:
        game.emit(fx.UnitMoved(decision.seat, "worker", self.origin, self.target))
        game.emit(fx.Rowed())

    def notation(self) -> str:
        return f"{self.WORD} {self.origin} {self.target}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[2:])
        return cls.build(**{"from": words[0], "to": words[1]})


def _open_water(state: State, origin: Hex) -> int:
    """The empty lochs beside a space."""
    return state.board.adjacent[origin] & state.board.loch & state.position.empty


class WithdrawCellar(MoveBase, frozen=True, tag="withdraw_cellar"):
    """Take a barrel out of the cellar; its space pays. (CLAN-MACKENZIE-07, FREE-03)"""

    WORD = "withdraw"
    EXAMPLE = "withdraw 0"
    OUT_OF_PLACE = "FREE-03"

    slot: CellarSlot

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        return map(cls, range(len(state.content.cellar)))

    def check(self, state: State, decision: Decision) -> None:
        mackenzie.check_withdrawal(state.players[decision.seat], self.slot)

    def perform(self, game: Recorder, decision: Decision) -> None:
        mackenzie.withdraw(game, decision.seat, self.slot)

    def notation(self) -> str:
        return f"{self.WORD} {self.slot}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[1:])
        return cls.build(slot=number(words[0]))


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
        game.money(decision.seat, macewan.BEER_PRICE * self.quantity)

    def notation(self) -> str:
        return f"{self.WORD} {self.quantity}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[1:])
        return cls.build(quantity=number(words[0]))
