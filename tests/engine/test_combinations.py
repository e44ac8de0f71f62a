"""What one part of the rules brings about in another, within a single turn."""

import pytest

from tests.rules import rule
from tests.scenario import Scenario, scenario

pytestmark = pytest.mark.engine

BAKERIES = ("bakery A5", "bakery B2", "bakery B4")


def at_port_7(*, merchants: int, **switches: object) -> Scenario:
    """Red may exchange two cows, one of them beside blue's sheep, before or after his action."""
    table = scenario(money=100, **switches).port("M1", 7).put("red", "woodcutter M2")
    table.put("red", "cow D5", "cow J4").put("blue", "sheep D4").give("red", wool=2)
    return table.merchants("red", stock=merchants)


@rule("NBR-11", "STATE-23", "PORT-7g")
def test_an_ordinary_trade_of_the_turn_leaves_the_limit_whole() -> None:
    table = at_port_7(merchants=7).play("buy 3 wool")
    table.play("port 7 exchange cow D5 bakery cow J4 bakery")
    assert table.legal("neighbourhood_buy") == [f"neighbourhood {n} wool" for n in (1, 2, 3)]
    table.play("neighbourhood 3 wool").expect("red", wool=8).expect_market("red", "buy 6 wool")


@rule("NBR-08", "NBR-07", "TRADE-07")
@pytest.mark.parametrize("cap", ["turn", "event"])
def test_who_has_sold_a_good_buys_none_of_it_in_the_window_of_a_port(cap: str) -> None:
    table = at_port_7(merchants=7, neighbourhood_cap=cap).put("blue", "cow C5").play("sell 1 wool")
    table.play("port 7 exchange cow D5 bakery cow J4 bakery")
    table.refuses("neighbourhood 1 wool", "NBR-08").play("neighbourhood 1 milk")
    table.expect_decision("end_turn", "red").expect("red", wool=1, milk=1)


@rule("NBR-08", "TRADE-07", "STATE-21")
def test_who_has_bought_in_the_window_of_a_port_does_not_sell_in_his_action() -> None:
    table = at_port_7(merchants=2).play("port 7 exchange cow D5 bakery cow J4 bakery")
    table.play("neighbourhood 1 wool").expect_decision("main_action", "red")
    table.refuses("sell 1 wool", "TRADE-07").play("buy 1 wool")
    table.expect("red", wool=4, stock=0).expect_market("red", "buy 2 wool")


@rule("OPT-16", "CLAN-BUCHANAN-07", "BUILD-06", "FLOW-12")
def test_with_a_late_box_the_other_one_takes_what_a_free_space_draws() -> None:
    table = scenario(clans="buchanan", box_freed_late=True).pile(41, 42, 43, 44, 45, 46, 47)
    table.with_contract(7, free_space=1).box("red", 7)
    table.give("red", bread=9, wool=9, cheese=9, whisky=9)
    table.put("red", *BAKERIES, "sheep G3").play("fulfil 7", "expand bakery H3", "draw")
    table.refuses("keep 41 42", "CONTRACT-03", "no_empty_box")
    table.play("keep 42").expect("red", boxes=[[], [42]], fulfilled=[7])
    table.expect_decision("fulfil_next", "red").refuses("fulfil 7", "FULFIL-01")


@rule("OPT-16", "BUILD-05")
def test_with_a_late_box_and_the_other_full_nothing_is_drawn() -> None:
    table = scenario(clans="buchanan", box_freed_late=True).pile(41, 42, 43)
    table.with_contract(7, free_space=1).box("red", 7).box("red", 16).give("red", bread=2)
    table.put("red", *BAKERIES, "sheep G3").play("fulfil 7", "expand bakery H3")
    table.expect_decision("end_turn", "red").expect("red", boxes=[[], [16]], fulfilled=[7])


@rule("OPT-09", "PASS-06", "PORT-7g", "STATE-12")
def test_the_window_of_a_port_used_after_the_last_pass_comes_before_production() -> None:
    table = at_port_7(merchants=2, port_after_pass=True)
    table.state.turn_order = [1, 2, 0]  # type: ignore[list-item]
    table.state.passed = [1, 2]  # type: ignore[list-item]
    table.play("pass", "port 7 exchange cow D5 bakery cow J4 bakery", "neighbourhood 2 wool")
    table.expect_decision("end_turn", "red").expect("red", wool=4).play("end")
    assert table.state.phase == "production"
    table.advance("production").expect("red", wool=4)


@rule("BONUS-05", "BONUS-08", "NBR-19", "BUILD-03", "EXPAND-10")
def test_a_contract_drawn_in_round_1_pays_for_purchases_and_the_next_space_lapses() -> None:
    table = scenario(money=0).with_contract(7, free_space=2, money=8).box("red", 7)
    table.pile(41, 42, 43).put("red", *BAKERIES, "sheep I5").put("blue", "sheep J3")
    table.give("red", bread=2).price("wool", 4).play("fulfil 7", "expand bakery I4")
    table.expect("red", money=0).expect_decision("deployment_bonuses", "red")
    table.refuses("neighbourhood 1 wool", "TRADE-14").play("draw", "keep 41")
    table.expect("red", money=5).play("neighbourhood 2 wool").expect("red", money=1, wool=2)
    table.expect_decision("end_turn", "red").expect("red", fulfilled=[7], contracts=[41])
