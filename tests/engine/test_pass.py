"""Passing. (PASS)"""

import pytest

from games import engine
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import COLOURS, Part, scenario, seat_of

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def colours(seats: list[engine.Seat]) -> list[str]:
    return [COLOURS[seat] for seat in seats]


@rule("PASS-01", "STATE-10", "STATE-11")
def test_who_has_passed_has_no_turn_until_the_next_round() -> None:
    table = scenario(players=3).when.play("pass", "shipping", "end", "shipping", "end")
    table.then.expect_decision("main_action", "blue").when.play("shipping", "end", "pass")
    for _ in range(2):
        table.then.expect_decision("main_action", "blue").when.play("shipping", "end")
    with pytest.raises(engine.NotYourDecision):
        table.when.play_as("red", "shipping")
    table.when.play("pass").advance().then.expect_decision("main_action", "red")


@rule("PASS-01", "STATE-22")
def test_passing_is_a_main_action() -> None:
    table = scenario().when.play("shipping").then.refuses("pass", "STATE-22")
    table.when.play("end", "pass").then.expect_decision("main_action", "black")


@rule("PASS-02", "PREP-09", "TC-37")
def test_the_order_of_passing_is_the_next_turn_order() -> None:
    table = scenario(players=3).when.play(
        "shipping", "end", "pass", "shipping", "end", "pass", "pass"
    )
    assert colours(table.state.passed) == ["blue", "red", "black"]
    table.when.advance().then.expect_decision("main_action", "blue")
    assert colours(table.state.turn_order) == ["blue", "red", "black"]
    assert (table.state.round, table.state.passed) == (2, [])
    table.when.play("shipping", "end").then.expect_decision("main_action", "red")
    table.when.play("shipping", "end").then.expect_decision("main_action", "black")


@rule("PASS-03", "EX-06", "DATA-11")
@in_one_test(("players", "bonuses"), [(2, [16, 13]), (3, [16, 14, 12]), (4, [16, 14, 12, 10])])
def test_each_place_pays_its_bonus_at_once(players: int, bonuses: list[int]) -> None:
    table = scenario(players=players, money=1)
    for place, bonus in enumerate(bonuses):
        table.when.play("pass").then.expect(COLOURS[place], money=1 + bonus)
        for later in COLOURS[place + 1 : players]:
            table.then.expect(later, money=1)


@rule("PASS-03")
def test_the_bonus_goes_by_the_place_not_by_the_seat() -> None:
    table = scenario(players=3, money=4).when.play("shipping", "end", "shipping", "end")
    table.when.play("pass").then.expect("black", money=4 + 16)
    table.when.play("pass").then.expect("red", money=14).when.play("pass").then.expect(
        "blue", money=12
    )


@rule("PASS-04", "FINAL-04")
def test_round_five_pays_and_the_money_counts_in_the_end() -> None:
    table = scenario(players=2, money=4).round(5).when.play("pass").then.expect("red", money=20)
    table.when.play("pass").advance()
    red, blue = table.state.scores
    assert (red.money, red.leftover_money) == (2, 0)
    assert (blue.money, blue.leftover_money) == (1, 7)


def with_nothing() -> Part:
    table = scenario(players=2, money=0).merchants("red", stock=0).round(3)
    return table.given.merchants("blue", stock=0)


@rule("PASS-05", "STATE-13")
def test_who_can_do_nothing_else_has_to_pass_by_an_own_move() -> None:
    table = with_nothing()
    assert table.legal() == ["pass"]
    table.then.refuses("end", "STATE-22").refuses("skip", "STATE-22")
    assert engine.advance(table.state) is None
    table.when.play("pass").then.expect_decision("main_action", "blue")


@rule("PASS-05")
def test_who_could_act_may_pass_too() -> None:
    table = scenario().merchants("red", stock=2)
    assert {"pass", "hire", "shipping", "buy 1 wool"} <= set(table.legal())


@rule("PASS-06", "PASS-07")
def test_a_port_is_used_before_passing_and_not_behind_it() -> None:
    table = scenario(players=2, money=0).put("red", "sheep L4").port("L3", 5)
    table.when.play("port 5", "pass").then.expect("red", money=26).expect_decision(
        "main_action", "blue"
    )
    table = scenario(players=2, money=0).put("red", "sheep L4").port("L3", 5).when.play("pass")
    with pytest.raises(engine.NotYourDecision):
        table.when.play_as("red", "port 5")
    table.then.expect("red", money=16)
    assert engine.legal_moves(table.state, seat_of("red")) == []


@rule("PASS-06")
def test_the_last_to_pass_has_no_more_to_do_either() -> None:
    table = scenario(players=2).put("blue", "sheep L4").port("L3", 5).when.play("pass", "pass")
    assert table.state.open_decisions() == []
    assert table.state.awaits_step
    with pytest.raises(engine.NotYourDecision):
        table.when.play_as("blue", "port 5")
