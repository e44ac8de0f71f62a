"""Fulfilling export contracts. (FULFIL)"""

from itertools import combinations

import msgspec
import pytest

from games import engine
from games.engine import effects as fx
from games.engine.content import Contract
from games.engine.terms import GOODS, ContractId
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import Part, scenario

pytestmark = pytest.mark.engine

ANIMALS = ("cow I3", "cow J3", "cow K4", "sheep I4", "sheep J4", "sheep J5")
ALL = sorted(engine.packs.builtin().content.contracts)


def rich(*contracts: int, players: int = 3) -> Part:
    """Red has six of every good, three cows, three sheep, and the first contract in the box."""
    table = scenario(players=players, money=0).put("red", *ANIMALS, "miner H2")
    table.given.give("red", **dict.fromkeys(GOODS, 6))
    for contract in contracts:
        table.given.box("red", contract)
    return table


@rule("FULFIL-01")
def test_only_a_contract_in_an_own_box_is_fulfilled() -> None:
    table = rich(6).given.box("blue", 1).on_board(24)
    table.then.refuses("fulfil 1", "FULFIL-01", "not_in_a_box")
    table.then.refuses("fulfil 24", "FULFIL-01", "not_in_a_box")
    assert table.legal("fulfil") == ["fulfil 6"]
    rich().given.fulfilled("red", 6).then.refuses("fulfil 6", "FULFIL-01")


@rule("FULFIL-01")
def test_an_action_fulfils_one_contract() -> None:
    table = rich(2).when.play("fulfil 2").given.box("red", 9).then.refuses("fulfil 9", "STATE-22")
    table.then.expect("red", contracts=[9], fulfilled=[2])


@rule("FULFIL-02", "EX-23", "FULFIL-11")
def test_two_bread_go_and_cotton_rises_by_two() -> None:
    table = rich(7).given.give("red", bread=3).imports(cotton=1).when.play("fulfil 7")
    table.then.expect("red", bread=1, wool=6, cheese=6, whisky=6)
    assert table.state.imports == [3, 0, 0]


@rule("FULFIL-02")
@in_one_test("good", ["wool", "bread", "cheese"])
def test_nothing_of_what_is_asked_may_be_missing(good: str) -> None:
    table = rich(45).given.give("red", wool=2, bread=1, cheese=1)
    table.given.give("red", **{good: 1 if good == "wool" else 0})
    table.then.refuses("fulfil 45", "FULFIL-02", "goods_missing")
    assert table.legal("fulfil") == []
    table.given.give("red", **{good: 2 if good == "wool" else 1})
    assert table.can("fulfil 45")


def stock(table: Part) -> list[int]:
    return list(table.state.players[0].goods)


def choices(asked: Contract) -> int:
    """How many ways there are to pick the animals for a contract among ANIMALS."""
    cows = len(list(combinations(range(3), asked.beef)))
    return cows * len(list(combinations(range(3), asked.mutton)))


@pytest.mark.uncounted
@rule("FULFIL-02", "FULFIL-03", "FULFIL-05", "FULFIL-10", "FULFIL-11", "BONUS-03", "DATA-12")
@in_one_test("number", ALL)
def test_every_contract_takes_and_gives_what_it_shows(number: int) -> None:
    table = rich(number)
    asked = table.state.content.contract(ContractId(number))
    before, ways = stock(table), table.legal("fulfil")
    assert len(ways) == choices(asked)
    table.when.play(ways[0])
    paid = [a - b for a, b in zip(before, stock(table), strict=True)]
    assert paid == [asked.wool, 0, 0, asked.bread, asked.cheese, asked.whisky]
    left = [piece.unit for piece in table.pieces("red")]
    assert (left.count("cow"), left.count("sheep")) == (3 - asked.beef, 3 - asked.mutton)
    assert table.state.imports == [asked.cotton, asked.tobacco, asked.sugar_cane]
    table.then.expect("red", money=asked.money, contracts=[], fulfilled=[number])


@rule("FULFIL-04", "FULFIL-07")
def test_animals_leave_their_spaces_and_return_to_their_columns() -> None:
    table = rich(16, players=2).given.put("red", "cow G3").give("red", money=100)
    table.then.refuses("expand cow I5", "EXPAND-05")
    table.when.play("fulfil 16 slaughter cow J3", "end", "pass")
    assert "cow J3" not in {f"{p.unit} {p.hex}" for p in table.pieces("red")}
    table.when.play("expand cow J3").then.expect("red", money=100 - 9 - 1)


@rule("FULFIL-05")
def test_the_owner_chooses_the_animals() -> None:
    assert rich(5).legal("fulfil") == [
        "fulfil 5 slaughter sheep I4 sheep J4",
        "fulfil 5 slaughter sheep I4 sheep J5",
        "fulfil 5 slaughter sheep J4 sheep J5",
    ]
    table = rich(5).when.play("fulfil 5 slaughter sheep J5 sheep I4")
    assert [p.hex for p in table.pieces("red") if p.unit == "sheep"] == ["J4"]


@rule("FULFIL-06", "FULFIL-02")
def test_the_number_of_animals_is_exactly_what_is_asked() -> None:
    for line in (
        "fulfil 5",
        "fulfil 5 slaughter sheep I4",
        "fulfil 5 slaughter sheep I4 sheep J4 sheep J5",
        "fulfil 5 slaughter sheep I4 cow J3",
        "fulfil 5 slaughter sheep I4 sheep J4 cow J3",
    ):
        rich(5).then.refuses(line, "FULFIL-06", "wrong_number_of_animals")
    rich(7).then.refuses("fulfil 7 slaughter sheep I4", "FULFIL-06", "no_animals_asked")


@rule("FULFIL-06")
def test_a_refusal_names_the_animals_that_are_asked_for_and_no_others() -> None:
    with pytest.raises(engine.IllegalMove) as caught:
        rich(5).when.play("fulfil 5")
    assert caught.value.facts["animals"] == ["2 sheep"]


@rule("FULFIL-07", "FULFIL-04")
def test_only_own_animals_on_the_map_are_slaughtered() -> None:
    table = rich(5).given.put("blue", "sheep K7")
    for line in (
        "fulfil 5 slaughter sheep I4 sheep K7",
        "fulfil 5 slaughter sheep I4 sheep G3",
        "fulfil 5 slaughter sheep I4 sheep J3",
        "fulfil 5 slaughter sheep I4 sheep I4",
    ):
        table.then.refuses(line, "FULFIL-07", "no_such_animal")


@rule("FULFIL-07", "FULFIL-02")
def test_animals_on_the_player_board_are_no_use() -> None:
    table = scenario().box("red", 16).give("red", wool=1).put("red", "sheep J4")
    assert table.legal("fulfil") == []


@rule("FULFIL-08", "EXPAND-07")
def test_a_slaughtered_animal_returns_by_the_free_space_of_its_contract() -> None:
    table = rich(14).given.put("red", "sheep G3").give("red", money=8)
    table.when.play("fulfil 14 slaughter sheep G3", "expand sheep I5").then.expect("red", money=0)
    assert [p.unit for p in table.pieces("red")].count("sheep") == 4


@rule("FULFIL-09")
def test_the_box_is_empty_before_anything_is_gained() -> None:
    table = rich(50).when.play("fulfil 50").then.expect_decision("bonus_upgrade")
    table.then.expect("red", contracts=[], fulfilled=[50])


@rule("FULFIL-10", "FULFIL-14")
def test_the_steps_come_in_their_order() -> None:
    table = rich().given.with_contract(37, money=10).box("red", 37).imports(cotton=4)
    table.when.play("fulfil 37 slaughter cow J3")
    effects = [e for e in table.events[-1].effects if not isinstance(e, fx.DecisionClosed)]
    red = 0
    assert [type(e).__name__ for e in effects[1:4]] == ["GoodsChanged", "GoodsChanged", "Withdrawn"]
    assert effects[4:8] == [
        fx.ContractFulfilled(red, ContractId(37)),  # type: ignore[arg-type]
        fx.ImportMoved("cotton", 8),
        fx.MoneyChanged(red, 1),  # type: ignore[arg-type]
        fx.MoneyChanged(red, 10),  # type: ignore[arg-type]
    ]
    assert all(isinstance(effect, fx.DecisionOpened) for effect in effects[8:])
    table.then.expect_decision("free_space")


@rule("FULFIL-11")
def test_hops_stay_on_the_tile() -> None:
    table = rich(4).when.play("fulfil 4 slaughter cow I3 cow J3 cow K4")
    assert table.state.imports == [3, 0, 0]
    assert table.state.content.contract(ContractId(4)).hops == 3
    table.then.expect("red", money=0, fulfilled=[4])


@rule("FULFIL-12", "FULFIL-13", "FULFIL-15", "TC-24", "DATA-18")
@in_one_test(
    ("counter", "amount", "pounds"),
    [(4, 1, 1), (4, 2, 1), (5, 2, 0), (4, 7, 2), (0, 4, 0), (0, 5, 1), (23, 4, 1), (99, 1, 1)],
)
def test_every_mark_met_or_passed_pays_a_pound(counter: int, amount: int, pounds: int) -> None:
    table = rich(2).given.imports(tobacco=counter)
    number, known = ContractId(2), table.state.content.contracts
    other = msgspec.structs.replace(known[number], tobacco=amount)
    table.given.values(contracts={**known, number: other}).when.play("fulfil 2")
    table.then.expect("red", money=pounds)
    assert table.state.imports == [0, counter + amount, 0]


@rule("FULFIL-13")
def test_counters_pay_separately_and_whoever_moves_them() -> None:
    table = rich().given.with_contract(2, cotton=1, tobacco=1, sugar_cane=1).box("red", 2)
    table.given.imports(cotton=4, tobacco=9, sugar_cane=3).when.play("fulfil 2").then.expect(
        "red", money=2
    )
    assert table.state.imports == [5, 10, 4]


@rule("FULFIL-14", "BONUS-11")
def test_the_pound_of_a_mark_helps_to_pay_for_the_free_space() -> None:
    table = rich(14).given.give("red", money=7).imports(tobacco=4)
    table.when.play("fulfil 14 slaughter sheep J5").then.expect_decision("free_space")
    table.when.play("expand sheep J5").then.expect("red", money=0)
    table = rich(14).given.give("red", money=7).imports(tobacco=3)
    table.when.play("fulfil 14 slaughter sheep J5").then.refuses("expand sheep J5", "EXPAND-04")


@rule("FULFIL-16", "FULFIL-17", "SCORE-6", "SCORE-7")
@pytest.mark.parametrize(("tile", "glory"), [(6, 4 + 3), (7, 2 * 4)])
def test_fulfilled_contracts_count_for_scoring_as_printed(tile: int, glory: int) -> None:
    # 4 asks for 3 beef and gives 3 cotton; 41 asks for 1 mutton and gives 4 tobacco.
    table = scenario(players=2).scoring_tile(tile).fulfilled("red", 4, 41)
    table.when.play("pass", "pass").advance("production", "scoring")
    table.then.expect("red", glory=glory).expect("blue", glory=0)


@rule("FULFIL-16")
def test_fulfilled_contracts_count_in_the_end() -> None:
    table = scenario(players=2, money=0).round(5).put("red", "miner H2").put("blue", "miner K6")
    table.given.fulfilled("red", 4, 41).when.play("pass", "pass").advance()
    red, blue = table.state.scores
    assert (red.hops, red.contracts_fulfilled) == (3, 2)
    assert red.cotton + red.tobacco == 3 * 4 + 4 * 3
    assert (blue.hops, blue.contracts_fulfilled, blue.cotton) == (0, 0, 0)


@rule("FULFIL-19")
def test_goods_from_the_free_space_come_too_late_for_their_contract() -> None:
    table = rich(7).given.put("blue", "bakery I6").give("red", bread=1, money=100)
    table.given.merchants("red", stock=5).then.refuses("fulfil 7", "FULFIL-02", "goods_missing")
    table.given.give("red", bread=2).when.play("fulfil 7").then.expect(
        "red", bread=0, fulfilled=[7]
    )
    table.when.play("expand bakery I5", "neighbourhood 1 bread").then.expect("red", bread=1)
