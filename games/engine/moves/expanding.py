"""Deploying a unit, and what it opens. (EXPAND, NBR, BUILD)"""

from collections.abc import Iterator
from typing import Self

from games.engine.board import BIT, hexes_in
from games.engine.clans import clan_of
from games.engine.costs import deploy_cost
from games.engine.decisions import Decision, DeploymentBonuses
from games.engine.errors import IllegalMove
from games.engine.moves.base import HexName, MoveBase, no_more
from games.engine.recorder import Recorder
from games.engine.state import Player, State
from games.engine.words import BUILDINGS, UNITS_PER_COLUMN, Column, Hex, Seat


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


def ground(state: State, player: Player, column: Column) -> int:
    """The spaces on which units of a column may stand, occupied or not. (DEF-32)"""
    spaces = 0
    for kind in clan_of(player).ground(column):
        spaces |= state.board.ground[kind]
    return spaces


def check_column(player: Player, column: Column, rule: str) -> None:
    """Raise IllegalMove, naming ``rule``, unless the player board has such a column."""
    columns = clan_of(player).columns
    if column not in columns:
        raise IllegalMove(rule, "no_such_column", column=column, columns=list(columns))


def check_ground(state: State, player: Player, column: Column, hex_: Hex, rule: str) -> None:
    """Raise IllegalMove unless a unit of a column fits a space. (DEF-32, EXPAND-12)"""
    if not state.board.active & BIT[hex_]:
        raise IllegalMove("EXPAND-12", "not_on_the_map", hex=hex_)
    if not ground(state, player, column) & BIT[hex_]:
        terrain = " or ".join(clan_of(player).ground(column))
        raise IllegalMove(rule, "wrong_terrain", hex=hex_, terrain=terrain)


def open_deployment_bonuses(
    game: Recorder, seat: Seat, hexes: list[Hex], columns: list[Column]
) -> None:
    """Open what one deployment grants, if anything. (STATE-34, NBR-01, BUILD-01)

    Several spaces belong to one deployment where one effect deploys several units. What cannot be
    used is closed again by ``flow.settle``.
    """
    goods = game.state.position.neighbours_goods(seat, hexes)
    building = building_bonus_due(game.state, seat, columns)
    if goods or building:
        game.open(DeploymentBonuses(game.version, seat, goods, building, hexes))


def building_bonus_due(state: State, seat: Seat, columns: list[Column]) -> bool:
    """Whether units just deployed bring a building bonus.

    (BUILD-01, BUILD-05, BUILD-10, BUILD-11)
    """
    player = state.players[seat]
    fourth = any(c in BUILDINGS and player.deployed(c) == UNITS_PER_COLUMN for c in columns)
    return fourth and state.building_bonus_possible(seat)
