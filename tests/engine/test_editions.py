"""Where editions and texts differ, and what is played by default. (DIFF, DOUBT)"""

import pytest

from games import engine
from games.engine.content.schema import StartTile
from games.engine.geometry.board import BIT
from games.engine.rules.final import final_sheets, ranks
from games.engine.rules.points import shared_points
from games.engine.state import ScoreSheet
from tests.rules import rule
from tests.scenario import Part, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def beside_sheep() -> Part:
    return scenario(players=3).put("red", "woodcutter F3").put("blue", "sheep H3", "sheep F2")


@rule("DIFF-01", "PROD-03", "PROD-04", "PROD-05", "PROD-07")
def test_income_goods_and_processing_add_up_in_one_production() -> None:
    table = scenario(players=3, money=0).put("red", "field G3", "bakery B2", "woodcutter A2")
    table.when.all_pass().advance("production").then.expect("red", money=20, grain=2)
    table.when.play("produce 1 bread").advance("processing").then.expect(
        "red", grain=1, bread=1, money=20
    )


@rule("DIFF-02", "NBR-09", "NBR-18")
def test_the_neighbourhood_limit_is_for_the_turn() -> None:
    table = beside_sheep().given.with_contract(6, free_space=2, bonus_upgrade=0).box("red", 6)
    table.given.give("red", wool=3).merchants("red", stock=7)
    table.when.play("fulfil 6", "expand cow G3", "neighbourhood 2 wool").then.expect("red", wool=2)
    table.when.play("expand woodcutter G2")
    table.then.refuses("neighbourhood 2 wool", "NBR-09", "neighbourhood_limit")
    table.when.play("neighbourhood 1 wool").then.expect("red", wool=3)


@rule("DIFF-03", "NBR-07", "CLAN-STEWART-05")
def test_the_neighbourhood_bonus_is_an_extra_trade() -> None:
    table = scenario(players=3, clans="stewart").put("red", "woodcutter F3")
    table.given.put("blue", "sheep H3").merchants("red", stock=5).price("wool", 4)
    table.when.play("expand cow G3", "neighbourhood 2 wool")
    table.then.expect("red", money=100 - 10 + 1 - 4, stock=3, buying=[2, 0, 0, 0, 0, 0])


@rule("DIFF-04", "NBR-02", "NBR-04")
def test_workers_and_own_units_give_nothing_to_buy() -> None:
    table = scenario(players=3).put("red", "woodcutter F3", "sheep F2").put("blue", "miner H2")
    table.when.play("expand cow G3").then.expect_decision("end_turn", "red")
    table = scenario(players=3).put("red", "woodcutter F3").put("blue", "field H2")
    table.when.play("expand cow G3").then.expect_decision("deployment_bonuses", "red")


@rule("DIFF-08", "PORT-G08", "PORT-G01")
def test_the_reach_to_a_port_counts_when_it_is_used() -> None:
    table = scenario(players=3).port("A1", 5).box("red", 3).put("red", "cow A2", "cow B4")
    assert table.can("port 5")
    table.when.play("fulfil 3 slaughter cow A2 cow B4").then.refuses("port 5", "PORT-G01")
    table = scenario(players=3).port("A1", 5).put("red", "cow B2")
    table.then.refuses("port 5", "PORT-G01").when.play("expand woodcutter A2", "port 5")


@rule("DIFF-13", "DOUBT-16", "PORT-3")
def test_port_3_gives_two_processed_goods() -> None:
    table = scenario(players=3).port("A1", 3).put("red", "woodcutter A2").give("red", bread=1)
    table.then.refuses("port 3 discard 1 bread gain 3 whisky", "PORT-3", "gain_exactly")
    table.then.refuses("port 3 discard 1 bread gain 1 whisky", "PORT-3", "gain_exactly")
    table.when.play("port 3 discard 1 bread gain 2 whisky").then.expect("red", bread=0, whisky=2)


@rule("DIFF-14", "PORT-8", "PORT-8a")
def test_port_8_looks_for_an_empty_box() -> None:
    table = scenario(players=3).port("A1", 8).put("red", "woodcutter A2").box("red", 5)
    table.when.play("port 8").then.expect_decision("main_action", "red").expect("red", money=105)
    table = scenario(players=3).port("A1", 8).put("red", "woodcutter A2")
    table.when.play("port 8").then.expect_decision("building_bonus", "red")


def scored(tile: int, *units: str, fulfilled: tuple[int, ...] = ()) -> int:
    table = scenario(players=3).put("red", *units).fulfilled("red", *fulfilled).scoring_tile(tile)
    return table.when.all_pass().advance("production", "scoring").state.players[0].glory


@rule("DIFF-16", "DOUBT-16", "SCORE-5")
def test_two_border_units_are_3_glory_and_not_6() -> None:
    assert scored(5, "woodcutter A2") == 0
    assert scored(5, "woodcutter A2", "miner M4") == 3
    assert scored(5, "woodcutter A2", "miner M4", "woodcutter A8") == 3
    assert scored(5, "woodcutter A2", "miner M4", "woodcutter A8", "sheep B9", "sheep G3") == 6


@rule("DIFF-17", "DOUBT-16", "SCORE-7")
def test_meat_is_2_glory_each() -> None:
    assert scored(7, fulfilled=(3,)) == 4
    assert scored(7, fulfilled=(3, 49)) == 6
    assert scored(7, fulfilled=(1,)) == 0


@rule("DIFF-33", "FULFIL-09", "BUILD-06", "TC-08")
def test_the_box_is_free_before_the_gains_of_its_contract() -> None:
    table = beside_sheep().given.box("red", 1).give("red", wool=4).pile(41, 42, 43, 44)
    table.given.put("red", "bakery A5", "bakery B2", "bakery B4")
    table.when.play("fulfil 1", "expand bakery G3", "draw", "keep 42").then.expect(
        "red", contracts=[42]
    )


@rule("DOUBT-03", "DEF-26")
def test_the_water_of_a_port_can_be_crossed() -> None:
    table = scenario(players=2).put("red", "sheep J8").shipping("red", 1)
    assert [port.hex for port in table.state.ports if port.hex == "K8"]
    assert all(BIT[port.hex] & table.state.board.loch for port in table.state.ports)
    table.then.refuses("expand woodcutter L7", "DEF-28", "out_of_reach")
    table.given.shipping("red", 2).when.play("expand woodcutter L7")


@rule("DOUBT-09", "FULFIL-12", "DATA-12")
def test_no_contract_lets_a_counter_pass_two_marks() -> None:
    content = engine.packs.builtin().content
    assert max(max(contract.imports) for contract in content.contracts.values()) == 4
    assert content.import_mark_every == 5
    table = scenario(players=3, money=0).imports(cotton=4).box("red", 10).give("red", cheese=4)
    table.given.with_contract(10, bonus_upgrade=0, money=0).when.play("fulfil 10").then.expect(
        "red", money=1
    )


def sheet(total: int, leftover: int) -> ScoreSheet:
    lines = dict.fromkeys((line.name for line in engine.score_lines()), 0)
    return ScoreSheet.of_lines(
        engine.Seat(0),
        {**lines, "glory": total},
        leftover_money=leftover,
        contracts_fulfilled=0,
        settlements_connected=0,
    )


@rule("DOUBT-10", "TC-29", "FINAL-21", "FINAL-22", "FINAL-04")
def test_ties_go_by_the_money_that_brought_no_point() -> None:
    table = scenario(players=3, money=0).give("red", money=47).give("blue", money=53)
    sheets = final_sheets(table.state)
    assert [(s.money, s.leftover_money) for s in sheets[:2]] == [(4, 7), (5, 3)]
    assert ranks([sheet(100, 3), sheet(100, 7), sheet(101, 0)]) == [3, 2, 1]
    assert ranks([sheet(100, 7), sheet(100, 7), sheet(90, 9)]) == [1, 1, 3]


@rule("DOUBT-11", "DATA-09", "DATA-11")
def test_slots_and_passing_bonuses_and_which_of_them_are_house_values() -> None:
    content = engine.packs.builtin().content
    assert (content.large_slots, content.large_passing) == ((7, 8), (16, 14, 12, 10))
    assert content.small_passing == (16, 13)
    sources = [content.sources[g] for g in ("large_slots", "large_passing", "small_passing")]
    assert sources == ["house", "known", "house"]


@rule("DOUBT-14", "FINAL-13")
def test_a_place_can_be_taken_with_nothing() -> None:
    assert shared_points([3, 0, 0], (12, 6)) == [12, 3, 3]
    table = scenario(players=3).fulfilled("red", 1)
    assert [s.exports for s in final_sheets(table.state)] == [12, 3, 3]


@rule("DOUBT-15", "DATA-13")
def test_start_tiles_of_the_base_game_show_money_and_goods_only() -> None:
    assert StartTile.__struct_fields__ == ("id", "money", "goods", "merchants")
    content = engine.packs.builtin().content
    base = [one for n, one in content.start_tiles.items() if n not in content.new_start_tiles]
    assert (len(base), {tile.merchants for tile in base}) == (9, {0})


@rule("DATA-21", "FINAL-04", "FINAL-05", "FINAL-06")
def test_what_is_left_at_the_end_is_worth_the_published_points() -> None:
    table = scenario(players=3).give("red", money=39, wool=2, milk=1, whisky=3)
    table.given.fulfilled("red", 23)
    score = final_sheets(table.state)[0]
    assert (score.money, score.basic_goods, score.processed_goods, score.hops) == (3, 3, 6, 8)
    assert score.total == 3 + 3 + 6 + 8 + score.exports + score.settlements
