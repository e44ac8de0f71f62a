"""What each port tile gives."""

from itertools import combinations_with_replacement

import pytest

from games import engine
from games.engine.terms import BASIC_GOODS, GOODS, PROCESSED_GOODS
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Part, scenario

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def at_port(tile: int, *, money: int = 0, seed: str = "scenario") -> Part:
    """Red has a unit beside a tile and nothing else of use."""
    return scenario(money=money, seed=seed).port("M1", tile).put("red", "woodcutter M2")


def mixes(group: tuple[str, ...], size: int) -> list[str]:
    """All ways to take some goods of a group, in notation."""
    found = []
    for taken in combinations_with_replacement(group, size):
        counted = [f"{taken.count(good)} {good}" for good in group if good in taken]
        found.append(" ".join(counted))
    return found


@rule("PORT-2")
def test_tile_2_offers_three_basic_goods_in_any_mix_for_one() -> None:
    gains = mixes(BASIC_GOODS, 3)
    assert len(gains) == 10
    table = at_port(2).given.give("red", wool=1, grain=4, bread=1)
    offered = {f"port 2 discard 1 {good} gain {mix}" for good in ("wool", "grain") for mix in gains}
    assert set(table.legal("use_port")) == offered
    assert len(table.legal("use_port")) == 20


@rule("PORT-3")
def test_tile_3_offers_two_processed_goods_in_any_mix_for_one() -> None:
    gains = mixes(PROCESSED_GOODS, 2)
    assert len(gains) == 6
    table = at_port(3).given.give("red", cheese=1, whisky=2, wool=3)
    offered = {
        f"port 3 discard 1 {good} gain {mix}" for good in ("cheese", "whisky") for mix in gains
    }
    assert set(table.legal("use_port")) == offered
    assert len(table.legal("use_port")) == 12


@rule("PORT-2", "PORT-3", "BASE-10")
@in_one_test(
    ("tile", "line", "after"),
    [
        (2, "discard 1 wool gain 3 wool", {"wool": 3, "milk": 0, "grain": 0}),
        (2, "discard 1 wool gain 1 wool 1 milk 1 grain", {"wool": 1, "milk": 1, "grain": 1}),
        (2, "discard 1 wool gain 2 milk 1 grain", {"wool": 0, "milk": 2, "grain": 1}),
        (3, "discard 1 bread gain 2 bread", {"bread": 2, "cheese": 0, "whisky": 0}),
        (3, "discard 1 bread gain 1 cheese 1 whisky", {"bread": 0, "cheese": 1, "whisky": 1}),
    ],
)
def test_an_exchange_takes_one_and_gives_what_was_chosen(
    tile: int, line: str, after: dict[str, int]
) -> None:
    table = at_port(tile).given.give("red", wool=1, bread=1).when.play(f"port {tile} {line}")
    table.then.expect("red", money=0, **after).expect_decision("main_action", "red")


@rule("PORT-2", "PORT-3")
@in_one_test(
    ("tile", "line", "code"),
    [
        (2, "discard 1 wool gain 2 milk", "gain_exactly"),
        (2, "discard 1 wool gain 4 milk", "gain_exactly"),
        (2, "discard 1 wool gain 2 milk 1 bread", "gain_exactly"),
        (2, "discard 1 wool gain 3 milk 1 bread", "gain_exactly"),
        (2, "discard 2 wool gain 3 milk", "discard_one"),
        (2, "discard 1 wool 1 grain gain 3 milk", "discard_one"),
        (2, "discard 1 bread gain 3 milk", "discard_one"),
        (2, "discard 0 wool gain 3 milk", "discard_one"),
        (3, "discard 1 bread gain 1 cheese", "gain_exactly"),
        (3, "discard 1 bread gain 3 cheese", "gain_exactly"),
        (3, "discard 1 bread gain 1 cheese 1 wool", "gain_exactly"),
        (3, "discard 2 bread gain 2 cheese", "discard_one"),
        (3, "discard 1 wool gain 2 cheese", "discard_one"),
    ],
)
def test_an_exchange_of_another_size_or_kind_is_refused(tile: int, line: str, code: str) -> None:
    table = at_port(tile).given.give("red", **dict.fromkeys(GOODS, 5))
    table.then.refuses(f"port {tile} {line}", f"PORT-{tile}", code)
    table.then.refuses(f"port {tile}", f"PORT-{tile}", "discard_one")


@rule("PORT-2", "PORT-3")
def test_no_exchange_of_a_negative_number() -> None:
    for gain in ({"milk": 4, "grain": -1}, {"wool": 100}):
        with pytest.raises(engine.MalformedMove):
            engine.decode_move(
                {"type": "use_port", "tile": 2, "discard": {"wool": 1}, "gain": gain}
            )


@rule("PORT-4", "BASE-10")
@pytest.mark.parametrize(
    ("choice", "after"),
    [
        ("upgrade hire", {"stock": 2, "track": 5, "money": 5}),
        ("upgrade shipping", {"shipping": 1, "money": 5}),
        ("upgrade technology miner", {"technology": ["miner"], "money": 0}),
        ("upgrade take_back buy wool", {"stock": 2, "track": 6, "money": 5}),
        ("skip", {"stock": 1, "track": 6, "shipping": 0, "technology": [], "money": 5}),
    ],
)
def test_tile_4_gives_3_glory_and_an_upgrade_that_may_be_declined(
    choice: str, after: dict[str, object]
) -> None:
    table = at_port(4, money=5).given.merchants("red", stock=1, track=6)
    player = table.state.players[RED]
    if "take_back" in choice:
        player.buying[0] = 1
    table.when.play("port 4").then.expect("red", glory=3).expect_decision("bonus_upgrade", "red")
    table.when.play(choice).then.expect("red", glory=3, **after).expect_decision(
        "main_action", "red"
    )


@rule("PORT-4", "UPG-02")
def test_tile_4_gives_its_glory_when_no_upgrade_is_possible() -> None:
    table = at_port(4, money=4).given.shipping("red", 5).merchants("red", stock=7, track=0)
    table.when.play("port 4").then.expect("red", glory=3, money=4).expect_decision(
        "main_action", "red"
    )


@rule("PORT-5", "BASE-10")
def test_tile_5_gives_10_pounds() -> None:
    table = at_port(5, money=7)
    assert table.legal("use_port") == ["port 5"]
    table.when.play("port 5").then.expect("red", money=17, glory=0).expect_decision(
        "main_action", "red"
    )


@rule("PORT-4", "PORT-5", "PORT-8")
@in_one_test("tile", [4, 5, 8])
def test_a_tile_without_exchange_takes_no_goods(tile: int) -> None:
    table = at_port(tile).given.give("red", wool=3)
    line = f"port {tile} discard 1 wool gain 3 milk"
    table.then.refuses(line, f"PORT-{tile}", "nothing_to_choose")


@rule("PORT-8", "PORT-8a", "BUILD-02", "BUILD-03", "BASE-10")
@in_one_test(("number", "cost"), [(1, -5), (2, 0), (3, 5), (4, 10), (5, 15)])
def test_tile_8_opens_a_building_bonus_at_the_cost_of_the_round(number: int, cost: int) -> None:
    table = at_port(8, money=20).given.round(number).pile(11, 12, 13, 14)
    table.when.play("port 8").then.expect("red", money=25).expect_decision("building_bonus", "red")
    table.when.play("draw", "keep 12").then.expect("red", money=25 - cost, contracts=[12])
    table.then.expect_decision("main_action", "red")
    assert table.state.pile == 1
    assert table.state.pile_tail == [11, 13]


@rule("PORT-8", "BUILD-02")
def test_tile_8_lets_none_or_one_contract_be_kept() -> None:
    table = at_port(8).given.pile(11, 12, 13, 14).when.play("port 8", "draw")
    assert set(table.legal()) == {"keep", "keep 11", "keep 12", "keep 13"}
    table.then.refuses("keep 11 12", "BUILD-02").refuses("keep 14", "BUILD-02")
    table.when.play("keep").then.expect("red", money=5, contracts=[])
    assert table.state.pile_tail == [11, 12, 13]


@rule("PORT-8")
def test_the_building_bonus_of_tile_8_may_be_left_out() -> None:
    table = at_port(8).given.pile(11, 12, 13).when.play("port 8", "skip")
    table.then.expect("red", money=5, contracts=[]).expect_decision("main_action", "red")
    assert table.state.pile == 3


@rule("PORT-8a")
def test_the_5_pounds_of_tile_8_come_first_and_may_pay_for_the_contract() -> None:
    enough = (
        at_port(8, money=5).given.round(4).pile(11, 12, 13).when.play("port 8", "draw", "keep 11")
    )
    enough.then.expect("red", money=0, contracts=[11])

    short = at_port(8, money=4).given.round(4).pile(11, 12, 13).when.play("port 8", "draw")
    short.then.refuses("keep 11", "CONTRACT-03", "not_enough_money")
    assert short.legal() == ["keep"]
    short.when.play("keep").then.expect("red", money=9, contracts=[])


@rule("PORT-8a")
def test_with_a_full_box_tile_8_gives_5_pounds_alone() -> None:
    table = at_port(8).given.pile(11, 12, 13).box("red", 1).when.play("port 8")
    table.then.expect("red", money=5, contracts=[1]).expect_decision("main_action", "red")
    assert table.state.pile == 3


@rule("PORT-8", "BUILD-10")
def test_tile_8_draws_what_the_pile_has() -> None:
    table = at_port(8).given.pile(11, 12).when.play("port 8", "draw")
    assert set(table.legal()) == {"keep", "keep 11", "keep 12"}

    table = at_port(8).given.pile().when.play("port 8").then.expect("red", money=5)
    table.then.expect_decision("main_action", "red")


@rule("BUILD-13")
def test_a_contract_from_a_port_before_the_main_action_can_be_fulfilled_by_it() -> None:
    table = at_port(8).given.pile(6, 12, 13).give("red", wool=3)
    table.when.play("port 8", "draw", "keep 6", "fulfil 6").then.expect(
        "red", fulfilled=[6], wool=0
    )


@rule("PORT-8", "CONTRACT-03")
def test_a_contract_kept_from_tile_8_fills_the_box() -> None:
    table = at_port(8).given.pile(6, 12, 13).on_board(20).when.play("port 8", "draw", "keep 6")
    table.then.refuses("take 20", "CONTRACT-03", "no_empty_box")
