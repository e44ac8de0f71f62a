"""Obtaining an export contract. (CONTRACT)"""

import pytest

from games.engine.state import ScoreSheet
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import Part, scenario

pytestmark = pytest.mark.engine


def board(**options: int) -> Part:
    """A table with contracts 16, 2 and 7 on the first slots."""
    return scenario(**options).on_board(16, 2, 7)  # type: ignore[arg-type]


@rule("CONTRACT-01")
def test_a_face_up_contract_goes_into_the_empty_box() -> None:
    table = (
        board().when.play("take 2").then.expect("red", contracts=[2]).expect_decision("end_turn")
    )
    assert table.state.slots[:3] == [16, 0, 7]


@rule("CONTRACT-01")
def test_only_what_lies_face_up_can_be_taken() -> None:
    table = scenario(players=2).pile(50).on_board(16, 2).box("blue", 3)
    table.then.refuses("take 50", "CONTRACT-01", "not_on_the_export_board")
    table.then.refuses("take 3", "CONTRACT-01", "not_on_the_export_board")
    table.then.refuses("take", "CONTRACT-01", "none_named")


@rule("CONTRACT-01")
def test_an_action_takes_one_contract() -> None:
    board().then.refuses("take 16 2", "CONTRACT-01", "too_many_contracts")
    board().then.refuses("take 16 16", "CONTRACT-01", "named_twice")


@rule("CONTRACT-02", "EX-21", "BASE-06")
@in_one_test(("number", "amount"), [(1, 5), (2, 0), (3, -5), (4, -10), (5, -15)])
def test_the_round_tells_what_a_contract_brings_or_costs(number: int, amount: int) -> None:
    board(money=20).given.round(number).when.play("take 16").then.expect("red", money=20 + amount)


@rule("CONTRACT-03")
@in_one_test(("number", "cost"), [(3, 5), (4, 10), (5, 15)])
def test_without_the_money_it_is_refused(number: int, cost: int) -> None:
    table = board(money=cost - 1).given.round(number)
    table.then.refuses("take 16", "CONTRACT-03", "not_enough_money")
    table.given.give("red", money=cost).when.play("take 16").then.expect(
        "red", money=0, contracts=[16]
    )


@rule("CONTRACT-03")
def test_the_first_two_rounds_ask_for_no_money() -> None:
    assert board(money=0).can("take 16")
    assert board(money=0).given.round(2).can("take 16")


@rule("CONTRACT-03", "CONTRACT-04", "DEF-44")
def test_a_full_box_takes_nothing_until_its_contract_is_fulfilled() -> None:
    table = board(players=2).given.box("red", 3).merchants("red", stock=0)
    table.then.refuses("take 16", "CONTRACT-03", "no_empty_box")
    assert table.legal("take_contracts") == []
    table.given.put("red", "cow B2", "cow B3", "sheep B4").when.play(
        "fulfil 3 slaughter cow B2 cow B3", "end"
    )
    table.when.play("shipping", "end", "take 16").then.expect("red", contracts=[16])


@rule("CONTRACT-04")
def test_a_contract_stays_with_its_owner_into_the_next_round() -> None:
    table = board(players=2).when.play("take 16", "end", "pass", "pass").advance()
    table.then.expect("red", contracts=[16])
    assert 16 not in table.state.slots
    assert {line.split()[0] for line in table.legal() if "16" in line.split()} == set()


@rule("CONTRACT-05", "PREP-08")
def test_any_face_up_contract_may_be_chosen_and_its_slot_stays_empty() -> None:
    table = board()
    slots = list(table.state.slots)
    assert table.legal("take_contracts") == [f"take {contract}" for contract in slots]
    last = slots[-1]
    table.when.play(f"take {last}", "end")
    assert table.state.slots == [*slots[:-1], 0]
    table.then.refuses(f"take {last}", "CONTRACT-01")
    assert table.legal("take_contracts") == [f"take {contract}" for contract in slots[:-1]]


def final_sheets(*, boxed: bool) -> list[ScoreSheet]:
    table = scenario(players=2, money=5).round(5).put("red", "woodcutter F3")
    if boxed:
        table.given.box("red", 7)
    table.when.play("pass", "pass").advance()
    assert table.state.over
    return table.state.scores


@rule("CONTRACT-07")
def test_an_unfulfilled_contract_changes_nothing_in_the_end() -> None:
    assert final_sheets(boxed=True) == final_sheets(boxed=False)
