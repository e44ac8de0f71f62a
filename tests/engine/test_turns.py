"""Whose turn it is and what a turn consists of. (STATE-10..28, FLOW-05, 06, 13, 14, FREE)"""

import pytest

from games import engine
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import COLOURS, Part, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

MAIN_ACTIONS = [
    "buy 1 wool",
    "sell 1 milk",
    "take 1",
    "expand sheep G3",
    "shipping",
    "technology miner",
    "hire",
    "fulfil 2",
    "pass",
]


def able(*, players: int = 3) -> Part:
    """Red can take every main action and use the ports at A1 and M1."""
    table = scenario(players=players).put("red", "woodcutter F3", "woodcutter A2", "woodcutter L1")
    table.given.on_board(1).port("A1", 5).port("M1", 4)
    return table.given.give("red", milk=2, wool=6)


def with_contract(table: Part) -> Part:
    """Red's box holds a contract for 6 wool that brings nothing but imports."""
    return table.given.box("red", 2)


def ready_for(action: str) -> Part:
    table = able()
    return with_contract(table) if action.startswith("fulfil") else table


def turn_of(table: Part) -> str:
    assert table.decision().kind == "main_action"
    return COLOURS[table.deciding()]


@rule("STATE-10", "FLOW-13", "BASE-01")
def test_turns_go_round_in_turn_order() -> None:
    table = scenario(players=4)
    table.state.turn_order = [table.state.turn_order[i] for i in (2, 0, 3, 1)]
    seen = []
    for _ in range(6):
        seen.append(turn_of(table))
        table.when.play("shipping", "end")
    assert seen == ["red", "white", "blue", "black", "red", "white"]


@rule("STATE-10", "STATE-11", "STATE-12", "FLOW-14", "PASS-01", "BASE-01")
def test_who_has_passed_gets_no_turn_and_the_last_one_goes_on_alone() -> None:
    table = scenario(players=3)
    table.when.play("shipping", "end").play("pass")
    assert turn_of(table) == "black"
    table.when.play("shipping", "end")
    assert turn_of(table) == "red"
    table.when.play("pass")
    for _ in range(2):
        assert turn_of(table) == "black"
        table.when.play("hire", "end")
    assert table.state.phase == "action"
    table.when.play("pass")
    assert table.state.phase == "production"
    assert table.state.passed == [1, 0, 2]
    assert table.state.open_decisions() == []


@rule("STATE-13", "PASS-05")
def test_passing_is_the_players_own_move_even_when_nothing_else_is_legal() -> None:
    table = scenario(players=3).round(5)
    for colour in ("red", "blue"):
        table.given.give(colour, money=0).merchants(colour, stock=0)
    table.given.put("blue", "woodcutter A2").port("A1", 5)
    assert table.legal() == ["pass"]
    table.when.play("pass").then.expect_decision("main_action", "blue")
    assert table.legal() == ["pass", "port 5"]
    table.when.play("port 5").then.expect_decision("main_action", "blue")


@rule("STATE-20", "STATE-21", "STATE-23", "FLOW-05", "FLOW-13", "FREE-02", "PORT-G04", "PORT-G06")
def test_ports_before_and_after_the_one_main_action() -> None:
    table = able().given.port("A9", 8).port("M9", 2).put("red", "woodcutter A8", "miner M8")
    table.given.on_board(3).box("red", 1).give("red", money=10)
    table.when.play("port 5").then.expect_decision("main_action", "red")
    table.when.play("port 8").then.expect_decision("main_action", "red")
    table.when.play("shipping").then.expect_decision("end_turn", "red")
    table.when.play("port 2 discard 1 wool gain 3 grain").then.expect_decision("end_turn", "red")
    table.when.play("port 4", "upgrade hire").then.expect_decision("end_turn", "red")
    table.then.expect("red", money=10 + 10 + 5 - 4, glory=3, wool=5, grain=3, stock=3)
    table.when.play("end").then.expect_decision("main_action", "blue")


@rule("STATE-22", "FLOW-06", "FLOW-19", "STATE-26", "STATE-35", "BASE-01")
@in_one_test("action", [a for a in MAIN_ACTIONS if a != "pass"])
def test_one_main_action_and_no_second(action: str) -> None:
    table = ready_for(action).when.play(action).then.expect_decision("end_turn", "red")
    for other in [*MAIN_ACTIONS, "pass"]:
        if other != "fulfil 2":
            table.then.refuses(other, "STATE-22", "out_of_place")
    assert sorted(table.legal()) == ["end", "port 4", "port 5"]


@rule("STATE-22", "BASE-02")
@in_one_test("action", MAIN_ACTIONS)
def test_each_of_the_eight_main_actions_is_open_at_first(action: str) -> None:
    table = ready_for(action)
    assert table.can(action)
    assert not table.can("end")


@rule("STATE-22", "FREE-05")
def test_a_turn_cannot_end_without_a_main_action() -> None:
    table = able().then.refuses("end", "STATE-22", "out_of_place")
    table.when.play("port 5").then.refuses("end", "STATE-22", "out_of_place")


@rule("STATE-24", "STATE-13", "CMD-12")
def test_no_turn_ends_by_itself() -> None:
    table = (
        scenario(players=2, money=4).when.play("shipping").then.expect_decision("end_turn", "red")
    )
    assert table.legal() == ["end"]
    assert not table.state.awaits_step
    table.when.play("end").then.expect_decision("main_action", "blue")


@rule("STATE-24", "STATE-41", "FLOW-14", "PASS-06", "CMD-11", "DOUBT-04")
def test_a_pass_ends_the_turn_at_once() -> None:
    table = able().when.play("port 5", "pass").then.expect_decision("main_action", "blue")
    with pytest.raises(engine.NotYourDecision):
        table.when.play_as("red", "port 4")
    table.then.expect("red", money=100 + 10 + 16, glory=0)


@rule("PASS-07")
def test_ports_may_be_used_before_a_pass() -> None:
    table = able().when.play("port 5", "port 4", "upgrade shipping", "pass")
    table.then.expect("red", shipping=1, glory=3).expect_decision("main_action", "blue")


@rule("STATE-25", "TC-40", "FREE-02")
def test_no_port_between_two_direct_bonuses() -> None:
    table = able().given.with_contract(6, free_space=1, bonus_upgrade=1).box("red", 6)
    table.when.play("fulfil 6").then.refuses("port 5", "STATE-25", "out_of_place")
    table.when.play("bonus bonus_upgrade").then.refuses("port 5", "STATE-25", "out_of_place")
    table.when.play("upgrade shipping").then.refuses("port 5", "STATE-25", "out_of_place")
    table.when.play("expand sheep G3").then.expect_decision("end_turn", "red")
    table.then.expect("red", money=92).when.play("port 5").then.expect("red", money=102)


@rule("STATE-25")
def test_no_port_in_the_middle_of_an_expansion() -> None:
    table = able().given.put("blue", "cow H3").when.play("expand sheep G3")
    table.then.expect_decision("deployment_bonuses").refuses("port 5", "STATE-25", "out_of_place")
    table.when.play("neighbourhood 1 milk").play("port 5").then.expect_decision("end_turn", "red")


@rule("STATE-26")
def test_bonuses_of_an_action_are_no_second_action() -> None:
    table = able().given.put("blue", "cow H3").when.play("expand sheep G3", "neighbourhood 1 milk")
    table.then.expect_decision("end_turn", "red").refuses("buy 1 grain", "STATE-22", "out_of_place")


@rule("STATE-27", "DEF-38", "CMD-24")
def test_an_action_beyond_the_means_is_refused_before_anything_is_paid() -> None:
    table = able().given.give("red", money=3)
    table.then.refuses("shipping", "SHIP-01", "not_enough_money")
    table.then.refuses("hire", "HIRE-01", "not_enough_money")
    table.then.refuses("technology miner", "TECH-01", "not_enough_money")
    table.then.refuses("expand sheep G3", "EXPAND-04", "not_enough_money")
    table.then.refuses("buy 1 wool", "TRADE-14", "not_enough_money")
    table.given.round(3).then.refuses("take 1", "CONTRACT-03", "not_enough_money")
    table.then.expect("red", money=3, shipping=0, stock=2, technology=[])


@rule("STATE-28", "NBR-09")
def test_counters_start_anew_with_each_turn() -> None:
    table = able(players=2).given.put("blue", "sheep H3").merchants("red", stock=7)
    table.given.put("blue", "sheep F2").when.play("expand bakery G3", "neighbourhood 4 wool")
    assert table.state.turn.bought[0] == 4
    table.when.play("end")
    assert table.state.turn.bought == [0] * 6
    table.when.play("shipping", "end")
    assert table.state.turn.seat == 0
    table.when.play("expand woodcutter H2", "neighbourhood 3 wool").then.expect("red", wool=6 + 7)


@rule("STATE-30", "FLOW-05")
def test_in_the_action_phase_every_decision_is_the_active_players() -> None:
    table = (
        able()
        .given.put("blue", "cow H3", "woodcutter M2")
        .with_contract(6, free_space=1, bonus_upgrade=1)
    )
    table.given.box("red", 6)
    for line in [
        "fulfil 6",
        "bonus free_space",
        "expand sheep G3",
        "neighbourhood 1 milk",
        "upgrade hire",
        "end",
    ]:
        assert table.deciding() == 0
        assert engine.legal_moves(table.state, engine.Seat(1)) == []
        for move in ("pass", "port 4", "end", "skip"):
            with pytest.raises(engine.NotYourDecision):
                table.when.play_as("blue", move)
        table.when.play(line)
    assert table.deciding() == 1


@rule("STATE-31", "FLOW-06", "CMD-04")
def test_a_trade_is_one_decision() -> None:
    table = able().when.play("buy 2 grain").then.expect_decision("end_turn", "red")
    table.then.expect("red", grain=2, money=90, stock=0)
    assert len(table.events) == 1


@rule("STATE-32", "FLOW-06", "CMD-05")
def test_obtaining_a_contract_is_one_decision() -> None:
    table = able().when.play("take 1").then.expect_decision("end_turn", "red")
    table.then.expect("red", contracts=[1], money=105)


@rule("STATE-35", "FLOW-06", "CMD-07", "CMD-08", "CMD-09")
def test_upgrades_are_one_decision_each() -> None:
    able().when.play("shipping").then.expect_decision("end_turn").expect(
        "red", shipping=1, money=96
    )
    able().when.play("hire").then.expect_decision("end_turn").expect(
        "red", stock=3, track=4, money=96
    )
    table = able().when.play("technology miner").then.expect_decision("end_turn")
    table.then.expect("red", technology=["miner"], money=90)


@rule("FREE-01", "FREE-04", "STATE-21")
def test_ports_come_in_any_sequence_before_the_main_action() -> None:
    for lines in (["port 5", "port 4", "skip"], ["port 4", "skip", "port 5"]):
        table = able().when.play(*lines).then.expect_decision("main_action", "red")
        table.then.expect("red", money=110, glory=3)
        table.then.refuses("port 5", "PORT-G03", "port_used")


@rule("FREE-01", "FREE-02")
def test_nobody_uses_a_port_in_the_turn_of_another() -> None:
    table = able().given.put("blue", "woodcutter M2")
    with pytest.raises(engine.NotYourDecision):
        table.when.play_as("blue", "port 4")
    table.when.play("shipping", "end", "port 4").then.expect("blue", glory=3)
