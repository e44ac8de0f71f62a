"""Clan MacKenzie taking barrels out of the cellar."""

from collections.abc import Callable

import pytest

from games import engine
from tests.engine.clans.test_mackenzie import PAYOUTS, mackenzie, producing
from tests.engine.test_undo import Table
from tests.rules import rule
from tests.scenario import RED, Scenario, scenario

pytestmark = pytest.mark.engine


def at_main() -> Scenario:
    return mackenzie(1, 1)


def at_end() -> Scenario:
    return mackenzie(1, 1, money=4).play("hire").give("red", money=0)


def in_window() -> Scenario:
    table = mackenzie(1, 1, money=9).put("blue", "cow H3").price("milk", 5)
    return table.play("expand sheep G3")


def in_the_draw() -> Scenario:
    table = mackenzie(1, 1).round(5).port("M1", 8).put("red", "woodcutter M2")
    return table.pile(16, 2, 7).play("port 8", "draw").give("red", money=0)


def at_port_8() -> Scenario:
    table = mackenzie(1, 1).port("M1", 8).put("red", "woodcutter M2")
    return table.play("port 8").give("red", money=0)


def fulfilled(**gives: int) -> Scenario:
    table = mackenzie(1, 1, wool=1).with_contract(16, **{"beef": 0, "cotton": 0} | gives)
    return table.box("red", 16).play("fulfil 16")


def among_bonuses() -> Scenario:
    return fulfilled(free_space=1, bonus_upgrade=1)


def at_free_space() -> Scenario:
    return fulfilled(free_space=1)


def at_upgrade() -> Scenario:
    return fulfilled(bonus_upgrade=1)


MOMENTS: list[tuple[Callable[[], Scenario], str]] = [
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
@pytest.mark.parametrize(("moment", "kind"), MOMENTS, ids=[kind for _, kind in MOMENTS])
@pytest.mark.parametrize("slot", [0, 1])
def test_a_barrel_comes_out_at_any_time_of_the_own_turn(
    moment: Callable[[], Scenario], kind: str, slot: int
) -> None:
    table = moment().expect_decision(kind, "red").expect("red", money=0)
    assert table.legal("withdraw_cellar") == ["withdraw 0", "withdraw 1"]
    rest = [1, 1]
    rest[slot] = 0
    table.play(f"withdraw {slot}").expect("red", money=PAYOUTS[slot], whisky=1, clan_state=rest)
    table.expect_decision(kind, "red")
    table.refuses(f"withdraw {slot}", "CLAN-MACKENZIE-07", "no_barrel")
    table.play(f"withdraw {1 - slot}").expect("red", money=22, whisky=2, clan_state=[0, 0])


@rule("CLAN-MACKENZIE-07")
def test_there_must_be_a_barrel() -> None:
    table = mackenzie().refuses("withdraw 0", "CLAN-MACKENZIE-07", "no_barrel")
    table.refuses("withdraw 1", "CLAN-MACKENZIE-07").refuses("withdraw 9", "CLAN-MACKENZIE-07")
    mackenzie(1, 0).refuses("withdraw 1", "CLAN-MACKENZIE-07", "no_barrel")
    mackenzie(0, 1).refuses("withdraw 0", "CLAN-MACKENZIE-07").play("withdraw 1")


@rule("FREE-03", "CLAN-MACKENZIE-08", "STATE-30")
def test_not_in_production_and_not_in_turns_of_others() -> None:
    table = producing(1, 0, grain=1).expect("red", clan_state=[0, 1])
    table.refuses("withdraw 1", "FREE-03", "out_of_place")
    table.play("produce 1 whisky cellar").expect("red", clan_state=[0, 1])
    other = mackenzie(1, 0).play("pass")
    with pytest.raises(engine.NotYourDecision):
        other.play_as("red", "withdraw 0")
    other.refuses("withdraw 0", "FREE-03", "not_your_clan")


@rule("CLAN-MACKENZIE-08", "DATA-15")
def test_a_space_that_prints_nothing_pays_nothing() -> None:
    table = mackenzie(1, 1, 1).values(cellar=(0, 7, 15)).play("withdraw 0")
    table.expect("red", money=0, whisky=1, clan_state=[0, 1, 1])
    table.play("withdraw 1").expect("red", money=7).play("withdraw 2").expect("red", money=22)


@rule("CLAN-MACKENZIE-07", "FULFIL-18")
def test_withdrawn_whisky_can_be_delivered_at_once() -> None:
    table = mackenzie(1, 0, wool=3).box("red", 35).refuses("fulfil 35", "FULFIL-02")
    assert table.legal("fulfil") == []
    table.play("withdraw 0", "fulfil 35").expect("red", fulfilled=[35], whisky=0)


@rule("CLAN-MACKENZIE-07")
def test_withdrawn_whisky_and_its_money_serve_the_same_turn() -> None:
    mackenzie(1, 0).play("withdraw 0", "sell 1 whisky", "end")
    mackenzie(0, 1).refuses("expand sheep G3", "EXPAND-04").play("withdraw 1", "expand sheep G3")
    table = in_the_draw().refuses("keep 16", "CONTRACT-03").play("withdraw 1", "keep 16")
    table.expect("red", money=0, boxes=[[16]])


@rule("CLAN-MACKENZIE-09", "TRADE-13", "FULFIL-18", "DEF-36")
def test_whisky_in_the_cellar_is_not_sold_exported_or_discarded() -> None:
    table = mackenzie(1, 1, wool=3).box("red", 35).port("M1", 3).put("red", "woodcutter M2")
    table.refuses("sell 1 whisky", "TRADE-04", "not_enough_goods")
    table.refuses("fulfil 35", "FULFIL-02", "goods_missing")
    table.refuses("port 3 discard 1 whisky gain 2 bread", "PORT-G07", "not_enough_goods")
    assert table.legal("use_port") == []
    table.play("withdraw 0", "port 3 discard 1 whisky gain 2 bread").expect("red", bread=2)


@rule("CLAN-MACKENZIE-07", "UNDO-04")
def test_a_withdrawal_can_be_taken_back() -> None:
    table = Table(mackenzie(1, 1))
    table.play("withdraw 1", "withdraw 0").undo("red", table.state.version - 1)
    table.expect("red", money=15, whisky=1, clan_state=[1, 0]).undo("red")
    table.expect("red", money=0, whisky=0, clan_state=[1, 1])


# --- what stays open for the sake of a barrel ----------------------------------------------------


@rule("FREE-03", "FLOW-07")
def test_a_window_stays_open_when_a_barrel_could_pay() -> None:
    table = in_window().expect("red", money=0).expect_decision("deployment_bonuses")
    table.refuses("neighbourhood 1 milk", "TRADE-14").play("withdraw 0")
    table.play("neighbourhood 2 milk").expect("red", money=1, milk=2).expect_decision("end_turn")


@rule("FREE-03", "FLOW-07")
@pytest.mark.parametrize("barrels", [(0, 0), ()])
def test_a_window_closes_when_nothing_can_pay(barrels: tuple[int, ...]) -> None:
    table = mackenzie(*barrels, money=9).put("blue", "cow H3").price("milk", 5)
    table.play("expand sheep G3").expect_decision("end_turn", "red")


@rule("FREE-03", "FLOW-08")
def test_a_window_closes_when_no_barrel_would_help() -> None:
    table = mackenzie(1, 1, money=9).put("blue", "cow H3").merchants("red", stock=0, track=7)
    table.play("expand sheep G3").expect_decision("end_turn", "red").play("withdraw 0")
    dear = mackenzie(1, 0, money=9).put("blue", "distillery H3").price("whisky", 11)
    dear.play("expand sheep G3").expect_decision("end_turn", "red")
    enough = mackenzie(1, 0, money=9).put("blue", "distillery H3").price("whisky", 10)
    enough.play("expand sheep G3").expect_decision("deployment_bonuses", "red")
    last = mackenzie(1, 0, money=10).put("blue", "distillery H3").price("whisky", 11)
    last.play("expand sheep G3", "withdraw 0", "neighbourhood 1 whisky").expect("red", whisky=2)


@rule("FREE-03", "BONUS-05")
def test_a_free_space_waits_for_a_barrel_that_could_pay() -> None:
    table = at_free_space().expect("red", money=0)
    assert table.legal() == ["skip", "withdraw 0", "withdraw 1"]
    table.play("withdraw 0").expect_decision("free_space", "red")
    table.refuses("expand sheep G3", "EXPAND-04").play("withdraw 1", "expand sheep G3")
    table.expect("red", money=14).expect_decision("end_turn", "red")
    poor = mackenzie(1, 0, wool=1).with_contract(16, beef=0, cotton=0, free_space=1)
    poor.put("red", *(f"woodcutter {hex_}" for hex_ in ("C1", "E2", "F2"))).box("red", 16)
    poor.play("fulfil 16").expect_decision("end_turn", "red").expect("red", clan_state=[1, 0])
    nowhere = fulfilled_in_a_corner().expect_decision("end_turn", "red")
    nowhere.expect("red", clan_state=[1, 1])


def fulfilled_in_a_corner() -> Scenario:
    """A free space with nothing in reach, however rich red may be."""
    table = scenario(clans="mackenzie", money=0).put("red", "miner A6").cellar("red", 1, 1)
    table.put("blue", "cow A5", "cow B5", "cow B6", "cow A7").give("red", wool=1)
    table.with_contract(16, beef=0, cotton=0, free_space=1).box("red", 16)
    return table.play("fulfil 16")


@rule("FREE-03", "CMD-22")
def test_withdrawing_is_offered_only_while_there_is_a_barrel() -> None:
    def offers(table: Scenario) -> bool:
        (decision,) = engine.view(table.state, RED).decisions
        return "withdraw_cellar" in decision.moves

    assert offers(mackenzie(1, 0))
    assert offers(mackenzie(0, 1, money=4).play("hire"))
    assert not offers(mackenzie())
    assert not offers(mackenzie(0, 0))
    assert not offers(mackenzie(1, 0).play("withdraw 0"))
    assert not offers(producing(1, 0, grain=1))
    assert not offers(scenario(clans="stewart"))
