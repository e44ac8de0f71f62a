"""Scoring tiles: what those of the base game count, as rows, and all of them. (SCORE-1..9)"""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from games.engine.clans import clan_of
from games.engine.content import Contract
from games.engine.geometry.board import Board, mask_of
from games.engine.options import Options
from games.engine.state import State
from games.engine.terms import BASIC_GOODS, GOOD_INDEX, PROCESSED_GOODS, Seat, gettext_noop
from games.engine.tiles.new_scoring import EVERY_PAIR, NEW_SCORING, TWO_FOR_A_KIND
from games.engine.tiles.scoring_tile import Count, ScoringTile, spaces_on, units_on

DEAR_LAND = 5
"""The land cost from which a space counts for tile 9."""


def basic(goods: Sequence[int]) -> int:
    """The basic ones of some goods."""
    return sum(goods[GOOD_INDEX[good]] for good in BASIC_GOODS)


def processed(goods: Sequence[int]) -> int:
    """The processed ones of some goods."""
    return sum(goods[GOOD_INDEX[good]] for good in PROCESSED_GOODS)


def basic_goods(state: State, seat: Seat) -> int:
    """Basic goods in stock."""
    player = state.players[seat]
    return basic(clan_of(player).stock(player))


def processed_goods(state: State, seat: Seat) -> int:
    """Processed goods in stock, and what the clan keeps elsewhere."""
    player = state.players[seat]
    return processed(player.goods) + clan_of(player).processed_elsewhere(player)


def producers(state: State, seat: Seat) -> int:
    """Deployed animals and buildings, and each field twice."""
    player = state.players[seat]
    others = len(clan_of(player).other_buildings(state, seat))
    return others + sum(_PRODUCER_WEIGHT.get(piece.unit, 1) for piece in player.units)


_PRODUCER_WEIGHT = {"worker": 0, "field": 2}


def workers(state: State, seat: Seat) -> int:
    """Deployed workers."""
    return state.players[seat].count("worker")


def border_units(state: State, seat: Seat) -> int:
    """Units on border spaces."""
    return units_on(state.players[seat], state.board.border)


def imports(contract: Contract) -> int:
    """Cotton, tobacco and sugar cane on a contract. (SCORE-6)"""
    return sum(contract.imports)


def meat(contract: Contract) -> int:
    """Beef and mutton on a contract, as printed. (SCORE-7, FULFIL-17)"""
    return contract.beef + contract.mutton


def fulfilled(of_contract: Callable[[Contract], int]) -> Count:
    """What is counted of each fulfilled contract, in all."""
    return lambda state, seat: sum(
        of_contract(state.content.contract(number)) for number in state.players[seat].fulfilled
    )


def upgrades(state: State, seat: Seat) -> int:
    """Shipping steps, merchants hired from the track and technologies. (SCORE-8, SCORE-8a)"""
    player = state.players[seat]
    hired = state.content.merchants_track - player.track
    return player.shipping + hired + len(player.technology)


def dear_spaces(state: State, seat: Seat) -> int:
    """Occupied land spaces of a printed cost of £5 or £6; units that share one count once."""
    cost = state.board.cost
    occupied = {piece.hex for piece in state.players[seat].units}
    return sum(cost[hex_] >= DEAR_LAND for hex_ in occupied)


def spaces_of_producers(state: State, seat: Seat) -> int:
    """Where a player's animals, fields and buildings stand. (SCORE-3)"""
    player = state.players[seat]
    producing = [one for one in player.units if one.unit != "worker"]
    return mask_of(one.hex for one in (*producing, *clan_of(player).other_buildings(state, seat)))


def spaces_of_workers(state: State, seat: Seat) -> int:
    """Where a player's workers stand. (SCORE-4)"""
    return mask_of(one.hex for one in state.players[seat].units if one.unit == "worker")


def border(board: Board) -> int:
    """The border. (SCORE-5)"""
    return board.border


def dear_land(board: Board) -> int:
    """Land of a printed cost of £5 or £6. (SCORE-9)"""
    return board.active & mask_of(hex_ for hex_, cost in board.cost.items() if cost >= DEAR_LAND)


BORDER = gettext_noop(
    "The border is the outer edge of the map; with one or two players it lies along the mist."
)
ON_CONTRACTS = gettext_noop("It counts what your fulfilled contracts show.")
SCORING: dict[int, ScoringTile] = {
    tile.number: tile
    for tile in (
        ScoringTile(
            "basic-goods",
            1,
            basic_goods,
            1,
            gettext_noop("1 Glory for each basic good in stock."),
            of_goods=basic,
            topics=("basic goods",),
        ),
        ScoringTile(
            "processed-goods",
            2,
            processed_goods,
            3,
            gettext_noop("3 Glory for every two processed goods."),
            2,
            of_goods=processed,
            details=(gettext_noop("All kinds are added up before they are paired."),),
            topics=("processed goods",),
        ),
        ScoringTile(
            "producers",
            3,
            producers,
            1,
            gettext_noop("1 Glory for each animal and building, 2 for each field."),
            where=spaces_of_producers,
        ),
        ScoringTile(
            "workers",
            4,
            workers,
            2,
            gettext_noop("2 Glory for each deployed worker."),
            where=spaces_of_workers,
            details=(gettext_noop("Woodcutters and miners are workers."),),
            topics=("workers",),
        ),
        ScoringTile(
            "border",
            5,
            border_units,
            3,
            gettext_noop("3 Glory for every two units on the border."),
            2,
            where=spaces_on(border),
            ground=border,
            details=(BORDER,),
            topics=("border",),
        ),
        ScoringTile(
            "imports",
            6,
            fulfilled(imports),
            1,
            gettext_noop("1 Glory for each cotton, tobacco and sugar cane."),
            of_contract=imports,
            details=(ON_CONTRACTS, gettext_noop("Hops do not count.")),
        ),
        ScoringTile(
            "meat",
            7,
            fulfilled(meat),
            2,
            gettext_noop("2 Glory for each beef and mutton delivered."),
            of_contract=meat,
            details=(ON_CONTRACTS,),
        ),
        ScoringTile(
            "upgrades",
            8,
            upgrades,
            1,
            gettext_noop("1 Glory for each upgrade."),
            details=(
                gettext_noop(
                    "Upgrades are shipping levels, technologies, and merchants beyond the two that "
                    "everybody starts with."
                ),
                gettext_noop("Those with which your clan starts count too."),
            ),
        ),
        ScoringTile(
            "dear-land",
            9,
            dear_spaces,
            2,
            gettext_noop("2 Glory for each land space of £5 or £6 that you occupy."),
            kickstarter=True,
            where=spaces_on(dear_land),
            ground=dear_land,
            details=(gettext_noop("The printed cost counts, whatever you paid."),),
            topics=("dear land",),
        ),
        *NEW_SCORING,
    )
}
BORDER_EACH = ScoringTile(
    "border",
    5,
    border_units,
    3,
    gettext_noop("3 Glory for each unit on the border."),
    where=spaces_on(border),
    ground=border,
    details=(BORDER,),
    topics=("border",),
)
WITH_KILTMAKERS = replace(SCORING[3], topics=("buildings",))
MEAT_SINGLE = ScoringTile(
    "meat",
    7,
    fulfilled(meat),
    1,
    gettext_noop("1 Glory for each beef and mutton delivered."),
    of_contract=meat,
    details=(ON_CONTRACTS,),
)


SWITCHED: Final[tuple[tuple[Callable[[Options], bool], ScoringTile], ...]] = (
    (lambda options: options.kiltmakers_are_factories, WITH_KILTMAKERS),
    (lambda options: options.border_each, BORDER_EACH),
    (lambda options: options.meat_single, MEAT_SINGLE),
    *((lambda options: options.pair_scoring == "all", tile) for tile in EVERY_PAIR),
    (lambda options: options.scoring12_glory == TWO_FOR_A_KIND.glory, TWO_FOR_A_KIND),
)
"""By switch the tiles that replace those of the same number. (EDN-21, OPT-13, OPT-14)"""


def scoring_tile(options: Options, number: int) -> ScoringTile:
    """A scoring tile as a game plays it. (OPT-13, OPT-14, SCORE-R1, EDN-30)"""
    found = (tile for holds, tile in SWITCHED if tile.number == number and holds(options))
    return next(found, SCORING[number])
