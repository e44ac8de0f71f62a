"""Scoring tiles 10 to 18. (SCORE-10..18, SCORE-R1..R5)"""

from typing import Any

import msgspec
import pytest

from games import engine
from games.engine.rules.supply import scoring_in_use
from games.engine.tiles import SCORING, scoring_tile
from simulation.random_play import seed_of
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Given, scenario

pytestmark = pytest.mark.engine

PACK = engine.packs.builtin()
WITH = engine.Options(expansions=["new_scoring_tiles"])


def worth(table: Given, number: int) -> int:
    """The Glory that red would gain by a tile now."""
    return scoring_tile(table.state.options, number).value(table.state, RED)


def units(*put: str, **switches: Any) -> Given:
    return scenario(**switches).put("red", *put)


@rule("IND-SETUP-02", "IND-DATA-15")
def test_they_are_dealt_with_those_of_the_base_game_and_only_with_the_expansion() -> None:
    base, added = set(range(1, 10)), set(range(10, 19))
    assert set(scoring_in_use(PACK.content, engine.Options())) == base
    assert set(scoring_in_use(PACK.content, WITH)) == base | added
    dealt = [
        number
        for game in range(60)
        for number in engine.new_game(WITH, seed_of(f"tiles/{game}"), PACK)[0].scoring_tiles
    ]
    assert set(dealt) == base | added
    assert set(SCORING) == base | added


# On the map A1 B1 C1 D1: A3, B2 and B3 are a triangle without a river; rivers part B2 and C2, C2
# and C3, C3 and D2, D3 and E3, D3 and E4, D4 and E4.


@rule("IND-DOUBT-01", "SCORE-R1")
@rule("SCORE-10", "CASE-R02")
@in_one_test(
    ("put", "glory"),
    [
        ("sheep A3", 0),
        ("sheep A3,sheep B2", 4),
        ("sheep A3,cow B2", 4),
        ("sheep A3,sheep B2,sheep B3", 4),
        ("sheep A3,sheep B2,sheep B3,cow B4", 8),
        ("sheep B2,sheep C2", 0),  # a river parts them
        ("sheep A3,field B2,bakery B3,woodcutter A2", 0),
        ("sheep A3,sheep A5", 0),
    ],
)
def test_tile_10_counts_disjoint_pairs_of_neighbouring_animals(put: str, glory: int) -> None:
    assert worth(units(*put.split(",")), 10) == glory


@rule("SCORE-10", "SCORE-R5", "IND-DUAL-03")
def test_tile_10_counts_animals_that_share_a_space() -> None:
    assert worth(units("sheep A3", "cow A3"), 10) == 4
    assert worth(units("sheep A3", "sheep A3", "cow B2", "cow B2"), 10) == 8


@rule("SCORE-R1")
def test_by_the_switch_every_pair_counts() -> None:
    triangle = ("sheep A3", "sheep B2", "sheep B3")
    assert worth(units(*triangle), 10) == 4
    assert worth(units(*triangle, pair_scoring="all"), 10) == 12
    field = ("field B3", "bakery A3", "bakery B2", "bakery B4")
    assert worth(units(*field), 13) == 6
    assert worth(units(*field, pair_scoring="all"), 13) == 9
    banks = ("sheep C2", "sheep B2", "sheep C3")
    assert worth(units(*banks), 17) == 4
    assert worth(units(*banks, pair_scoring="all"), 17) == 8
    assert worth(units("sheep A3", pair_scoring="all"), 12) == 0


@rule("SCORE-11")
def test_tile_11_counts_merchants_on_the_market() -> None:
    table = scenario().give("red", wool=5).merchants("red", stock=7, track=0)
    assert worth(table, 11) == 0
    table.when.play("buy 2 bread", "end", "pass", "pass", "sell 1 wool")
    assert worth(table.given, 11) == 6


@rule("EDN-30", "SCORE-12")
def test_tile_12_counts_the_kinds_of_goods_in_stock() -> None:
    assert worth(scenario(), 12) == 0
    table = scenario().give("red", wool=3, grain=1, whisky=2)
    assert worth(table, 12) == 9
    assert worth(scenario(scoring12_glory=2).give("red", wool=3, grain=1, whisky=2), 12) == 6
    assert worth(table.give("red", milk=1, bread=1, cheese=1), 12) == 18


@rule("SCORE-12")
def test_tile_12_leaves_the_cellar_out() -> None:
    table = scenario(clans="mackenzie campbell stewart").cellar("red", 1)
    assert SCORING[2].count(table.state, RED) == 1
    assert worth(table, 12) == 0


@rule("EDN-31", "SCORE-13", "SCORE-R1", "SCORE-R3", "CASE-07")
@in_one_test(
    ("put", "glory"),
    [
        ("field B3,bakery A3,distillery B2", 6),
        ("field B3,bakery A3,distillery B2,bakery B4", 6),  # a field is in two pairs
        ("field B3,bakery A3,distillery B2,bakery B4,field A4", 9),
        ("cow B3,cheese_dairy A3", 3),
        ("cow B3,cheese_dairy A3,cheese_dairy B2", 3),  # a cow is in one
        ("cow B3,bakery A3", 0),
        ("field B3,cheese_dairy A3", 0),
        ("sheep B3,bakery A3,woodcutter B2", 0),
        ("field B2,bakery C2", 0),  # a river parts them
        ("bakery B3,field A3,field B2", 3),  # a bakery is in one
    ],
)
def test_tile_13_counts_pairs_along_the_chains(put: str, glory: int) -> None:
    assert worth(units(*put.split(",")), 13) == glory


@rule("SCORE-R5", "SCORE-13")
def test_tile_13_counts_units_that_share_a_space() -> None:
    assert worth(units("cow B3", "cheese_dairy B3"), 13) == 3


@rule("SCORE-14", "SCORE-R4", "SCORE-R5", "IND-DATA-08")
@in_one_test(
    ("put", "glory"),
    [
        ("sheep D4", 0),
        ("sheep D4,sheep E4", 3),  # both beside E5, and they need not be neighbours
        ("sheep D4,sheep I5", 3),
        ("sheep D4,sheep I5,cow F3", 3),
        ("sheep D4,sheep D4,sheep I5,cow F3", 6),
        ("sheep B2,sheep B3,sheep A3", 0),
        ("sheep B2,sheep C2,sheep D4", 0),
    ],
)
def test_tile_14_counts_every_two_units_by_the_central_loch(put: str, glory: int) -> None:
    assert worth(units(*put.split(",")), 14) == glory


@rule("EDN-31")
@rule("SCORE-14", "SCORE-15", "SCORE-R4")
def test_fishermen_count_by_the_central_loch_and_never_inland() -> None:
    table = scenario(clans="macdonald campbell stewart").put("red", "worker F5", "worker D7")
    assert worth(table, 14) == 0
    assert worth(table.put("red", "worker H4"), 14) == 3
    assert worth(table, 15) == 0


@rule("SCORE-15", "SCORE-R4", "SCORE-R5")
@in_one_test(
    ("put", "glory"),
    [
        ("sheep E3", 2),
        ("sheep E3,cow E3", 4),
        ("sheep D4", 0),  # beside the central loch
        ("sheep B2", 0),  # beside the loch on B1
        ("sheep C3", 0),  # beside the loch on C4
        ("sheep E3,woodcutter E2,field F2", 6),
    ],
)
def test_tile_15_counts_units_that_no_loch_is_adjacent_to(put: str, glory: int) -> None:
    assert worth(units(*put.split(",")), 15) == glory


@rule("SCORE-16", "SCORE-R5", "SCORE-R2", "IND-WORK-01")
@in_one_test(
    ("put", "glory"),
    [
        ("sheep A3", 3),
        ("sheep A3,sheep B2,sheep B3", 3),
        ("sheep A3,cow B2,bakery B3", 9),
        ("sheep A3,cow B2,bakery F2,field F3,distillery G3", 9),  # the best settlement alone
        ("woodcutter A3,miner B3", 3),  # all workers are of one type
        ("sheep A3,cow A3,woodcutter B3", 9),
    ],
)
def test_tile_16_counts_the_types_in_the_best_settlement(put: str, glory: int) -> None:
    assert worth(units(*put.split(",")), 16) == glory


def test_tile_16_counts_nothing_where_nothing_stands() -> None:
    table = scenario()
    assert worth(table, 16) == 0
    where = SCORING[16].where
    assert where is not None
    assert where(table.state, RED) == 0


@rule("IND-DOUBT-01", "SCORE-R1", "SCORE-R2", "IND-WORK-01")
@rule("SCORE-17", "SCORE-R5")
@in_one_test(
    ("put", "glory"),
    [
        ("sheep B2,sheep C2", 4),
        ("sheep B2,cow C2", 0),
        ("sheep A3,sheep B2", 0),  # no river parts them
        ("woodcutter B2,miner C2", 4),  # all workers are of one type
        ("sheep B2,sheep C2,sheep C3", 4),
        ("sheep B2,sheep C2,sheep C3,sheep D2", 8),
        ("sheep B2,cow B2,sheep C2,cow C2", 8),
        ("sheep B2,sheep B2", 0),
    ],
)
def test_tile_17_counts_disjoint_pairs_of_a_type_that_a_river_parts(put: str, glory: int) -> None:
    assert worth(units(*put.split(",")), 17) == glory


@rule("SCORE-18", "SCORE-R5", "IND-DUAL-03")
@in_one_test(
    ("put", "glory"),
    [
        ("sheep A3", 0),
        ("sheep A3,cow B2", 3),
        ("sheep A3,cow B2,bakery B3", 0),
        ("sheep A3,cow A3", 3),  # two on one space
        ("sheep A3,cow A3,bakery B3", 0),
        ("sheep A3,cow B2,bakery F2,field F3", 6),
        ("sheep B2,sheep C2", 0),  # a river parts them: two settlements of one
    ],
)
def test_tile_18_counts_settlements_of_exactly_two_units(put: str, glory: int) -> None:
    assert worth(units(*put.split(",")), 18) == glory


@rule("SCORE-R5", "SCORE-9", "IND-DUAL-04")
def test_of_two_units_on_a_space_the_tiles_of_the_base_game_count_each_but_the_space_once() -> None:
    table = units("sheep E3", "cow E3", "sheep C1", "cow C1")
    assert [SCORING[number].count(table.state, RED) for number in (3, 5, 9)] == [4, 2, 1]
    assert SCORING[4].count(units("woodcutter E3", "miner E3").state, RED) == 2


@rule("SCORE-G1")
def test_a_new_tile_is_scored_at_the_end_of_its_round() -> None:
    table = scenario().put("red", "sheep A3", "cow B2").put("blue", "sheep E3").scoring_tile(10)
    table.when.go_to("scoring").advance("scoring")
    assert [player.glory for player in table.state.players] == [4, 0, 0]


def test_a_pack_without_them_refuses_the_expansion() -> None:
    older = msgspec.structs.replace(PACK.content, scoring_tiles=tuple(range(1, 10)))
    with pytest.raises(engine.InvalidOptions) as caught:
        engine.decode_options({"expansions": ["new_scoring_tiles"]}, older)
    assert (caught.value.option, caught.value.rule) == ("expansions", "IND-SETUP-02")
