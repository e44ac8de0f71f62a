"""Where a unit may stand, and what deploying it opens. (DEF-32, NBR, BUILD)"""

from games.engine.clans import clan_of
from games.engine.decisions import DeploymentBonusesDecision
from games.engine.errors import IllegalMove
from games.engine.expansions import in_play
from games.engine.geometry.board import BIT
from games.engine.recorder import Recorder
from games.engine.state import Player, State
from games.engine.words import BUILDINGS, UNITS_PER_COLUMN, Column, Hex, Seat


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
    if state.position.blocked & BIT[hex_]:
        raise IllegalMove("EXPAND-12", "blocked", hex=hex_)
    if not ground(state, player, column) & BIT[hex_]:
        if state.board.spaces[hex_].is_loch:
            raise IllegalMove(rule, "on_water", hex=hex_)
        terrain = " or ".join(clan_of(player).ground(column))
        raise IllegalMove(rule, "wrong_terrain", hex=hex_, terrain=terrain)


def open_deployment_bonuses(
    game: Recorder,
    seat: Seat,
    hexes: list[Hex],
    columns: list[Column],
    *,
    neighbourhood: bool = True,
) -> None:
    """Open what one deployment grants, if anything. (STATE-34, NBR-01, BUILD-01)

    Several spaces belong to one deployment where one effect deploys several units;
    ``neighbourhood`` is false where that effect grants no purchases. What cannot be used is closed
    again by ``flow.settle``.
    """
    for expansion in in_play(game.state.options):
        expansion.deployed(game, seat, hexes, columns)
    goods = game.state.position.neighbours_goods(seat, hexes) if neighbourhood else []
    building = building_bonus_due(game.state, seat, columns)
    if goods or building:
        game.open(DeploymentBonusesDecision(game.version, seat, goods, building, hexes))


def building_bonus_due(state: State, seat: Seat, columns: list[Column]) -> bool:
    """Whether units just deployed bring a building bonus.

    (BUILD-01, BUILD-05, BUILD-10, BUILD-11)
    """
    player = state.players[seat]
    fourth = any(c in BUILDINGS and player.deployed(c) == UNITS_PER_COLUMN for c in columns)
    return fourth and state.building_bonus_possible(seat)
