"""The geometry of the map, on small maps made up for the purpose."""

from collections.abc import Mapping

import pytest

from games.engine.geometry import board as geometry
from games.engine.geometry.board import BIT, HEXES, Board, Space, adjacent_hexes, hexes_in, mask_of
from games.engine.terms import Hex
from tests.engine.reaching import in_range
from tests.marks import in_one_test
from tests.rules import rule

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

LAND = Space(("grassland",), 1)
MIST = Space(("forest",), 2, mist=True)
LOCH = Space()


def fixture_map(kinds: Mapping[str, str], *rivers: str, small: bool = False) -> Board:
    """A map of the spaces named under ``land``, ``loch`` and ``mist``; rivers as ``F5-G5``."""
    printed = {"land": LAND, "loch": LOCH, "mist": MIST}
    spaces = {Hex(name): printed[kind] for kind, names in kinds.items() for name in names.split()}
    pairs = [(Hex(one), Hex(other)) for one, other in (river.split("-") for river in rivers)]
    return Board(spaces, pairs, small=small)


def units_on(spaces: str) -> int:
    return mask_of(Hex(name) for name in spaces.split())


def names(mask: int) -> str:
    return " ".join(hexes_in(mask))


def reach(board: Board, space: str, level: int) -> str:
    return names(board.in_reach[level][Hex(space)])


def whole_map(rivers: tuple[str, ...] = (), *, small: bool = False) -> Board:
    return fixture_map({"land": " ".join(HEXES)}, *rivers, small=small)


def test_the_frame_has_117_spaces_in_columns() -> None:
    assert len(HEXES) == 117
    assert HEXES[:10] == ("A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "B1")
    assert [BIT[space].bit_length() - 1 for space in HEXES] == list(range(117))


@in_one_test(
    ("space", "expected"),
    [
        ("G5", "F4 F5 G4 G6 H4 H5"),
        ("F5", "E5 E6 F4 F6 G5 G6"),
        ("A1", "A2 B1"),
        ("B1", "A1 A2 B2 C1 C2"),
        ("A9", "A8 B8 B9"),
        ("M9", "L8 L9 M8"),
        ("B9", "A9 B8 C9"),
        ("C1", "B1 C2 D1"),
    ],
)
def test_columns_b_d_f_hang_half_a_space_lower(space: str, expected: str) -> None:
    assert " ".join(adjacent_hexes(Hex(space))) == expected


@rule("DEF-03")
def test_adjacency_goes_both_ways_and_every_inner_space_has_six() -> None:
    counts = {space: len(adjacent_hexes(space)) for space in HEXES}
    for space in HEXES:
        for other in adjacent_hexes(space):
            assert space in adjacent_hexes(other)
        column, row = geometry.position(space)
        if 0 < column < 12 and 0 < row < 8:
            assert counts[space] == 6
    assert sum(counts.values()) == 2 * 308


@in_one_test(("module", "size"), [("A", 27), ("B", 32), ("C", 31), ("D", 27)])
def test_the_four_modules_cover_the_frame(module: str, size: int) -> None:
    spaces = geometry.module_hexes(module)
    assert len(spaces) == size
    assert geometry.CORNERS[module] in spaces


def test_the_central_loch_is_shared_by_the_modules() -> None:
    by_module = {
        module: " ".join(h for h in geometry.CENTRAL_LOCH if geometry.module_of(h) == module)
        for module in "ABCD"
    }
    assert by_module == {"A": "E5 F4", "B": "G4 G5 H4", "C": "G6 H5", "D": "E6 F5 F6"}


def test_a_side_ends_in_two_points_that_its_neighbours_share() -> None:
    ends = geometry.corners_of_side(Hex("F5"), Hex("G5"))
    assert len(set(ends)) == 2
    assert set(ends) == set(geometry.corners_of_side(Hex("G5"), Hex("F5")))
    assert set(ends) & set(geometry.corners_of_side(Hex("G5"), Hex("F4")))
    assert len(geometry.corners_of_side(Hex("A3"), Hex("A4"))) == 2  # one end lies on the rim


@rule("DEF-03", "DEF-04")
def test_a_river_parts_neighbours_but_not_adjacent_spaces() -> None:
    board = whole_map(("F5-G5",))
    assert names(board.adjacent[Hex("F5")]) == "E5 E6 F4 F6 G5 G6"
    assert names(board.neighbours[Hex("F5")]) == "E5 E6 F4 F6 G6"
    assert names(board.across_river[Hex("F5")]) == "G5"
    assert names(board.across_river[Hex("G5")]) == "F5"
    assert not board.neighbours[Hex("G5")] & BIT[Hex("F5")]


SMALL = {"land": "C2 C3 D2 E3 E4", "loch": "C1 D1 D3", "mist": "B1 B2 E2"}


@rule("DEF-06")
def test_mist_is_off_the_small_map_and_lochs_never_are() -> None:
    large, small = fixture_map(SMALL), fixture_map(SMALL, small=True)
    assert names(large.active) == "B1 B2 C1 C2 C3 D1 D2 D3 E2 E3 E4"
    assert names(small.active) == "C1 C2 C3 D1 D2 D3 E3 E4"
    assert names(small.mist) == "B1 B2 E2"
    assert names(small.land) == "C2 C3 D2 E3 E4"
    assert names(small.terrain["forest"]) == ""
    assert names(large.terrain["forest"]) == "B1 B2 E2"
    assert names(small.neighbours[Hex("C2")]) == "C1 C3 D1 D2"
    assert all(not table[Hex("E2")] for table in (small.adjacent, *small.in_reach))


@rule("DEF-07")
def test_the_border_of_the_large_map_is_its_outer_edge() -> None:
    board = whole_map()
    rim = {h for h in HEXES if h[0] in "AM" or h[1:] in {"1", "9"}}
    assert set(hexes_in(board.border)) == rim
    assert len(rim) == 40


@rule("DEF-08", "DEF-09")
def test_the_border_of_the_small_map_lies_along_the_mist() -> None:
    board = fixture_map(SMALL, "D2-E2", small=True)
    # D2 counts in spite of the river, the lochs C1 and D1 count; E4 only lies on the rim.
    assert names(board.border) == "C1 C2 C3 D1 D2 E3"


@rule("DEF-10")
def test_the_delta_lies_on_both_banks_of_the_mouth() -> None:
    board = fixture_map({"land": "B2 B3 C2 C3 D2", "loch": "B1 D3"}, "B3-C3", "B2-C3", "B2-C2")
    # B2-C2 ends at the loch B1; the middle and the source touch no loch.
    assert names(board.delta) == "B2 C2"


@rule("DEF-02")
def test_a_loch_costs_nothing() -> None:
    board = fixture_map(SMALL)
    assert (board.cost[Hex("C1")], board.cost[Hex("C2")], board.cost[Hex("B1")]) == (0, 1, 2)


def strip(kinds: str, *rivers: str) -> Board:
    """A map of one column, A1 downwards: ``l`` land, ``w`` loch. Nothing else is adjacent."""
    spaces = {Hex(f"A{i}"): LOCH if kind == "w" else LAND for i, kind in enumerate(kinds, 1)}
    pairs = [(Hex(one), Hex(other)) for one, other in (river.split("-") for river in rivers)]
    return Board(spaces, pairs)


@rule("DEF-20", "DEF-21", "DEF-23", "DEF-24", "SHIP-06", "EX-04")
def test_each_shipping_level_reaches_what_the_example_shows() -> None:
    """Next to it, across a river, beyond lochs; never behind land."""
    board = fixture_map({"land": "C4 C5 D4 E4 E3 G2 H3 I3 F4 G4", "loch": "F3 G3"}, "D4-E4")
    assert reach(board, "E4", 0) == "E3 F3 F4"
    assert reach(board, "E4", 1) == "D4 E3 F3 F4"
    assert reach(board, "E4", 2) == "D4 E3 F3 F4 G3 G4"
    assert reach(board, "E4", 3) == "D4 E3 F3 F4 G2 G3 G4 H3"
    assert reach(board, "E4", 5) == reach(board, "E4", 3)  # C4, C5 and I3 lie behind land


@rule("DEF-24")
def test_a_higher_level_reaches_all_that_a_lower_one_does() -> None:
    board = fixture_map({"land": " ".join(HEXES[::2]), "loch": " ".join(HEXES[1::2])}, "C3-D2")
    for lower, higher in zip(board.in_reach, board.in_reach[1:], strict=False):
        assert all(mask & ~higher[space] == 0 for space, mask in lower.items())
    for table in board.in_reach:
        assert all(not mask & BIT[space] for space, mask in table.items())
        for space, mask in table.items():
            assert all(table[other] & BIT[space] for other in hexes_in(mask))


@rule("DEF-22", "TC-22")
@in_one_test("level", range(6))
def test_one_reach_never_joins_a_river_and_a_loch(level: int) -> None:
    """Unit, river, empty land, loch, land."""
    board = strip("llwl", "A1-A2")
    assert not board.in_reach[level][Hex("A1")] & units_on("A3 A4")


@rule("DEF-21", "TC-23")
@in_one_test("lochs", [1, 2, 3, 4])
def test_a_chain_is_as_long_as_the_level_allows(lochs: int) -> None:
    """Beyond n lochs lies land in reach from level n + 1 on."""
    board = strip("l" + "w" * lochs + "l")
    beyond = BIT[Hex(f"A{lochs + 2}")]
    in_reach = [bool(board.in_reach[level][Hex("A1")] & beyond) for level in range(6)]
    assert in_reach == [level > lochs for level in range(6)]


@rule("DEF-21")
def test_five_lochs_are_too_wide() -> None:
    board = strip("lwwwwwl")
    assert reach(board, "A1", 5) == "A2 A3 A4 A5 A6"


@rule("DEF-23", "EX-04")
def test_following_a_river_past_land_reaches_nothing() -> None:
    # The river runs down between columns B and C; B2 lies beyond B1 on the same bank.
    board = fixture_map({"land": "B1 B2 B3 C1 C2 C3 C4"}, "B1-C2", "B2-C2", "B2-C3", "B3-C3")
    assert reach(board, "B1", 5) == "B2 C1 C2"
    assert reach(board, "C3", 5) == "B2 B3 C2 C4"


@rule("DEF-26")
def test_the_water_under_a_port_can_be_crossed() -> None:
    spaces = {Hex("A1"): LOCH, Hex("A2"): LAND, Hex("B1"): LAND}
    board = Board(spaces, [(Hex("A2"), Hex("B1"))], ports=[Hex("A1")])
    assert board.loch & BIT[Hex("A1")]
    assert reach(board, "A2", 0) == "A1"
    assert reach(board, "A2", 2) == "A1 B1"


@rule("DEF-27")
def test_chains_may_run_through_the_misted_rim() -> None:
    kinds = {"land": "B2 D2", "loch": "C1 C2", "mist": "B1 D1"}
    assert reach(fixture_map(kinds, small=True), "B2", 2) == "C1 C2 D2"


@rule("DEF-28", "DEF-29")
def test_range_is_what_any_own_unit_reaches_by_itself() -> None:
    board = strip("lwwllwl")
    units = units_on("A1 A5")
    assert names(in_range(board, units, 0)) == "A2 A4 A6"
    assert names(in_range(board, units, 2)) == "A2 A3 A4 A6 A7"
    # Settled beside A4, the unit on A5 does not begin its journeys there.
    assert names(in_range(board, units_on("A4 A5"), 2)) == "A2 A3 A4 A5 A6 A7"


@rule("DEF-46")
def test_settlements_are_held_together_by_neighbours_only() -> None:
    board = whole_map(("C3-D2", "E5-F4"))
    units = units_on("C3 D2 A1 A2 B1 M9 E5 F4 F5")
    found = [names(settlement) for settlement in board.settlements(units)]
    # F5 joins E5 and F4 around the river; C3 and D2 stay two.
    assert found == ["A1 A2 B1", "C3", "D2", "E5 F4 F5", "M9"]
    assert board.settlements(0) == []


@rule("FINAL-14", "FINAL-15", "EX-11")
def test_linked_settlements_of_the_examples() -> None:
    """Red at one loch and black at two."""
    red = strip("llwlllwwl", "A1-A2")
    units = units_on("A1 A2 A4 A5 A6 A9")
    assert len(red.settlements(units)) == 4
    assert red.linked_settlements(units, 2) == 3
    assert red.linked_settlements(units, 1) == 2

    black = strip("llwlwwll", "A1-A2", "A7-A8")
    units = units_on("A1 A2 A4 A7 A8")
    assert black.linked_settlements(units, 3) == 5
    assert black.linked_settlements(units, 2) == 3


@rule("FINAL-16", "TC-44")
def test_without_shipping_one_settlement_counts() -> None:
    board = whole_map()
    units = units_on("A1 C3 E5 G7 M9")
    assert len(board.settlements(units)) == 5
    assert board.linked_settlements(units, 0) == 1
    assert board.linked_settlements(0, 0) == board.linked_settlements(0, 5) == 0
