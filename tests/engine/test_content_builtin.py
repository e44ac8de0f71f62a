"""The built-in pack: the published values, and the limits that our own tiles keep."""

import pytest

from games.engine import packs
from games.engine.geometry.board import CORNERS
from games.engine.terms import GOODS, ContractId
from tests.marks import in_one_test
from tests.rules import rule

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

CONTENT = packs.builtin().content
START_PRICES = {"wool": 4, "milk": 5, "grain": 5, "bread": 10, "cheese": 10, "whisky": 11}


@rule("IND-DATA-11")
@rule("DATA-04", "DATA-05", "DATA-06", "DATA-07", "BASE-14")
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


@rule("IND-DATA-10")
@rule("DATA-03", "SETUP-05")
@in_one_test("players", [1, 2, 3, 4])
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


@rule("IND-DATA-12", "IND-DATA-13")
@rule("DATA-08", "DATA-09", "DATA-11", "DATA-18", "DATA-22", "P2-06", "P2-07")
def test_what_depends_on_round_and_players() -> None:
    assert [CONTENT.contract_cost(number) for number in range(1, 6)] == [-5, 0, 5, 10, 15]
    assert [CONTENT.slots(players) for players in range(1, 5)] == [5, 6, 7, 8]
    assert [CONTENT.passing_bonus(4, place) for place in range(4)] == [16, 14, 12, 10]
    assert [CONTENT.passing_bonus(3, place) for place in range(3)] == [16, 14, 12]
    assert [CONTENT.passing_bonus(2, place) for place in range(2)] == [16, 13]
    assert [CONTENT.passing_bonus(1, place) for place in range(5)] == [16] * 5
    assert [CONTENT.purchase_limit(players) for players in (1, 2, 3, 4)] == [4, 4, 3, 3]
    discounts = {good: CONTENT.neighbourhood_discount(good) for good in GOODS}
    assert discounts == {"wool": 2, "milk": 2, "grain": 2, "bread": 3, "cheese": 3, "whisky": 3}
    assert CONTENT.import_mark_every == 5


@rule("IND-DATA-12")
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
    assert CONTENT.scoring_tiles == tuple(range(1, 19))
    assert len(CONTENT.ports) >= len(CORNERS)
    assert len(CONTENT.clans) >= 5
    assert len(set(CONTENT.start_tiles) - set(CONTENT.new_start_tiles)) == 9


@rule("DATA-13")
def test_starting_tiles_are_worth_about_the_same() -> None:
    for tile in CONTENT.start_tiles.values():
        worth = tile.money + sum(
            count * START_PRICES[good] for good, count in zip(GOODS, tile.goods, strict=True)
        )
        assert 72 <= worth + tile.merchants * CONTENT.merchant_cost <= 75
        assert tile.money in {55, 60, 65}
        assert 1 <= sum(tile.goods) <= 3
        assert tile.merchants == 0 or tile.id in CONTENT.new_start_tiles
    assert len({(tile.money, tile.goods) for tile in CONTENT.start_tiles.values()}) == 16


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
        "cellar",
        "solo_slots",
        "new_maps",
        "refill_board",
        *(f"maps.{side.name}" for side in CONTENT.sides.values()),
    }
    assert set(CONTENT.sources.values()) == {"known", "house"}
