"""The maps of the built-in pack: the limits that our own sides keep, alone and laid together.

The loader lets a pack of printed values differ from all of this.
"""

from collections import Counter
from itertools import combinations, product

import pytest

from games.engine import packs
from games.engine.geometry.board import (
    BIT,
    CENTRAL_LOCH,
    CORNERS,
    HEXES,
    LEVELS,
    MODULES,
    Board,
    MapSide,
    Space,
    adjacent_hexes,
    corners_of_side,
    hexes_in,
    mask_of,
    module_hexes,
    module_of,
)
from games.engine.geometry.boards import board_for
from games.engine.terms import TERRAINS, Hex
from tests.engine.reaching import in_range
from tests.marks import in_one_test
from tests.rules import rule

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

CONTENT = packs.builtin().content
SIDES = list(CONTENT.sides.values())
EVERY_SIDE = in_one_test("side", SIDES)

Sides = tuple[str, ...]
BASE_MAPS: list[Sides] = list(product(*([f"{module}1", f"{module}2"] for module in MODULES)))
NEW_MAPS: list[Sides] = list(product(*([f"{module}3", f"{module}4"] for module in MODULES)))
MAPS: list[Sides] = [*BASE_MAPS, *NEW_MAPS]
ALL_MAPS: list[Sides] = list(
    product(*([f"{module}{number}" for number in range(1, 5)] for module in MODULES))
)
EVERY_MAP = in_one_test("sides", MAPS)
EVERY_BOARD = in_one_test(
    ("sides", "small"), [(sides, small) for small in (False, True) for sides in MAPS]
)
EVERY_MODULE = in_one_test("module", MODULES)
NEW_SIDES = [CONTENT.sides[name] for name in CONTENT.new_sides]
EVERY_NEW_SIDE = in_one_test("side", NEW_SIDES)


def land_of(side: MapSide) -> dict[Hex, Space]:
    return {name: space for name, space in side.spaces.items() if not space.is_loch}


def sides_of(module: str) -> list[MapSide]:
    return [side for side in SIDES if side.name[0] == module]


def lochs_of(side: MapSide) -> set[Hex]:
    return {name for name, space in side.spaces.items() if space.is_loch}


def board_of(sides: Sides, *, small: bool) -> Board:
    return board_for(packs.builtin(), sides, small=small)


def board_with(side: MapSide) -> Board:
    """The large map of a side and the first ones of the other modules."""
    sides = tuple(side.name if module == side.name[0] else f"{module}1" for module in MODULES)
    return board_of(sides, small=False)


def apart(board: Board, level: int) -> list[int]:
    """The parts that the land falls into for a player with this shipping level."""
    parts, left = [], board.land
    while left:
        part, wider = 0, left & -left
        while part != wider:
            part = wider
            wider |= in_range(board, part, level) & board.land
        parts.append(part)
        left &= ~part
    return parts


@rule("DATA-01", "DATA-24")
def test_every_module_has_two_sides() -> None:
    base = [side.name for side in SIDES if side.name not in CONTENT.new_sides]
    assert base == ["A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2"]
    assert len(set(BASE_MAPS)) == 16


@rule("IND-DATA-07")
def test_every_module_has_two_new_sides_on_which_rivers_begin_at_waterfalls() -> None:
    assert list(CONTENT.new_sides) == ["A3", "A4", "B3", "B4", "C3", "C4", "D3", "D4"]
    for side in SIDES:
        new = side.name in CONTENT.new_sides
        assert len(side.waterfalls) == (len(side.rivers) if new else 0)


@rule("DATA-01", "DATA-24")
@EVERY_MAP
def test_one_side_of_each_module_makes_a_map(sides: Sides) -> None:
    board = board_of(sides, small=False)
    assert board.modules == sides
    assert board.active == mask_of(HEXES)
    assert (board.land | board.loch, board.land & board.loch) == (board.active, 0)
    assert board.central_loch == CENTRAL_LOCH
    assert board.ports == ("A1", "M1", "M9", "A9")
    for space in hexes_in(board.active):
        assert bool(board.loch & BIT[space]) == (board.cost[space] == 0)
        assert 0 <= board.cost[space] <= 6


@EVERY_SIDE
def test_terrain_is_mixed_as_designed(side: MapSide) -> None:
    land = land_of(side)
    easy = sum("grassland" in s.terrains and len(s.terrains) < 3 for s in land.values())
    assert 0.35 <= easy / len(land) <= 0.5
    assert sum(len(space.terrains) == 3 for space in land.values()) >= 2
    for kind in ("forest", "mountain"):
        assert sum(kind in space.terrains for space in land.values()) >= 5
    open_land = [space for space in land.values() if not space.mist]
    for kind in TERRAINS:
        assert sum(kind in space.terrains for space in open_land) >= 4


@EVERY_SIDE
def test_land_costs_more_the_more_it_offers(side: MapSide) -> None:
    bounds = {1: (1, 3), 2: (2, 4), 3: (4, 6)}
    for space in land_of(side).values():
        least, most = bounds[len(space.terrains)]
        assert least <= space.cost <= most
    assert 2 <= Counter(space.cost for space in land_of(side).values())[1] <= 4


def test_modules_are_about_as_dear() -> None:
    means = [
        sum(space.cost for space in land_of(side).values()) / len(land_of(side)) for side in SIDES
    ]
    assert max(means) - min(means) < 0.4


@EVERY_MODULE
def test_no_map_is_poorer_in_a_terrain_than_another(module: str) -> None:
    for kind in TERRAINS:
        for open_only, most in ((False, 1), (True, 2)):
            counts = [
                sum(
                    kind in space.terrains and not (open_only and space.mist)
                    for space in land_of(side).values()
                )
                for side in sides_of(module)
            ]
            assert max(counts) - min(counts) <= most


@EVERY_MODULE
def test_the_sides_of_a_module_are_different_countries(module: str) -> None:
    for one, other in combinations(sides_of(module), 2):
        check_different_countries(one, other)


def check_different_countries(one: MapSide, other: MapSide) -> None:
    assert lochs_of(one) != lochs_of(other)
    assert {n for n, s in one.spaces.items() if s.mist} != {
        name for name, space in other.spaces.items() if space.mist
    }
    assert not set(one.rivers) & set(other.rivers)
    assert sorted(map(len, one.rivers)) != sorted(map(len, other.rivers))
    assert one.small_port != other.small_port
    land = land_of(one).keys() & land_of(other).keys()
    alike = sum(one.spaces[name].terrains == other.spaces[name].terrains for name in land)
    assert alike <= len(land) / 2


@EVERY_SIDE
def test_lochs_are_few_and_not_tiny(side: MapSide) -> None:
    assert 4 <= len(lochs_of(side)) <= 8


@EVERY_SIDE
def test_the_central_loch_keeps_its_shape(side: MapSide) -> None:
    for name in lochs_of(side) - set(CENTRAL_LOCH):
        assert not set(adjacent_hexes(name)) & set(CENTRAL_LOCH)


@rule("DEF-05", "DEF-10")
@EVERY_SIDE
def test_rivers_run_from_the_hills_to_a_loch(side: MapSide) -> None:
    assert 1 <= len(side.rivers) <= 3
    taken: set[object] = set()
    for river in side.rivers:
        corners = [corner for pair in river for corner in corners_of_side(*pair)]
        assert sorted(Counter(corners).values()) == [1, 1, *[2] * (len(river) - 1)]
        assert not taken & set(corners)
        taken |= set(corners)
        mouth, source = river[-1], river[0]
        banks = set(adjacent_hexes(mouth[0])) & set(adjacent_hexes(mouth[1]))
        assert len(banks & lochs_of(side)) == 1
        assert any("mountain" in side.spaces[space].terrains for space in source)
        for one, other in river:
            assert module_of(one) == module_of(other) == side.name[0]


@rule("DEF-10")
@EVERY_BOARD
def test_only_banks_of_a_mouth_are_delta(sides: Sides, small: bool) -> None:
    rivers = [river for name in sides for river in CONTENT.sides[name].rivers]
    mouths = {space for river in rivers for space in river[-1]}
    assert set(hexes_in(board_of(sides, small=small).delta)) == mouths
    assert len(mouths) == 2 * len(rivers)
    assert 16 <= len(mouths) <= 20


@rule("DEF-06", "DEF-08")
@EVERY_SIDE
def test_mist_covers_the_rim_only(side: MapSide) -> None:
    rim = {name for name in module_hexes(side.name[0]) if len(adjacent_hexes(name)) < 6}
    misted = {name for name, space in side.spaces.items() if space.mist}
    assert misted == {name for name in rim if not side.spaces[name].is_loch}


@rule("IND-DATA-14")
@rule("P2-02", "DATA-02")
@EVERY_MAP
def test_the_small_ports_lie_by_open_land(sides: Sides) -> None:
    board = board_of(sides, small=True)
    assert board.ports == tuple(CONTENT.sides[name].small_port for name in sides)
    for name, port in zip(sides, board.ports, strict=True):
        assert port not in CENTRAL_LOCH
        assert port != CORNERS[name[0]]
        assert (board.adjacent[port] & board.land).bit_count() >= 2


@rule("DEF-06")
@EVERY_MAP
def test_the_small_map_is_clearly_smaller(sides: Sides) -> None:
    large, small = board_of(sides, small=False), board_of(sides, small=True)
    assert small.land.bit_count() < 0.7 * large.land.bit_count()
    assert small.loch == large.loch
    assert small.border & small.mist == 0


@rule("DEF-07", "DEF-08")
@EVERY_MAP
def test_there_is_as_much_border_on_every_map(sides: Sides) -> None:
    assert board_of(sides, small=False).border.bit_count() == 40
    assert 35 <= board_of(sides, small=True).border.bit_count() <= 41


@EVERY_BOARD
def test_every_space_can_be_reached(sides: Sides, small: bool) -> None:
    """No player is cut off: with shipping over rivers all land can be reached."""
    board = board_of(sides, small=small)
    for level in range(1 if small else 0, LEVELS):
        assert apart(board, level) == [board.land]


@EVERY_MAP
def test_every_loch_has_a_shore(sides: Sides) -> None:
    board = board_of(sides, small=False)
    for loch in set(hexes_in(board.loch)) - set(CENTRAL_LOCH):
        assert board.adjacent[loch] & board.land


@EVERY_BOARD
def test_no_space_is_a_trap(sides: Sides, small: bool) -> None:
    """From every space a player without shipping can go on, but for one at most."""
    board = board_of(sides, small=small)
    land = list(hexes_in(board.land))
    assert all(board.adjacent[space] & board.land for space in land)
    alone = [space for space in land if not board.neighbours[space] & board.land]
    assert len(alone) <= (1 if small else 0)
    assert max(part.bit_count() for part in apart(board, 0)) > 0.8 * len(land)


@pytest.mark.long
@rule("IND-SETUP-07")
def test_sides_of_both_sets_fit_together_in_all_256_maps() -> None:
    assert len(ALL_MAPS) == 256
    for sides in ALL_MAPS:
        for small in (False, True):
            board = board_of(sides, small=small)
            land = list(hexes_in(board.land))
            for level in range(1 if small else 0, LEVELS):
                assert apart(board, level) == [board.land], (sides, small, level)
            alone = [space for space in land if not board.neighbours[space] & board.land]
            assert len(alone) <= (1 if small else 0), (sides, small)
            assert len(board.waterfalls) == sum(len(CONTENT.sides[n].waterfalls) for n in sides)


@rule("IND-WF-01", "IND-DATA-07")
@EVERY_NEW_SIDE
def test_a_waterfall_is_the_corner_of_a_mountain_and_two_banks(side: MapSide) -> None:
    board = board_of(
        tuple(side.name if m == side.name[0] else f"{m}1" for m in MODULES), small=False
    )
    for fall, river in zip(side.waterfalls, side.rivers, strict=True):
        assert "mountain" in side.spaces[fall].terrains
        assert all(fall not in pair for other in side.rivers for pair in other)
        assert set(river[0]) <= set(adjacent_hexes(fall))
        corner = board.waterfalls[fall]
        assert corner in corners_of_side(*river[0])
        assert len(river) == 1 or corner not in corners_of_side(*river[1])


@rule("IND-WF-02", "IND-WF-03", "IND-WF-04", "CASE-01")
@EVERY_NEW_SIDE
def test_a_waterfall_neighbours_both_banks_which_the_river_parts(side: MapSide) -> None:
    board = board_of(
        tuple(side.name if m == side.name[0] else f"{m}1" for m in MODULES), small=False
    )
    for fall, river in zip(side.waterfalls, side.rivers, strict=True):
        one, other = river[0]
        assert board.neighbours[fall] & BIT[one]
        assert board.neighbours[fall] & BIT[other]
        assert board.adjacent[one] & BIT[other]
        assert not board.neighbours[one] & BIT[other]
        assert board.across_river[fall] == 0
        assert board.settlements(BIT[fall] | BIT[one] | BIT[other]) == [mask_of((fall, one, other))]
        assert len(board.settlements(BIT[one] | BIT[other])) == 2
