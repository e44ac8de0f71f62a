"""Clan MacDonald's fishermen rowing."""

import pytest

from games import engine
from tests.engine.clans.test_macdonald import macdonald
from tests.engine.test_undo import Table
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Part, scenario

pytestmark = pytest.mark.engine


@rule("CLAN-MACDONALD-06", "FREE-01", "STATE-21")
def test_rowing_moves_a_fisherman_to_a_loch_beside_him_for_nothing() -> None:
    table = macdonald("F4", "F3", "C7").given.merchants("red", stock=2)
    rows = {f"row F4 {to}" for to in ("E5", "F5", "G4", "G5")} | {"row C7 B7"}
    assert set(table.legal("row")) == rows
    table.when.play("row F4 G5").then.expect(
        "red", money=100, units=["worker C7", "worker F3", "worker G5"]
    )
    table.when.play("hire", "end")


@rule("CLAN-MACDONALD-06")
@in_one_test(
    ("line", "code"),
    [
        ("row F4 F3", "cannot_row_there"),
        ("row F4 F6", "cannot_row_there"),
        ("row F4 F4", "cannot_row_there"),
        ("row F4 E4", "cannot_row_there"),
        ("row F3 F4", "no_fisherman"),
        ("row G5 G6", "no_fisherman"),
        ("row C7 B7", "no_fisherman"),
    ],
)
def test_only_fishermen_row_and_only_one_step_over_water(line: str, code: str) -> None:
    macdonald("F4", "F3").then.refuses(line, "CLAN-MACDONALD-06", code)


@rule("CLAN-MACDONALD-06", "STATE-28")
def test_once_a_turn_and_again_in_the_next() -> None:
    table = macdonald("F4", "C7").when.play("row F4 F5")
    table.then.refuses("row F5 F6", "CLAN-MACDONALD-06", "rowed_already")
    table.then.refuses("row C7 B7", "CLAN-MACDONALD-06", "rowed_already")
    assert table.legal("row") == []
    table.when.play("hire", "end", "pass", "pass", "row F5 F6", "pass")


@rule("CLAN-MACDONALD-06", "FREE-02", "STATE-23", "FREE-05")
def test_rowing_comes_before_the_main_action_and_is_none() -> None:
    table = macdonald("F4").when.play("row F4 F5").then.refuses("end", "STATE-22").when.play("hire")
    table.then.expect_decision("end_turn")
    after = macdonald("F4").when.play("hire").then.refuses("row F4 F5", "FREE-02", "out_of_place")
    assert after.legal() == ["end"]
    window = macdonald("F4", "F3").given.put("blue", "cow H3").when.play("expand sheep G3")
    window.then.expect_decision("deployment_bonuses").refuses("row F4 F5", "FREE-02")


@rule("FREE-04", "CLAN-MACDONALD-06", "PASS-07")
def test_rowing_and_ports_mix_before_the_action_and_before_passing() -> None:
    table = macdonald("B1").given.port("A1", 5).when.play("port 5", "row B1 A1", "pass")
    table.then.expect("red", units=["worker A1"], money=126)
    macdonald("B1").given.port("A1", 5).when.play("row B1 A1", "port 5", "pass").then.expect(
        "red", money=126
    )


@rule("CLAN-MACDONALD-04", "TC-20", "INV-06")
def test_nobody_rows_beside_another_own_fisherman() -> None:
    table = macdonald("F4", "F6")
    table.then.refuses("row F4 F5", "CLAN-MACDONALD-04", "fishermen_adjacent")
    rows = {f"row F4 {to}" for to in ("E5", "G4", "G5")} | {"row F6 E6", "row F6 G6"}
    assert set(table.legal("row")) == rows
    beside = macdonald("F4", "H4").then.refuses("row F4 G4", "CLAN-MACDONALD-04")
    beside.then.refuses("row H4 G5", "CLAN-MACDONALD-04")


@rule("CLAN-MACDONALD-06")
def test_a_taken_loch_is_closed_to_rowing() -> None:
    table = macdonald("F4").given.put("blue", "worker F5")
    table.then.refuses("row F4 F5", "CLAN-MACDONALD-06", "cannot_row_there")


@rule("CLAN-MACDONALD-07", "TC-20", "DIFF-22", "NBR-15")
def test_rowing_brings_no_neighbourhood_purchase() -> None:
    table = macdonald("G5").given.put("blue", "distillery G3", "cow H3").when.play("row G5 G4")
    table.then.expect_decision("main_action", "red").refuses("neighbourhood 1 whisky", "STATE-22")


@rule("CLAN-MACDONALD-08", "PORT-G09")
def test_rowing_needs_no_shipping_and_may_enter_and_leave_port_spaces() -> None:
    table = (
        macdonald("B1")
        .given.port("A1", 5)
        .shipping("red", 0)
        .when.play("row B1 A1", "pass", "pass")
    )
    table.when.play("pass").then.expect("red", units=["worker A1"])
    macdonald("A1").given.port("A1", 5).when.play("row A1 B1").then.expect(
        "red", units=["worker B1"]
    )
    small = macdonald("A1", players=2).given.port("B1", 4).when.play("row A1 B1", "port 4")
    small.then.expect("red", units=["worker B1"], glory=3)


@rule("CLAN-MACDONALD-08")
def test_rowing_changes_what_is_in_range_at_once() -> None:
    table = macdonald("F4").then.refuses("expand sheep D5", "DEF-28")
    table.when.play("row F4 E5").then.refuses("expand sheep G3", "DEF-28").when.play(
        "expand sheep D5"
    )
    ports = macdonald("B1").given.port("A1", 5).when.play("row B1 A1")
    ports.then.refuses("expand worker C1", "DEF-28", "out_of_reach")


@rule("CLAN-MACDONALD-08", "CLAN-MACDONALD-14", "DEF-46")
def test_rowing_may_join_and_divide_settlements() -> None:
    table = macdonald("G5").given.put("red", "bakery H6", "distillery I6")
    state = table.state
    assert len(state.board.settlements(state.position.own[RED])) == 3
    table.when.play("row G5 H5")
    assert len(state.board.settlements(state.position.own[RED])) == 1
    away = macdonald("H5").given.put("red", "bakery H6", "distillery I6").when.play("row H5 G5")
    assert len(away.state.board.settlements(away.state.position.own[RED])) == 3


@rule("CLAN-MACDONALD-06", "UNDO-04")
def test_rowing_can_be_taken_back() -> None:
    table = Table(macdonald("F4", "F3"))
    table.when.play("row F4 F5").undo("red").expect("red", units=["worker F3", "worker F4"])
    assert not table.state.turn.rowed
    table.when.play("row F4 G5", "hire").undo("red").play("row F4 E5")


@rule("CLAN-MACDONALD-06", "CMD-21")
def test_rowing_is_offered_only_while_somebody_can_row() -> None:
    def offers(table: Part) -> bool:
        (decision,) = engine.view(table.state, RED).decisions
        return "row" in decision.moves

    assert offers(macdonald("F4"))
    assert not offers(macdonald("F3"))
    assert not offers(macdonald("F4").when.play("row F4 F5"))
    assert not offers(macdonald("F4").when.play("hire"))
    assert not offers(macdonald("C4"))
    plain = scenario(clans="plain").put("red", "woodcutter F3")
    assert not offers(plain)
    plain.then.refuses("row F3 F4", "FREE-02", "not_your_clan")
