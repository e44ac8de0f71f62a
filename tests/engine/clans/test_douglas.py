"""Clan Douglas."""

from typing import Any

import pytest

from games import engine
from games.engine.positions.conserved import too_much
from tests.engine.industria.markets import lay
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import Given, drafted, scenario

pytestmark = pytest.mark.engine


def red(stock: int = 2, clan: str = "douglas", players: int = 3, **switches: Any) -> Given:
    """Red has a unit and so many merchants ready."""
    others = " ".join(["stewart", "campbell", "robertson"][: players - 1])
    table = scenario(players=players, clans=f"{clan} {others}", **switches)
    return table.put("red", "cow D4").merchants("red", stock=stock, track=6 - stock)


def beside(good: str = "cow", **given: Any) -> Given:
    """Red has expanded beside a unit of blue, and may buy."""
    table = red(**given).put("blue", f"{good} D6")
    return table.when.play("expand cow D5").given


@rule("CLAN-DOUGLAS-1", "SETUP-16")
@in_one_test("players", [2, 3, 4])
def test_it_starts_with_one_merchant_and_five_on_the_track(players: int) -> None:
    table = drafted("douglas", *["plain"] * (players - 1))
    table.then.expect("red", stock=1, track=5).expect("blue", stock=2, track=5)
    assert not [text for text in too_much(table.state) if "merchants" in text]


@rule("CASE-03", "CLAN-DOUGLAS-2", "CLAN-DOUGLAS-3", "CLAN-DOUGLAS-5")
def test_three_whisky_with_two_merchants() -> None:
    """CASE-03: at 10 each 30 is paid, the marker goes up 2 steps, and 2 come back."""
    table = red().price("whisky", 10)
    before = table.state.prices[5]
    table.when.play("buy 3 whisky")
    table.then.expect("red", money=100 - 30 + 2, whisky=3, stock=0)
    table.then.expect_market("red", "buy 2 whisky").expect_marker("whisky", before + 2)


@rule("CLAN-DOUGLAS-2", "TRADE-02")
@in_one_test(("quantity", "merchants", "bonus"), [(1, 1, 0), (2, 1, 2), (3, 2, 2), (4, 2, 4)])
def test_the_price_follows_the_merchants_when_selling(
    quantity: int, merchants: int, bonus: int
) -> None:
    table = red().give("red", wool=5).price("wool", 5)
    before = table.state.prices[0]
    table.when.play(f"sell {quantity} wool")
    table.then.expect("red", money=100 + 5 * quantity + bonus, wool=5 - quantity)
    table.then.expect_market("red", f"sell {merchants} wool")
    table.then.expect_marker("wool", before - merchants)


@rule("CLAN-DOUGLAS-5", "CLAN-DOUGLAS-6")
def test_more_merchants_may_be_placed_up_to_one_a_good() -> None:
    """3 goods: 2 merchants or 3, and the bonus is for pairs of goods all the same."""
    table = red(stock=4).price("whisky", 10)
    offered = {line for line in table.legal("trade") if line.startswith("buy 3 whisky")}
    assert offered == {"buy 3 whisky", "buy 3 whisky by 3"}
    before = table.state.prices[5]
    table.when.play("buy 3 whisky by 3")
    table.then.expect("red", money=72, stock=1).expect_marker("whisky", before + 3)


@rule("CLAN-DOUGLAS-5", "CLAN-DOUGLAS-7", "TRADE-02")
def test_no_fewer_merchants_than_needed_and_no_more_than_goods() -> None:
    table = red(stock=5)
    for line in ("buy 3 milk by 1", "buy 3 milk by 4", "buy 3 milk by 2", "buy 1 milk by 1"):
        table.then.refuses(line, "CLAN-DOUGLAS-5", "number_of_merchants")
    few = red(stock=2)
    few.then.refuses("buy 4 milk by 3", "TRADE-02", "not_enough_merchants")
    few.then.refuses("buy 5 milk", "CLAN-DOUGLAS-7", "two_goods_a_merchant")
    red(stock=0).then.refuses("buy 1 milk", "TRADE-02", "not_enough_merchants")


@rule("CLAN-DOUGLAS-2", "CLAN-DOUGLAS-5")
def test_no_other_clan_names_its_merchants_or_trades_in_twos() -> None:
    table = red(clan="campbell")
    for line in ("buy 2 milk by 2", "buy 2 milk by 1"):
        table.then.refuses(line, "CLAN-DOUGLAS-5", "number_of_merchants")
    table.then.refuses("buy 3 milk", "TRADE-02", "not_enough_merchants")
    table.when.play("buy 2 milk").then.expect_market("red", "buy 2 milk")


@rule("CLAN-DOUGLAS-6")
def test_pairs_count_within_one_transaction_and_places_are_not_kept() -> None:
    """One milk and later one more are no pair, and take a merchant each."""
    table = red(stock=3).price("milk", 5)
    table.when.play("buy 1 milk").then.expect("red", money=95, stock=2)
    table.when.play("end").play_as("blue", "pass").play_as("black", "pass")
    table.given.price("milk", 5)
    table.when.play("buy 1 milk").then.expect("red", money=90, stock=1, milk=2)


@rule("CLAN-DOUGLAS-3", "TRADE-14")
def test_what_a_purchase_brings_cannot_pay_for_it() -> None:
    """2 milk at 5 are 10, of which 2 come back afterwards."""
    red().give("red", money=9).price("milk", 5).then.refuses("buy 2 milk", "TRADE-14")
    red().give("red", money=10).price("milk", 5).when.play("buy 2 milk").then.expect("red", money=2)


@rule("CASE-R08", "CLAN-DOUGLAS-4", "CLAN-DOUGLAS-2", "CLAN-DOUGLAS-3")
def test_four_milk_of_neighbours_with_two_merchants() -> None:
    """CASE-R08: at 5 less 2 they cost 12, the price goes up 2 steps, and 4 come back."""
    table = beside().price("milk", 5).give("red", money=12)
    before = table.state.prices[1]
    table.when.play("neighbourhood 4 milk")
    table.then.expect("red", money=4, milk=4, stock=0).expect_marker("milk", before + 2)


@rule("CLAN-DOUGLAS-4", "NBR-09")
@in_one_test("players", [2, 3, 4])
def test_four_of_each_good_at_every_number_of_players(players: int) -> None:
    table = beside(stock=4, players=players)
    assert table.can("neighbourhood 4 milk")
    table.then.refuses("neighbourhood 5 milk", "CLAN-DOUGLAS-4", "neighbourhood_limit")


@rule("CLAN-DOUGLAS-4", "CLAN-DOUGLAS-7", "NBR-09")
def test_the_limit_is_one_of_goods_for_each_good() -> None:
    table = red(stock=5).put("blue", "cow D6", "cheese_dairy C5").give("red", money=100)
    table.when.play("expand cow D5", "neighbourhood 4 milk", "neighbourhood 4 cheese")
    table.then.expect("red", milk=4, cheese=4, stock=1)


@rule("CLAN-DOUGLAS-7", "CLAN-DOUGLAS-8", "IND-FM-11", "IND-FM-16")
def test_at_a_market_four_goods_go_by_two_merchants() -> None:
    """4 wool at 5 and 2 more each are 28, and 4 for two pairs."""
    table = red(expansions=["farmers_markets"]).give("red", wool=6).price("wool", 5)
    lay(table, "1 D6").when.play("expand cow D5").given.give("red", money=0)
    table.then.refuses("market D6 5 wool", "IND-FM-08", "market_limit")
    assert table.can("market D6 4 wool")
    table.then.refuses("market D6 4 wool by 3", "TRADE-02", "not_enough_merchants")
    table.when.play("market D6 4 wool").then.expect("red", money=32, wool=2, stock=0)


@rule("CLAN-DOUGLAS-5", "CLAN-DOUGLAS-8")
def test_more_merchants_at_a_market_and_with_neighbours_too() -> None:
    table = red(stock=5, expansions=["farmers_markets"]).give("red", wool=2)
    lay(table, "1 D6").put("blue", "cow C5").when.play("expand cow D5")
    table.when.play("market D6 2 wool by 2").then.expect("red", stock=3)
    table.when.play("neighbourhood 3 milk by 3").then.expect("red", stock=0, milk=3)


@rule("CLAN-DOUGLAS-7")
def test_with_k_merchants_at_most_2_k_goods() -> None:
    table = beside(stock=1)
    assert {line.split()[1] for line in table.legal("neighbourhood_buy")} == {"1", "2"}


@rule("CLAN-DOUGLAS-2", "PORT-6")
def test_a_tile_that_moves_the_price_is_announced_with_it() -> None:
    line = "buy 3 whisky by 3 with 6 down"
    assert engine.parse(line).notation() == line
    table = red(stock=3).put("red", "woodcutter M2").port("M1", 6).price("whisky", 10)
    table.when.play(line).then.expect("red", whisky=3, stock=0)


@rule("CLAN-DOUGLAS-5")
def test_notation_and_plain_values() -> None:
    data = {"type": "trade", "good": "milk", "side": "buy", "quantity": 3, "merchants": 3}
    assert engine.decode_move(data).notation() == "buy 3 milk by 3"
    for line in ("buy 3 milk by", "buy 3 milk by x", "buy 3 milk by 3 4", "buy 3 by 3 milk"):
        with pytest.raises(engine.MalformedMove):
            engine.parse(line)
    for wrong in (0, -1, 100, "3", 1.5):
        with pytest.raises(engine.MalformedMove):
            engine.decode_move(data | {"merchants": wrong})
