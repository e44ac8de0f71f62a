"""Direct export bonuses. (BONUS)"""

import pytest

from games import engine
from tests.rules import rule
from tests.scenario import RED, Part, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def fulfilled(*, players: int = 3, clans: str = "", purse: int = 100, **bonuses: int) -> Part:
    """Red, with a sheep on J4 and 2 merchants, fulfils a contract that gives these bonuses."""
    printed = {"money": 0, "free_space": 0, "bonus_upgrade": 0, **bonuses}
    table = scenario(players=players, clans=clans, money=purse).with_contract(7, **printed)
    table.given.box("red", 7).give("red", bread=2).put("red", "sheep J4").put(
        "blue", "distillery J3"
    )
    return table.when.play("fulfil 7")


@rule("BONUS-01", "BONUS-03", "STATE-38")
def test_a_contract_may_show_all_three_kinds() -> None:
    table = fulfilled(purse=0, money=10, free_space=1, bonus_upgrade=1)
    table.then.expect("red", money=10).expect_decision("export_bonuses", "red")
    assert table.legal() == ["bonus free_space", "bonus bonus_upgrade", "skip"]
    plain = scenario(money=0).with_contract(7, money=13, free_space=0).box("red", 7)
    plain.given.give("red", bread=2).when.play("fulfil 7").then.expect("red", money=13)
    plain.then.expect_decision("end_turn")


@rule("BONUS-02", "STATE-37")
def test_the_player_chooses_the_order() -> None:
    table = fulfilled(free_space=1, bonus_upgrade=1).when.play("bonus free_space")
    table.then.expect_decision("free_space").refuses("upgrade hire", "BONUS-04")
    table.when.play("expand sheep J5").then.expect_decision("bonus_upgrade")
    table.when.play("upgrade hire").then.expect_decision("end_turn").expect("red", stock=3)
    table = fulfilled(free_space=1, bonus_upgrade=1).when.play("bonus bonus_upgrade")
    table.then.expect_decision("bonus_upgrade").refuses("expand sheep J5", "UPG-01")
    table.when.play("upgrade hire").then.expect_decision("free_space")
    table.when.play("expand sheep J5").then.expect_decision("end_turn")


@rule("BONUS-02")
def test_a_bonus_is_taken_once() -> None:
    table = fulfilled(free_space=1, bonus_upgrade=2)
    table.when.play("bonus bonus_upgrade", "upgrade hire", "bonus free_space", "expand sheep J5")
    table.then.expect_decision("bonus_upgrade").when.play("upgrade hire").then.expect_decision(
        "end_turn"
    )
    table.then.expect("red", stock=4, units=["sheep J4", "sheep J5"])


@rule("BONUS-02")
def test_nothing_is_kept_for_another_time() -> None:
    table = fulfilled(players=2, free_space=1, bonus_upgrade=1)
    table.then.refuses("end", "STATE-37").refuses("shipping", "STATE-37")
    table.when.play("skip").then.expect_decision("end_turn")
    table.then.refuses("upgrade hire", "STATE-22").refuses("bonus free_space", "STATE-22")
    table.when.play("end", "pass").then.expect_decision("main_action", "red")
    table.then.refuses("upgrade hire", "STATE-22").refuses("bonus free_space", "STATE-22")


@rule("BONUS-02")
def test_a_kind_that_the_contract_does_not_show_is_refused() -> None:
    table = fulfilled(free_space=1, bonus_upgrade=1).when.play(
        "bonus bonus_upgrade", "upgrade hire"
    )
    table.then.refuses("bonus bonus_upgrade", "BONUS-04")
    fulfilled().then.expect_decision("end_turn")


@rule("BONUS-04", "BONUS-07", "BASE-08")
def test_a_free_space_waives_the_land_and_nothing_else() -> None:
    table = fulfilled(free_space=1).given.put("red", "cow M4").give("red", money=17)
    table.then.refuses("expand field M5", "EXPAND-04", "not_enough_money")
    table.given.give("red", money=18).when.play("expand field M5").then.expect("red", money=0)


@rule("BONUS-04", "EXPAND-02", "EXPAND-03", "EXPAND-05", "BASE-08")
def test_a_free_space_keeps_every_other_rule_of_expanding() -> None:
    table = fulfilled(players=2, free_space=1)
    table.then.refuses("expand woodcutter K4", "EXPAND-03").refuses("expand cow J3", "EXPAND-02")
    table.then.refuses("expand cow K7", "DEF-28").refuses("expand miner M3", "EXPAND-12")
    table.given.put("red", "field J5", "field I5", "field I6", "field H6")
    table.then.refuses("expand field K4", "EXPAND-05")


@rule("BONUS-04", "NBR-14", "BUILD-01", "BASE-08")
def test_a_free_space_opens_the_bonuses_of_a_deployment() -> None:
    table = fulfilled(free_space=1).given.put("red", "bakery J5", "bakery I5", "bakery K5")
    table.when.play("expand bakery I4").then.expect_decision("deployment_bonuses")
    assert table.can("draw")
    assert table.can("neighbourhood 1 whisky")


@rule("BONUS-05", "TC-07")
def test_without_money_for_any_unit_the_space_lapses_and_the_contract_counts() -> None:
    fulfilled(purse=0, free_space=1).then.expect_decision("end_turn").expect("red", fulfilled=[7])


@rule("BONUS-05")
def test_money_for_the_cheapest_unit_keeps_the_space_open() -> None:
    # I5 beside J4 has forest: a woodcutter needs 6.
    assert fulfilled_with(5).decision().kind == "end_turn"
    assert fulfilled_with(6).decision().kind == "free_space"


def fulfilled_with(pounds: int) -> Part:
    table = scenario(money=pounds).with_contract(7, money=0).box("red", 7).give("red", bread=2)
    return table.given.put("red", "sheep J4").when.play("fulfil 7")


@rule("BONUS-05")
def test_without_a_legal_space_it_lapses() -> None:
    table = scenario().box("red", 7).give("red", bread=2).put("red", "sheep J4")
    table.given.put("blue", *(f"cow {place}" for place in ("J3", "J5", "K4", "K5", "I4", "I5")))
    table.when.play("fulfil 7").then.expect_decision("end_turn")


@rule("BONUS-05", "BONUS-10")
def test_what_is_declined_brings_nothing() -> None:
    table = fulfilled(free_space=1).when.play("skip").then.expect_decision("end_turn")
    table.then.expect("red", money=100, units=["sheep J4"])
    table = fulfilled(bonus_upgrade=1).when.play("skip").then.expect_decision("end_turn")
    table.then.expect("red", money=100, stock=2, shipping=0, technology=[])


@rule("BONUS-06", "EXPAND-11")
def test_a_unit_of_the_first_free_space_extends_the_second() -> None:
    table = fulfilled(players=2, free_space=2).then.refuses("expand cow J6", "DEF-28")
    table.when.play("expand cow J5", "expand cow J6").then.expect_decision("end_turn")
    table.then.expect("red", units=["cow J5", "cow J6", "sheep J4"], money=82)


@rule("BONUS-06", "BONUS-05")
def test_declining_one_free_space_leaves_the_other() -> None:
    table = fulfilled(free_space=2).when.play("skip").then.expect_decision("free_space")
    table.when.play("expand cow J5").then.expect_decision("end_turn")


@rule("BONUS-07", "CLAN-ROBERTSON-03", "TC-33")
def test_robertsons_discount_holds_for_a_free_space() -> None:
    table = fulfilled(players=4, clans="robertson", free_space=1).given.put("red", "sheep C5")
    table.when.play("expand bakery D4").then.expect("red", money=100 - 5)


@rule("BONUS-07", "CLAN-CAMPBELL-04")
def test_campbells_discount_holds_for_a_free_space() -> None:
    table = fulfilled(clans="campbell", free_space=1)
    table.when.play("expand bakery J5").then.expect("red", money=100 - 5)


@rule("BONUS-08", "STATE-37")
def test_the_window_of_a_free_space_is_completed_first() -> None:
    table = fulfilled(free_space=1, bonus_upgrade=1).when.play("bonus free_space", "expand cow I4")
    table.then.expect_decision("deployment_bonuses").refuses("upgrade hire", "STATE-34")
    table.then.refuses("bonus bonus_upgrade", "STATE-34").when.play("neighbourhood 1 whisky")
    table.then.expect_decision("bonus_upgrade")


@rule("BONUS-08")
def test_the_window_of_the_first_free_space_comes_before_the_second() -> None:
    table = (
        fulfilled(free_space=2)
        .when.play("expand cow I4")
        .then.expect_decision("deployment_bonuses")
    )
    table.then.refuses("expand cow J5", "STATE-34").when.play("skip").then.expect_decision(
        "free_space"
    )


@rule("BONUS-09", "UPG-01")
def test_several_upgrades_are_the_same_or_different() -> None:
    table = fulfilled(bonus_upgrade=2).when.play("upgrade hire", "upgrade hire")
    table.then.expect("red", stock=4, track=3).expect_decision("end_turn")
    table = fulfilled(bonus_upgrade=2).when.play("upgrade hire", "upgrade shipping")
    table.then.expect("red", stock=3, shipping=1).expect_decision("end_turn")


def with_everything(*, money: int) -> Part:
    """Red has nothing left to upgrade but what money buys, and fulfils a contract with two."""
    table = scenario(money=money).with_contract(7, money=0, free_space=0, bonus_upgrade=2)
    table.given.box("red", 7).give("red", bread=2).merchants("red", stock=7, track=0)
    return table.given.shipping("red", 5).technology("red", "miner").put("red", "sheep J4")


@rule("BONUS-10", "UPG-02")
def test_an_upgrade_lapses_when_no_option_is_open() -> None:
    with_everything(money=4).when.play("fulfil 7").then.expect_decision("end_turn")
    table = with_everything(money=15).when.play("fulfil 7").then.expect_decision("bonus_upgrade")
    assert table.legal() == ["upgrade technology woodcutter", "skip"]
    table.when.play("upgrade technology woodcutter").then.expect_decision("end_turn")
    table.then.expect("red", money=10, technology=["miner", "woodcutter"])


@rule("BONUS-11", "UPG-06", "BONUS-02")
def test_a_merchant_of_an_earlier_bonus_buys_in_a_later_one() -> None:
    table = fulfilled(free_space=1, bonus_upgrade=1).given.merchants("red", stock=0, track=7)
    table.when.play(
        "bonus bonus_upgrade", "upgrade hire", "expand cow I4", "neighbourhood 1 whisky"
    )
    table.then.expect("red", whisky=1, stock=0, track=6)


@rule("BONUS-11", "BONUS-03")
def test_the_money_of_the_contract_pays_for_its_other_bonuses() -> None:
    table = scenario(money=0).box("red", 7).give("red", bread=2).put("red", "sheep J4")
    table.when.play("fulfil 7").then.expect("red", money=10).when.play("expand distillery J5")
    table.then.expect("red", money=0)


@rule("BONUS-05", "BONUS-11")
def test_a_client_is_told_which_bonuses_would_lapse_if_they_came_next() -> None:
    rich = fulfilled(free_space=1, bonus_upgrade=1)
    (decision,) = engine.view(rich.state, RED).decisions
    assert (decision.kind, decision.usable) == ("export_bonuses", ["free_space", "bonus_upgrade"])
    poor = fulfilled(purse=0, free_space=1, bonus_upgrade=1)
    (decision,) = engine.view(poor.state, RED).decisions
    assert (decision.bonuses, decision.usable) == (
        ["free_space", "bonus_upgrade"],
        ["bonus_upgrade"],
    )
    poor.when.play("bonus free_space").then.expect_decision("bonus_upgrade")
    (decision,) = engine.view(poor.state, RED).decisions
    assert decision.usable == []


@rule("BONUS-05", "FREE-03")
def test_a_bonus_that_a_barrel_would_pay_for_does_not_lapse() -> None:
    table = scenario(clans="mackenzie", money=0)
    table.given.with_contract(7, money=0, free_space=1, bonus_upgrade=1).box("red", 7)
    table.given.give("red", bread=2).put("red", "sheep J4")
    table.state.players[RED].clan_state = [0, 1]
    table.when.play("fulfil 7")
    (decision,) = engine.view(table.state, RED).decisions
    assert decision.usable == ["free_space", "bonus_upgrade"]
