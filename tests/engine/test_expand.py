"""Expanding and workers. (EXPAND, WORKER)"""

import pytest

from games.engine import effects as fx
from games.engine.terms import COLUMNS, Hex
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Part, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def columns_for(table: Part, hex_: str) -> set[str]:
    """The columns from which a unit may go to a space now."""
    return {line.split()[1] for line in table.legal("expand") if line.endswith(hex_)}


def spaces(table: Part) -> set[str]:
    """The spaces to which any unit may go now."""
    return {line.split()[2] for line in table.legal("expand")}


@rule("EXPAND-01")
@in_one_test("column", COLUMNS)
def test_one_unit_of_one_column_comes_onto_the_map(column: str) -> None:
    table = scenario().put("red", "sheep M4").when.play(f"expand {column} M5")
    unit = "worker" if column in ("woodcutter", "miner") else column
    table.then.expect("red", units=sorted(["sheep M4", f"{unit} M5"])).expect_decision("end_turn")


@rule("EXPAND-04", "EX-22", "DATA-04")
@in_one_test(
    ("column", "cost"),
    [
        *(("woodcutter", 6), ("miner", 10), ("sheep", 8), ("cow", 9)),
        *(("field", 18), ("bakery", 8), ("distillery", 10), ("cheese_dairy", 12)),
    ],
)
def test_unit_and_land_are_paid_together(column: str, cost: int) -> None:
    table = scenario(money=cost + 5).put("red", "sheep M4")
    table.then.refuses(f"expand {column} M5", "EXPAND-04", "not_enough_money")
    table.given.give("red", money=cost + 6).when.play(f"expand {column} M5").then.expect(
        "red", money=0
    )


@rule("EXPAND-03", "EX-01", "WORKER-01", "CASE-B02")
def test_on_forest_and_mountain_the_player_picks_the_column() -> None:
    for column, left in (("woodcutter", 88), ("miner", 84)):
        table = scenario().put("red", "sheep M4")
        table.when.play(f"expand {column} M5").then.expect("red", money=left)


@rule("EXPAND-03", "EX-26", "DEF-32")
def test_every_unit_needs_its_terrain() -> None:
    table = scenario().put("red", "sheep C5", "cow F3", "field E3", "cow D3")
    grass = {"sheep", "cow", "field", "bakery", "distillery", "cheese_dairy"}
    assert columns_for(table, "D4") == grass
    assert columns_for(table, "F2") == {"woodcutter"}
    assert columns_for(table, "D2") == {"miner"}
    assert columns_for(table, "E2") == {"woodcutter", "miner"}
    assert columns_for(table, "C6") == set(COLUMNS)
    table.then.refuses("expand sheep F2", "EXPAND-03").refuses("expand miner F2", "EXPAND-03")
    table.then.refuses("expand woodcutter D2", "EXPAND-03").refuses("expand field E2", "EXPAND-03")
    table.then.refuses("expand woodcutter E5", "EXPAND-03")


@rule("EXPAND-02", "DEF-12", "DEF-13")
def test_an_occupied_space_is_closed_whoever_stands_there() -> None:
    table = scenario().put("red", "sheep J4", "cow J5").put("blue", "sheep I4")
    table.then.refuses("expand bakery I4", "EXPAND-02", "not_empty")
    table.then.refuses("expand bakery J5", "EXPAND-02", "not_empty")
    assert table.can("expand bakery I5")


@rule("EXPAND-02", "SHIP-06", "EX-04", "DEF-28", "DEF-23")
def test_without_shipping_only_neighbouring_spaces_are_in_range() -> None:
    table = scenario(players=2).put("red", "sheep I4").put("blue", "cow H7")
    assert spaces(table) == {"I3", "I5", "J3", "J4"}
    table.then.refuses("expand sheep H3", "DEF-28", "out_of_reach")
    table.then.refuses("expand bakery J5", "DEF-28", "out_of_reach")


@rule("SHIP-03", "EX-04", "DEF-21")
def test_each_level_adds_its_spaces() -> None:
    table = scenario(players=2).put("red", "sheep I4").shipping("red", 1)
    assert spaces(table) == {"I3", "I5", "J3", "J4", "H3"}
    table = scenario(players=2).put("red", "sheep I5").shipping("red", 1)
    assert spaces(table) == {"I4", "I6", "J4", "J5"}
    assert spaces(table.given.shipping("red", 2)) == {"I4", "I6", "J4", "J5", "H3", "H6"}
    assert "G3" in spaces(table.given.shipping("red", 3))


@rule("SHIP-03", "TC-23", "DEF-21")
def test_two_lochs_need_two_loch_shipping() -> None:
    table = scenario(players=2).put("red", "sheep I4").shipping("red", 2)
    table.then.refuses("expand sheep H6", "DEF-28").given.shipping("red", 3)
    assert table.can("expand sheep H6")


@rule("TC-22", "DEF-22")
@in_one_test("level", range(6))
def test_river_and_lochs_are_not_crossed_in_one_reach(level: int) -> None:
    # A river parts the sheep from E4; E4 touches the loch E5, beyond which D5 lies.
    table = scenario(players=2).put("red", "sheep D3").shipping("red", level)
    assert table.can("expand sheep E4") == (level >= 1)
    table.then.refuses("expand sheep D5", "DEF-28")


@rule("EXPAND-05")
def test_an_empty_column_gives_nothing() -> None:
    table = scenario().put(
        "red", "sheep E3", *(f"woodcutter {h}" for h in ("A2", "A4", "B3", "B4"))
    )
    table.then.refuses("expand woodcutter F2", "EXPAND-05", "column_empty")
    assert columns_for(table, "F2") == set()
    assert columns_for(table, "E2") == {"miner"}


@rule("EXPAND-05")
def test_without_miners_left_mountains_are_closed() -> None:
    table = scenario().put("red", "sheep E2", *(f"miner {h}" for h in ("A3", "A6", "A7", "B5")))
    table.then.refuses("expand miner D2", "EXPAND-05", "column_empty")
    assert columns_for(table, "D2") == set()
    assert columns_for(table, "E3") >= {"woodcutter", "sheep"}


@rule("EXPAND-05", "DEF-30")
def test_there_are_four_units_in_a_column() -> None:
    table = scenario().put("red", "cow J3", "cow J4", "cow K4").put("red", "sheep J5")
    table.when.play("expand cow I4", "end", "pass", "pass")
    table.then.refuses("expand cow I5", "EXPAND-05", "column_empty")


@rule("EXPAND-06", "CLAN-CAMPBELL-01")
def test_campbells_discount_leaves_the_land_to_pay() -> None:
    table = scenario(clans="campbell").put("red", "sheep M4").when.play("expand bakery M5")
    table.then.expect("red", money=100 - (8 - 3) - 6)


@rule("EXPAND-06", "CLAN-ROBERTSON-01", "EX-12")
def test_robertsons_discount_is_on_the_whole_price() -> None:
    table = (
        scenario(players=4, clans="robertson").put("red", "sheep C5").when.play("expand bakery D4")
    )
    table.then.expect("red", money=94)


@rule("EXPAND-06", "TC-42")
def test_a_price_never_falls_below_nothing() -> None:
    table = scenario(clans="robertson", money=0).put("red", "sheep C5")
    cheap = {**table.state.content.unit_costs, "sheep": 1}
    table.given.values(unit_costs=cheap).when.play("expand sheep D4").then.expect("red", money=0)


@rule("EXPAND-06", "TC-42")
def test_land_makes_up_for_a_discount_that_exceeds_the_unit() -> None:
    table = scenario(clans="campbell").put("red", "sheep M4")
    cheap = {**table.state.content.unit_costs, "bakery": 1}
    table.given.values(unit_costs=cheap).when.play("expand bakery M5").then.expect(
        "red", money=100 - (1 - 3) - 6
    )


@rule("EXPAND-07", "FULFIL-08", "FULFIL-04")
def test_a_space_vacated_by_slaughter_is_open_in_the_same_turn() -> None:
    table = scenario().box("red", 14).give("red", wool=1).put("red", "sheep J3", "cow J4")
    table.when.play("fulfil 14 slaughter sheep J3").then.expect_decision("free_space")
    table.when.play("expand sheep J3").then.expect("red", units=["cow J4", "sheep J3"], money=92)


@rule("EXPAND-08")
def test_without_units_there_is_nowhere_to_go() -> None:
    table = scenario().put("blue", "sheep J4").shipping("red", 5)
    assert table.legal("expand") == []
    table.then.refuses("expand sheep J3", "DEF-28")


@rule("EXPAND-08", "BONUS-05")
def test_slaughtering_the_last_unit_forfeits_the_free_space() -> None:
    table = scenario().box("red", 14).give("red", wool=1).put("red", "sheep J3")
    table.when.play("fulfil 14 slaughter sheep J3").then.expect_decision("end_turn")


@rule("EXPAND-09", "STATE-33")
def test_bonuses_open_when_the_unit_is_paid_and_stands() -> None:
    table = scenario(money=9).put("red", "bakery J4", "bakery J5", "bakery K4")
    table.given.put("blue", "sheep J3")
    table.then.refuses("expand bakery I4", "EXPAND-04")
    table.then.refuses("neighbourhood 1 wool", "STATE-22").refuses("draw", "STATE-22")
    table.given.give("red", money=10).when.play("expand bakery I4").then.expect_decision(
        "deployment_bonuses"
    )
    table.then.expect("red", money=0)
    assert [p.hex for p in table.pieces("red")] == ["J4", "J5", "K4", "I4"]


def window() -> Part:
    """Red has deployed a fourth bakery beside a sheep of blue's."""
    table = scenario().put("red", "bakery J4", "bakery J5", "bakery K4").put("blue", "sheep J3")
    return table.when.play("expand bakery I4")


@rule("EXPAND-10", "STATE-34")
def test_purchase_and_building_bonus_come_in_either_order() -> None:
    for lines in (
        ("neighbourhood 1 wool", "draw", "keep"),
        ("draw", "keep", "neighbourhood 1 wool"),
    ):
        table = window().when.play(*lines).then.expect("red", wool=1).expect_decision("end_turn")
        assert table.state.pile_tail


@rule("EXPAND-10", "NBR-13")
def test_both_lapse_when_the_action_is_over() -> None:
    table = (
        window().when.play("skip").then.expect_decision("end_turn").expect("red", money=90, wool=0)
    )
    table.then.refuses("neighbourhood 1 wool", "STATE-22").refuses("draw", "STATE-22")


@rule("EXPAND-11")
def test_range_follows_the_units_and_the_level_of_the_moment() -> None:
    table = scenario(players=2).put("red", "sheep I4")
    table.then.refuses("expand cow H3", "DEF-28").refuses("expand cow J5", "DEF-28")
    table.when.play("shipping", "end", "pass").play("expand cow H3", "end")
    table.when.play("expand cow J4", "end")
    assert table.can("expand cow J5")
    fx.Withdrawn(RED, "cow", Hex("J4")).apply(table.state)
    table.then.refuses("expand cow J5", "DEF-28")


@rule("EXPAND-11", "UPG-06", "BONUS-11")
def test_an_earlier_bonus_of_the_contract_widens_the_range() -> None:
    table = scenario(players=2).with_contract(7, bonus_upgrade=1).box("red", 7)
    table.given.give("red", bread=2).put("red", "sheep I4").when.play("fulfil 7")
    table.when.play("bonus bonus_upgrade", "upgrade shipping").then.expect_decision("free_space")
    table.when.play("expand cow H3").then.expect("red", shipping=1, units=["cow H3", "sheep I4"])


@rule("EXPAND-12", "P2-02", "DEF-06")
def test_land_in_the_mist_is_closed_to_two_players() -> None:
    table = scenario(players=2).put("red", "sheep F2", "sheep B3").shipping("red", 5)
    table.then.refuses("expand miner F1", "EXPAND-12", "not_on_the_map")
    assert not {"F1", "C1", "A3", "E1", "G1"} & spaces(table)
    assert scenario(players=3).put("red", "sheep F2").can("expand miner F1")


@rule("EXPAND-12", "DEF-11")
@pytest.mark.parametrize(("players", "port", "beside"), [(2, "L3", "L4"), (3, "A1", "A2")])
def test_no_ordinary_unit_goes_to_a_port_space(players: int, port: str, beside: str) -> None:
    table = scenario(players=players).port(port, 5).put("red", f"sheep {beside}")
    assert port not in spaces(table)
    for column in COLUMNS:
        table.then.refuses(f"expand {column} {port}", "EXPAND-03")


@rule("WORKER-01", "WORKER-02", "PROD-03")
def test_a_worker_earns_what_his_column_earns_wherever_he_stands() -> None:
    table = scenario(players=2, money=100).put("red", "sheep E3").put("blue", "sheep K4")
    table.when.play("expand woodcutter E2", "end", "expand miner K5", "end", "pass", "pass")
    table.when.advance("production", "scoring")
    table.then.expect("red", money=100 - 6 - 4 + 16 + 4, units=["sheep E3", "worker E2"])
    table.then.expect("blue", money=100 - 10 - 3 + 13 + 6, units=["sheep K4", "worker K5"])


@rule("WORKER-02")
def test_only_the_number_gone_from_each_column_is_kept() -> None:
    table = scenario().put("red", "sheep E3").when.play("expand miner E2")
    table.then.expect("red", workers_out=[0, 1], units=["sheep E3", "worker E2"])
