"""The contract refill board, a row of six beside the export board. (IND-REFILL)"""

from typing import Any

import msgspec
import pytest

from games import engine
from games.engine import effects as fx
from games.engine.terms import ContractId
from simulation.random_play import seed_of
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Part, scenario

pytestmark = pytest.mark.engine

PACK = engine.packs.builtin()
BOARD = {"expansions": ["refill_board"]}
ROW = (31, 32, 33, 34, 35, 36)


def table(clan: str = "", *, row: tuple[int, ...] = ROW, **options: Any) -> Part:
    """Red is about to bring out a fourth bakery; the board and the pile are known."""
    given = scenario(players=options.pop("players", 3), clans=clan, **BOARD, **options)
    given.state.slots = [ContractId(0)] * len(given.state.slots)
    given.given.on_board(1, 2, 3, 4, 5, 6, 7)
    given.given.pile(*row, 41, 42, 43, 44, 45, 46, 47, 48)
    assert given.state.secret is not None
    del given.state.secret.pile[: len(row)]
    given.state.pile -= len(row)
    given.state.future = [ContractId(number) for number in row]
    return given


def with_bonus(clan: str = "", **options: Any) -> Part:
    given = table(clan, **options).given.put("red", "bakery A5", "bakery B2", "bakery B4")
    return given.given.put("red", "woodcutter F3").when.play("expand bakery G3")


def left_in_the_pile(given: Part, *numbers: int) -> None:
    assert given.state.secret is not None
    given.state.secret.pile = [ContractId(number) for number in numbers]
    given.state.pile, given.state.pile_tail = len(numbers), []


def row_of(given: Part) -> list[int]:
    return [int(number) for number in given.state.future]


@rule("IND-REFILL-01", "IND-SETUP-04", "IND-DATA-09")
@in_one_test("players", [1, 2, 3, 4])
def test_six_contracts_lie_open_after_those_of_the_export_board(players: int) -> None:
    options = engine.Options(players=players, **BOARD)
    state, event = engine.new_game(options, seed_of("refill"), PACK)
    usual, _ = engine.new_game(engine.Options(players=players), seed_of("refill"), PACK)
    assert state.secret is not None
    assert usual.secret is not None
    assert state.slots == usual.slots
    assert state.future == usual.secret.pile[:6]
    assert state.secret.pile == usual.secret.pile[6:]
    assert engine.view(state, None).export_board.future == state.future
    assert [e for e in event.effects if isinstance(e, fx.FutureSet)] == [fx.FutureSet(state.future)]


@rule("IND-REFILL-02", "IND-REFILL-04", "IND-REFILL-06")
@in_one_test(
    ("empty", "slots", "row"),
    [
        (0, [1, 2, 3, 4, 5, 6, 7], [31, 32, 33, 34, 35, 36]),
        (2, [31, 32, 3, 4, 5, 6, 7], [33, 34, 35, 36, 41, 42]),
        (7, [31, 32, 33, 34, 35, 36, 41], [42, 43, 44, 45, 46, 47]),
    ],
)
def test_gaps_of_the_export_board_are_filled_from_the_left(
    empty: int, slots: list[int], row: list[int]
) -> None:
    given = table()
    for slot in range(empty):
        given.state.removed.append(given.state.slots[slot])
        given.state.slots[slot] = ContractId(0)
    given.when.all_pass().advance("production", "scoring", "preparation")
    assert [int(number) for number in given.state.slots] == slots
    assert row_of(given) == row


@rule("IND-REFILL-03", "IND-REFILL-04", "IND-REFILL-05", "IND-UNDO-1")
def test_a_building_bonus_takes_the_three_on_the_left_and_the_board_is_filled_first() -> None:
    given = with_bonus().when.play("draw").then.expect_decision("keep_contracts", "red")
    assert engine.view(given.state, RED).decisions[0].contracts == [31, 32, 33]
    assert row_of(given) == [34, 35, 36, 41, 42, 43]
    assert given.state.undo_to == given.state.version
    given.when.play("keep 32").then.expect("red", contracts=[32])
    assert given.state.pile_tail == [31, 33]
    assert given.state.removed == []
    assert row_of(given) == [34, 35, 36, 41, 42, 43]


@rule("IND-REFILL-03")
def test_buchanan_takes_all_six() -> None:
    given = with_bonus("buchanan").when.play("draw")
    assert engine.view(given.state, RED).decisions[0].contracts == list(ROW)
    assert row_of(given) == [41, 42, 43, 44, 45, 46]
    given.when.play("keep")
    assert given.state.pile_tail == list(ROW)


@rule("IND-REFILL-06")
def test_a_board_that_is_too_short_is_emptied_filled_and_gives_the_rest() -> None:
    given = with_bonus("buchanan", row=(31, 32))
    left_in_the_pile(given, 41, 42, 43, 44, 45, 46, 47)
    given.when.play("draw")
    assert engine.view(given.state, RED).decisions[0].contracts == [31, 32, 41, 42, 43, 44]
    assert row_of(given) == [45, 46, 47]
    short = with_bonus(row=(31,))
    left_in_the_pile(short, 41)
    short.when.play("draw")
    assert engine.view(short.state, RED).decisions[0].contracts == [31, 41]
    assert row_of(short) == []
    assert short.state.pile == 0
    nothing = with_bonus(row=())
    left_in_the_pile(nothing)
    assert nothing.when.play("draw").legal() == ["keep"]


@rule("IND-REFILL-09")
def test_an_action_takes_contracts_of_the_export_board_alone() -> None:
    given = table()
    given.then.refuses("take 31", "IND-REFILL-09", "not_on_the_export_board")
    given.then.refuses("take 41", "CONTRACT-01", "not_on_the_export_board")
    assert not any("31" in line for line in given.legal("take_contracts"))


@rule("IND-REFILL-08")
def test_alone_the_die_removes_a_contract_of_the_export_board_only() -> None:
    given = scenario(players=1, **BOARD)
    row = row_of(given)
    given.when.all_pass().advance("production", "scoring", "preparation")
    assert len(given.state.removed) == 1
    assert int(given.state.removed[0]) not in row
    assert len(row_of(given)) == 6


@rule("IND-REFILL-07")
def test_it_takes_the_place_of_future_contracts() -> None:
    with pytest.raises(engine.InvalidOptions, match="future_contracts") as refused:
        engine.decode_options({"players": 3, "future_contracts": True, **BOARD}, PACK.content)
    assert (refused.value.rule, refused.value.code) == ("IND-REFILL-07", "excluded")


@rule("IND-DATA-09")
def test_a_pack_without_the_board_cannot_have_it() -> None:
    without = msgspec.structs.replace(PACK.content, refill_spots=0)
    with pytest.raises(engine.InvalidOptions, match="refill_board") as refused:
        engine.decode_options({"players": 3, **BOARD}, without)
    assert refused.value.rule == "IND-DATA-09"
