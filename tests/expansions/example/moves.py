"""Its moves, and the decision that one of them opens."""

from collections.abc import Iterator
from typing import Annotated, Self

from msgspec import Meta

from games.engine.decisions import Decision, DecisionBase, MainActionDecision
from games.engine.errors import IllegalMove
from games.engine.geometry.board import BIT, hexes_in
from games.engine.moves.base import MoveBase, PlainMove, as_kind, no_more, number
from games.engine.recorder import Recorder
from games.engine.rules.granted_decisions import AnotherActionDecision, BonusActionDecision
from games.engine.state import State
from games.engine.terms import HexName
from tests.expansions.example.clan import hive_cost
from tests.expansions.example.effects import HiveSetUp, HoneyChanged, TileTurned
from tests.expansions.example.state import MOST, PRICE, Apiary, HiddenApiary


class KeepTileDecision(DecisionBase, frozen=True, tag="keep_tile"):
    """Which of the tiles just turned up to keep."""

    ADMITS = ("keep_tile", "skip")
    OPTIONAL = True

    tiles: list[int] = []


class SetUpHive(MoveBase, frozen=True, tag="set_up_hive"):
    """The main action."""

    WORD = "hive"
    EXAMPLE = "hive F3"

    hex: HexName

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        return map(cls, hexes_in(state.position.empty & state.position.reach(decision.seat)))

    def check(self, state: State, decision: Decision) -> None:
        seat, bit = decision.seat, BIT[self.hex]
        if not state.position.empty & state.board.land & bit:
            raise IllegalMove("EXPAND-02", "not_empty", hex=self.hex)
        if not state.position.reach(seat) & bit:
            shipping = state.players[seat].shipping
            raise IllegalMove("DEF-28", "out_of_reach", hex=self.hex, shipping=shipping)
        if len(state.part(Apiary).keepers[seat].hives) >= MOST:
            raise IllegalMove("EXPAND-05", "no_hive_left")
        money, cost = state.players[seat].money, hive_cost(state.players[seat])
        if money < cost:
            raise IllegalMove("EXPAND-04", "not_enough_money", cost=cost, money=money)

    def perform(self, game: Recorder, decision: Decision) -> None:
        seat = decision.seat
        game.finish(decision)
        if isinstance(decision, MainActionDecision) and game.state.part(Apiary).pile % 4:
            game.open_instead(AnotherActionDecision(game.version, seat))
        game.money(seat, -hive_cost(game.player(seat)))
        game.emit(HiveSetUp(seat, self.hex))
        game.open(KeepTileDecision(game.version, seat, turn_up(game, 2)))

    def notation(self) -> str:
        return f"{self.WORD} {self.hex}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[1:])
        return cls.build(hex=words[0])


class Keep(MoveBase, frozen=True, tag="keep_tile"):
    """The answer to what the main action opens."""

    WORD = "tile"
    EXAMPLE = "tile 2"

    tile: Annotated[int, Meta(ge=1, le=3)]

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        return map(cls, sorted(set(as_kind(decision, KeepTileDecision).tiles)))

    def check(self, state: State, decision: Decision) -> None:
        if self.tile not in as_kind(decision, KeepTileDecision).tiles:
            raise IllegalMove("BUILD-02", "tile_not_turned_up", tile=self.tile)

    def perform(self, game: Recorder, decision: Decision) -> None:
        game.finish(decision)
        game.emit(HoneyChanged(decision.seat, self.tile))
        if self.tile == 3:
            game.open(BonusActionDecision(game.version, decision.seat))

    def notation(self) -> str:
        return f"{self.WORD} {self.tile}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[1:])
        return cls.build(tile=number(words[0]))


class SellHoney(PlainMove, frozen=True, tag="sell_honey"):
    """A free move, also after the main action."""

    WORD = "honey"

    def check(self, state: State, decision: Decision) -> None:
        if not state.part(Apiary).keepers[decision.seat].honey:
            raise IllegalMove("TRADE-04", "not_enough_goods", good="honey", have=0)

    def perform(self, game: Recorder, decision: Decision) -> None:
        game.emit(HoneyChanged(decision.seat, -1))
        game.money(decision.seat, PRICE)


def turn_up(game: Recorder, tiles: int) -> list[int]:
    """Some tiles from the pile, as far as they are there; what comes before cannot be undone."""
    turned: list[int] = []
    for _ in range(min(tiles, game.state.part(Apiary).pile)):
        if game.state.secret is None:
            raise RuntimeError("the tiles are not known here")
        turned.append(game.state.secret.part(HiddenApiary).pile[0])
        game.emit(TileTurned(turned[-1]))
    if turned:
        game.barrier()
    return turned
