"""The built-in pack: the published values, and the limits that our own maps and tiles keep.

The loader lets a pack of printed values differ from the second half of this file.
"""

from collections import Counter

import pytest

from games.engine import packs
from games.engine.board import (
    BIT,
    CENTRAL_LOCH,
    CORNERS,
    HEXES,
    Board,
    MapSide,
    Space,
    adjacent_hexes,
    board_for,
    corners_of_side,
    hexes_in,
    mask_of,
    module_hexes,
    module_of,
)
from games.engine.words import GOODS, TERRAINS, ContractId, Hex
from tests.rules import rule

pytestmark = pytest.mark.engine

CONTENT = packs.builtin().content
SIDES = list(CONTENT.sides.values())
EVERY_SIDE = pytest.mark.parametrize("side", SIDES, ids=lambda side: side.name)
START_PRICES = {"wool": 4, "milk": 5, "grain": 5, "bread": 10, "cheese": 10, "whisky": 11}


def land_of(side: MapSide) -> dict[Hex, Space]:
    return {name: space for name, space in side.spaces.items() if not space.is_loch}


def lochs_of(side: MapSide) -> set[Hex]:
    return {name for name, space in side.spaces.items() if space.is_loch}


def board_of(*, small: bool) -> Board:
    return board_for(packs.builtin(), ["A1", "B1", "C1", "D1"], small=small)


@rule("DATA-04", "DATA-05", "DATA-06", "DATA-07")
def test_costs_and_yields() -> None:
    assert CONTENT.unit_costs == {
        "sheep": 8,
        "cow": 9,
        "field": 18,
        "bakery": 8,
        "distillery": 10,
        "cheese_dairy": 12,
        "woodcutter": 6,
        "miner": 10,
    }
    assert CONTENT.worker_income == {"woodcutter": 4, "miner": 6}
    assert (CONTENT.sheep_yield, CONTENT.cow_yield, CONTENT.field_yield) == (1, 1, 2)
    assert CONTENT.technology_income == 2
    assert (CONTENT.technology_cost, CONTENT.technology_bonus_cost) == (10, 5)
    assert (CONTENT.shipping_cost, len(CONTENT.shipping_levels)) == (4, 6)
    assert CONTENT.merchant_cost == 4
    assert (CONTENT.merchants_start, CONTENT.merchants_track) == (2, 5)


@rule("DATA-03", "SETUP-05")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_market_starts_on_the_fourth_of_ten_prices(players: int) -> None:
    tracks = dict(zip(GOODS, CONTENT.market(players), strict=True))
    starts = {good: track.prices[track.start] for good, track in tracks.items()}
    assert starts == START_PRICES
    assert all(len(track.prices) == 10 and track.start == 3 for track in tracks.values())
    # The variable start of the books: one step up and one step down from there.
    assert sorted(track.prices[4] for track in tracks.values()) == [5, 6, 6, 11, 11, 12]
    assert sorted(track.prices[2] for track in tracks.values()) == [4, 4, 5, 9, 9, 10]
    assert tracks["whisky"].prices == (8, 9, 10, 11, 12, 13, 13, 14, 15, 16)
    assert tracks["cheese"].prices == (7, 8, 9, 10, 11, 12, 13, 14, 14, 15)


@rule("DATA-08", "DATA-09", "DATA-11", "DATA-18", "DATA-22", "P2-06", "P2-07")
def test_what_depends_on_round_and_players() -> None:
    assert [CONTENT.contract_cost(number) for number in range(1, 6)] == [-5, 0, 5, 10, 15]
    assert [CONTENT.slots(players) for players in range(1, 5)] == [5, 6, 7, 8]
    assert [CONTENT.passing_bonus(4, place) for place in range(4)] == [16, 14, 12, 10]
    assert [CONTENT.passing_bonus(3, place) for place in range(3)] == [16, 14, 12]
    assert [CONTENT.passing_bonus(2, place) for place in range(2)] == [16, 14]
    assert [CONTENT.passing_bonus(1, place) for place in range(5)] == [16] * 5
    assert [CONTENT.purchase_limit(players) for players in (2, 3, 4)] == [4, 3, 3]
    discounts = {good: CONTENT.neighbourhood_discount(good) for good in GOODS}
    assert discounts == {"wool": 2, "milk": 2, "grain": 2, "bread": 3, "cheese": 3, "whisky": 3}
    assert CONTENT.import_mark_every == 5


@rule("DATA-12", "DATA-24")
def test_fifty_contracts() -> None:
    assert list(CONTENT.contracts) == list(range(1, 51))
    last = CONTENT.contract(ContractId(50))
    assert last.goods == (0, 0, 0, 1, 1, 1)
    assert last.imports == (0, 3, 0)
    assert (last.bonus_upgrade, last.money, last.hops, last.free_space) == (2, 10, 0, 0)
    cotton = [c for c in CONTENT.contracts.values() if c.bread == 2 and c.cotton == 2]
    assert [contract.id for contract in cotton] == [7]
    everything = CONTENT.contracts.values()
    assert sum(c.mutton + c.beef > 0 for c in everything) == 23
    assert (sum(c.hops for c in everything), sum(c.money for c in everything)) == (109, 174)


@rule("DATA-16", "DATA-17", "DATA-24", "SETUP-12")
def test_tiles_in_use_are_enough_for_four() -> None:
    assert CONTENT.scoring_tiles == (1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert len(CONTENT.ports) >= len(CORNERS)
    assert len(CONTENT.clans) >= 5
    assert len(CONTENT.start_tiles) == 9


@rule("DATA-13")
def test_starting_tiles_are_worth_about_the_same() -> None:
    for tile in CONTENT.start_tiles.values():
        worth = tile.money + sum(
            count * START_PRICES[good] for good, count in zip(GOODS, tile.goods, strict=True)
        )
        assert 72 <= worth <= 75
        assert tile.money in {55, 60, 65}
        assert 1 <= sum(tile.goods) <= 3
    assert len({(tile.money, tile.goods) for tile in CONTENT.start_tiles.values()}) == 9


@rule("DATA-25")
def test_every_group_of_values_says_where_it_comes_from() -> None:
    house = {name for name, source in CONTENT.sources.items() if source == "house"}
    assert house == {
        "start_tiles",
        "small_market",
        "small_brackets",
        "large_brackets",
        "small_passing",
        "large_slots",
        *(f"maps.{side.name}" for side in SIDES),
    }
    assert set(CONTENT.sources.values()) == {"known", "house"}


# --- our maps ------------------------------------------------------------------------------------


@rule("DATA-01", "DATA-24")
def test_one_side_of_each_module_makes_a_map() -> None:
    assert [side.name for side in SIDES] == ["A1", "B1", "C1", "D1"]
    board = board_of(small=False)
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


@EVERY_SIDE
def test_lochs_are_few_and_not_tiny(side: MapSide) -> None:
    assert 4 <= len(lochs_of(side)) <= 8


@rule("DEF-05", "DEF-10")
@EVERY_SIDE
def test_rivers_run_from_the_hills_to_a_loch(side: MapSide) -> None:
    board = board_of(small=False)
    assert 1 <= len(side.rivers) <= 3
    taken: set[object] = set()
    for river in side.rivers:
        corners = [corner for pair in river for corner in corners_of_side(*pair)]
        assert sorted(Counter(corners).values()) == [1, 1, *[2] * (len(river) - 1)]
        assert not taken & set(corners)
        taken |= set(corners)
        mouth, source = river[-1], river[0]
        assert board.delta & mask_of(mouth) == mask_of(mouth)
        assert any("mountain" in side.spaces[space].terrains for space in source)
        for one, other in river:
            assert module_of(one) == module_of(other) == side.name[0]


@rule("DEF-10")
def test_only_banks_of_a_mouth_are_delta() -> None:
    mouths = {space for side in SIDES for river in side.rivers for space in river[-1]}
    assert set(hexes_in(board_of(small=False).delta)) == mouths


@rule("DEF-06", "DEF-08")
@EVERY_SIDE
def test_mist_covers_the_rim_only(side: MapSide) -> None:
    rim = {name for name in module_hexes(side.name[0]) if len(adjacent_hexes(name)) < 6}
    misted = {name for name, space in side.spaces.items() if space.mist}
    assert misted == {name for name in rim if not side.spaces[name].is_loch}


@rule("P2-02", "DATA-02")
@EVERY_SIDE
def test_the_small_port_lies_by_open_land(side: MapSide) -> None:
    board = board_of(small=True)
    assert side.small_port in board.ports
    assert side.small_port not in CENTRAL_LOCH
    assert side.small_port != CORNERS[side.name[0]]
    assert (board.adjacent[side.small_port] & board.land).bit_count() >= 2


@rule("DEF-06")
def test_the_small_map_is_clearly_smaller() -> None:
    large, small = board_of(small=False), board_of(small=True)
    assert small.land.bit_count() < 0.7 * large.land.bit_count()
    assert small.loch == large.loch
    assert small.border & small.mist == 0


def test_every_loch_and_every_space_can_be_reached_over_water() -> None:
    """Nobody's game is over for want of a way: with full shipping all land hangs together."""
    for small in (False, True):
        board = board_of(small=small)
        land = board.land
        reached = land & -land
        while True:
            wider = (reached | board.in_range(reached, 5)) & land
            if wider == reached:
                break
            reached = wider
        assert reached == land
