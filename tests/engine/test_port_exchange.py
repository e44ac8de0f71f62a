"""Port tile 7: units of the map for units of the player board."""

import pytest

from games import engine
from games.engine import effects as fx
from games.engine.decisions import DeploymentBonusesDecision, KeepContractsDecision
from games.engine.terms import Hex
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Part, scenario

pytestmark = pytest.mark.engine


def at_port(
    *units: str, clans: str = "", money: int = 0, players: int = 3, **switches: object
) -> Part:
    """Red's units stand, and one more beside tile 7; the other tiles are out of reach."""
    table = scenario(players=players, clans=clans, money=money, **switches)
    table.given.port("M1", 7).port("A1", 2).port("M9", 5).port("A9", 8)
    worker = "worker M2" if clans.startswith("macdonald") else "woodcutter M2"
    return table.given.put("red", *units, worker)


def board(table: Part) -> dict[str, int]:
    """What stands on red's board, by column."""
    return engine.view(table.state, None).players[RED].board


# --- what is exchanged ---------------------------------------------------------------------------


@rule("PORT-7", "PORT-7f", "PORT-7j", "CMD-20", "PORT-G10", "BASE-10")
def test_two_units_anywhere_give_way_to_two_of_the_board_for_nothing() -> None:
    table = at_port("cow D5", "bakery I4", "field D4")
    table.when.play("port 7 exchange cow D5 sheep bakery I4 distillery").then.expect("red", money=0)
    table.then.expect("red", units=["distillery I4", "field D4", "sheep D5", "worker M2"])
    table.then.expect("red", goods=[0] * 6, stock=2).expect_used(7, "red")
    table.then.expect_decision("main_action", "red")
    full = dict.fromkeys(board(table), 4)
    assert board(table) == {**full, "field": 3, "sheep": 3, "distillery": 3, "woodcutter": 3}


@rule("PORT-7f")
def test_units_sent_home_can_be_deployed_again_at_their_price() -> None:
    cows = [f"cow {place}" for place in ("D5", "I4", "J4", "J5")]
    table = at_port(*cows, money=100).then.refuses("expand cow K4", "EXPAND-05", "column_empty")
    table.when.play("port 7 exchange cow D5 sheep cow I4 bakery", "expand cow K4")
    table.then.expect("red", money=100 - 9 - 2)


@rule("PORT-7f")
@in_one_test("clan", ["campbell", "robertson", "stewart"])
def test_no_clan_pays_or_gains_by_an_exchange(clan: str) -> None:
    # B2 and C2 are river deltas.
    table = at_port("cow B2", "bakery C2", clans=clan, money=1)
    table.when.play("port 7 exchange cow B2 cheese_dairy bakery C2 distillery").then.expect(
        "red", money=1
    )


@rule("PORT-7", "PORT-G07", "BASE-10")
def test_fields_are_neither_taken_nor_brought() -> None:
    table = at_port("cow D5", "field I4", "bakery D4")
    table.then.refuses("port 7 exchange cow D5 sheep field I4 sheep", "PORT-7", "no_fields")
    table.then.refuses("port 7 exchange cow D5 sheep bakery D4 field", "PORT-7", "no_fields")
    assert table.legal("use_port")
    assert not [line for line in table.legal("use_port") if "field" in line]


@rule("PORT-7")
def test_only_own_units_of_the_map_are_exchanged_each_once() -> None:
    table = at_port("cow D5", "bakery I4").given.put("blue", "cow D4")
    for line in ("cow D4 sheep bakery I4 sheep", "bakery D5 sheep bakery I4 sheep"):
        table.then.refuses(f"port 7 exchange {line}", "PORT-7", "no_such_unit")
    table.then.refuses("port 7 exchange cow D5 sheep cow D5 distillery", "PORT-7", "no_such_unit")
    table.then.refuses("port 7 exchange cow D5 sheep cow J5 distillery", "PORT-7", "no_such_unit")


@rule("PORT-7a", "DIFF-11", "PORT-G07")
def test_it_is_two_for_two() -> None:
    table = at_port("cow D5", "bakery I4", "sheep D4")
    for line in ("port 7", "port 7 exchange cow D5 distillery"):
        table.then.refuses(line, "PORT-7a", "wrong_number_of_units")
    with pytest.raises(engine.MalformedMove):
        engine.parse("port 7 exchange cow D5 distillery bakery I4 sheep sheep D4 distillery")
    assert {line.count(" cow ") + line.count("I4") for line in table.legal("use_port")} >= {1, 2}
    for alone in ("cow D5", "cow D5 field I4", "woodcutter A2"):
        table = at_port(*([alone] if " field" not in alone else ["cow D5", "field I4"]))
        assert table.legal("use_port") == [], alone


@rule("PORT-7b", "DEF-32")
def test_a_new_unit_has_to_fit_the_terrain() -> None:
    # D5 is grassland, H2 forest and mountain, J4 grassland and forest.
    table = at_port("cow D5", "bakery J4", "miner H2")
    code = "wrong_terrain"
    table.then.refuses("port 7 exchange cow D5 woodcutter bakery J4 sheep", "PORT-7b", code)
    table.then.refuses("port 7 exchange bakery J4 miner cow D5 sheep", "PORT-7b", code)
    table.then.refuses("port 7 exchange worker H2 sheep cow D5 sheep", "PORT-7b", code)
    table.when.play("port 7 exchange bakery J4 woodcutter cow D5 sheep")
    table.then.expect("red", units=["sheep D5", "worker H2", "worker J4", "worker M2"])
    table.then.expect("red", workers_out=[2, 1])


@rule("PORT-7b")
def test_the_player_says_which_unit_goes_where() -> None:
    table = at_port("cow D5", "cow I4")
    assert table.can("port 7 exchange cow D5 bakery cow I4 sheep")
    assert table.can("port 7 exchange cow D5 sheep cow I4 bakery")
    columns = ("sheep", "bakery", "distillery", "cheese_dairy")
    offered = {
        f"port 7 exchange cow D5 {one} cow I4 {other}" for one in columns for other in columns
    }
    assert set(table.legal("use_port")) == offered


@rule("PORT-7c", "PORT-7d", "TC-18", "DOUBT-06", "DIFF-11")
def test_the_new_units_are_of_other_kinds_than_both_old_ones() -> None:
    table = at_port("bakery D5", "cow J4", "woodcutter C6")
    code = "kinds_alike"
    table.then.refuses("port 7 exchange bakery D5 cow cow J4 bakery", "PORT-7c", code)
    table.then.refuses("port 7 exchange bakery D5 sheep cow J4 bakery", "PORT-7c", code)
    table.then.refuses("port 7 exchange bakery D5 bakery cow J4 sheep", "PORT-7c", code)
    assert table.can("port 7 exchange bakery D5 sheep cow J4 distillery")
    assert table.can("port 7 exchange bakery D5 sheep cow J4 sheep")
    table.then.refuses("port 7 exchange worker C6 miner cow J4 sheep", "PORT-7c", code)
    table.then.refuses("port 7 exchange worker C6 sheep cow J4 woodcutter", "PORT-7c", code)


@rule("PORT-7d")
@in_one_test(
    ("unit", "new"),
    [
        *(("sheep", "cow"), ("cow", "cheese_dairy"), ("cheese_dairy", "bakery")),
        *(("bakery", "distillery"), ("distillery", "sheep"), ("woodcutter", "sheep")),
    ],
)
def test_each_kind_differs_from_each_other(unit: str, new: str) -> None:
    table = at_port(f"{unit} C6", f"{unit} D8")
    old = "worker" if unit == "woodcutter" else unit
    line = f"port 7 exchange {old} C6 {new} {old} D8 {new}"
    table.when.play(line).then.expect("red", units=[f"{new} C6", f"{new} D8", "worker M2"])


@rule("PORT-7e")
def test_new_units_are_on_the_board_before() -> None:
    sheep = ["sheep B2", "sheep C2", "sheep B8"]
    table = at_port("cow D5", "bakery I4", *sheep)
    line = "port 7 exchange cow D5 sheep bakery I4 sheep"
    table.then.refuses(line, "PORT-7e", "not_on_your_board")
    assert table.can("port 7 exchange cow D5 sheep bakery I4 distillery")
    table.given.put("red", "sheep C8")
    line = "port 7 exchange cow D5 sheep bakery I4 distillery"
    table.then.refuses(line, "PORT-7e", "not_on_your_board")


@rule("PORT-7j", "PORT-G01")
def test_only_the_tile_has_to_be_in_reach() -> None:
    line = "port 7 exchange cow D5 sheep bakery I4 sheep"
    table = at_port("cow D5", "bakery I4").when.play(line).then.expect_used(7, "red")
    table = at_port("cow D5", "bakery I4").given.port("A9", 7)
    table.then.refuses(line, "PORT-G01", "port_out_of_reach")


@rule("PORT-7j", "PORT-G03")
def test_range_stays_and_the_tile_is_used_once() -> None:
    table = at_port("cow D5", "bakery I4", money=100)
    before = table.state.position.reach(RED)
    table.when.play("port 7 exchange cow D5 sheep bakery I4 sheep")
    assert table.state.position.reach(RED) == before
    line = "port 7 exchange sheep D5 cow sheep I4 cow"
    table.then.refuses(line, "PORT-G03", "port_used")


@rule("PORT-7")
def test_tile_7_takes_no_goods_and_other_tiles_no_units() -> None:
    table = at_port("cow D5", "bakery I4", "woodcutter A2").given.give("red", wool=1)
    units = "exchange cow D5 sheep bakery I4 sheep"
    table.then.refuses("port 7 discard 1 wool gain 3 wool", "PORT-7", "wrong_details")
    line = f"port 7 discard 1 wool gain 3 wool {units}"
    table.then.refuses(line, "PORT-7", "wrong_details")
    table.then.refuses(f"port 2 discard 1 wool gain 3 wool {units}", "PORT-2", "wrong_details")
    table.given.port("A1", 4).then.refuses(f"port 4 {units}", "PORT-4", "nothing_to_choose")


# --- fishermen -----------------------------------------------------------------------------------


@rule("IND-WORK-05")
@rule("PORT-7i")
def test_fishermen_stay_and_workers_on_land_do_not() -> None:
    table = at_port("worker F5", "worker C6", "cow D5", clans="macdonald")
    line = "port 7 exchange worker F5 worker cow D5 sheep"
    table.then.refuses(line, "PORT-7i", "fisherman_stays")
    table.then.refuses("port 7 exchange worker F5 sheep cow D5 sheep", "PORT-7i", "fisherman_stays")
    assert not [line for line in table.legal("use_port") if "F5" in line]
    table.when.play("port 7 exchange worker C6 bakery cow D5 sheep")
    assert fx.WorkerReturned(RED, "worker", Hex("C6")) in table.events[-1].effects
    table.then.expect("red", workers_out=[2, 0])
    table.then.expect("red", units=["bakery C6", "sheep D5", "worker F5", "worker M2"])


@rule("PORT-7i", "PORT-7b")
def test_a_worker_of_the_pool_comes_to_forest_or_mountain() -> None:
    table = at_port("cow J4", "bakery C5", "sheep D5", clans="macdonald")
    line = "port 7 exchange cow J4 worker sheep D5 worker"
    table.then.refuses(line, "PORT-7b", "wrong_terrain")
    line = "port 7 exchange cow J4 woodcutter bakery C5 sheep"
    table.then.refuses(line, "PORT-7e", "no_such_column")
    table.when.play("port 7 exchange cow J4 worker bakery C5 worker")
    table.then.expect("red", workers_out=[3, 0])


@rule("PORT-7i", "OPT-15")
def test_fishermen_stay_where_kinds_may_be_the_same_too() -> None:
    table = at_port("worker F5", "cow D5", clans="macdonald", port7_different=False)
    line = "port 7 exchange worker F5 worker cow D5 sheep"
    table.then.refuses(line, "PORT-7i", "fisherman_stays")


# --- what it opens -------------------------------------------------------------------------------


@rule("EDN-41")
@rule("PORT-7g", "DIFF-09", "NBR-14", "NBR-12", "FLOW-15", "STATE-40")
def test_one_window_opens_for_the_neighbours_of_both() -> None:
    table = at_port("cow D5", "cow J4", money=100).given.merchants("red", stock=7)
    table.given.put("blue", "bakery D4", "distillery I4", "cow H3", "bakery J5")
    table.when.play("port 7 exchange cow D5 sheep cow J4 distillery")
    decision = table.then.expect_decision("deployment_bonuses", "red").decision()
    assert isinstance(decision, DeploymentBonusesDecision)
    assert (decision.goods, decision.building) == (["bread", "whisky"], False)
    table.when.play("neighbourhood 2 whisky")
    table.then.refuses("neighbourhood 1 whisky", "NBR-01", "no_such_neighbour")
    table.when.play("neighbourhood 3 bread").then.expect("red", whisky=2, bread=3, stock=2)
    table.then.expect_decision("main_action", "red")


@rule("PORT-7g", "STATE-40", "STATE-23")
def test_after_the_main_action_the_window_leads_back_to_the_end_of_the_turn() -> None:
    table = at_port("cow D5", "cow J4", money=100).given.put("blue", "bakery D4").when.play("hire")
    table.when.play("port 7 exchange cow D5 sheep cow J4 distillery", "skip")
    table.then.expect_decision("end_turn", "red").expect("red", bread=0)


@rule("IND-DEP-06", "EDN-40")
@rule("TC-06", "NBR-09", "NBR-18", "PORT-7g")
def test_the_limit_is_shared_with_an_expansion_of_the_same_turn() -> None:
    table = at_port("cow D5", "cow J4", money=100).given.merchants("red", stock=7)
    table.given.put("blue", "sheep D4").when.play("port 7 exchange cow D5 bakery cow J4 bakery")
    table.when.play("neighbourhood 2 wool", "expand cow C5")
    table.then.refuses("neighbourhood 2 wool", "NBR-09", "neighbourhood_limit")
    assert table.legal("neighbourhood_buy") == ["neighbourhood 1 wool"]
    table.when.play("neighbourhood 1 wool").then.expect("red", wool=3)


@rule("PORT-7h", "TC-19", "DIFF-10", "BUILD-01", "BUILD-08")
def test_third_and_fourth_of_a_type_by_one_use_bring_one_building_bonus() -> None:
    table = at_port("cow D5", "cow I4", "bakery J4", "bakery J5").given.pile(11, 12, 13, 14)
    table.when.play("port 7 exchange cow D5 bakery cow I4 bakery")
    table.then.expect_decision("deployment_bonuses", "red")
    assert table.legal() == ["draw", "skip"]
    table.when.play("draw", "keep").then.expect_decision("main_action", "red")
    assert table.state.pile_tail == [11, 12, 13]


@rule("PORT-7h", "DIFF-10")
@pytest.mark.parametrize(("clan", "drawn"), [("campbell", 3), ("buchanan", 6)])
def test_two_types_that_reach_four_bring_one_building_bonus(clan: str, drawn: int) -> None:
    bakeries = [f"bakery {place}" for place in ("J4", "J5", "K4")]
    distilleries = [f"distillery {place}" for place in ("B2", "C2", "B8")]
    table = at_port("cow D5", "cow I4", *bakeries, *distilleries, clans=clan)
    table.given.pile(*range(11, 21)).when.play(
        "port 7 exchange cow D5 bakery cow I4 distillery", "draw"
    )
    decision = table.decision()
    assert isinstance(decision, KeepContractsDecision)
    assert len(decision.contracts) == drawn
    table.when.play("keep 11").then.expect("red", contracts=[11]).expect_decision(
        "main_action", "red"
    )


@rule("PORT-7h", "BUILD-05")
def test_no_building_bonus_with_a_full_box_or_below_four() -> None:
    bakeries = [f"bakery {place}" for place in ("J4", "J5", "K4")]
    line = "port 7 exchange cow D5 bakery cow I4 distillery"
    at_port("cow D5", "cow I4", *bakeries).when.play(line).then.expect_decision(
        "deployment_bonuses"
    )
    turned = "port 7 exchange cow D5 distillery cow I4 bakery"
    at_port("cow D5", "cow I4", *bakeries).when.play(turned).then.expect_decision(
        "deployment_bonuses"
    )
    table = at_port("cow D5", "cow I4", *bakeries).given.box("red", 1).when.play(line)
    table.then.expect_decision("main_action")
    table = at_port("cow D5", "cow I4", *bakeries[1:]).when.play(line)
    table.then.expect_decision("main_action")


@rule("BUILD-08")
def test_a_building_sent_home_by_tile_7_brings_the_bonus_again() -> None:
    bakeries = [f"bakery {place}" for place in ("J4", "J5", "K4")]
    table = at_port("sheep D5", *bakeries, money=100, players=2).given.pile(11, 12, 13, 14)
    table.given.port("L3", 7).when.play("expand bakery I4", "draw", "keep")
    table.when.play("port 7 exchange bakery I4 cow sheep D5 cow").then.expect_decision("end_turn")
    table.when.play("end", "pass", "expand bakery I5").then.expect_decision(
        "deployment_bonuses", "red"
    )
    assert table.legal() == ["draw", "skip"]


@rule("TC-34", "CLAN-CAMPBELL-03")
def test_a_distillery_sent_home_is_the_fourth_again_for_campbell() -> None:
    distilleries = [f"distillery {place}" for place in ("J4", "J5", "K4", "I4")]
    table = at_port("sheep D5", *distilleries, clans="campbell", money=100)
    table.then.refuses("expand distillery J3", "EXPAND-05", "column_empty")
    table.when.play("port 7 exchange distillery I4 cow sheep D5 cow")
    # J3 is land for £1.
    table.when.play("expand distillery J3").then.expect("red", money=100 - (10 - 5) - 1)
