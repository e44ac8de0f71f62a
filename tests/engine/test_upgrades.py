"""Upgrades, paid and as a bonus. (SHIP, TECH, HIRE, UPG)"""

import pytest

from games.engine.terms import GOODS
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import Part, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


@rule("SHIP-01", "SHIP-04", "STATE-35", "BASE-02")
@in_one_test("level", range(5))
def test_four_pounds_raise_shipping_by_one_level(level: int) -> None:
    table = scenario(money=9).shipping("red", level).when.play("shipping")
    table.then.expect("red", money=5, shipping=level + 1).expect_decision("end_turn")
    table.then.refuses("shipping", "STATE-22")


@rule("SHIP-01")
def test_shipping_needs_its_four_pounds() -> None:
    table = scenario(money=3).then.refuses("shipping", "SHIP-01", "not_enough_money")
    assert table.given.give("red", money=4).can("shipping")


@rule("IND-DATA-12")
@rule("SHIP-02", "DATA-06")
def test_shipping_ends_at_four_lochs() -> None:
    scenario().shipping("red", 5).then.refuses("shipping", "SHIP-02", "shipping_at_the_end")
    assert scenario().shipping("red", 4).can("shipping")


@rule("SHIP-03")
def test_shipping_widens_the_range_of_ports_too() -> None:
    table = scenario(players=2).port("L3", 5).put("red", "sheep J3").shipping("red", 1)
    table.then.refuses("port 5", "PORT-G01").when.play("shipping", "port 5").then.expect(
        "red", money=106
    )


@rule("SHIP-05")
def test_shipping_stays_when_the_round_ends() -> None:
    table = scenario(players=2).when.play("shipping", "end", "pass", "pass").advance()
    table.then.expect("red", shipping=1).expect("blue", shipping=0)


@rule("TECH-01", "DATA-07", "BASE-02")
@pytest.mark.parametrize("column", ["woodcutter", "miner"])
def test_ten_pounds_turn_a_technology_tile(column: str) -> None:
    table = scenario(money=9).then.refuses(f"technology {column}", "TECH-01", "not_enough_money")
    table.given.give("red", money=10).when.play(f"technology {column}")
    table.then.expect("red", money=0, technology=[column]).expect_decision("end_turn")


@rule("TECH-03")
def test_a_tile_is_turned_a_single_time() -> None:
    table = scenario().technology("red", "miner")
    table.then.refuses("technology miner", "TECH-03", "technology_known")
    table.when.play("technology woodcutter").then.expect("red", technology=["miner", "woodcutter"])


@rule("TECH-02", "WORKER-01", "PROD-03")
@in_one_test(
    ("known", "income"),
    [
        ([], 2 * 4 + 3 * 6),
        (["woodcutter"], 2 * 6 + 3 * 6),
        (["miner"], 2 * 4 + 3 * 8),
        (["woodcutter", "miner"], 2 * 6 + 3 * 8),
    ],
)
def test_technology_raises_the_income_of_its_column_only(known: list[str], income: int) -> None:
    table = scenario(players=2, money=0).technology("red", *known).technology("blue", "miner")
    table.given.put("red", "woodcutter E2", "woodcutter F2", "miner E3", "miner C3", "miner D2")
    table.when.play("pass", "pass").advance("production").then.expect("red", money=16 + income)
    table.then.expect("blue", money=13)


@rule("TECH-02")
def test_technology_earns_in_the_round_it_is_turned_and_in_every_later_one() -> None:
    table = scenario(players=2).put("red", "miner E2").when.play("technology miner")
    table.given.give("red", money=0).when.play("end", "pass", "pass").advance().then.expect(
        "red", money=13 + 8
    )
    table.then.expect_decision("main_action", "blue").when.play("pass", "pass").advance()
    table.then.expect("red", money=2 * (13 + 8))


@rule("HIRE-01", "HIRE-04", "DATA-07", "BASE-02")
def test_four_pounds_hire_one_merchant_who_is_ready_at_once() -> None:
    table = scenario(players=2, money=14).merchants("red", stock=0).price("whisky", 10)
    table.then.refuses("buy 1 whisky", "TRADE-02").when.play("hire", "end", "pass")
    table.then.expect("red", money=10, stock=1, track=6).when.play("buy 1 whisky").then.expect(
        "red", money=0
    )


@rule("HIRE-01")
def test_hiring_needs_its_four_pounds() -> None:
    table = scenario(money=3).then.refuses("hire", "HIRE-01", "not_enough_money")
    assert table.given.give("red", money=4).can("hire")


@rule("HIRE-02", "HIRE-03")
def test_with_an_empty_track_nobody_is_hired_not_even_from_the_market() -> None:
    table = scenario(players=2).merchants("red", stock=7, track=0)
    table.when.play("buy 3 wool", "end", "pass").then.refuses("hire", "HIRE-02", "nobody_to_hire")
    table.then.expect_market("red", "buy 3 wool")


@rule("HIRE-03")
def test_the_paid_action_leaves_the_market_alone() -> None:
    table = (
        scenario(players=2).merchants("red", stock=2).when.play("buy 2 wool", "end", "pass", "hire")
    )
    table.then.expect_market("red", "buy 2 wool").expect("red", stock=1, track=4)
    table.then.refuses("upgrade take_back buy wool", "STATE-22")


def granted(*, players: int = 2, money: int = 100) -> Part:
    """Red, with a merchant buying wool and two selling milk, has a bonus upgrade to choose."""
    table = scenario(players=players, money=money).box("red", 6).give("red", wool=4, milk=2)
    red = table.state.players[0]
    red.buying[GOODS.index("wool")], red.selling[GOODS.index("milk")] = 1, 2
    return table.given.merchants("red", stock=2, track=2).when.play("fulfil 6")


@rule("UPG-01", "UPG-02", "BASE-07")
def test_one_of_four_is_chosen() -> None:
    table = granted().then.expect_decision("bonus_upgrade", "red")
    assert table.legal() == [
        *("upgrade technology woodcutter", "upgrade technology miner", "upgrade shipping"),
        *("upgrade hire", "upgrade take_back buy wool", "upgrade take_back sell milk", "skip"),
    ]


@rule("UPG-01", "BASE-07")
@in_one_test(
    ("line", "after"),
    [
        ("upgrade technology miner", {"money": 95, "technology": ["miner"]}),
        ("upgrade shipping", {"shipping": 1}),
        ("upgrade hire", {"stock": 3, "track": 1}),
        ("upgrade take_back sell milk", {"stock": 3, "selling": [0, 1, 0, 0, 0, 0]}),
    ],
)
def test_each_choice_does_its_own_and_nothing_else(line: str, after: dict[str, object]) -> None:
    untouched = {
        "money": 100,
        "technology": [],
        "shipping": 0,
        "stock": 2,
        "track": 2,
        "buying": [1, 0, 0, 0, 0, 0],
        "selling": [0, 2, 0, 0, 0, 0],
    }
    table = granted().when.play(line).then.expect("red", **{**untouched, **after})
    table.then.expect_decision("end_turn").refuses("upgrade hire", "STATE-22")


@rule("UPG-02")
def test_an_option_without_effect_cannot_be_chosen() -> None:
    table = granted(money=4)
    table.then.refuses("upgrade technology miner", "UPG-02", "not_enough_money")
    table.given.give("red", money=5).technology("red", "miner")
    table.then.refuses("upgrade technology miner", "UPG-02", "technology_known")
    assert table.can("upgrade technology woodcutter")
    table.given.shipping("red", 5).then.refuses("upgrade shipping", "UPG-02", "shipping_at_the_end")
    table.given.merchants("red", stock=4, track=0).then.refuses(
        "upgrade hire", "UPG-02", "nobody_to_hire"
    )
    for line in ("sell wool", "buy milk", "buy whisky"):
        table.then.refuses(f"upgrade take_back {line}", "UPG-02", "no_merchant_there")


@rule("UPG-02", "UPG-04")
def test_merchants_of_others_are_not_taken_back() -> None:
    table = scenario(players=2).put("blue", "sheep L4").port("L3", 4)
    table.when.play("buy 2 whisky", "end", "port 4")
    table.then.refuses("upgrade take_back buy whisky", "UPG-02", "no_merchant_there")


@rule("UPG-03", "PORT-4")
def test_a_port_lets_a_merchant_come_home_too() -> None:
    table = scenario(players=2).put("red", "sheep L4").port("L3", 4)
    table.when.play("buy 2 whisky", "port 4", "upgrade take_back buy whisky")
    table.then.expect_market("red", "buy 1 whisky").expect("red", stock=1)


@rule("IND-MERCH-02")
@rule("UPG-04")
def test_prices_stay_when_a_merchant_comes_home() -> None:
    table = granted()
    before = list(table.state.prices)
    table.when.play("upgrade take_back buy wool").then.expect_market("red", "sell 2 milk")
    assert table.state.prices == before
    table.then.expect("red", money=100, wool=1, milk=2)


@rule("IND-MERCH-02")
@rule("UPG-05")
def test_the_merchant_is_ready_at_once_and_out_of_account() -> None:
    table = (
        granted()
        .given.merchants("red", stock=0)
        .then.refuses("upgrade take_back sell wool", "UPG-02")
    )
    table.when.play("upgrade take_back buy wool", "end", "pass").then.expect("red", stock=1)
    table.when.play("sell 1 wool").then.expect_market("red", "sell 1 wool", "sell 2 milk")


@rule("UPG-07", "TC-43", "SCORE-8a")
@in_one_test(
    ("line", "glory"),
    [
        ("upgrade take_back buy wool", 3),
        ("upgrade hire", 4),
        ("upgrade shipping", 4),
        ("upgrade technology miner", 4),
    ],
)
def test_a_merchant_brought_home_is_no_upgrade(line: str, glory: int) -> None:
    # 5 merchants belong on the track and 2 are left there: 3 upgrades before the bonus.
    table = granted().given.scoring_tile(8).when.play(line, "end", "pass", "pass")
    table.when.advance("production", "scoring").then.expect("red", glory=glory)


@rule("UPG-06", "SHIP-06")
def test_shipping_gained_holds_for_the_next_free_space() -> None:
    table = scenario(players=2).with_contract(7, bonus_upgrade=1).box("red", 7)
    table.given.give("red", bread=2).put("red", "sheep I4").when.play(
        "fulfil 7", "bonus bonus_upgrade"
    )
    table.when.play("upgrade hire").then.refuses("expand cow H3", "DEF-28")
    table = scenario(players=2).with_contract(7, bonus_upgrade=1).box("red", 7)
    table.given.give("red", bread=2).put("red", "sheep I4").when.play(
        "fulfil 7", "bonus bonus_upgrade"
    )
    assert table.when.play("upgrade shipping").can("expand cow H3")
