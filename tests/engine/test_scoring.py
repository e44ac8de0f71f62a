"""The nine scoring tiles and the scoring phase."""

import msgspec
import pytest

from games.engine.tiles import SCORING
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import COLOURS, RED, Part, drafted, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def scored(table: Part, tile: int) -> list[int]:
    """The Glory that each player gains by a tile, in the scoring phase itself."""
    before = [player.glory for player in table.state.players]
    table.given.scoring_tile(tile).when.go_to("scoring").advance("scoring")
    return [p.glory - was for p, was in zip(table.state.players, before, strict=True)]


@rule("SCORE-1", "BASE-11")
def test_tile_1_counts_basic_goods() -> None:
    table = scenario().give("red", wool=1, milk=2, grain=3, bread=9, cheese=9, whisky=9)
    assert scored(table.given.give("blue", milk=1), 1) == [6, 1, 0]


@rule("SCORE-2", "BASE-11")
@in_one_test(
    ("bread", "cheese", "whisky", "glory"),
    [(0, 0, 0, 0), (1, 0, 0, 0), (1, 1, 0, 3), (1, 1, 1, 3), (2, 1, 1, 6), (0, 0, 7, 9)],
)
def test_tile_2_counts_pairs_of_processed_goods(
    bread: int, cheese: int, whisky: int, glory: int
) -> None:
    table = scenario().give("red", bread=bread, cheese=cheese, whisky=whisky, wool=9)
    assert scored(table, 2) == [glory, 0, 0]


@rule("SCORE-3", "BASE-11")
@in_one_test(
    ("unit", "glory"),
    [
        ("sheep", 1),
        ("cow", 1),
        ("cheese_dairy", 1),
        ("bakery", 1),
        ("distillery", 1),
        ("field", 2),
        ("woodcutter", 0),
        ("miner", 0),
    ],
)
def test_tile_3_counts_what_produces_goods_and_fields_twice(unit: str, glory: int) -> None:
    table = scenario().put("red", f"{unit} D5").put("blue", f"{unit} D4", f"{unit} E4")
    assert scored(table, 3) == [glory, 2 * glory, 0]


@rule("SCORE-4", "DEF-45", "BASE-11")
def test_tile_4_counts_workers_of_either_column() -> None:
    table = scenario().put("red", "woodcutter E3", "miner F3", "sheep D5", "bakery D4")
    assert scored(table.given.put("blue", "woodcutter F2"), 4) == [4, 2, 0]


@rule("SCORE-5", "BASE-11")
@in_one_test(
    ("hexes", "glory"),
    [
        ("C1", 0),
        ("C1 E1", 3),
        ("C1 E1 M5", 3),
        ("C1 E1 M5 A4", 6),
        ("B1 B9", 3),  # the jagged rim belongs to the edge, above and below
        ("B2 C2 L2 E5", 0),
    ],
)
def test_tile_5_counts_pairs_on_the_edge_of_the_large_map(hexes: str, glory: int) -> None:
    table = scenario().put("red", *(f"sheep {hex_}" for hex_ in hexes.split()))
    assert scored(table, 5) == [glory, 0, 0]


@rule("SCORE-5", "DEF-08")
@in_one_test(
    ("hexes", "glory"),
    [("B2 C2", 3), ("B2 C3", 0), ("B2 C2 L4", 3), ("B2 C2 L4 G8", 6), ("C3 D3 E3 F3", 0)],
)
def test_tile_5_counts_pairs_beside_the_mist_of_the_small_map(hexes: str, glory: int) -> None:
    table = scenario(players=2).put("red", *(f"sheep {hex_}" for hex_ in hexes.split()))
    assert scored(table, 5) == [glory, 0]


@rule("SCORE-5a", "DEF-09")
def test_tile_5_counts_a_unit_on_a_loch_of_the_border() -> None:
    # With two players L3 lies beside the mist and K3 does not.
    table = scenario(players=2).put("red", "woodcutter L3", "sheep B2")
    assert scored(table.given.put("blue", "woodcutter K3", "sheep C2"), 5) == [3, 0]


@rule("SCORE-6", "FULFIL-16", "BASE-11")
def test_tile_6_counts_imports_of_fulfilled_contracts_without_hops() -> None:
    # 1: 2 cotton, 1 hops. 20: 4 tobacco, 5 hops. 9: 1 sugar cane, 5 hops. 23: 8 hops.
    table = scenario().fulfilled("red", 1, 20).fulfilled("blue", 9, 23).box("blue", 4)
    assert scored(table, 6) == [6, 1, 0]


@rule("SCORE-7", "FULFIL-16", "BASE-11")
def test_tile_7_counts_meat_of_fulfilled_contracts() -> None:
    # 46: a beef and a mutton. 4: 3 beef. 20: 3 mutton, still in its box.
    table = scenario().fulfilled("red", 46, 4).fulfilled("blue", 1).box("blue", 20)
    assert scored(table.given.put("black", "cow D5", "sheep D4"), 7) == [10, 0, 0]


@rule("SCORE-8", "BASE-11")
def test_tile_8_adds_shipping_hired_merchants_and_technology() -> None:
    table = scenario().shipping("red", 3).merchants("red", stock=4, track=3)
    table.given.technology("red", "miner").shipping("blue", 5).merchants("blue", stock=7, track=0)
    table.given.technology("blue", "miner", "woodcutter")
    assert scored(table, 8) == [3 + 2 + 1, 5 + 5 + 2, 0]


@rule("SCORE-8a", "UPG-07", "TC-43")
def test_tile_8_counts_free_places_on_the_track_wherever_the_merchants_are() -> None:
    table = scenario().port("M1", 4).put("red", "woodcutter M2")
    table.when.play("hire", "end", "pass", "pass", "buy 3 wool").then.expect(
        "red", stock=0, track=4
    )
    assert SCORING[8].value(table.state, RED) == 1
    table.when.play("port 4", "upgrade take_back buy wool").then.expect("red", stock=1, track=4)
    assert scored(table, 8) == [1, 0, 0]


@rule("SCORE-8", "SCORE-8a", "TC-27", "CLAN-STEWART-07", "CLAN-FERGUSSON-05")
def test_tile_8_includes_what_a_clan_starts_with() -> None:
    clans = ("stewart", "fergusson", "campbell", "robertson")
    assert scored(drafted(*clans).round(1), 8) == [4, 3, 0, 0]
    assert scored(drafted("fergusson", "cunningham").round(1), 8) == [2, 0]


@rule("SCORE-9", "BASE-11")
@in_one_test(("hex_", "glory"), [("K6", 0), ("C6", 0), ("E3", 2), ("J2", 2), ("M5", 2), ("M7", 2)])
def test_tile_9_counts_units_on_land_of_5_or_6(hex_: str, glory: int) -> None:
    table = scenario().put("red", f"miner {hex_}").put("blue", "sheep D5", "woodcutter C4")
    assert scored(table, 9) == [glory, 0, 0]


@rule("SCORE-9", "BONUS-04")
def test_tile_9_asks_for_the_printed_cost_not_for_what_was_paid() -> None:
    table = scenario().box("red", 1).give("red", wool=4).put("red", "miner E4")
    table.when.play("fulfil 1", "expand miner E3").then.expect("red", money=90)
    assert scored(table, 9) == [2, 0, 0]


@rule("SCORE-9", "BASE-11")
def test_tile_9_counts_a_space_once_however_many_units_share_it() -> None:
    table = scenario().put("red", "miner E3", "miner J2")
    units = table.state.players[RED].units
    units.append(msgspec.structs.replace(units[0], unit="sheep"))
    assert SCORING[9].value(table.state, RED) == 4


@rule("SCORE-G4")
def test_each_number_stands_for_its_tile() -> None:
    table = scenario(players=2).fulfilled("red", 4, 46).give("red", wool=20, bread=41)
    table.given.put(
        "red", "field M5", "sheep B2", "woodcutter C2", "miner B4", "miner B3", "miner E4"
    )
    table.given.shipping("red", 5).merchants("red", stock=7, track=0).technology("red", "miner")
    found = [SCORING[number].value(table.state, RED) for number in range(1, 10)]
    #  basic, pairs, producers, workers, border, imports, meat, upgrades, dear land
    assert found == [20, 60, 3, 8, 6, 6, 10, 11, 2]
    assert [SCORING[number].number for number in range(1, 19)] == sorted(SCORING)


@rule("SCORE-G1", "STATE-01", "STATE-02")
def test_round_k_scores_tile_k_once_for_every_player() -> None:
    table = scenario(players=4)
    table.state.scoring_tiles = [1, 4, 9, 3, 8]
    gains = []
    for number in range(1, 6):
        for colour in COLOURS:
            table.given.give(colour, wool=0, milk=0, grain=0)
        table.given.put("red", f"miner E{number}")
        table.given.give("blue", wool=3).when.all_pass().advance("production")
        before = [player.glory for player in table.state.players]
        table.when.advance("scoring")
        gains.append([p.glory - b for p, b in zip(table.state.players, before, strict=True)])
        table.when.advance("preparation" if number < 5 else "final_scoring")
    assert gains == [[0, 3, 0, 0], [4, 0, 0, 0], [2, 0, 0, 0], [0] * 4, [0] * 4]
    assert table.state.over


@rule("SCORE-G2", "STATE-01")
def test_what_production_leaves_is_counted() -> None:
    table = scenario().scoring_tile(1).put("red", "cow D5", "field D4", "bakery E4")
    table.given.put("blue", "sheep E3").when.all_pass().advance("production")
    table.then.expect("red", glory=0).when.play("produce 1 bread").advance("processing", "scoring")
    table.then.expect("red", glory=2, milk=1, grain=1, bread=1).expect("blue", glory=1)

    table = scenario().scoring_tile(2).put("red", "cheese_dairy D5").give("red", milk=1, bread=1)
    table.when.all_pass().advance("production").play("produce 1 cheese")
    table.when.advance("processing", "scoring").then.expect("red", glory=3)


@rule("SCORE-G3")
def test_a_result_may_be_zero_and_has_no_maximum() -> None:
    assert scored(scenario().give("red", wool=99, milk=99, grain=99), 1) == [297, 0, 0]
    assert scored(scenario().give("red", whisky=201), 2) == [300, 0, 0]
