"""Final scoring: the lines of the score sheets."""

import pytest

from games.engine.state import ScoreSheet
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Part, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def sheets(table: Part) -> list[ScoreSheet]:
    """The score sheets of a game that ends here."""
    return table.when.go_to("final").advance("final_scoring").state.scores


def red_sheet(table: Part) -> ScoreSheet:
    return sheets(table)[RED]


def line(sheet: ScoreSheet, *, but: str = "") -> int:
    """The sum of a sheet's lines, with one left out."""
    names = (
        *("glory", "basic_goods", "processed_goods", "money", "hops"),
        *("cotton", "tobacco", "sugar_cane", "exports", "settlements"),
    )
    return sum(getattr(sheet, name) for name in names if name != but)


@rule("FINAL-01", "STATE-01", "STATE-02", "FLOW-17", "FLOW-18", "BASE-01")
def test_the_game_ends_after_the_scoring_of_round_5() -> None:
    table = scenario(money=0).round(5).scoring_tile(4).put("red", "woodcutter E3", "sheep D5")
    table.when.all_pass().advance("production", "scoring", "final_scoring")
    assert table.state.over
    assert not table.state.awaits_step
    assert table.state.open_decisions() == []
    table.then.expect("red", glory=2, money=16 + 4, wool=1)
    sheet = table.state.scores[RED]
    assert (sheet.glory, sheet.money, sheet.basic_goods) == (2, 2, 1)

    earlier = scenario().round(4).when.all_pass().advance("production", "scoring", "preparation")
    assert earlier.state.round == 5
    assert earlier.state.scores == []
    assert not earlier.state.over


@rule("FINAL-03", "DEF-40")
def test_each_glory_is_a_point() -> None:
    table = scenario(money=0)
    table.state.players[RED].glory = 37
    assert red_sheet(table).glory == 37


@rule("FINAL-04", "TC-29", "BASE-13")
@in_one_test(
    ("money", "points", "left"),
    [(0, 0, 0), (9, 0, 9), (10, 1, 0), (47, 4, 7), (53, 5, 3), (99, 9, 9), (100, 10, 0)],
)
def test_every_full_10_pounds_are_a_point(money: int, points: int, left: int) -> None:
    sheet = red_sheet(scenario(money=0).give("red", money=money))
    assert (sheet.money, sheet.leftover_money) == (points, left)


@rule("FINAL-05", "FINAL-06", "BASE-13")
@in_one_test("good", ["wool", "milk", "grain", "bread", "cheese", "whisky"])
def test_basic_goods_are_1_point_and_processed_ones_2(good: str) -> None:
    sheet = red_sheet(scenario().give("red", **{good: 5}))
    basic = good in {"wool", "milk", "grain"}
    assert (sheet.basic_goods, sheet.processed_goods) == ((5, 0) if basic else (0, 10))


@rule("FINAL-07")
def test_each_hops_on_fulfilled_contracts_is_a_point() -> None:
    # 23 shows 8 hops, 9 shows 5; 20, in its box, 5 more.
    table = scenario().fulfilled("red", 23, 9).box("red", 20).fulfilled("blue", 1)
    assert [sheet.hops for sheet in sheets(table)] == [13, 1, 0]


@rule("FINAL-08", "FINAL-10", "EX-08", "BASE-13", "CASE-B05")
def test_the_rarest_import_is_worth_most() -> None:
    # 2: 3 tobacco. 3: 2 sugar cane. 4 and 13: 3 cotton each.
    table = scenario().fulfilled("red", 2, 3, 4, 13)
    table.given.imports(cotton=20, sugar_cane=15, tobacco=10)
    sheet = red_sheet(table)
    assert (sheet.tobacco, sheet.sugar_cane, sheet.cotton) == (15, 8, 18)


@rule("FINAL-07", "FINAL-08", "EX-09")
def test_tobacco_most_then_cotton_then_sugar_cane() -> None:
    # 21: 3 sugar cane and a hops. 7: 2 cotton. 35 and 50: 3 tobacco each.
    table = scenario().fulfilled("red", 21, 7, 35, 50)
    table.given.imports(tobacco=20, cotton=15, sugar_cane=10)
    sheet = red_sheet(table)
    assert (sheet.sugar_cane, sheet.cotton, sheet.tobacco, sheet.hops) == (15, 8, 18, 1)


@rule("FINAL-08")
def test_the_imports_of_all_players_decide_what_each_is_worth() -> None:
    # Red has one kind each of 2 cotton and 4 tobacco; blue's 4 cotton make cotton the commonest.
    table = scenario().fulfilled("red", 1, 8).fulfilled("blue", 10)
    first, second, _ = sheets(table)
    assert (first.cotton, first.tobacco, second.cotton) == (2 * 3, 4 * 4, 4 * 3)


@rule("FINAL-09", "TC-30", "BASE-13")
@in_one_test(
    ("cotton", "tobacco", "sugar_cane", "worth"),
    [
        (0, 0, 0, (5, 4, 3)),
        (7, 7, 7, (5, 4, 3)),
        (7, 7, 1, (4, 3, 5)),
        (7, 1, 7, (4, 5, 3)),
        (1, 7, 7, (5, 4, 3)),
        (1, 1, 7, (5, 4, 3)),
        (7, 1, 1, (3, 5, 4)),
        (1, 7, 1, (5, 3, 4)),
    ],
)
def test_of_equal_counters_cotton_is_rarest_and_sugar_cane_commonest(
    cotton: int, tobacco: int, sugar_cane: int, worth: tuple[int, int, int]
) -> None:
    # 1: 2 cotton. 2: 3 tobacco. 3: 2 sugar cane.
    table = scenario().fulfilled("red", 1, 2, 3)
    table.given.imports(cotton=cotton, tobacco=tobacco, sugar_cane=sugar_cane)
    sheet = red_sheet(table)
    assert (sheet.cotton // 2, sheet.tobacco // 3, sheet.sugar_cane // 2) == worth


@rule("FINAL-20")
def test_the_total_is_the_sum_of_the_lines() -> None:
    table = scenario(money=35).fulfilled("red", 1, 2, 3, 4).give("red", wool=2, bread=3)
    table.given.put("red", "sheep D5", "miner F3").shipping("red", 4)
    table.state.players[RED].glory = 11
    sheet = red_sheet(table)
    assert sheet.total == line(sheet)
    assert sheet.glory == 11
    for name in ("glory", "basic_goods", "processed_goods", "money", "hops", "cotton", "tobacco"):
        assert line(sheet, but=name) < sheet.total, name
    for name in ("sugar_cane", "exports", "settlements"):
        assert line(sheet, but=name) < sheet.total, name


@rule("FINAL-23", "PORT-G11", "CONTRACT-07")
def test_open_contracts_ports_merchants_and_shipping_bring_nothing() -> None:
    table = scenario().box("blue", 23).merchants("blue", stock=7, track=0).shipping("blue", 5)
    table.given.technology("blue", "miner")
    for port in table.state.ports:
        port.used_by.append(RED)
    red, blue, _ = sheets(table)
    assert red.total == blue.total
    assert [line(sheet) for sheet in (red, blue)] == [red.total] * 2


@rule("FINAL-01")
@in_one_test("players", [1, 2, 3, 4])
def test_every_player_has_one_sheet_by_seat(players: int) -> None:
    assert [sheet.seat for sheet in sheets(scenario(players=players))] == list(range(players))
