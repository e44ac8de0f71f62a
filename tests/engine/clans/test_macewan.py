"""Clan MacEwan."""

import pytest

from games import engine
from tests.engine.test_undo import Table
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Part, scenario

pytestmark = pytest.mark.engine


def holding(*, grain: int, money: int = 100, clan: str = "macewan", **gives: int) -> Part:
    """Red can fulfil contract 16 for a wool, which gives what is named and nothing else."""
    nothing = {"beef": 0, "cotton": 0, "hops": 0}
    table = scenario(clans=clan, money=money).with_contract(16, **nothing | gives)
    return table.given.box("red", 16).put("red", "woodcutter F3").give("red", wool=1, grain=grain)


@rule("CLAN-MACEWAN-01", "EX-17")
def test_three_hops_and_three_grain_are_27_pounds() -> None:
    table = holding(grain=3, hops=3).when.play("fulfil 16").then.expect_decision("brew", "red")
    assert table.legal() == ["brew 1", "brew 2", "brew 3", "skip"]
    table.when.play("brew 3").then.expect("red", grain=0, money=127).expect_decision(
        "end_turn", "red"
    )


@rule("CLAN-MACEWAN-01")
@in_one_test(
    ("hops", "grain", "most"), [(1, 9, 1), (2, 9, 2), (5, 9, 3), (9, 3, 3), (5, 2, 2), (1, 1, 1)]
)
def test_no_more_grain_than_hops_and_than_three_and_than_there_is(
    hops: int, grain: int, most: int
) -> None:
    table = holding(grain=grain, hops=hops).when.play("fulfil 16")
    assert table.legal("brew") == [f"brew {n}" for n in range(1, most + 1)]
    code = "too_much_beer" if most == min(hops, 3) else "not_enough_goods"
    table.then.refuses(f"brew {most + 1}", "CLAN-MACEWAN-01", code)
    table.when.play(f"brew {most}").then.expect("red", grain=grain - most, money=100 + 9 * most)


@rule("CLAN-MACEWAN-01")
def test_each_contract_brings_it_anew() -> None:
    table = holding(grain=5, hops=3).given.box("red", 2).give("red", wool=7)
    table.state.players[RED].boxes = [[2]]
    table.when.play("fulfil 2", "brew 2", "end", "pass", "pass").then.expect(
        "red", money=118, grain=3
    )
    table.given.box("red", 16).when.play("fulfil 16", "brew 3").then.expect(
        "red", money=145, grain=0
    )


@rule("CLAN-MACEWAN-01")
def test_without_hops_or_grain_there_is_no_beer() -> None:
    holding(grain=5, hops=0).when.play("fulfil 16").then.expect_decision("end_turn")
    holding(grain=0, hops=3).when.play("fulfil 16").then.expect_decision("end_turn")


@rule("CLAN-MACEWAN-01")
def test_other_clans_brew_nothing() -> None:
    table = (
        holding(grain=5, hops=3, clan="campbell")
        .when.play("fulfil 16")
        .then.expect_decision("end_turn")
    )
    table.then.refuses("brew 1", "CLAN-MACEWAN-01", "not_your_clan")
    own = holding(grain=5, hops=3).then.refuses("brew 1", "CLAN-MACEWAN-01", "out_of_place")
    own.when.play("fulfil 16", "brew 1").then.refuses("brew 1", "CLAN-MACEWAN-01", "out_of_place")


@rule("CLAN-MACEWAN-03", "STATE-37", "FLOW-11")
def test_it_is_offered_on_a_contract_without_other_bonuses_and_may_be_declined() -> None:
    table = holding(grain=2, hops=3, money=0).when.play("fulfil 16", "skip")
    table.then.expect("red", grain=2, money=0).expect_decision("end_turn", "red")


@rule("CLAN-MACEWAN-03")
def test_it_is_not_split() -> None:
    table = holding(grain=3, hops=3, free_space=1).when.play("fulfil 16", "bonus beer", "brew 1")
    table.then.expect_decision("free_space").expect("red", grain=2).when.play(
        "expand woodcutter F2"
    )
    table.then.expect_decision("end_turn", "red").expect("red", grain=2)


ORDERS = [
    ("bonus beer", "brew 2", "bonus free_space", "expand sheep G3", "upgrade hire"),
    ("bonus free_space", "expand sheep G3", "bonus beer", "brew 2", "upgrade hire"),
    ("bonus bonus_upgrade", "upgrade hire", "bonus free_space", "expand sheep G3", "brew 2"),
    ("bonus bonus_upgrade", "upgrade hire", "bonus beer", "brew 2", "expand sheep G3"),
]


@pytest.mark.uncounted
@rule("CLAN-MACEWAN-02", "CLAN-MACEWAN-03", "BONUS-02")
@in_one_test("order", ORDERS)
def test_it_comes_before_after_or_between_the_bonuses(order: tuple[str, ...]) -> None:
    table = holding(grain=2, hops=2, free_space=1, bonus_upgrade=1).when.play("fulfil 16")
    assert table.legal() == ["bonus free_space", "bonus bonus_upgrade", "bonus beer", "skip"]
    table.when.play(*order).then.expect_decision("end_turn", "red")
    table.then.expect("red", grain=0, money=100 + 18 - 8, track=4, units=["sheep G3", "worker F3"])


@rule("CLAN-MACEWAN-02", "CLAN-MACEWAN-03")
def test_between_two_free_spaces() -> None:
    table = holding(grain=1, hops=1, free_space=2).when.play("fulfil 16", "bonus free_space")
    table.when.play("expand woodcutter F2").then.expect_decision("export_bonuses")
    assert table.legal() == ["bonus free_space", "bonus beer", "skip"]
    table.when.play("bonus beer", "brew 1", "expand sheep G3").then.expect_decision("end_turn")
    table.then.expect("red", money=100 - 6 + 9 - 8)


@rule("CLAN-MACEWAN-02", "BONUS-08")
def test_not_while_another_bonus_is_under_way() -> None:
    table = holding(grain=1, hops=1, free_space=1).given.put("blue", "cow H3")
    table.when.play("fulfil 16", "bonus free_space").then.refuses("brew 1", "CLAN-MACEWAN-01")
    table.when.play("expand sheep G3").then.expect_decision("deployment_bonuses")
    table.then.refuses("brew 1", "CLAN-MACEWAN-01").refuses("bonus beer", "STATE-34")
    table.when.play("skip").then.expect_decision("brew")


@rule("CLAN-MACEWAN-02", "BONUS-11")
def test_beer_may_pay_what_comes_after_it() -> None:
    table = holding(grain=1, hops=1, money=0, free_space=1).when.play("fulfil 16", "bonus beer")
    table.when.play("brew 1").then.expect_decision("free_space").when.play("expand sheep G3")
    table.then.expect("red", money=1)
    tech = holding(grain=1, hops=1, money=0, bonus_upgrade=1).when.play("fulfil 16", "bonus beer")
    tech.when.play("brew 1", "upgrade technology miner").then.expect("red", money=4)


@rule("CLAN-MACEWAN-02", "BONUS-11", "CLAN-MACEWAN-03")
def test_grain_bought_by_a_free_space_becomes_beer() -> None:
    table = holding(grain=0, hops=3, free_space=1).given.put("blue", "field H3").price("grain", 5)
    table.when.play("fulfil 16", "bonus free_space", "expand sheep G3", "neighbourhood 2 grain")
    table.then.expect_decision("brew", "red").expect("red", grain=2, money=100 - 8 - 6)
    assert table.legal("brew") == ["brew 1", "brew 2"]
    table.when.play("brew 2").then.expect("red", grain=0, money=104).expect_decision("end_turn")
    none = holding(grain=0, hops=3, free_space=1).given.put("blue", "field H3")
    none.when.play("fulfil 16", "bonus free_space", "expand sheep G3", "skip")
    none.then.expect_decision("end_turn", "red")


@rule("CLAN-MACEWAN-03", "BONUS-05")
def test_leaving_all_bonuses_out_leaves_out_beer() -> None:
    table = holding(grain=2, hops=2, free_space=1).when.play("fulfil 16", "skip")
    table.then.expect_decision("end_turn", "red").expect("red", grain=2, money=100)


@rule("CLAN-MACEWAN-01", "STATE-38")
def test_money_of_the_contract_is_there_before() -> None:
    holding(grain=2, hops=2, money=0).given.with_contract(16, money=10).when.play(
        "fulfil 16"
    ).then.expect("red", money=10)


@rule("CLAN-MACEWAN-04")
def test_it_is_no_trade() -> None:
    table = holding(grain=3, hops=3).given.merchants("red", stock=0, track=7)
    prices = list(table.state.prices)
    table.when.play("fulfil 16", "brew 3").then.expect("red", money=127, stock=0, track=7)
    assert table.state.prices == prices
    table.then.expect_market("red")
    conflict = holding(grain=2, hops=3).given.merchants("red", stock=2)
    conflict.state.players[RED].buying[2] = 1
    conflict.when.play("fulfil 16", "brew 2").then.expect("red", money=118).expect_market(
        "red", "buy 1 grain"
    )


@rule("CLAN-MACEWAN-01", "CMD-19")
def test_a_client_is_told_how_much_beer_there_can_be() -> None:
    table = holding(grain=1, hops=2, free_space=1).when.play("fulfil 16")
    (decision,) = engine.view(table.state, RED).decisions
    assert (decision.kind, decision.bonuses) == ("export_bonuses", ["free_space", "beer"])
    assert (decision.most, decision.usable) == (None, ["free_space", "beer"])
    bare = holding(grain=0, hops=2, free_space=1).when.play("fulfil 16")
    assert engine.view(bare.state, RED).decisions[0].usable == ["free_space"]
    table.when.play("bonus beer")
    (decision,) = engine.view(table.state, RED).decisions
    assert (decision.kind, decision.moves) == ("brew", ["brew", "skip"])
    assert (decision.most, decision.optional) == (2, True)


@rule("CLAN-MACEWAN-01", "UNDO-04")
def test_beer_can_be_taken_back() -> None:
    table = Table(holding(grain=3, hops=3, money=0))
    before = table.state.version
    table.when.play("fulfil 16", "brew 3").undo("red", before + 1).expect("red", grain=3, money=0)
    table.then.expect_decision("brew").when.play("brew 1").undo("red").expect(
        "red", fulfilled=[], grain=3
    )
