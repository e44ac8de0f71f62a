"""Clan Stewart."""

import pytest

from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import Part, drafted, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def trading(clan: str = "stewart", **goods: int) -> Part:
    """Red has 5 merchants, 50 pounds and some goods; wool stands at 4, whisky at 11."""
    table = scenario(clans=clan, money=50).merchants("red", stock=5).give("red", **goods)
    return table.given.price("wool", 4).price("whisky", 11)


def beside_cow_and_distillery(clan: str = "stewart", *, money: int = 100) -> Part:
    """Red has just deployed a sheep beside a cow and a distillery of blue."""
    table = scenario(clans=clan).merchants("red", stock=6, track=1).put("red", "miner C6")
    table.given.put("blue", "cow D4", "distillery D6").price("milk", 5).price("whisky", 11)
    return table.when.play("expand sheep D5").given.give("red", money=money)


@rule("CLAN-STEWART-01", "CLAN-STEWART-02", "SETUP-16")
@in_one_test("players", [2, 3, 4])
def test_five_merchants_and_the_first_shipping_level_at_the_start(players: int) -> None:
    table = drafted("stewart", *["plain"] * (players - 1))
    table.then.expect("red", stock=5, track=2, shipping=1)
    table.then.expect("blue", stock=2, track=5, shipping=0)


@rule("CLAN-STEWART-03")
@in_one_test(
    ("line", "money"),
    [
        ("buy 1 wool", -4),
        ("buy 5 wool", -20),
        ("buy 3 whisky", -33),
        ("sell 1 wool", 4),
        ("sell 4 wool", 16),
        ("sell 2 whisky", 22),
    ],
)
def test_a_trade_of_any_number_brings_1_pound(line: str, money: int) -> None:
    trading(wool=4, whisky=2).when.play(line).then.expect("red", money=50 + money + 1)
    trading("campbell", wool=4, whisky=2).when.play(line).then.expect("red", money=50 + money)


@rule("CLAN-STEWART-03")
def test_others_trades_and_other_actions_bring_nothing() -> None:
    table = trading().when.play("shipping", "end").then.expect("red", money=46)
    table.when.play("buy 1 wool", "end").then.expect("blue", money=46).expect("red", money=46)


@rule("CLAN-STEWART-04")
def test_the_pound_comes_before_a_purchase_is_paid() -> None:
    trading().given.give("red", money=7).when.play("buy 2 wool").then.expect("red", money=0)
    trading().given.give("red", money=6).then.refuses("buy 2 wool", "TRADE-14", "not_enough_money")
    trading("campbell").given.give("red", money=7).then.refuses("buy 2 wool", "TRADE-14")


@rule("CLAN-STEWART-04", "CLAN-STEWART-05")
def test_the_pound_may_pay_for_a_purchase_from_neighbours() -> None:
    # Milk costs 5 - 2; each of two goods has its own pound.
    table = (
        beside_cow_and_distillery(money=8)
        .when.play("neighbourhood 3 milk")
        .then.expect("red", money=0)
    )
    table.then.expect_decision("end_turn")
    beside_cow_and_distillery(money=7).then.refuses("neighbourhood 3 milk", "TRADE-14")
    plain = beside_cow_and_distillery("campbell", money=8)
    plain.then.refuses("neighbourhood 3 milk", "TRADE-14")


@rule("CLAN-STEWART-05", "EX-16", "CASE-B11")
def test_each_good_bought_from_neighbours_brings_1_pound() -> None:
    lines = ("neighbourhood 3 milk", "neighbourhood 3 whisky")
    spent = 3 * (5 - 2) + 3 * (11 - 3)
    table = beside_cow_and_distillery().when.play(*lines)
    table.then.expect("red", money=100 - spent + 2, milk=3, whisky=3, stock=0)
    beside_cow_and_distillery("campbell").when.play(*lines).then.expect("red", money=100 - spent)
    beside_cow_and_distillery().when.play("neighbourhood 1 whisky").then.expect(
        "red", money=100 - 8 + 1
    )


@rule("CLAN-STEWART-06", "NBR-18")
def test_one_good_bought_at_two_deployments_of_a_turn_is_two_trades() -> None:
    table = scenario(clans="stewart").merchants("red", stock=6, track=1).put("red", "miner C6")
    table.given.with_contract(1, free_space=2).box("red", 1).give("red", wool=4)
    table.given.put("blue", "cow D4").marker("milk", 2).when.play("fulfil 1")
    table.when.play("expand sheep D5", "neighbourhood 1 milk").then.expect(
        "red", money=100 - 8 - 3 + 1
    )
    table.when.play("expand bakery C5", "neighbourhood 1 milk")
    table.then.expect("red", money=90 - 8 - 3 + 1, milk=2).expect_decision("end_turn")


@rule("CLAN-STEWART-06")
def test_a_sale_brings_the_pound_beside_its_price() -> None:
    trading(wool=1).given.give("red", money=0).when.play("sell 1 wool").then.expect(
        "red", money=4 + 1
    )


@rule("CLAN-STEWART-08")
def test_taking_a_merchant_back_is_no_trade() -> None:
    table = trading().given.port("M1", 4).put("red", "woodcutter M2").when.play("buy 1 wool")
    table.then.expect("red", money=47).when.play("port 4", "upgrade take_back buy wool")
    table.then.expect("red", money=47, wool=1, stock=5)
