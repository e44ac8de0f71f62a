"""Choosing a clan and placing the first workers. (SETUP-13..24)"""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Final, Literal, Self, get_args

from msgspec import Meta

from games.engine import effects as fx
from games.engine.clans import clan_of
from games.engine.decisions import Decision, PlaceWorkerDecision
from games.engine.errors import IllegalMove
from games.engine.geometry.board import BIT, hexes_in
from games.engine.moves.base import MoveBase, as_kind, no_more, number
from games.engine.recorder import Recorder
from games.engine.rules import setup
from games.engine.rules.costs import deploy_cost, payable
from games.engine.rules.deploying import check_column, check_ground, ground, pay_clans
from games.engine.rules.experience import may_take
from games.engine.state import State
from games.engine.terms import HexName

PairNumber = Annotated[int, Meta(ge=0, le=9)]
WorkerColumn = Literal["woodcutter", "miner", "worker"]
WORKER_COLUMNS: Final[tuple[WorkerColumn, ...]] = get_args(WorkerColumn)


class ChooseClan(MoveBase, frozen=True, tag="choose_clan"):
    """Take a pair of clan and starting tile. (SETUP-13)"""

    WORD = "choose"
    EXAMPLE = "choose 2"

    pair: PairNumber

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        return (cls(number) for number in range(len(state.draft)))

    def check(self, state: State, decision: Decision) -> None:
        if self.pair >= len(state.draft):
            raise IllegalMove("SETUP-12", "no_such_pair", pair=self.pair)
        if state.draft[self.pair].taken_by is not None:
            raise IllegalMove("SETUP-13", "pair_taken", pair=self.pair)
        if not may_take(state, decision.seat, state.draft[self.pair]):
            raise IllegalMove("VAR-NEWBIE-02", "pair_for_others", pair=self.pair)

    def pair_taken(self) -> int:
        return self.pair

    def perform(self, game: Recorder, decision: Decision) -> None:
        game.close()
        game.emit(fx.PairTaken(decision.seat, self.pair))
        setup.continue_draft(game)

    def notation(self) -> str:
        return f"{self.WORD} {self.pair}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[1:])
        return cls.build(pair=number(words[0]))


class PlaceFirstWorker(MoveBase, frozen=True, tag="place_worker"):
    """Deploy a first worker anywhere on the active map. (SETUP-17..22)"""

    WORD = "place"
    EXAMPLE = "place miner F3"

    column: WorkerColumn
    hex: HexName

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        player = state.players[decision.seat]
        for column in WORKER_COLUMNS:
            if column in clan_of(player).columns:
                spaces = state.position.empty & ground(state, player, column)
                yield from (cls(column, hex_) for hex_ in hexes_in(spaces))

    @classmethod
    def legal(cls, state: State, decision: Decision) -> Iterator[Self]:
        player, clan = state.players[decision.seat], clan_of(state.players[decision.seat])
        spaces = state.position.empty & clan.first_spaces(state.board)
        spaces &= ~clan.forbidden(state.board, player)
        columns = [column for column in WORKER_COLUMNS if column in clan.columns]
        for column, paid in zip(columns, payable(state, player, columns), strict=True):
            fitting = spaces & paid & ground(state, player, column)
            yield from map(partial(cls, column), hexes_in(fitting))

    @classmethod
    def default(cls, state: State, decision: Decision) -> Self:
        """The one that costs least; of equal ones the first by column, then by space."""
        player = state.players[decision.seat]

        def cost(move: Self) -> int:
            return deploy_cost(state, player, move.column, move.hex)

        return min(cls.legal(state, decision), key=cost)

    def check(self, state: State, decision: Decision) -> None:
        player = state.players[decision.seat]
        check_column(player, self.column, "SETUP-17")
        check_ground(state, decision.seat, self.column, self.hex, "SETUP-21")
        if not state.position.empty & BIT[self.hex]:
            raise IllegalMove("SETUP-17", "not_empty", hex=self.hex)
        clan_of(player).check_first_worker(state.board, self.hex)
        clan_of(player).check_deployment(state.board, player, self.hex)
        cost = deploy_cost(state, player, self.column, self.hex)
        if cost > player.money:
            raise IllegalMove("SETUP-20", "not_enough_money", cost=cost, money=player.money)

    def perform(self, game: Recorder, decision: Decision) -> None:
        cost = deploy_cost(game.state, game.player(decision.seat), self.column, self.hex)
        game.close()
        game.deploy(decision.seat, self.column, self.hex, cost)
        pay_clans(game, decision.seat, [self.hex], [self.column])
        setup.next_first_worker(game, as_kind(decision, PlaceWorkerDecision).left)

    def notation(self) -> str:
        return f"{self.WORD} {self.column} {self.hex}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[2:])
        return cls.build(column=words[0], hex=words[1])
