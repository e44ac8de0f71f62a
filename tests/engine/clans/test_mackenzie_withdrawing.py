"""Clan MacKenzie taking barrels out of the cellar."""

from collections.abc import Callable

import pytest

from games import engine
from tests.engine.clans.test_mackenzie import PAYOUTS, mackenzie, producing
from tests.engine.test_undo import Table
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Part, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def at_main() -> Part:
    return mackenzie(1, 1)


def at_end() -> Part:
    return mackenzie(1, 1, money=4).when.play("hire").given.give("red", money=0)


def in_window() -> Part:
    table = mackenzie(1, 1, money=9).given.put("blue", "cow H3").price("milk", 5)
    return table.when.play("expand sheep G3")


def in_the_draw() -> Part:
    table = mackenzie(1, 1).given.round(5).port("M1", 8).put("red", "woodcutter M2")
    return table.given.pile(16, 2, 7).when.play("port 8", "draw").given.give("red", money=0)


def at_port_8() -> Part:
    table = mackenzie(1, 1).given.port("M1", 8).put("red", "woodcutter M2")
    return table.when.play("port 8").given.give("red", money=0)


def fulfilled(**gives: int) -> Part:
    table = mackenzie(1, 1, wool=1).given.with_contract(16, **{"beef": 0, "cotton": 0} | gives)
    return table.given.box("red", 16).when.play("fulfil 16")


def among_bonuses() -> Part:
    return fulfilled(free_space=1, bonus_upgrade=1)


def at_free_space() -> Part:
    return fulfilled(free_space=1)


def at_upgrade() -> Part:
    return fulfilled(bonus_upgrade=1)


MOMENTS: list[tuple[Callable[[], Part], str]] = [
    (at_main, "main_action"),
    (at_end, "end_turn"),
    (in_window, "deployment_bonuses"),
    (in_the_draw, "keep_contracts"),
    (at_port_8, "building_bonus"),
    (among_bonuses, "export_bonuses"),
    (at_free_space, "free_space"),
    (at_upgrade, "bonus_upgrade"),
]


@rule("CLAN-MACKENZIE-07", "FREE-01", "FREE-03", "STATE-21", "STATE-23", "FLOW-05", "FLOW-13")
@in_one_test(("moment", "kind"), MOMENTS)
@in_one_test("slot", [0, 1])
def test_a_barrel_comes_out_at_any_time_of_the_own_turn(
    moment: Callable[[], Part], kind: str, slot: int
) -> None:
    table = moment().then.expect_decision(kind, "red").expect("red", money=0)
    assert table.legal("withdraw_cellar") == ["withdraw 0", "withdraw 1"]
    rest = [1, 1]
    rest[slot] = 0
    table.when.play(f"withdraw {slot}").then.expect(
        "red", money=PAYOUTS[slot], whisky=1, clan_state=rest
    )
    table.then.expect_decision(kind, "red")
    table.then.refuses(f"withdraw {slot}", "CLAN-MACKENZIE-07", "no_barrel")
    table.when.play(f"withdraw {1 - slot}").then.expect(
        "red", money=22, whisky=2, clan_state=[0, 0]
    )


@rule("CLAN-MACKENZIE-07")
def test_there_must_be_a_barrel() -> None:
    table = mackenzie().then.refuses("withdraw 0", "CLAN-MACKENZIE-07", "no_barrel")
    table.then.refuses("withdraw 1", "CLAN-MACKENZIE-07").refuses("withdraw 9", "CLAN-MACKENZIE-07")
    mackenzie(1, 0).then.refuses("withdraw 1", "CLAN-MACKENZIE-07", "no_barrel")
    mackenzie(0, 1).then.refuses("withdraw 0", "CLAN-MACKENZIE-07").when.play("withdraw 1")


@rule("FREE-03", "CLAN-MACKENZIE-08", "STATE-30")
def test_not_in_production_and_not_in_turns_of_others() -> None:
    table = producing(1, 0, grain=1).then.expect("red", clan_state=[0, 1])
    table.then.refuses("withdraw 1", "FREE-03", "out_of_place")
    table.when.play("produce 1 whisky cellar").then.expect("red", clan_state=[0, 1])
    other = mackenzie(1, 0).when.play("pass")
    with pytest.raises(engine.NotYourDecision):
        other.when.play_as("red", "withdraw 0")
    other.then.refuses("withdraw 0", "FREE-03", "not_your_clan")


@rule("CLAN-MACKENZIE-08", "DATA-15")
def test_a_space_that_prints_nothing_pays_nothing() -> None:
    table = mackenzie(1, 1, 1).given.values(cellar=(0, 7, 15)).when.play("withdraw 0")
    table.then.expect("red", money=0, whisky=1, clan_state=[0, 1, 1])
    table.when.play("withdraw 1").then.expect("red", money=7).when.play("withdraw 2").then.expect(
        "red", money=22
    )


@rule("CLAN-MACKENZIE-07", "FULFIL-18")
def test_withdrawn_whisky_can_be_delivered_at_once() -> None:
    table = mackenzie(1, 0, wool=3).given.box("red", 35).then.refuses("fulfil 35", "FULFIL-02")
    assert table.legal("fulfil") == []
    table.when.play("withdraw 0", "fulfil 35").then.expect("red", fulfilled=[35], whisky=0)


@rule("CLAN-MACKENZIE-07")
def test_withdrawn_whisky_and_its_money_serve_the_same_turn() -> None:
    mackenzie(1, 0).when.play("withdraw 0", "sell 1 whisky", "end")
    mackenzie(0, 1).then.refuses("expand sheep G3", "EXPAND-04").when.play(
        "withdraw 1", "expand sheep G3"
    )
    table = in_the_draw().then.refuses("keep 16", "CONTRACT-03").when.play("withdraw 1", "keep 16")
    table.then.expect("red", money=0, boxes=[[16]])


@rule("CLAN-MACKENZIE-09", "TRADE-13", "FULFIL-18", "DEF-36")
def test_whisky_in_the_cellar_is_not_sold_exported_or_discarded() -> None:
    table = mackenzie(1, 1, wool=3).given.box("red", 35).port("M1", 3).put("red", "woodcutter M2")
    table.then.refuses("sell 1 whisky", "TRADE-04", "not_enough_goods")
    table.then.refuses("fulfil 35", "FULFIL-02", "goods_missing")
    table.then.refuses("port 3 discard 1 whisky gain 2 bread", "PORT-G07", "not_enough_goods")
    assert table.legal("use_port") == []
    table.when.play("withdraw 0", "port 3 discard 1 whisky gain 2 bread").then.expect(
        "red", bread=2
    )


@rule("CLAN-MACKENZIE-07", "UNDO-04")
def test_a_withdrawal_can_be_taken_back() -> None:
    table = Table(mackenzie(1, 1))
    table.when.play("withdraw 1", "withdraw 0").undo("red", table.state.version - 1)
    table.then.expect("red", money=15, whisky=1, clan_state=[1, 0]).undo("red")
    table.then.expect("red", money=0, whisky=0, clan_state=[1, 1])


# --- what stays open for the sake of a barrel ----------------------------------------------------


@rule("FREE-03", "FLOW-07")
def test_a_window_stays_open_when_a_barrel_could_pay() -> None:
    table = in_window().then.expect("red", money=0).expect_decision("deployment_bonuses")
    table.then.refuses("neighbourhood 1 milk", "TRADE-14").when.play("withdraw 0")
    table.when.play("neighbourhood 2 milk").then.expect("red", money=1, milk=2).expect_decision(
        "end_turn"
    )


@rule("FREE-03", "FLOW-07")
@pytest.mark.parametrize("barrels", [(0, 0), ()])
def test_a_window_closes_when_nothing_can_pay(barrels: tuple[int, ...]) -> None:
    table = mackenzie(*barrels, money=9).given.put("blue", "cow H3").price("milk", 5)
    table.when.play("expand sheep G3").then.expect_decision("end_turn", "red")


@rule("FREE-03", "FLOW-08")
def test_a_window_closes_when_no_barrel_would_help() -> None:
    table = mackenzie(1, 1, money=9).given.put("blue", "cow H3").merchants("red", stock=0, track=7)
    table.when.play("expand sheep G3").then.expect_decision("end_turn", "red").when.play(
        "withdraw 0"
    )
    dear = mackenzie(1, 0, money=9).given.put("blue", "distillery H3").price("whisky", 11)
    dear.when.play("expand sheep G3").then.expect_decision("end_turn", "red")
    enough = mackenzie(1, 0, money=9).given.put("blue", "distillery H3").price("whisky", 10)
    enough.when.play("expand sheep G3").then.expect_decision("deployment_bonuses", "red")
    last = mackenzie(1, 0, money=10).given.put("blue", "distillery H3").price("whisky", 11)
    last.when.play("expand sheep G3", "withdraw 0", "neighbourhood 1 whisky").then.expect(
        "red", whisky=2
    )


@rule("FREE-03", "BONUS-05")
def test_a_free_space_waits_for_a_barrel_that_could_pay() -> None:
    table = at_free_space().then.expect("red", money=0)
    assert table.legal() == ["skip", "withdraw 0", "withdraw 1"]
    table.when.play("withdraw 0").then.expect_decision("free_space", "red")
    table.then.refuses("expand sheep G3", "EXPAND-04").when.play("withdraw 1", "expand sheep G3")
    table.then.expect("red", money=14).expect_decision("end_turn", "red")
    poor = mackenzie(1, 0, wool=1).given.with_contract(16, beef=0, cotton=0, free_space=1)
    poor.given.put("red", *(f"woodcutter {hex_}" for hex_ in ("C1", "E2", "F2"))).box("red", 16)
    poor.when.play("fulfil 16").then.expect_decision("end_turn", "red").expect(
        "red", clan_state=[1, 0]
    )
    nowhere = fulfilled_in_a_corner().then.expect_decision("end_turn", "red")
    nowhere.then.expect("red", clan_state=[1, 1])


def fulfilled_in_a_corner() -> Part:
    """A free space with nothing in reach, however rich red may be."""
    table = scenario(clans="mackenzie", money=0).put("red", "miner A6").cellar("red", 1, 1)
    table.given.put("blue", "cow A5", "cow B5", "cow B6", "cow A7").give("red", wool=1)
    table.given.with_contract(16, beef=0, cotton=0, free_space=1).box("red", 16)
    return table.when.play("fulfil 16")


@rule("FREE-03", "CMD-22")
def test_withdrawing_is_offered_only_while_there_is_a_barrel() -> None:
    def offers(table: Part) -> bool:
        (decision,) = engine.view(table.state, RED).decisions
        return "withdraw_cellar" in decision.moves

    assert offers(mackenzie(1, 0))
    assert offers(mackenzie(0, 1, money=4).when.play("hire"))
    assert not offers(mackenzie())
    assert not offers(mackenzie(0, 0))
    assert not offers(mackenzie(1, 0).when.play("withdraw 0"))
    assert not offers(producing(1, 0, grain=1))
    assert not offers(scenario(clans="stewart"))
