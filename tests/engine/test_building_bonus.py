"""The building bonus. (BUILD)"""

import pytest

from games.engine import effects as fx
from games.engine.decisions import KeepContractsDecision
from games.engine.terms import Hex
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Part, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

FACTORIES = ("bakery", "cheese_dairy", "distillery")
PLACES = ("J4", "J5", "K4")
A, B, C, D, E = 16, 2, 7, 50, 6


def three(unit: str = "bakery", *, money: int = 100, players: int = 3) -> Part:
    """Red has three of a unit beside I4 and the pile is A B C D E."""
    table = scenario(money=money, players=players).pile(A, B, C, D, E)
    return table.given.put("red", *(f"{unit} {place}" for place in PLACES))


def drawn(table: Part) -> list[int]:
    """The contracts that lie open for the choice."""
    decision = table.decision()
    assert isinstance(decision, KeepContractsDecision)
    return [int(contract) for contract in decision.contracts]


def pile(table: Part) -> list[int]:
    """The pile, the top one first."""
    assert table.state.secret is not None
    assert len(table.state.secret.pile) == table.state.pile
    return [*map(int, table.state.secret.pile), *map(int, table.state.pile_tail)]


@rule("BUILD-01", "BUILD-07", "BASE-05")
@in_one_test("unit", FACTORIES)
def test_the_fourth_building_of_a_type_brings_it(unit: str) -> None:
    table = (
        three(unit).when.play(f"expand {unit} I4").then.expect_decision("deployment_bonuses", "red")
    )
    assert table.legal() == ["draw", "skip"]
    table.when.play("draw", "keep").then.expect_decision("end_turn").refuses("draw", "STATE-22")


@rule("BUILD-01")
@in_one_test("unit", FACTORIES)
def test_the_third_of_a_type_or_the_fourth_of_any_brings_nothing(unit: str) -> None:
    table = scenario().put("red", f"{unit} J4", f"{unit} J5")
    table.when.play(f"expand {unit} I4").then.expect_decision("end_turn")
    others = [other for other in FACTORIES if other != unit]
    table = scenario().put("red", f"{unit} J4", f"{others[0]} J5", f"{others[1]} K4")
    table.when.play(f"expand {unit} I4").then.expect_decision("end_turn")


@rule("BUILD-01")
def test_buildings_of_others_do_not_count() -> None:
    table = scenario().put("red", "bakery J4", "bakery J5").put("blue", "bakery E7", "bakery D6")
    table.when.play("expand bakery I4").then.expect_decision("end_turn")


@rule("BUILD-01")
def test_no_draw_where_the_deployment_brought_none() -> None:
    table = scenario().put("red", "sheep J4").put("blue", "sheep J3").when.play("expand bakery I4")
    table.then.refuses("draw", "BUILD-01", "no_building_bonus")


@rule("BUILD-11")
@in_one_test("unit", ["field", "sheep", "cow"])
def test_a_fourth_field_or_animal_brings_nothing(unit: str) -> None:
    three(unit).when.play(f"expand {unit} I4").then.expect_decision("end_turn")


@rule("BUILD-11")
@pytest.mark.parametrize("column", ["woodcutter", "miner"])
def test_a_fourth_worker_brings_nothing(column: str) -> None:
    table = scenario().put("red", "sheep M4", *(f"{column} {place}" for place in PLACES))
    table.when.play(f"expand {column} M5").then.expect_decision("end_turn")


@rule("BUILD-11", "BUILD-01")
def test_another_unit_after_the_fourth_building_brings_nothing() -> None:
    three().given.put("red", "bakery I3").when.play("expand sheep I4").then.expect_decision(
        "end_turn"
    )


@rule("BUILD-02", "STATE-39", "BASE-05")
def test_three_are_drawn_openly_and_one_is_kept() -> None:
    table = (
        three().when.play("expand bakery I4", "draw").then.expect_decision("keep_contracts", "red")
    )
    assert drawn(table) == [A, B, C]
    assert table.legal() == ["keep", f"keep {A}", f"keep {B}", f"keep {C}"]
    table.then.refuses("skip", "STATE-39").when.play(f"keep {C}").then.expect("red", contracts=[C])


@rule("BUILD-02")
def test_no_more_than_one_and_none_but_those_drawn() -> None:
    table = three().when.play("expand bakery I4", "draw")
    table.then.refuses(f"keep {A} {B}", "BUILD-02", "too_many_contracts")
    table.then.refuses(f"keep {A} {A}", "BUILD-02", "named_twice")
    table.then.refuses(f"keep {D}", "BUILD-02", "not_drawn")
    face_up = table.state.slots[0]
    table.then.refuses(f"keep {face_up}", "BUILD-02", "not_drawn")


@rule("BUILD-03", "TC-11", "BASE-05")
@in_one_test(("number", "amount"), [(1, 5), (2, 0), (3, -5), (4, -10), (5, -15)])
def test_keeping_one_settles_the_amount_of_the_round(number: int, amount: int) -> None:
    table = (
        three()
        .given.round(number)
        .when.play("expand bakery I4", "draw")
        .given.give("red", money=20)
    )
    table.when.play(f"keep {B}").then.expect("red", money=20 + amount, contracts=[B])


@rule("BUILD-03")
@pytest.mark.parametrize("number", [1, 3])
def test_keeping_none_is_free_and_brings_nothing(number: int) -> None:
    table = (
        three()
        .given.round(number)
        .when.play("expand bakery I4", "draw")
        .given.give("red", money=20)
    )
    table.when.play("keep").then.expect("red", money=20, contracts=[])


@rule("BUILD-04", "TC-10")
def test_who_cannot_pay_may_draw_and_leaves_all() -> None:
    table = three(money=10 + 8).given.round(4).when.play("expand bakery I4", "draw")
    table.then.expect("red", money=8).refuses(f"keep {A}", "CONTRACT-03", "not_enough_money")
    assert table.legal() == ["keep"]
    table.when.play("keep").then.expect("red", money=8, contracts=[]).expect_decision("end_turn")


@rule("BUILD-05", "TC-09")
def test_a_full_box_loses_the_bonus_for_good() -> None:
    table = three(players=2).given.box("red", 45).give("red", wool=2, bread=1, cheese=1)
    table.when.play("expand bakery I4").then.expect_decision("end_turn").refuses("draw", "STATE-22")
    table.when.play("end", "pass", "fulfil 45", "skip").then.expect_decision("end_turn")
    table.then.expect("red", contracts=[], fulfilled=[45]).refuses("draw", "STATE-22")


@rule("BUILD-05", "BUILD-01")
def test_with_a_full_box_only_the_purchase_is_offered() -> None:
    table = three().given.box("red", 45).put("blue", "sheep J3").when.play("expand bakery I4")
    table.then.expect_decision("deployment_bonuses").refuses(
        "draw", "BUILD-01", "no_building_bonus"
    )


@rule("BUILD-06", "TC-08", "FULFIL-09")
def test_the_free_space_of_the_contract_in_the_only_box_may_bring_it() -> None:
    table = scenario().pile(A, B, D).box("red", C).give("red", bread=2)
    table.given.put("red", *(f"bakery {place}" for place in PLACES))
    table.when.play(f"fulfil {C}", "expand bakery I4").then.expect_decision("deployment_bonuses")
    table.when.play("draw", f"keep {D}").then.expect("red", contracts=[D], fulfilled=[C])


@rule("BUILD-08")
def test_a_building_sent_home_brings_it_again_when_deployed() -> None:
    table = three(players=2).when.play("expand bakery I4", "draw", "keep", "end", "pass")
    fx.Withdrawn(RED, "bakery", Hex("J5")).apply(table.state)
    table.when.play("expand bakery J5").then.expect_decision("deployment_bonuses").when.play("draw")
    assert drawn(table) == [D, E, A]


@rule("BUILD-09", "BUILD-02", "TC-12", "BASE-05")
def test_contracts_not_kept_go_under_the_pile_as_they_were_drawn() -> None:
    table = three().when.play("expand bakery I4", "draw", f"keep {B}")
    assert pile(table) == [D, E, A, C]


@rule("BUILD-09")
def test_the_next_draw_turns_up_what_went_under() -> None:
    table = three().when.play("expand bakery I4", "draw", f"keep {B}", "end")
    table.given.put("blue", "bakery B2", "bakery B3", "bakery B4").put("blue", "sheep C5")
    table.when.play("expand bakery D5", "draw")
    assert drawn(table) == [D, E, A]
    table.when.play("keep")
    assert pile(table) == [C, D, E, A]


@rule("BUILD-10", "TC-13")
def test_of_a_pile_of_two_both_are_drawn() -> None:
    table = three().given.pile(A, B).when.play("expand bakery I4", "draw")
    assert drawn(table) == [A, B]
    table.when.play(f"keep {A}").then.expect("red", contracts=[A])
    assert pile(table) == [B]


@rule("BUILD-10", "TC-13")
def test_with_no_pile_there_is_no_bonus() -> None:
    three().given.pile().when.play("expand bakery I4").then.expect_decision("end_turn")


@rule("BUILD-10", "TC-13")
def test_with_no_pile_only_the_purchase_is_offered() -> None:
    table = three().given.pile().put("blue", "sheep J3").when.play("expand bakery I4")
    table.then.expect_decision("deployment_bonuses").refuses("draw", "BUILD-01")
    assert table.legal("draw_contracts") == []


@rule("BUILD-13")
def test_the_contract_is_for_a_later_turn() -> None:
    table = (
        three(players=2)
        .given.give("red", bread=2)
        .when.play("expand bakery I4", "draw", f"keep {C}")
    )
    table.then.refuses(f"fulfil {C}", "STATE-22").when.play("end", "pass")
    table.when.play(f"fulfil {C}").then.expect("red", fulfilled=[C], bread=0)


@rule("BUILD-13", "PORT-8")
def test_a_contract_from_a_port_before_the_action_is_fulfilled_at_once() -> None:
    table = scenario(players=2).pile(A, B, C).give("red", bread=2).put("red", "sheep L4")
    table.given.port("L3", 8).when.play("port 8", "draw", f"keep {C}", f"fulfil {C}")
    table.then.expect("red", fulfilled=[C], bread=0)


@rule("BUILD-02", "BUILD-07", "STATE-34")
def test_it_may_be_left_out() -> None:
    table = three().when.play("expand bakery I4", "skip").then.expect_decision("end_turn")
    table.then.expect("red", money=90, contracts=[]).refuses("draw", "STATE-22")
    assert pile(table) == [A, B, C, D, E]
