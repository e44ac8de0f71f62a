"""Deploying a unit, and what it opens. (EXPAND, NBR, BUILD)"""

from collections.abc import Iterator
from typing import Self

from games.engine.clans import clan_of
from games.engine.decisions import Decision
from games.engine.errors import IllegalMove
from games.engine.geometry.board import BIT, hexes_in
from games.engine.moves.base import MoveBase, no_more
from games.engine.recorder import Recorder
from games.engine.rules.costs import deploy_cost
from games.engine.rules.deploying import check_column, check_ground, ground, open_deployment_bonuses
from games.engine.state import State
from games.engine.words import Column, Hex, HexName


class Expand(MoveBase, frozen=True, tag="expand"):
    """Deploy the top unit of a column of the player board. (EXPAND-01..12)"""

    WORD = "expand"
    EXAMPLE = "expand bakery F5"

    unit: Column
    hex: HexName

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        player = state.players[decision.seat]
        clan = clan_of(player)
        spaces = state.position.empty & state.position.reach(decision.seat)
        for column in clan.columns:
            if player.deployed(column) < clan.column_size(column):
                for hex_ in hexes_in(spaces & ground(state, player, column)):
                    yield cls(column, hex_)

    def check(self, state: State, decision: Decision) -> None:
        player, bit = state.players[decision.seat], BIT[self.hex]
        check_column(player, self.unit, "EXPAND-01")
        if player.deployed(self.unit) >= clan_of(player).column_size(self.unit):
            raise IllegalMove("EXPAND-05", "column_empty", column=self.unit)
        check_ground(state, player, self.unit, self.hex, "EXPAND-03")
        if not state.position.empty & bit:
            raise IllegalMove("EXPAND-02", "not_empty", hex=self.hex)
        if not state.position.reach(decision.seat) & bit:
            raise IllegalMove("DEF-28", "out_of_reach", hex=self.hex, shipping=player.shipping)
        clan_of(player).check_deployment(state.board, player, self.hex)
        cost = deploy_cost(state, player, self.unit, self.hex, land_free=decision.LAND_FREE)
        if cost > player.money:
            raise IllegalMove("EXPAND-04", "not_enough_money", cost=cost, money=player.money)

    def expansion(self) -> tuple[Column, Hex]:
        return self.unit, self.hex

    def perform(self, game: Recorder, decision: Decision) -> None:
        seat, state = decision.seat, game.state
        cost = deploy_cost(
            state, game.player(seat), self.unit, self.hex, land_free=decision.LAND_FREE
        )
        game.finish(decision)
        game.deploy(seat, self.unit, self.hex, cost)
        open_deployment_bonuses(game, seat, [self.hex], [self.unit])

    def notation(self) -> str:
        return f"{self.WORD} {self.unit} {self.hex}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[2:])
        return cls.build(unit=words[0], hex=words[1])
