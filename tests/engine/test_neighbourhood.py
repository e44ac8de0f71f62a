"""The neighbourhood bonus. (NBR)"""

import pytest

from games.engine import effects as fx
from games.engine.terms import GOODS, Hex
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import BLUE, Part, drafting, scenario, seat_of

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

MAKERS = {
    "sheep": "wool",
    "cow": "milk",
    "field": "grain",
    "bakery": "bread",
    "cheese_dairy": "cheese",
    "distillery": "whisky",
}


def beside(*units: str, players: int = 3, clans: str = "", money: int = 100) -> Part:
    """Blue's units stand; red, with 5 merchants, is about to expand from J4 to I4.

    J3, I3 and I5 neighbour I4; H3 lies behind a river.
    """
    table = scenario(players=players, clans=clans, money=money)
    return table.given.put("red", "woodcutter J4").put("blue", *units).merchants("red", stock=5)


def offers(table: Part) -> list[str]:
    """What can be bought by the bonus now, in order."""
    return sorted(line.removeprefix("neighbourhood ") for line in table.legal("neighbourhood_buy"))


@rule("NBR-01", "NBR-02", "NBR-05", "BASE-03", "BASE-04")
@in_one_test(("unit", "good"), MAKERS.items())
def test_every_producing_unit_offers_its_good_at_a_discount(unit: str, good: str) -> None:
    table = beside(f"{unit} J3")
    price = table.state.price(GOODS.index(good))  # type: ignore[arg-type]
    cheaper = price - (2 if good in ("wool", "milk", "grain") else 3)
    table.when.play("expand sheep I4").given.give("red", money=100)
    assert offers(table) == [f"{n} {good}" for n in (1, 2, 3)]
    table.when.play(f"neighbourhood 2 {good}")
    table.then.expect("red", money=100 - 2 * cheaper, stock=3, **{good: 2})
    table.then.expect_market("red", f"buy 2 {good}").expect_decision("end_turn")


@rule("NBR-02", "BASE-04")
@pytest.mark.parametrize("worker", ["woodcutter", "miner"])
def test_workers_offer_nothing(worker: str) -> None:
    beside(f"{worker} J3").when.play("expand sheep I4").then.expect_decision("end_turn")


@rule("NBR-01")
def test_a_unit_further_away_offers_nothing() -> None:
    beside("sheep K4").when.play("expand sheep I4").then.expect_decision("end_turn")


@rule("NBR-03", "EX-05", "DEF-04")
def test_a_unit_behind_a_river_offers_nothing() -> None:
    beside("cheese_dairy H3").when.play("expand sheep I4").then.expect_decision("end_turn")
    table = beside("cheese_dairy H3", "sheep I3").when.play("expand sheep I4")
    table.then.refuses("neighbourhood 1 cheese", "NBR-01", "no_such_neighbour")
    assert offers(table) == ["1 wool", "2 wool", "3 wool"]


@rule("NBR-04")
def test_own_units_offer_nothing() -> None:
    table = beside().given.put("red", "distillery J3", "cow I3").when.play("expand sheep I4")
    table.then.expect_decision("end_turn")


@rule("NBR-05", "NBR-07", "NBR-09", "EX-03", "DATA-22", "BASE-03", "CASE-B03")
@in_one_test(("players", "number", "paid"), [(2, 4, 28), (3, 3, 21), (4, 3, 21)])
def test_whisky_at_ten_is_bought_at_seven(players: int, number: int, paid: int) -> None:
    table = (
        beside("distillery J3", players=players)
        .given.price("whisky", 10)
        .when.play("expand sheep I4")
    )
    table.given.give("red", money=100)
    table.then.refuses(f"neighbourhood {number + 1} whisky", "NBR-09", "neighbourhood_limit")
    table.when.play(f"neighbourhood {number} whisky")
    table.then.expect("red", money=100 - paid, whisky=number, stock=5 - number)
    table.then.expect_marker("whisky", 2 + number).expect_market("red", f"buy {number} whisky")


@rule("NBR-12", "EX-03", "CASE-B03")
def test_cheese_and_whisky_are_both_bought_in_the_order_wished() -> None:
    for goods in (("whisky", "cheese"), ("cheese", "whisky")):
        table = (
            beside("distillery J3", "cheese_dairy I5").given.price("whisky", 10).price("cheese", 10)
        )
        table.given.merchants("red", stock=6, track=1).when.play("expand sheep I4").given.give(
            "red", money=42
        )
        table.when.play(*(f"neighbourhood 3 {good}" for good in goods))
        table.then.expect("red", money=0, whisky=3, cheese=3, stock=0)


@rule("NBR-06", "TC-04")
def test_a_discounted_price_stops_at_nothing() -> None:
    table = beside("sheep J3")
    wool, *others = table.state.content.large_market
    cheap = type(wool)((1, 1, 2, 3, 4), 0, wool.medium)
    table.given.values(large_market=(cheap, *others)).marker("wool", 0).when.play("expand cow I4")
    table.given.give("red", money=0).when.play("neighbourhood 3 wool")
    table.then.expect("red", money=0, wool=3).expect_marker("wool", 3)


@rule("NBR-07", "TRADE-02")
def test_the_purchase_needs_as_many_merchants_in_stock() -> None:
    table = beside("sheep J3").given.merchants("red", stock=1).when.play("expand cow I4")
    table.then.refuses("neighbourhood 2 wool", "TRADE-02")
    assert offers(table) == ["1 wool"]


@rule("NBR-07", "TRADE-02")
def test_without_merchants_there_is_nothing_to_ask() -> None:
    table = beside("sheep J3").given.merchants("red", stock=0).when.play("expand cow I4")
    table.then.expect_decision("end_turn")


@rule("NBR-07", "TRADE-14", "NBR-19")
def test_the_purchase_is_paid_with_the_money_left_after_the_unit() -> None:
    table = (
        beside("distillery J3", money=10 + 15)
        .given.price("whisky", 10)
        .when.play("expand sheep I4")
    )
    table.then.refuses("neighbourhood 3 whisky", "TRADE-14")
    table.when.play("neighbourhood 2 whisky").then.expect("red", money=1, whisky=2)


@rule("NBR-07", "TRADE-06")
def test_the_marker_starts_at_the_full_price_and_stops_at_the_top() -> None:
    table = (
        beside("bakery J3")
        .given.marker("bread", 8)
        .when.play("expand cow I4")
        .given.give("red", money=33)
    )
    table.when.play("neighbourhood 3 bread").then.expect("red", money=0).expect_marker("bread", 9)


def wool_sold(*units: str) -> Part:
    """Red has sold a wool this round and is about to expand again."""
    table = beside(*units, players=2).given.give("red", wool=2)
    return table.when.play("sell 1 wool", "end", "shipping", "end")


@rule("NBR-08", "TC-03")
def test_a_good_sold_this_round_is_not_offered() -> None:
    wool_sold("sheep J3").when.play("expand cow I4").then.expect_decision("end_turn")
    table = wool_sold("sheep J3", "cow I5").when.play("expand cow I4")
    table.then.refuses("neighbourhood 1 wool", "NBR-08", "merchants_on_the_other_side")
    assert table.can("neighbourhood 1 milk")


@rule("NBR-08", "TC-03", "UPG-05")
def test_it_is_offered_again_when_the_seller_is_back() -> None:
    table = wool_sold("sheep J3").given.put("red", "sheep L4").port("L3", 4)
    table.when.play(
        "port 4", "upgrade take_back sell wool", "expand cow I4", "neighbourhood 1 wool"
    )
    table.then.expect("red", wool=2).expect_market("red", "buy 1 wool")


@rule("NBR-08", "TRADE-07")
def test_a_good_bought_by_the_bonus_is_not_sold_this_round() -> None:
    table = beside("sheep J3", players=2).given.give("red", wool=2)
    table.when.play("expand cow I4", "neighbourhood 1 wool", "end", "shipping", "end")
    table.then.refuses("sell 1 wool", "TRADE-07")


@rule("NBR-09", "NBR-10", "NBR-12", "TC-05")
def test_more_neighbours_with_one_good_do_not_raise_the_limit() -> None:
    table = (
        beside("sheep J3", "distillery I5")
        .given.put("black", "sheep I3")
        .when.play("expand cow I4")
    )
    table.then.refuses("neighbourhood 4 wool", "NBR-09")
    table.when.play("neighbourhood 3 wool", "neighbourhood 2 whisky")
    table.then.expect("red", wool=3, whisky=2, stock=0)


@rule("NBR-11")
def test_an_ordinary_trade_uses_up_nothing_of_the_limit() -> None:
    bought = beside().when.play("buy 3 wool").state.turn.bought
    assert bought == [0] * 6
    assert beside("sheep J3").when.play(
        "expand cow I4", "neighbourhood 2 wool"
    ).state.turn.bought == [
        2,
        0,
        0,
        0,
        0,
        0,
    ]


@rule("NBR-09", "STATE-28")
def test_the_limit_counts_anew_in_the_next_turn() -> None:
    table = beside("sheep J3", "sheep I5", players=2).given.merchants("red", stock=7, track=0)
    table.when.play("expand cow I4", "neighbourhood 4 wool", "end", "shipping", "end")
    table.when.play("expand cow J5", "neighbourhood 3 wool").then.expect("red", wool=7)


@rule("NBR-12", "CLAN-STEWART-05", "EX-16")
def test_each_good_is_bought_once_so_stewart_earns_one_pound_for_each() -> None:
    table = beside("cow J3", "distillery I5", clans="stewart").given.merchants("red", stock=6)
    table.given.price("milk", 5).price("whisky", 10).when.play("expand sheep I4").given.give(
        "red", money=50
    )
    table.when.play("neighbourhood 3 milk").then.refuses("neighbourhood 1 milk", "NBR-01")
    table.when.play("neighbourhood 3 whisky").then.expect("red", money=50 - 9 - 21 + 2)


@rule("NBR-12")
def test_a_good_is_not_split_into_two_purchases() -> None:
    table = beside("sheep J3", "cow I5").when.play("expand sheep I4", "neighbourhood 1 wool")
    table.then.refuses("neighbourhood 1 wool", "NBR-01")
    assert offers(table) == ["1 milk", "2 milk", "3 milk"]


@rule("NBR-13", "STATE-34")
def test_what_is_not_used_at_once_is_gone() -> None:
    table = (
        beside("sheep J3")
        .when.play("expand cow I4")
        .then.expect_decision("deployment_bonuses", "red")
    )
    table.then.refuses("end", "STATE-34").when.play("skip").then.expect_decision("end_turn")
    table.then.refuses("neighbourhood 1 wool", "STATE-22").expect("red", wool=0, stock=5)


@rule("NBR-14")
@in_one_test(
    "column",
    ["sheep", "cow", "field", "bakery", "cheese_dairy", "distillery", "woodcutter", "miner"],
)
def test_any_unit_deployed_by_expand_opens_it(column: str) -> None:
    table = scenario().put("red", "sheep M4").put("blue", "cow L5")
    table.when.play(f"expand {column} M5").then.expect_decision("deployment_bonuses")
    assert table.can("neighbourhood 1 milk")


@rule("NBR-14", "BONUS-04")
def test_a_free_space_opens_it() -> None:
    table = beside("sheep J3").given.box("red", 7).give("red", bread=2)
    table.when.play("fulfil 7", "expand cow I4", "neighbourhood 3 wool").then.expect("red", wool=3)


@rule("NBR-15")
def test_a_first_worker_opens_nothing() -> None:
    table = drafting(players=2, seed="first workers", clans=["campbell", "cunningham", "stewart"])
    for _ in range(2):
        table.when.play(table.legal("choose_clan")[0])
    table.then.expect_decision("place_worker")
    seat = table.deciding()
    other = "red" if seat != seat_of("red") else "blue"
    table.given.put(other, "sheep I4", "cow I6").when.play("place woodcutter I5")
    table.then.expect_decision("place_worker", other)


@rule("NBR-16")
def test_the_owner_of_the_neighbour_gains_nothing() -> None:
    table = beside("sheep J3").given.give("blue", wool=4, money=9)
    table.when.play("expand cow I4", "neighbourhood 3 wool").then.expect("blue", wool=4, money=9)


@rule("NBR-17")
def test_what_is_eligible_is_settled_when_the_unit_stands() -> None:
    table = beside("sheep J3", "cow I5").when.play("expand cow I4", "neighbourhood 1 milk")
    fx.Withdrawn(BLUE, "sheep", Hex("J3")).apply(table.state)
    table.given.put("blue", "distillery I3").then.refuses("neighbourhood 1 whisky", "NBR-01")
    table.when.play("neighbourhood 1 wool").then.expect("red", wool=1, milk=1)


@rule("NBR-18", "NBR-09", "BONUS-06")
def test_two_deployments_of_a_turn_share_the_limit_at_the_prices_of_the_moment() -> None:
    table = (
        beside("sheep J3", "sheep J5").given.with_contract(7, free_space=2, money=0).box("red", 7)
    )
    table.given.give("red", bread=2).marker("wool", 3).when.play("fulfil 7", "expand cow I4")
    table.given.give("red", money=100).when.play("neighbourhood 2 wool").then.expect(
        "red", money=96
    )
    table.then.expect_price("wool", 5).when.play("expand bakery I5").given.give("red", money=50)
    table.then.refuses("neighbourhood 2 wool", "NBR-09", "neighbourhood_limit")
    table.when.play("neighbourhood 1 wool").then.expect("red", money=47, wool=3)


@rule("NBR-18", "CLAN-STEWART-06")
def test_one_good_in_two_deployments_is_two_trades_for_stewart() -> None:
    table = beside("sheep J3", "sheep J5", clans="stewart").given.with_contract(
        7, free_space=2, money=0
    )
    table.given.box("red", 7).give("red", bread=2).marker("wool", 3).when.play(
        "fulfil 7", "expand cow I4"
    )
    table.given.give("red", money=100).when.play("neighbourhood 1 wool", "expand bakery I5")
    table.given.give("red", money=100).when.play("neighbourhood 1 wool").then.expect(
        "red", money=100 + 1 - 3
    )


@rule("NBR-19", "BUILD-03")
def test_the_building_bonus_of_round_one_may_pay_for_the_purchase() -> None:
    table = scenario(money=10).merchants("red", stock=5).marker("wool", 5).put("blue", "sheep J3")
    table.given.put("red", "bakery J4", "bakery J5", "bakery K4").pile(16, 2, 7)
    table.when.play("expand bakery I4").then.refuses("neighbourhood 1 wool", "TRADE-14")
    table.when.play("draw", "keep 2").then.expect("red", money=5).expect_decision(
        "deployment_bonuses"
    )
    table.when.play("neighbourhood 1 wool").then.expect("red", money=2, wool=1)


@rule("NBR-19")
def test_the_window_closes_when_the_building_bonus_brought_no_money() -> None:
    table = scenario(money=10).merchants("red", stock=5).put("blue", "distillery J3")
    table.given.put("red", "bakery J4", "bakery J5", "bakery K4").pile(16, 2, 7)
    table.when.play("expand bakery I4", "draw", "keep").then.expect_decision("end_turn")
