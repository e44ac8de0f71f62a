"""The solo game between two rounds: market dice, refill, and the contract that goes. (SOLO)"""

import hmac
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from games import engine
from games.engine import effects as fx
from games.engine.content import MarketTrack
from games.engine.expansions.solo import steps as steps_of
from games.engine.terms import GOODS, ContractId
from simulation.random_play import seed_of, steps
from tests.engine.test_content import builtin_files, canonical, error_of
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import Part, scenario

pytestmark = pytest.mark.engine

USUAL = ("wool 1", "milk 1", "grain 1")


def prepared(*dice: str, table: Part | None = None) -> Part:
    """A table of one after the preparation of round 2, with these throws."""
    table = (table or scenario(players=1)).dice(*dice).when.go_to("preparation")
    table.state.passed = [engine.Seat(0)]
    return table.when.advance("preparation")


def effects_of(table: Part) -> list[fx.Effect]:
    return list(table.events[-1].effects)


def throws(table: Part) -> list[tuple[list[str], int]]:
    return [
        (list(e.goods), e.face) for e in effects_of(table) if isinstance(e, fx.MarketDiceThrown)
    ]


@rule("SOLO-10", "PREP-03", "DIFF-24", "PREP-02", "PREP-04", "PREP-06", "SOLO-19", "SOLO-20")
def test_merchants_return_then_the_market_changes_then_slots_are_filled_then_one_goes() -> None:
    table = scenario(players=1, money=100).merchants("red", stock=3)
    table.when.play("buy 2 wool", "end")
    prepared(*USUAL, table=table)
    order = [type(effect) for effect in effects_of(table)]
    wanted = [fx.MerchantsMoved, fx.MarketDiceThrown, fx.ContractDrawn, fx.ContractRemoved]
    places = [order.index(kind) for kind in wanted]
    assert places == sorted(places)
    last_die = len(order) - 1 - order[::-1].index(fx.MarketDiceThrown)
    assert last_die < order.index(fx.ContractDrawn)
    assert order.index(fx.ContractRemoved) < order.index(fx.RoundBegan)


@pytest.mark.uncounted
@rule("SOLO-10", "SOLO-11", "SOLO-13")
def test_the_market_changes_before_rounds_two_to_five_and_never_else() -> None:
    for game in range(5):
        seen: list[int] = []
        for state, event in steps(1, f"solo/dice/{game}"):
            dice = [e for e in event.effects if isinstance(e, fx.MarketDiceThrown)]
            if dice:
                assert event.kind == "preparation"
                assert len(dice) == 3
                assert len({e.goods[-1] for e in dice}) == 3
                seen.append(state.round)
        assert seen == [2, 3, 4, 5]


@pytest.mark.uncounted
@rule("SOLO-10")
def test_with_more_players_no_dice_are_thrown() -> None:
    for _, event in steps(2, "solo/two"):
        assert not any(
            isinstance(e, fx.MarketDiceThrown | fx.ContractRemoved) for e in event.effects
        )


@pytest.mark.long
@rule("SOLO-11")
@pytest.mark.uncounted
def test_every_face_of_both_dice_comes_up() -> None:
    goods: Counter[str] = Counter()
    faces: Counter[int] = Counter()
    for game in range(25):
        for _, event in steps(1, f"solo/faces/{game}"):
            for effect in event.effects:
                if isinstance(effect, fx.MarketDiceThrown):
                    goods.update(effect.goods[:1])
                    faces[effect.face] += 1
    assert set(goods) == set(GOODS)
    assert set(faces) == {-3, -2, -1, 1, 2, 3}
    assert min(faces.values()) > 300 / 6 / 2
    assert min(goods.values()) > 300 / 6 / 2


@rule("SOLO-12", "SOLO-13")
def test_the_goods_die_is_thrown_again_while_it_shows_a_good_that_changed() -> None:
    table = prepared("wool 1", "wool", "wool", "milk -1", "milk", "wool", "bread 2")
    assert throws(table) == [
        (["wool"], 1),
        (["wool", "wool", "milk"], -1),
        (["milk", "wool", "bread"], 2),
    ]
    # One throw of the price die for each good: none is left over, none was thrown twice.
    assert table.state.prices == [4, 2, 3, 5, 3, 3]


@rule("SOLO-14", "SOLO-16", "EX-19", "CASE-B12")
@in_one_test(
    ("position", "face", "after"),
    [
        *((0, -3, 3), (0, 3, 3), (2, -1, 3), (2, -3, 5), (1, 2, 3)),
        *((4, -3, 1), (4, 1, 5), (5, 3, 8), (5, -2, 3)),
        *((9, -3, 6), (9, 3, 6), (7, 1, 6), (7, -3, 4), (8, 2, 6)),
    ],
)
def test_low_prices_rise_high_ones_fall_and_medium_ones_follow_the_die(
    position: int, face: int, after: int
) -> None:
    table = scenario(players=1).marker("cheese", position)
    prepared(f"cheese {face}", "wool 1", "milk 1", table=table).then.expect_marker("cheese", after)


@rule("SOLO-15")
@in_one_test(("position", "face", "after"), [(3, -2, 1), (3, 2, 5), (6, 2, 8), (6, -2, 4)])
def test_the_prices_at_the_ends_of_the_brackets_are_medium(
    position: int, face: int, after: int
) -> None:
    table = scenario(players=1).marker("whisky", position)
    assert table.state.content.market(1)[5].medium == (3, 6)
    prepared(f"whisky {face}", "wool 1", "milk 1", table=table).then.expect_marker("whisky", after)


@rule("SOLO-16")
def test_the_zone_is_judged_before_the_move_and_each_good_moves_once() -> None:
    # From low into the brackets by three steps: the minus of the die is not looked at again.
    table = scenario(players=1).marker("grain", 1)
    prepared("grain -3", "grain", "wool 1", "milk 1", table=table).then.expect_marker("grain", 4)
    moved = [e for e in effects_of(table) if isinstance(e, fx.PriceMoved)]
    assert [e.good for e in moved] == ["grain", "wool", "milk"]


@rule("SOLO-17")
@in_one_test(("position", "face", "after"), [(8, 3, 9), (1, -3, 0), (9, 2, 9)])
def test_the_marker_stops_at_the_ends_of_the_column(position: int, face: int, after: int) -> None:
    table = scenario(players=1).marker("bread", position)
    wide = [
        msgspec.structs.replace(track, medium=(0, 9)) for track in table.state.content.small_market
    ]
    table.given.values(small_market=tuple(wide))
    prepared(f"bread {face}", "wool 1", "milk 1", table=table).then.expect_marker("bread", after)


def test_zones_are_those_of_the_content() -> None:
    track = MarketTrack(tuple(range(8)), 2, (1, 2))
    assert [steps_of(track, position, -2) for position in range(4)] == [2, -2, -2, -2]
    assert [steps_of(track, position, 2) for position in range(4)] == [2, 2, 2, -2]


@rule("SOLO-18", "SOLO-20", "DATA-10", "EX-20", "CASE-B15")
@in_one_test(("face", "slot"), [(3, 0), (2, 1), (1, 2), (-3, 3), (-2, 4), (-1, 5)])
def test_the_last_result_of_the_price_die_names_the_slot(face: int, slot: int) -> None:
    other = -face
    table = scenario(players=1)
    old, pile = list(table.state.slots), list(table.state.secret.pile)  # type: ignore[union-attr]
    prepared(f"wool {other}", f"milk {other}", f"grain {face}", table=table)
    assert [place for place, held in enumerate(table.state.slots) if not held] == [slot]
    # Only the sixth slot was empty: it gets the new contract, which may be the one that goes.
    gone = [*old[:5], pile[0]][slot]
    assert table.state.removed == [gone]


@rule("SOLO-19", "SOLO-20", "SOLO-05", "PREP-05")
def test_all_six_slots_are_filled_before_one_is_emptied() -> None:
    table = scenario(players=1).round(2)
    table.state.removed = table.state.slots[:3]
    table.state.slots[:3] = [ContractId(0)] * 3
    prepared("wool 1", "milk 1", "grain 1", table=table)
    filled = [e.slot for e in effects_of(table) if isinstance(e, fx.SlotSet) and e.contract]
    assert filled == [0, 1, 2, 5]
    assert sum(map(bool, table.state.slots)) == 5


@rule("SOLO-20", "DIFF-25", "PREP-06", "INV-05")
@pytest.mark.uncounted
def test_a_removed_contract_never_comes_back() -> None:
    for game in range(6):
        removed: list[int] = []
        for state, event in steps(1, f"solo/removed/{game}"):
            gone = [e.contract for e in event.effects if isinstance(e, fx.ContractRemoved)]
            removed += gone
            assert state.removed == removed
            assert state.secret is not None
            held = [*state.slots, *state.secret.pile, *state.pile_tail]
            held += [*state.players[0].fulfilled, *(c for b in state.players[0].boxes for c in b)]
            assert not set(removed) & set(held)
        assert len(removed) == 4
        assert engine.view(state, None).export_board.removed == removed


@rule("SOLO-21", "PREP-07")
def test_nothing_goes_where_the_pile_left_the_slot_empty() -> None:
    table = scenario(players=1).pile()
    prepared("wool 1", "milk 1", "grain -1", table=table)
    assert table.state.removed == []
    assert sum(map(bool, table.state.slots)) == 5
    table = scenario(players=1).pile()
    prepared("wool 1", "milk 1", "grain -3", table=table)
    assert len(table.state.removed) == 1
    assert sum(map(bool, table.state.slots)) == 4


# --- where the dice come from ---------------------------------------------------------------------


def numbers(seed: bytes, label: str) -> Iterator[int]:
    """The numbers of a draw, written from docs/fairness.md."""
    key, block = hmac.digest(seed, label.encode(), "sha256"), 0
    while True:
        data = hmac.digest(key, block.to_bytes(8, "big"), "sha256")
        yield from (int.from_bytes(data[start : start + 8], "big") for start in range(0, 32, 8))
        block += 1


@rule("UNDO-07", "STATE-60", "SOLO-12", "SOLO-13")
@pytest.mark.uncounted
def test_the_throws_follow_from_the_seed_as_documented() -> None:
    faces = (-3, -2, -1, 1, 2, 3)
    again = 0
    for game in range(10):
        name = f"solo/seeded/{game}"
        for state, event in steps(1, name):
            dice = [e for e in event.effects if isinstance(e, fx.MarketDiceThrown)]
            changed: list[Any] = []
            for number, effect in enumerate(dice, start=1):
                label = f"market-dice/{state.round}/{number}"
                goods = numbers(seed_of(name), f"{label}/goods")
                thrown = [GOODS[next(goods) % 6]]
                while thrown[-1] in changed:
                    thrown.append(GOODS[next(goods) % 6])
                changed.append(thrown[-1])
                again += len(thrown) > 1
                assert list(effect.goods) == thrown
                assert effect.face == faces[next(numbers(seed_of(name), f"{label}/price")) % 6]
    assert again


@rule("UNDO-07")
def test_neither_dice_nor_seed_are_known_to_who_has_no_secrets() -> None:
    table = scenario(players=1).when.go_to("preparation")
    table.state.passed = [engine.Seat(0)]
    table.state.secret = None
    with pytest.raises(RuntimeError):
        engine.advance(table.state)


@rule("DATA-10", "DATA-24")
@in_one_test(
    ("written", "instead"),
    [
        ("faces = [3, 2, 1, -3, -2, -1]", "faces = [3, 2, 1, -3, -2, -2]"),
        ("faces = [3, 2, 1, -3, -2, -1]", "faces = [3, 2, 1, -3, -2]"),
        ("faces = [3, 2, 1, -3, -2, -1]", "faces = [3, 2, 0, -3, -2, -1]"),
        ("slots = [5, 6]", "slots = [5, 7]"),
    ],
)
def test_a_pack_with_other_faces_or_slots_is_refused(written: str, instead: str) -> None:
    files = builtin_files()
    assert written in files["values.toml"]
    files["values.toml"] = files["values.toml"].replace(written, instead)
    assert "slots" in str(error_of(files))


@rule("DATA-10", "DATA-25")
def test_a_pack_without_the_numbers_is_good_for_more_players() -> None:
    files = builtin_files()
    before, _, after = files["values.toml"].partition("[solo_slots]")
    files["values.toml"] = before + "[large_slots]" + after.partition("[large_slots]")[2]
    pack = engine.packs.from_bytes(canonical(files))
    assert pack.content.solo_slots == ()
    assert pack.content.slots(2) == 6
