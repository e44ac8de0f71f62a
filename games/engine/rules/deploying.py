"""Where a unit may stand, and what deploying it opens. (DEF-32, NBR, BUILD)"""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_

from games.engine.clans import clan_of
from games.engine.decisions import DeploymentBonusesDecision
from games.engine.errors import IllegalMove
from games.engine.expansions import in_play
from games.engine.expansions.base import Sale
from games.engine.geometry.board import BIT, hexes_in, mask_of
from games.engine.recorder import Recorder
from games.engine.rules.costs import fees_to, payable
from games.engine.rules.grants import MOST_SKIPS, PLAIN, ExpandGrant
from games.engine.state import Player, State
from games.engine.terms import (
    ANIMALS,
    BUILDINGS,
    MOST_UNITS,
    UNITS_PER_COLUMN,
    Column,
    Good,
    Hex,
    Seat,
)


def ground(state: State, player: Player, column: Column) -> int:
    """The spaces on which units of a column may stand, occupied or not. (DEF-32)"""
    spaces = 0
    for kind in clan_of(player).ground(column):
        spaces |= state.board.ground[kind]
    return spaces


def deployable(state: State, seat: Seat, grant: ExpandGrant) -> Iterator[tuple[Column, Hex]]:
    """The units with the spaces to which a grant may bring them, whatever they cost.

    What the clan forbids besides is left in. (EXPAND-01..05, IND-DUAL-02, IND-DUAL-09)
    """
    player = state.players[seat]
    spaces = spaces_for(state, seat, grant)
    for column in _columns_left(player, grant):
        for hex_ in hexes_in(spaces & ground(state, player, column)):
            yield column, hex_


def open_spaces(state: State, seat: Seat, grant: ExpandGrant) -> Iterator[tuple[Column, int]]:
    """The units that a grant may bring, each with all spaces to which it legally does.

    What ``Expand.check`` says of each space, said of all at once by masks. (EXPAND-01..12)
    """
    player, position = state.players[seat], state.position
    spaces = spaces_for(state, seat, grant) & state.board.active
    spaces &= ~(position.blocked & ~position.reserved[seat])
    spaces &= ~clan_of(player).forbidden(state.board, player)
    columns = _columns_left(player, grant)
    paid = [0] * len(columns)
    for there, fee in fees_to(state, seat, grant):
        found = payable(state, player, columns, grant, fee)
        paid = [mask | there & more for mask, more in zip(paid, found, strict=True)]
    for column, mask in zip(columns, paid, strict=True):
        yield column, mask & spaces & ground(state, player, column)


def _columns_left(player: Player, grant: ExpandGrant) -> list[Column]:
    """The columns of a player with a unit left that a grant may bring. (EXPAND-05)"""
    clan = clan_of(player)
    columns = [c for c in clan.columns if not grant.columns or c in grant.columns]
    deployed = zip(columns, player.all_deployed(columns), strict=True)
    return [column for column, number in deployed if number < clan.column_size(column)]


def spaces_for(state: State, seat: Seat, grant: ExpandGrant) -> int:
    """The spaces to which a grant may bring a unit, whatever it is. (EXPAND-02, PORT-11)"""
    if grant.onto_animal:
        return with_room(state.players[seat])
    spaces = state.position.open_to(seat) & reach_by(state, seat, grant)
    for name in grant.beside:
        spaces &= state.board.adjacent[name]
    return spaces


def reach_by(state: State, seat: Seat, grant: ExpandGrant) -> int:
    """The reach of a player, with the spaces that a grant adds. (DEF-28, DELIV-4)

    One that skips spaces has its own way: what the clan adds is left out.

    One that skips more than any may, in a game from before that was looked at, adds none.
    """
    if not grant.skips:
        return expanding_reach(state, seat)
    reach = state.position.reach(seat)
    if grant.skips <= MOST_SKIPS:
        reach |= state.board.behind(state.position.own[seat], grant.skips)
    return reach


def expanding_reach(state: State, seat: Seat) -> int:
    """The spaces to which a player may expand as far as reach goes. (DEF-28, IND-DEF-12)"""
    return state.position.reach(seat) | clan_of(state.players[seat]).extra_reach(state, seat)


def with_room(player: Player) -> int:
    """The spaces with an animal of a player and no second unit. (PORT-11, IND-DUAL-02)"""
    spaces = [piece.hex for piece in player.units]
    return mask_of(
        piece.hex
        for piece in player.units
        if piece.unit in ANIMALS and spaces.count(piece.hex) < MOST_UNITS
    )


def affordable(state: State, seat: Seat, grant: ExpandGrant) -> bool:
    """Whether a grant can be used now."""
    return any(spaces for _column, spaces in open_spaces(state, seat, grant))


def fitting(state: State, seat: Seat) -> int:
    """The open spaces on which some unit that a player has left may stand, in reach or not.

    (DEF-12, DEF-32, EXPAND-05)
    """
    player = state.players[seat]
    columns = _columns_left(player, PLAIN)
    spaces = reduce(or_, (ground(state, player, column) for column in columns), 0)
    return spaces & state.position.open_to(seat) & ~clan_of(player).forbidden(state.board, player)


def check_column(player: Player, column: Column, rule: str) -> None:
    """Raise IllegalMove, naming ``rule``, unless the player board has such a column."""
    columns = clan_of(player).columns
    if column not in columns:
        raise IllegalMove(rule, "no_such_column", column=column, columns=list(columns))


def check_ground(state: State, seat: Seat, column: Column, hex_: Hex, rule: str) -> None:
    """Raise IllegalMove unless a unit of a column fits a space. (DEF-32, EXPAND-12)"""
    player, position = state.players[seat], state.position
    if not state.board.active & BIT[hex_]:
        raise IllegalMove("EXPAND-12", "not_on_the_map", hex=hex_)
    if position.blocked & ~position.reserved[seat] & BIT[hex_]:
        for expansion in in_play(state.options):
            expansion.check_space(state, hex_)
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
    pay_clans(game, seat, hexes, columns)
    for expansion in in_play(game.state.options):
        expansion.deployed(game, seat, hexes, columns)
    goods = goods_beside(game.state, seat, hexes) if neighbourhood else []
    places = places_beside(game.state, seat, hexes) if neighbourhood else []
    building = building_bonus_due(game.state, seat, columns)
    if goods or building or places:
        game.open(DeploymentBonusesDecision(game.version, seat, goods, building, hexes, places))


def pay_clans(game: Recorder, by: Seat, hexes: Sequence[Hex], columns: Sequence[Column]) -> None:
    """Let clans receive what they do for units that are deployed and paid for. (IND-DEP-07)"""
    for number, player in enumerate(game.state.players):
        seat, clan = Seat(number), clan_of(player)
        for hex_, column in zip(hexes, columns, strict=True):
            income = clan.deployment_income(game.state, seat, hex_, column, itself=seat == by)
            game.money(seat, income)


def goods_beside(state: State, seat: Seat, hexes: Iterable[Hex]) -> list[Good]:
    """The goods that others sell to units that a player deploys on ``hexes``. (NBR-01..04)"""
    clan, units = clan_of(state.players[seat]), list(hexes)
    farther = reduce(or_, (clan.deals_from(state, seat, hex_) for hex_ in units), 0)
    return state.position.neighbours_goods(seat, units, farther)


def places_beside(state: State, seat: Seat, hexes: Iterable[Hex]) -> list[Hex]:
    """The spaces at which expansions let units on ``hexes`` sell, once for each unit."""
    clan, near = clan_of(state.players[seat]), state.board.neighbours
    around = [near[hex_] | clan.deals_from(state, seat, hex_) for hex_ in hexes]
    return [
        place
        for expansion in in_play(state.options)
        for place in expansion.places_beside(state, around)
    ]


def sales_at(state: State, place: Hex) -> list[Sale]:
    """What such a space buys."""
    return [
        sale for expansion in in_play(state.options) for sale in expansion.sales_at(state, place)
    ]


def building_bonus_due(state: State, seat: Seat, columns: list[Column]) -> bool:
    """Whether units just deployed bring a building bonus.

    (BUILD-01, BUILD-05, BUILD-10, BUILD-11)
    """
    player = state.players[seat]
    fourth = any(c in BUILDINGS and player.deployed(c) == UNITS_PER_COLUMN for c in columns)
    return fourth and state.building_bonus_possible(seat)
