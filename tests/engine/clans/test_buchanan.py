"""Clan Buchanan."""

from itertools import combinations

import pytest

from games import engine
from tests.engine.test_building_bonus import drawn, pile
from tests.engine.test_undo import Table
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Part, drafted, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

BOARD = (1, 3, 4, 5, 6, 8, 9)
PILE = (16, 2, 7, 50, 11, 12, 13, 14)
PLACES = ("J4", "J5", "K4")
"""Where three bakeries stand; I4 and G3 are empty and in reach of what else red has."""


def buchanan(*, money: int = 100, round_: int = 1, **switches: bool) -> Part:
    """Red has a worker and two empty boxes; board and pile are known."""
    table = scenario(clans="buchanan", money=money, **switches).round(round_)
    return table.given.on_board(*BOARD).pile(*PILE).put("red", "woodcutter M2")


def at_port_8(*, money: int = 100, round_: int = 1, **switches: bool) -> Part:
    """Red stands beside tile 8."""
    return buchanan(money=money, round_=round_, **switches).given.port("M1", 8)


def before_the_fourth(*, money: int = 100, round_: int = 1, **switches: bool) -> Part:
    """Red has three bakeries and one more in reach."""
    table = buchanan(money=money, round_=round_, **switches)
    return table.given.put("red", *(f"bakery {place}" for place in PLACES))


# --- two boxes, and taking two -------------------------------------------------------------------


@rule("CLAN-BUCHANAN-01", "DEF-44", "SETUP-16")
@in_one_test("players", [1, 2, 3, 4])
def test_the_clan_starts_with_two_boxes_and_others_with_one(players: int) -> None:
    table = drafted("buchanan", *["plain"] * (players - 1))
    table.then.expect("red", boxes=[[], []], shipping=0, stock=2)
    for player in table.state.players[1:]:
        assert player.boxes == [[]]


@rule("CLAN-BUCHANAN-02", "CONTRACT-06")
def test_one_action_takes_one_contract_or_two() -> None:
    table = buchanan()
    two = {f"take {a} {b}" for a, b in combinations(BOARD, 2)}
    assert set(table.legal("take_contracts")) == two | {f"take {n}" for n in BOARD}
    table.when.play("take 9 3").then.expect("red", boxes=[[9], [3]]).expect_decision(
        "end_turn", "red"
    )
    assert sorted(table.state.slots) == [0, 0, 1, 4, 5, 6, 8]
    table.then.refuses("take 4", "STATE-22")
    buchanan().when.play("take 4").then.expect("red", boxes=[[4], []]).expect_decision(
        "end_turn", "red"
    )


@rule("CLAN-BUCHANAN-02", "CONTRACT-06")
def test_never_three_and_none_twice_and_only_what_lies_open() -> None:
    table = buchanan().then.refuses("take 1 3 4", "CONTRACT-01", "too_many_contracts")
    table.then.refuses("take 1 1", "CONTRACT-01", "named_twice")
    table.then.refuses("take 1 16", "CONTRACT-01", "not_on_the_export_board")


@rule("CLAN-BUCHANAN-02", "CONTRACT-03", "CONTRACT-06")
def test_empty_boxes_limit_what_is_taken() -> None:
    table = buchanan().given.box("red", 35)
    table.then.refuses("take 1 3", "CONTRACT-03", "too_few_empty_boxes")
    assert table.legal("take_contracts") == [f"take {n}" for n in BOARD]
    table.when.play("take 1").then.expect("red", boxes=[[35], [1]])
    full = buchanan().given.box("red", 35).box("red", 48)
    full.then.refuses("take 1", "CONTRACT-03", "no_empty_box")
    assert full.legal("take_contracts") == []


@rule("CONTRACT-01", "CONTRACT-06")
def test_other_clans_take_one() -> None:
    table = scenario(clans="campbell").on_board(*BOARD)
    table.then.refuses("take 1 3", "CONTRACT-01", "too_many_contracts")
    assert table.legal("take_contracts") == [f"take {n}" for n in BOARD]


# --- the amount of the round, once a turn --------------------------------------------------------


@rule("CLAN-BUCHANAN-03", "EX-14", "DIFF-20", "CASE-B09")
@in_one_test(("round_", "amount"), [(1, 5), (2, 0), (3, -5), (4, -10), (5, -15)])
def test_two_contracts_cost_what_one_does(round_: int, amount: int) -> None:
    buchanan(round_=round_).when.play("take 1 3").then.expect("red", money=100 + amount)
    buchanan(round_=round_).when.play("take 1").then.expect("red", money=100 + amount)


@rule("CLAN-BUCHANAN-03", "CONTRACT-03")
def test_the_amount_must_be_there_once() -> None:
    buchanan(money=15, round_=5).when.play("take 1 3").then.expect("red", money=0)
    table = buchanan(money=14, round_=5).then.refuses("take 1 3", "CONTRACT-03", "not_enough_money")
    table.then.refuses("take 1", "CONTRACT-03", "not_enough_money")


@rule("CLAN-BUCHANAN-04", "EX-15")
def test_in_round_1_each_turn_with_a_contract_brings_5() -> None:
    both = buchanan(money=0).when.play("take 1 3").then.expect("red", money=5)
    both.then.expect("red", boxes=[[1], [3]])
    table = buchanan(money=0).when.play("take 1", "end", "pass", "pass").then.expect("red", money=5)
    table.when.play("take 3").then.expect("red", money=10, boxes=[[1], [3]], fulfilled=[])


@rule("CLAN-BUCHANAN-03", "CLAN-BUCHANAN-08")
def test_the_next_turn_is_settled_anew() -> None:
    table = buchanan(money=30, round_=5).when.play("take 1", "end", "pass", "pass")
    assert engine.view(table.state, None).export_board.cost == 15
    table.when.play("take 3").then.expect("red", money=0)
    assert engine.view(table.state, None).export_board.cost == 0


@rule("CLAN-BUCHANAN-03", "CLAN-BUCHANAN-08", "TC-14")
def test_a_port_after_the_action_costs_nothing_more() -> None:
    table = at_port_8(money=15, round_=5).when.play("take 1").then.expect("red", money=0)
    table.when.play("port 8", "draw", "keep 7").then.expect("red", money=5, boxes=[[1], [7]])


@rule("CLAN-BUCHANAN-03", "CLAN-BUCHANAN-08", "TC-15")
def test_a_port_before_the_action_brings_its_5_alone() -> None:
    table = at_port_8(money=0).when.play("port 8").then.expect("red", money=5)
    table.when.play("draw", "keep 7").then.expect("red", money=10)
    table.when.play("take 1").then.expect("red", money=10, boxes=[[7], [1]])


@rule("CLAN-BUCHANAN-03", "CLAN-BUCHANAN-08")
def test_declining_settles_nothing() -> None:
    table = (
        at_port_8(money=0, round_=5).when.play("port 8", "draw", "keep").then.expect("red", money=5)
    )
    table.then.refuses("take 1", "CONTRACT-03", "not_enough_money")
    table.given.give("red", money=15).when.play("take 1").then.expect("red", money=0)


@rule("CLAN-BUCHANAN-03", "CLAN-BUCHANAN-08")
def test_port_and_building_bonus_of_one_turn_are_settled_once() -> None:
    table = before_the_fourth(money=20, round_=5).given.port("M1", 8)
    table.when.play("port 8", "draw", "keep 7").then.expect("red", money=10)
    table.when.play("expand bakery I4").then.expect("red", money=0)
    table.when.play("draw", "keep 14").then.expect("red", money=0, boxes=[[7], [14]])


@rule("CLAN-BUCHANAN-08", "DOUBT-08")
def test_more_than_two_in_a_turn_are_settled_once_too() -> None:
    table = before_the_fourth(money=0).given.port("M1", 8).give("red", wool=3)
    table.given.with_contract(2, wool=1, free_space=1).with_contract(16, beef=0)
    table.given.pile(*PILE).when.play("port 8", "draw", "keep 16 2").then.expect("red", money=10)
    table.given.give("red", money=8).when.play("fulfil 2", "expand bakery I4").then.expect(
        "red", money=0
    )
    table.when.play("draw", "keep 12").then.expect("red", money=0, boxes=[[16], [12]])
    table.when.play("fulfil 16").then.expect("red", fulfilled=[2, 16], boxes=[[], [12]], money=0)


@rule("CLAN-BUCHANAN-03")
def test_other_clans_pay_each_time() -> None:
    table = scenario(clans="plain", money=33).round(5).on_board(*BOARD).port("M1", 8)
    table.given.put("red", "woodcutter M2", *(f"bakery {place}" for place in PLACES))
    table.given.with_contract(16, beef=0, free_space=1).give("red", wool=1).pile(*PILE)
    table.when.play("port 8", "draw", "keep 16").then.expect("red", money=23)
    table.when.play("fulfil 16", "expand bakery I4").then.expect("red", money=15)
    table.when.play("draw", "keep 12").then.expect("red", money=0, boxes=[[12]])


# --- building bonuses ----------------------------------------------------------------------------


@rule("CLAN-BUCHANAN-05", "BUILD-12", "DIFF-19", "BASE-05")
@in_one_test("kept", [[], [7], [11, 16], [16, 2]])
def test_six_are_drawn_and_up_to_two_kept(kept: list[int]) -> None:
    table = before_the_fourth().when.play("expand bakery I4", "draw")
    assert drawn(table) == list(PILE[:6])
    assert len(table.legal("keep_contracts")) == 1 + 6 + 15
    table.then.refuses("keep 16 2 7", "BUILD-02", "too_many_contracts")
    table.then.refuses("keep 13", "BUILD-02", "not_drawn")
    table.when.play(" ".join(["keep", *map(str, kept)]))
    boxes = [[n] for n in kept] + [[]] * (2 - len(kept))
    table.then.expect("red", boxes=boxes, money=100 - 10 + 5 * bool(kept))
    assert pile(table) == [13, 14, *(n for n in PILE[:6] if n not in kept)]
    table.then.expect_decision("end_turn", "red")


@rule("CLAN-BUCHANAN-06", "BUILD-12")
def test_port_8_draws_six_too_and_so_does_its_copy() -> None:
    table = at_port_8().when.play("port 8", "draw")
    assert drawn(table) == list(PILE[:6])
    table.when.play("keep 7 2").then.expect("red", boxes=[[7], [2]], money=110)
    copied = at_port_8().given.port("A1", 9).put("red", "woodcutter A2")
    copied.state.ports[0].used_by = [RED]
    copied.when.play("port 9 copy 8", "draw")
    assert drawn(copied) == list(PILE[:6])
    copied.when.play("keep 16 12").then.expect("red", boxes=[[16], [12]], money=100 - 3 + 10)


@rule("CLAN-BUCHANAN-06", "BUILD-12")
def test_so_does_a_fourth_building_by_port_7() -> None:
    table = before_the_fourth().given.port("M1", 7).put("red", "cow D6", "sheep H6")
    table.when.play("port 7 exchange cow D6 bakery sheep H6 distillery", "draw")
    assert drawn(table) == list(PILE[:6])
    table.when.play("keep 16 2").then.expect("red", boxes=[[16], [2]], money=105)


@rule("CLAN-BUCHANAN-07", "BUILD-12", "DIFF-14", "DOUBT-08")
def test_one_empty_box_is_enough_for_the_draw_and_for_one_contract() -> None:
    for table in (
        before_the_fourth().given.box("red", 35).when.play("expand bakery I4"),
        at_port_8().given.box("red", 35).when.play("port 8"),
    ):
        table.when.play("draw")
        assert drawn(table) == list(PILE[:6])
        table.then.refuses("keep 16 2", "CONTRACT-03", "too_few_empty_boxes")
        assert len(table.legal("keep_contracts")) == 1 + 6
        table.when.play("keep 2").then.expect("red", boxes=[[35], [2]])


@rule("CLAN-BUCHANAN-07", "BUILD-05")
def test_with_both_boxes_full_there_is_no_bonus() -> None:
    table = before_the_fourth().given.box("red", 35).box("red", 48)
    table.when.play("expand bakery I4").then.expect_decision("end_turn")
    at_port_8().given.box("red", 35).box("red", 48).when.play("port 8").then.expect_decision(
        "main_action"
    )


@rule("CLAN-BUCHANAN-05", "BUILD-10")
@in_one_test("left", [1, 2, 4])
def test_a_short_pile_gives_what_it_has(left: int) -> None:
    table = at_port_8().given.pile(*PILE[:left]).when.play("port 8", "draw")
    assert drawn(table) == list(PILE[:left])
    table.when.play("keep 16")
    assert pile(table) == list(PILE[1:left])
    table.when.play("pass", "pass", "pass")


@rule("CLAN-BUCHANAN-05", "BUILD-10", "BUILD-09")
def test_the_draw_goes_on_into_contracts_that_went_under_the_pile() -> None:
    table = at_port_8().given.put("red", *(f"bakery {place}" for place in PLACES))
    table.when.play("port 8", "draw", "keep", "expand bakery I4", "draw")
    assert drawn(table) == [13, 14, 16, 2, 7, 50]
    table.when.play("keep 14 16")
    assert pile(table) == [11, 12, 13, 2, 7, 50]
    assert table.state.pile == 0
    empty = at_port_8().given.pile().when.play("port 8").then.expect_decision("main_action")
    empty.then.expect("red", money=105)


# --- the text of 2017 ----------------------------------------------------------------------------


@rule("CLAN-BUCHANAN-12", "OPT-05", "DIFF-19", "DIFF-20")
@in_one_test(("kept", "cost"), [((), 0), ((2,), 15), ((16, 2), 15)])
def test_in_2017_three_were_drawn_and_up_to_two_kept(kept: tuple[int, ...], cost: int) -> None:
    table = at_port_8(buchanan_2017=True, money=50, round_=5).when.play("port 8", "draw")
    assert drawn(table) == list(PILE[:3])
    table.then.refuses(f"keep {PILE[0]} {PILE[1]} {PILE[2]}", "BUILD-02", "too_many_contracts")
    table.when.play(" ".join(["keep", *map(str, kept)])).then.expect("red", money=50 + 5 - cost)
    assert sorted(table.state.players[RED].contracts()) == sorted(kept)


@rule("CLAN-BUCHANAN-12", "CLAN-BUCHANAN-07")
def test_in_2017_one_empty_box_takes_one_of_the_three() -> None:
    table = at_port_8(buchanan_2017=True, money=50, round_=5).given.box("red", 7)
    table.when.play("port 8", "draw").then.refuses(
        "keep 16 2", "CONTRACT-03", "too_few_empty_boxes"
    ).when.play("keep 2")


@rule("CLAN-BUCHANAN-12", "OPT-05", "DIFF-20", "CLAN-BUCHANAN-02")
def test_in_2017_each_action_was_settled_and_two_of_one_action_once() -> None:
    table = at_port_8(buchanan_2017=True, money=0).when.play("port 8", "draw", "keep 7")
    table.then.expect("red", money=10).when.play("take 1").then.expect("red", money=15)
    both = buchanan(buchanan_2017=True, money=15, round_=5).when.play("take 1 3")
    both.then.expect("red", money=0, boxes=[[1], [3]])
    table = at_port_8(buchanan_2017=True, money=15, round_=5).when.play("take 1", "port 8", "draw")
    table.then.refuses("keep 7", "CONTRACT-03", "not_enough_money").when.play("keep").then.expect(
        "red", money=5
    )


# --- taking moves back ---------------------------------------------------------------------------


@rule("CLAN-BUCHANAN-03", "UNDO-01")
def test_a_settled_cost_is_taken_back_with_the_contracts() -> None:
    table = Table(at_port_8(money=15, round_=5))
    table.when.play("take 1 3").then.expect("red", money=0).undo("red").expect("red", money=15)
    assert not table.state.turn.cost_settled
    assert engine.view(table.state, None).export_board.cost == 15
    table.when.play("take 4").then.expect("red", money=0, boxes=[[4], []])
