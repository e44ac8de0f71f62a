"""What happens inside a main action or a port. (STATE-33..40, FLOW-07..12, FLOW-15)"""

import pytest

from games.engine import decision_view
from tests.rules import rule
from tests.scenario import Part, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def beside_blue(*goods: str) -> Part:
    """Red may deploy on G3, next to blue's unit for each of the goods."""
    table = scenario(players=3).put("red", "woodcutter F3").merchants("red", stock=5)
    for unit, hex_ in zip(goods, ("H3", "H2", "F2"), strict=False):
        table.given.put("blue", f"{unit} {hex_}")
    return table


def before_the_fourth_bakery() -> Part:
    return beside_blue("cow").given.put("red", "bakery A5", "bakery B2", "bakery B4")


@rule("STATE-33", "FLOW-07", "EXPAND-09", "CMD-06")
def test_an_expansion_without_bonuses_opens_no_window() -> None:
    table = beside_blue().when.play("expand sheep G3").then.expect_decision("end_turn", "red")
    table.then.expect("red", money=91, units=["sheep G3", "worker F3"])


@rule("STATE-33", "STATE-34", "FLOW-07", "FLOW-08")
def test_payment_and_deployment_come_before_the_window() -> None:
    table = beside_blue("cow").when.play("expand sheep G3")
    table.then.expect("red", money=91, units=["sheep G3", "worker F3"])
    table.then.expect_decision("deployment_bonuses", "red").refuses(
        "end", "STATE-34", "out_of_place"
    )
    table.then.refuses("buy 1 milk", "STATE-34", "out_of_place")


@rule("STATE-34", "FLOW-08", "NBR-12", "CMD-13")
@pytest.mark.parametrize("first", ["milk", "grain"])
def test_each_good_is_bought_once_in_any_sequence(first: str) -> None:
    second = {"milk": "grain", "grain": "milk"}[first]
    table = beside_blue("cow", "field").when.play("expand sheep G3")
    table.when.play(f"neighbourhood 1 {first}").then.expect_decision("deployment_bonuses", "red")
    table.then.refuses(f"neighbourhood 1 {first}", "NBR-01", "no_such_neighbour")
    table.when.play(f"neighbourhood 2 {second}").then.expect_decision("end_turn", "red")
    table.then.expect("red", **{first: 1, second: 2})


@rule("STATE-34", "FLOW-08", "CMD-16", "NBR-13")
def test_a_skipped_window_is_gone() -> None:
    table = beside_blue("cow", "field").when.play("expand sheep G3", "skip")
    table.then.expect_decision("end_turn", "red").expect("red", milk=0, grain=0, money=91)
    table.then.refuses("neighbourhood 1 milk", "STATE-22", "out_of_place")


@rule("STATE-34", "FLOW-08", "DIFF-06", "EXPAND-10")
@pytest.mark.parametrize("draw_first", [True, False])
def test_building_bonus_and_purchases_come_in_any_sequence(draw_first: bool) -> None:
    table = before_the_fourth_bakery().given.pile(1, 2, 3).when.play("expand bakery G3")
    assert {"draw", "neighbourhood 1 milk", "skip"} <= set(table.legal())
    if draw_first:
        table.when.play("draw", "keep 2").then.expect_decision("deployment_bonuses", "red")
        table.then.refuses("draw", "BUILD-01", "no_building_bonus")
        table.when.play("neighbourhood 1 milk")
    else:
        table.when.play("neighbourhood 1 milk").then.expect_decision("deployment_bonuses", "red")
        table.when.play("draw", "keep 2")
    table.then.expect_decision("end_turn", "red").expect("red", milk=1, contracts=[2])


@rule("STATE-39", "FLOW-09", "CMD-14", "CMD-15", "BUILD-02")
def test_drawn_contracts_are_open_and_the_others_go_under_the_pile() -> None:
    table = before_the_fourth_bakery().given.pile(1, 2, 3, 4).when.play("expand bakery G3", "draw")
    table.then.expect_decision("keep_contracts", "red")
    assert decision_view(table.state, table.decision()).contracts == [1, 2, 3]
    assert table.state.pile == 1
    assert sorted(table.legal()) == ["keep", "keep 1", "keep 2", "keep 3"]
    table.then.refuses("skip", "STATE-39", "out_of_place")
    table.then.refuses("keep 4", "BUILD-02", "not_drawn")
    table.then.refuses("keep 1 2", "BUILD-02", "too_many_contracts")
    table.when.play("keep 3").then.expect("red", contracts=[3], money=100 - 9 + 5)
    assert table.state.pile_tail == [1, 2]


@rule("STATE-39", "FLOW-09")
def test_none_of_the_drawn_contracts_need_be_kept() -> None:
    table = (
        before_the_fourth_bakery()
        .given.pile(1, 2, 3, 4)
        .when.play("expand bakery G3", "draw", "keep")
    )
    table.then.expect("red", contracts=[], money=91).expect_decision("deployment_bonuses", "red")
    assert table.state.pile_tail == [1, 2, 3]


@rule("STATE-36", "FLOW-10", "FULFIL-10", "CMD-10")
def test_fulfilling_pays_files_imports_and_opens_the_bonuses() -> None:
    table = scenario(players=3).put("red", "woodcutter F3", "cow B2", "cow B4", "cow C1")
    table.given.with_contract(18, free_space=1, bonus_upgrade=1).imports(sugar_cane=3)
    table.given.box("red", 18).give("red", bread=1, money=20)
    table.then.refuses("fulfil 18 slaughter cow B2 cow B4", "FULFIL-06", "wrong_number_of_animals")
    table.when.play("fulfil 18 slaughter cow B2 cow B4 cow C1")
    table.then.expect("red", bread=0, units=["worker F3"], contracts=[], fulfilled=[18])
    table.then.expect("red", money=20 + 1 + 10).expect_decision("export_bonuses", "red")
    assert table.state.imports == [0, 0, 7]


@rule("FLOW-10", "FLOW-12")
def test_fulfilling_without_bonuses_leads_on_without_a_stop() -> None:
    table = scenario(players=3).box("red", 2).give("red", wool=6).when.play("fulfil 2")
    table.then.expect_decision("end_turn", "red")
    assert table.legal() == ["end"]


@rule("FLOW-12", "FULFIL-01", "FLOW-19")
def test_nobody_but_buchanan_fulfils_twice_in_a_turn() -> None:
    table = scenario(players=3).box("red", 2).give("red", wool=12).when.play("fulfil 2")
    table.state.players[0].boxes[0].append(table.state.slots[0])
    table.then.refuses(f"fulfil {table.state.slots[0]}", "STATE-22", "out_of_place")


def with_both_bonuses(*, free: int = 1, upgrades: int = 1) -> Part:
    table = beside_blue("cow").given.with_contract(6, free_space=free, bonus_upgrade=upgrades)
    return table.given.box("red", 6).give("red", wool=3, money=30)


@rule("STATE-37", "FLOW-11", "DIFF-05", "CMD-17", "CMD-18", "BONUS-02")
@pytest.mark.parametrize("first", ["free_space", "bonus_upgrade"])
def test_direct_bonuses_come_in_the_players_sequence(first: str) -> None:
    table = with_both_bonuses().when.play("fulfil 6").then.expect_decision("export_bonuses", "red")
    table.when.play(f"bonus {first}")
    if first == "free_space":
        table.then.expect_decision("free_space").refuses("upgrade hire", "BONUS-04", "out_of_place")
        table.when.play("expand sheep G3", "skip").then.expect_decision("bonus_upgrade")
        table.when.play("upgrade hire")
    else:
        table.then.refuses("expand sheep G3", "UPG-01", "out_of_place")
        table.when.play("upgrade hire").then.expect_decision("free_space")
        table.when.play("expand sheep G3", "skip")
    table.then.expect_decision("end_turn", "red").expect("red", stock=6, money=22)


@rule("STATE-37", "FLOW-11", "BONUS-08", "FLOW-08")
def test_a_free_space_has_a_window_of_its_own_before_the_next_bonus() -> None:
    table = with_both_bonuses().when.play("fulfil 6", "bonus free_space", "expand sheep G3")
    table.then.expect_decision("deployment_bonuses", "red")
    table.then.refuses("upgrade hire", "STATE-34", "out_of_place")
    table.when.play("neighbourhood 1 milk").then.expect_decision("bonus_upgrade", "red")
    table.then.expect("red", milk=1)


@rule("STATE-37", "FLOW-11", "CMD-16", "BONUS-05", "BONUS-10")
def test_one_bonus_can_be_given_up_without_the_other() -> None:
    table = with_both_bonuses().when.play("fulfil 6", "bonus free_space", "skip")
    table.then.expect_decision("bonus_upgrade", "red").when.play("upgrade shipping")
    table.then.expect("red", shipping=1, money=30).expect_decision("end_turn", "red")


@rule("STATE-37", "FLOW-11")
def test_every_bonus_is_an_entry_of_its_own() -> None:
    table = with_both_bonuses(free=2, upgrades=2).when.play("fulfil 6", "bonus bonus_upgrade")
    table.when.play("upgrade hire").then.expect_decision("export_bonuses", "red")
    table.when.play("bonus free_space", "expand sheep G3", "skip").then.expect_decision(
        "export_bonuses"
    )
    table.when.play("bonus free_space", "expand woodcutter G2").then.expect_decision(
        "bonus_upgrade"
    )
    table.when.play("upgrade shipping").then.expect_decision("end_turn", "red")
    table.then.expect("red", money=30 - 8 - 6, stock=6, shipping=1)


@rule("STATE-38", "BONUS-03")
def test_money_of_a_contract_comes_first_and_cannot_be_given_up() -> None:
    table = with_both_bonuses().given.with_contract(6, free_space=1, bonus_upgrade=1, money=10)
    table.given.give("red", money=0).when.play("fulfil 6").then.expect("red", money=10)
    table.then.expect_decision("export_bonuses", "red")
    assert decision_view(table.state, table.decision()).bonuses == ["free_space", "bonus_upgrade"]
    table.when.play("skip").then.expect("red", money=10).expect_decision("end_turn", "red")


@rule("STATE-40", "FLOW-15", "PORT-4", "CMD-20")
@pytest.mark.parametrize("after", [False, True])
def test_a_port_leads_back_to_where_it_was_used(after: bool) -> None:
    table = scenario(players=3).put("red", "woodcutter A2").port("A1", 4)
    if after:
        table.when.play("hire")
    window = "end_turn" if after else "main_action"
    table.when.play("port 4").then.expect_decision("bonus_upgrade", "red")
    table.then.refuses("shipping", "UPG-01", "out_of_place")
    table.then.refuses("end", "UPG-01", "out_of_place")
    table.when.play("upgrade shipping").then.expect_decision(window, "red").expect(
        "red", shipping=1
    )


@rule("STATE-40", "FLOW-15", "CMD-16")
def test_the_upgrade_of_a_port_can_be_skipped() -> None:
    table = scenario(players=3).put("red", "woodcutter A2").port("A1", 4)
    table.when.play("port 4", "skip").then.expect_decision("main_action", "red")
    table.then.expect("red", glory=3, shipping=0, stock=2)


@rule("STATE-40", "FLOW-15", "FLOW-09", "PORT-8")
@pytest.mark.parametrize("after", [False, True])
def test_port_8_leads_to_a_draw_and_back(after: bool) -> None:
    table = scenario(players=3).put("red", "woodcutter A2").port("A1", 8).pile(1, 2, 3, 4)
    if after:
        table.when.play("hire").given.give("red", money=100)
    table.when.play("port 8").then.expect_decision("building_bonus", "red")
    assert table.legal() == ["draw", "skip"]
    table.when.play("draw").then.expect_decision("keep_contracts", "red").when.play("keep 1")
    table.then.expect_decision("end_turn" if after else "main_action", "red")
    table.then.expect("red", contracts=[1], money=110)


@rule("STATE-40", "FLOW-15")
def test_the_building_bonus_of_port_8_can_be_skipped() -> None:
    table = scenario(players=3).put("red", "woodcutter A2").port("A1", 8).pile(1, 2, 3, 4)
    table.when.play("port 8", "skip").then.expect_decision("main_action", "red")
    table.then.expect("red", contracts=[], money=105)
    assert table.state.pile == 4
