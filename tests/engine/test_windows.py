"""What happens inside a main action or a port. (STATE-33..40, FLOW-07..12, FLOW-15)"""

import pytest

from games.engine import decision_view
from tests.rules import rule
from tests.scenario import Scenario, scenario

pytestmark = pytest.mark.engine


def beside_blue(*goods: str) -> Scenario:
    """Red may deploy on G3, next to blue's unit for each of the goods."""
    table = scenario(players=3).put("red", "woodcutter F3").merchants("red", stock=5)
    for unit, hex_ in zip(goods, ("H3", "H2", "F2"), strict=False):
        table.put("blue", f"{unit} {hex_}")
    return table


def before_the_fourth_bakery() -> Scenario:
    return beside_blue("cow").put("red", "bakery A5", "bakery B2", "bakery B4")


@rule("STATE-33", "FLOW-07", "EXPAND-09", "CMD-06")
def test_an_expansion_without_bonuses_opens_no_window() -> None:
    table = beside_blue().play("expand sheep G3").expect_decision("end_turn", "red")
    table.expect("red", money=91, units=["sheep G3", "worker F3"])


@rule("STATE-33", "STATE-34", "FLOW-07", "FLOW-08")
def test_payment_and_deployment_come_before_the_window() -> None:
    table = beside_blue("cow").play("expand sheep G3")
    table.expect("red", money=91, units=["sheep G3", "worker F3"])
    table.expect_decision("deployment_bonuses", "red").refuses("end", "STATE-34", "out_of_place")
    table.refuses("buy 1 milk", "STATE-34", "out_of_place")


@rule("STATE-34", "FLOW-08", "NBR-12", "CMD-13")
@pytest.mark.parametrize("first", ["milk", "grain"])
def test_each_good_is_bought_once_in_any_sequence(first: str) -> None:
    second = {"milk": "grain", "grain": "milk"}[first]
    table = beside_blue("cow", "field").play("expand sheep G3")
    table.play(f"neighbourhood 1 {first}").expect_decision("deployment_bonuses", "red")
    table.refuses(f"neighbourhood 1 {first}", "NBR-01", "no_such_neighbour")
    table.play(f"neighbourhood 2 {second}").expect_decision("end_turn", "red")
    table.expect("red", **{first: 1, second: 2})


@rule("STATE-34", "FLOW-08", "CMD-16", "NBR-13")
def test_a_skipped_window_is_gone() -> None:
    table = beside_blue("cow", "field").play("expand sheep G3", "skip")
    table.expect_decision("end_turn", "red").expect("red", milk=0, grain=0, money=91)
    table.refuses("neighbourhood 1 milk", "STATE-22", "out_of_place")


@rule("STATE-34", "FLOW-08", "DIFF-06", "EXPAND-10")
@pytest.mark.parametrize("draw_first", [True, False])
def test_building_bonus_and_purchases_come_in_any_sequence(draw_first: bool) -> None:
    table = before_the_fourth_bakery().pile(1, 2, 3).play("expand bakery G3")
    assert {"draw", "neighbourhood 1 milk", "skip"} <= set(table.legal())
    if draw_first:
        table.play("draw", "keep 2").expect_decision("deployment_bonuses", "red")
        table.refuses("draw", "BUILD-01", "no_building_bonus")
        table.play("neighbourhood 1 milk")
    else:
        table.play("neighbourhood 1 milk").expect_decision("deployment_bonuses", "red")
        table.play("draw", "keep 2")
    table.expect_decision("end_turn", "red").expect("red", milk=1, contracts=[2])


@rule("STATE-39", "FLOW-09", "CMD-14", "CMD-15", "BUILD-02")
def test_drawn_contracts_are_open_and_the_others_go_under_the_pile() -> None:
    table = before_the_fourth_bakery().pile(1, 2, 3, 4).play("expand bakery G3", "draw")
    table.expect_decision("keep_contracts", "red")
    assert decision_view(table.state, table.decision()).contracts == [1, 2, 3]
    assert table.state.pile == 1
    assert sorted(table.legal()) == ["keep", "keep 1", "keep 2", "keep 3"]
    table.refuses("skip", "STATE-39", "out_of_place")
    table.refuses("keep 4", "BUILD-02", "not_drawn")
    table.refuses("keep 1 2", "BUILD-02", "too_many_contracts")
    table.play("keep 3").expect("red", contracts=[3], money=100 - 9 + 5)
    assert table.state.pile_tail == [1, 2]


@rule("STATE-39", "FLOW-09")
def test_none_of_the_drawn_contracts_need_be_kept() -> None:
    table = before_the_fourth_bakery().pile(1, 2, 3, 4).play("expand bakery G3", "draw", "keep")
    table.expect("red", contracts=[], money=91).expect_decision("deployment_bonuses", "red")
    assert table.state.pile_tail == [1, 2, 3]


@rule("STATE-36", "FLOW-10", "FULFIL-10", "CMD-10")
def test_fulfilling_pays_files_imports_and_opens_the_bonuses() -> None:
    table = scenario(players=3).put("red", "woodcutter F3", "cow B2", "cow B4", "cow C1")
    table.with_contract(18, free_space=1, bonus_upgrade=1).imports(sugar_cane=3)
    table.box("red", 18).give("red", bread=1, money=20)
    table.refuses("fulfil 18 slaughter cow B2 cow B4", "FULFIL-06", "wrong_number_of_animals")
    table.play("fulfil 18 slaughter cow B2 cow B4 cow C1")
    table.expect("red", bread=0, units=["worker F3"], contracts=[], fulfilled=[18])
    table.expect("red", money=20 + 1 + 10).expect_decision("export_bonuses", "red")
    assert table.state.imports == [0, 0, 7]


@rule("FLOW-10", "FLOW-12")
def test_fulfilling_without_bonuses_leads_on_without_a_stop() -> None:
    table = scenario(players=3).box("red", 2).give("red", wool=6).play("fulfil 2")
    table.expect_decision("end_turn", "red")
    assert table.legal() == ["end"]


@rule("FLOW-12", "FULFIL-01", "FLOW-19")
def test_nobody_but_buchanan_fulfils_twice_in_a_turn() -> None:
    table = scenario(players=3).box("red", 2).give("red", wool=12).play("fulfil 2")
    table.state.players[0].boxes[0].append(table.state.slots[0])
    table.refuses(f"fulfil {table.state.slots[0]}", "STATE-22", "out_of_place")


def with_both_bonuses(*, free: int = 1, upgrades: int = 1) -> Scenario:
    table = beside_blue("cow").with_contract(6, free_space=free, bonus_upgrade=upgrades)
    return table.box("red", 6).give("red", wool=3, money=30)


@rule("STATE-37", "FLOW-11", "DIFF-05", "CMD-17", "CMD-18", "BONUS-02")
@pytest.mark.parametrize("first", ["free_space", "bonus_upgrade"])
def test_direct_bonuses_come_in_the_players_sequence(first: str) -> None:
    table = with_both_bonuses().play("fulfil 6").expect_decision("export_bonuses", "red")
    table.play(f"bonus {first}")
    if first == "free_space":
        table.expect_decision("free_space").refuses("upgrade hire", "BONUS-04", "out_of_place")
        table.play("expand sheep G3", "skip").expect_decision("bonus_upgrade")
        table.play("upgrade hire")
    else:
        table.refuses("expand sheep G3", "UPG-01", "out_of_place")
        table.play("upgrade hire").expect_decision("free_space")
        table.play("expand sheep G3", "skip")
    table.expect_decision("end_turn", "red").expect("red", stock=6, money=22)


@rule("STATE-37", "FLOW-11", "BONUS-08", "FLOW-08")
def test_a_free_space_has_a_window_of_its_own_before_the_next_bonus() -> None:
    table = with_both_bonuses().play("fulfil 6", "bonus free_space", "expand sheep G3")
    table.expect_decision("deployment_bonuses", "red")
    table.refuses("upgrade hire", "STATE-34", "out_of_place")
    table.play("neighbourhood 1 milk").expect_decision("bonus_upgrade", "red")
    table.expect("red", milk=1)


@rule("STATE-37", "FLOW-11", "CMD-16", "BONUS-05", "BONUS-10")
def test_one_bonus_can_be_given_up_without_the_other() -> None:
    table = with_both_bonuses().play("fulfil 6", "bonus free_space", "skip")
    table.expect_decision("bonus_upgrade", "red").play("upgrade shipping")
    table.expect("red", shipping=1, money=30).expect_decision("end_turn", "red")


@rule("STATE-37", "FLOW-11")
def test_every_bonus_is_an_entry_of_its_own() -> None:
    table = with_both_bonuses(free=2, upgrades=2).play("fulfil 6", "bonus bonus_upgrade")
    table.play("upgrade hire").expect_decision("export_bonuses", "red")
    table.play("bonus free_space", "expand sheep G3", "skip").expect_decision("export_bonuses")
    table.play("bonus free_space", "expand woodcutter G2").expect_decision("bonus_upgrade")
    table.play("upgrade shipping").expect_decision("end_turn", "red")
    table.expect("red", money=30 - 8 - 6, stock=6, shipping=1)


@rule("STATE-38", "BONUS-03")
def test_money_of_a_contract_comes_first_and_cannot_be_given_up() -> None:
    table = with_both_bonuses().with_contract(6, free_space=1, bonus_upgrade=1, money=10)
    table.give("red", money=0).play("fulfil 6").expect("red", money=10)
    table.expect_decision("export_bonuses", "red")
    assert decision_view(table.state, table.decision()).bonuses == ["free_space", "bonus_upgrade"]
    table.play("skip").expect("red", money=10).expect_decision("end_turn", "red")


@rule("STATE-40", "FLOW-15", "PORT-4", "CMD-20")
@pytest.mark.parametrize("after", [False, True])
def test_a_port_leads_back_to_where_it_was_used(after: bool) -> None:
    table = scenario(players=3).put("red", "woodcutter A2").port("A1", 4)
    if after:
        table.play("hire")
    window = "end_turn" if after else "main_action"
    table.play("port 4").expect_decision("bonus_upgrade", "red")
    table.refuses("shipping", "UPG-01", "out_of_place")
    table.refuses("end", "UPG-01", "out_of_place")
    table.play("upgrade shipping").expect_decision(window, "red").expect("red", shipping=1)


@rule("STATE-40", "FLOW-15", "CMD-16")
def test_the_upgrade_of_a_port_can_be_skipped() -> None:
    table = scenario(players=3).put("red", "woodcutter A2").port("A1", 4)
    table.play("port 4", "skip").expect_decision("main_action", "red")
    table.expect("red", glory=3, shipping=0, stock=2)


@rule("STATE-40", "FLOW-15", "FLOW-09", "PORT-8")
@pytest.mark.parametrize("after", [False, True])
def test_port_8_leads_to_a_draw_and_back(after: bool) -> None:
    table = scenario(players=3).put("red", "woodcutter A2").port("A1", 8).pile(1, 2, 3, 4)
    if after:
        table.play("hire").give("red", money=100)
    table.play("port 8").expect_decision("building_bonus", "red")
    assert table.legal() == ["draw", "skip"]
    table.play("draw").expect_decision("keep_contracts", "red").play("keep 1")
    table.expect_decision("end_turn" if after else "main_action", "red")
    table.expect("red", contracts=[1], money=110)


@rule("STATE-40", "FLOW-15")
def test_the_building_bonus_of_port_8_can_be_skipped() -> None:
    table = scenario(players=3).put("red", "woodcutter A2").port("A1", 8).pile(1, 2, 3, 4)
    table.play("port 8", "skip").expect_decision("main_action", "red")
    table.expect("red", contracts=[], money=105)
    assert table.state.pile == 4
