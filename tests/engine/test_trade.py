"""Trading on the market. (TRADE)"""

import pytest

from games import engine
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Part, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

REST_OF_ROUND = ("shipping", "end")
"""An irrelevant turn of the other player of two."""


@rule("TRADE-02", "TRADE-04", "TRADE-05", "EX-02", "CASE-B01")
def test_two_whisky_at_ten_cost_twenty_and_raise_the_price_to_twelve() -> None:
    table = (
        scenario(money=50).merchants("red", stock=3).price("whisky", 10).when.play("buy 2 whisky")
    )
    table.then.expect("red", money=30, whisky=2, stock=1).expect_market("red", "buy 2 whisky")
    table.then.expect_price("whisky", 12)


@rule("TRADE-04", "TRADE-05")
def test_every_unit_sold_brings_the_price_before_the_trade() -> None:
    table = scenario(money=0).give("red", cheese=4).merchants("red", stock=3).price("cheese", 10)
    table.when.play("sell 3 cheese").then.expect("red", money=30, cheese=1, stock=0)
    table.then.expect_market("red", "sell 3 cheese").expect_price("cheese", 7)


@rule("TRADE-04")
def test_only_goods_in_stock_are_sold() -> None:
    table = scenario().give("red", wool=2).merchants("red", stock=5)
    table.then.refuses("sell 3 wool", "TRADE-04", "not_enough_goods")
    table.then.refuses("sell 1 milk", "TRADE-04", "not_enough_goods")
    assert table.can("sell 2 wool")


@rule("TRADE-01")
def test_one_good_and_one_direction_make_the_whole_action() -> None:
    table = scenario().give("red", wool=5).merchants("red", stock=5).when.play("sell 1 wool")
    table.then.refuses("sell 1 wool", "STATE-22").refuses("buy 1 milk", "STATE-22")
    table.then.expect("red", wool=4, stock=4)


@rule("TRADE-01")
@in_one_test("line", ["buy 0 wool", "sell -1 wool", "buy wool", "buy 1 wool 1 milk", "buy 1 beef"])
def test_what_is_not_one_good_and_a_number_from_one_is_no_trade(line: str) -> None:
    with pytest.raises(engine.MalformedMove):
        engine.parse(line)


@rule("TRADE-02", "TRADE-03", "TC-02")
def test_merchants_on_the_track_do_not_trade() -> None:
    table = scenario(money=100).give("red", wool=7).merchants("red", stock=2, track=5)
    table.then.refuses("buy 3 milk", "TRADE-02").refuses("sell 3 wool", "TRADE-02")
    assert table.can("buy 2 milk")
    assert table.can("sell 2 wool")
    table.given.merchants("red", stock=0, track=7).then.refuses("buy 1 milk", "TRADE-02")
    assert table.legal("trade") == []


@rule("TRADE-06", "TC-01")
@in_one_test(
    ("position", "line", "money", "ends"),
    [
        (9, "buy 2 bread", -30, 9),
        (8, "buy 3 bread", -42, 9),
        (0, "sell 2 bread", 14, 0),
        (1, "sell 3 bread", 24, 0),
    ],
)
def test_the_marker_stops_at_the_ends_and_the_trade_stands(
    position: int, line: str, money: int, ends: int
) -> None:
    table = scenario(money=50).give("red", bread=3).merchants("red", stock=3)
    table.given.marker("bread", position).when.play(line).then.expect("red", money=50 + money)
    table.then.expect_marker("bread", ends)


@rule("TRADE-06", "TC-01")
def test_two_wool_at_the_bottom_price_of_three_bring_six() -> None:
    table = scenario(money=0).give("red", wool=2).merchants("red", stock=2).marker("wool", 0)
    table.when.play("sell 2 wool").then.expect("red", money=6).expect_marker("wool", 0)


def whisky_sold() -> Part:
    """One whisky was sold, it is red's second turn of the round."""
    table = scenario(players=2).give("red", whisky=5).merchants("red", stock=5)
    return table.when.play("sell 1 whisky", "end", *REST_OF_ROUND)


@rule("TRADE-07", "EX-25")
def test_after_a_sale_the_good_is_not_bought_this_round() -> None:
    table = whisky_sold().then.refuses("buy 1 whisky", "TRADE-07")
    assert not [line for line in table.legal("trade") if line.endswith("whisky") and "buy" in line]
    assert table.can("buy 1 cheese")


@rule("TRADE-07")
def test_after_a_purchase_the_good_is_not_sold_this_round() -> None:
    table = scenario(players=2).give("red", wool=3).merchants("red", stock=5)
    table.when.play("buy 1 wool", "end", *REST_OF_ROUND).then.refuses("sell 1 wool", "TRADE-07")
    assert table.can("buy 1 wool")


@rule("TRADE-07")
def test_merchants_of_others_bar_nobody() -> None:
    table = scenario(players=2).give("red", wool=3)
    table.given.merchants("red", stock=5).merchants("blue", stock=5)
    table.when.play("sell 1 wool", "end", "buy 1 wool")
    table.then.expect_market("red", "sell 1 wool").expect_market("blue", "buy 1 wool")


@rule("TRADE-08", "EX-25")
def test_the_same_good_is_sold_again_in_the_same_round() -> None:
    table = whisky_sold().given.give("red", money=0).price("whisky", 10)
    table.when.play("sell 2 whisky").then.expect("red", money=20, whisky=2)
    table.then.expect_market("red", "sell 3 whisky")


@rule("TRADE-09", "UPG-05", "EX-25")
def test_the_other_direction_opens_when_the_last_merchant_is_back() -> None:
    table = whisky_sold().given.port("L3", 4).put("red", "sheep L4")
    table.when.play("port 4", "upgrade take_back sell whisky").then.expect_market("red")
    assert table.can("buy 1 whisky")
    table.when.play("buy 1 whisky").then.expect_market("red", "buy 1 whisky")


@rule("TRADE-09")
def test_one_merchant_left_behind_keeps_the_ban() -> None:
    table = scenario(players=2).give("red", whisky=5).merchants("red", stock=5)
    table.when.play("sell 2 whisky", "end", *REST_OF_ROUND).given.port("L3", 4).put(
        "red", "sheep L4"
    )
    table.when.play("port 4", "upgrade take_back sell whisky").then.refuses(
        "buy 1 whisky", "TRADE-07"
    )


@rule("TRADE-10")
def test_merchants_stay_on_the_market_until_the_preparation() -> None:
    table = scenario(players=2).give("red", wool=2).merchants("red", stock=4)
    table.when.play("buy 1 milk", "end", "pass", "sell 2 wool", "end", "pass")
    table.when.advance("production", "scoring").then.expect("red", stock=1)
    table.then.expect_market("red", "buy 1 milk", "sell 2 wool")
    table.when.advance("preparation").then.expect_market("red").expect("red", stock=4)


@rule("TRADE-11")
def test_an_area_takes_the_merchants_of_all() -> None:
    table = scenario(players=4, money=500)
    for colour in ("red", "blue", "black", "white"):
        table.given.merchants(colour, stock=7, track=0).when.play("buy 7 cheese", "end")
        table.then.expect_market(colour, "buy 7 cheese").expect(colour, cheese=7)


@rule("TRADE-12")
def test_the_supply_is_the_only_other_party() -> None:
    table = scenario(players=2, money=200).merchants("red", stock=7).give("blue", wool=4)
    table.when.play("buy 7 wool").then.expect("blue", money=200, wool=4).expect("red", wool=7)


@rule("TRADE-14")
def test_a_purchase_beyond_the_money_is_refused_whole() -> None:
    table = scenario(money=29).merchants("red", stock=5).price("whisky", 10)
    table.then.refuses("buy 3 whisky", "TRADE-14", "not_enough_money")
    table.when.play("buy 2 whisky").then.expect("red", money=9, whisky=2)


@rule("TRADE-14", "CLAN-STEWART-04")
def test_stewarts_pound_helps_to_pay_and_no_more_than_that() -> None:
    table = scenario(clans="stewart", money=18).merchants("red", stock=5).price("whisky", 10)
    table.then.refuses("buy 2 whisky", "TRADE-14")
    table.given.give("red", money=19).when.play("buy 2 whisky").then.expect(
        "red", money=0, whisky=2
    )


@rule("TRADE-02", "TRADE-07")
def test_the_legal_trades_are_all_that_stock_goods_and_money_allow() -> None:
    table = scenario(money=11).give("red", wool=1).merchants("red", stock=2)
    assert set(table.legal("trade")) == {
        *("sell 1 wool", "buy 1 wool", "buy 2 wool", "buy 1 milk", "buy 2 milk"),
        *("buy 1 grain", "buy 2 grain", "buy 1 bread", "buy 1 cheese", "buy 1 whisky"),
    }
    assert table.deciding() == RED
