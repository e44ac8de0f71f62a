"""Three contracts to come lie open beside the export board. (VAR-FUTURE)"""

from typing import Any

import pytest

from games import engine
from games.engine import effects as fx
from games.engine.terms import ContractId
from simulation.random_play import seed_of
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import BLUE, RED, Part, at, scenario

pytestmark = pytest.mark.engine

PACK = engine.packs.builtin()


def table(clan: str = "", *, row: tuple[int, ...] = (31, 32, 33), **options: Any) -> Part:
    """Red is about to bring out a fourth bakery; the row and the pile are known."""
    given = scenario(players=3, clans=clan, future_contracts=True, **options)
    given.state.slots = [ContractId(0)] * len(given.state.slots)
    given.given.on_board(1, 2, 3, 4, 5, 6, 7)
    given.given.pile(*row, 41, 42, 43, 44, 45, 46)
    for _ in row:
        given.state.pile -= 1
        assert given.state.secret is not None
        given.state.secret.pile.pop(0)
    given.state.future = [ContractId(number) for number in row]
    return given


def with_bonus(clan: str = "", **options: Any) -> Part:
    given = table(clan, **options).given.put("red", "bakery A5", "bakery B2", "bakery B4")
    return given.given.put("red", "woodcutter F3").when.play("expand bakery G3")


def row_of(given: Part) -> list[int]:
    return [int(number) for number in given.state.future]


@rule("VAR-FUTURE-01", "SETUP-07")
@in_one_test("players", [1, 2, 3, 4])
def test_three_contracts_lie_open_beside_the_board_from_the_set_up_on(players: int) -> None:
    options = engine.Options(players=players, future_contracts=True)
    state, event = engine.new_game(options, seed_of("future"), PACK)
    usual, _ = engine.new_game(engine.Options(players=players), seed_of("future"), PACK)
    assert state.secret is not None
    assert usual.secret is not None
    assert state.slots == usual.slots
    assert state.future == usual.secret.pile[:3]
    assert state.secret.pile == usual.secret.pile[3:]
    assert state.pile == usual.pile - 3
    shown = engine.view(state, None).export_board
    assert shown.future == state.future
    assert (shown.pile, shown.slots.count(None)) == (state.pile, usual.slots.count(ContractId(0)))
    assert engine.view(usual, None).export_board.future == []
    assert [e for e in event.effects if isinstance(e, fx.FutureSet)] == [fx.FutureSet(state.future)]


@rule("VAR-FUTURE-02", "VAR-FUTURE-03", "PREP-04", "DOUBT-13")
def test_a_refill_takes_them_first_from_left_to_right_and_the_rest_moves_left() -> None:
    for empty, slots, row in (
        (1, [31, 2, 3, 4, 5, 6, 7], [32, 33, 41]),
        (2, [31, 32, 3, 4, 5, 6, 7], [33, 41, 42]),
        (5, [31, 32, 33, 41, 42, 6, 7], [43, 44, 45]),
        (0, [1, 2, 3, 4, 5, 6, 7], [31, 32, 33]),
    ):
        given = table()
        for slot in range(empty):
            given.state.removed.append(given.state.slots[slot])
            given.state.slots[slot] = ContractId(0)
        given.when.all_pass().advance("production", "scoring", "preparation")
        assert [int(number) for number in given.state.slots] == slots
        assert row_of(given) == row


@rule("VAR-FUTURE-03", "PREP-07")
def test_the_row_is_as_long_as_the_pile_allows() -> None:
    given = table()
    assert given.state.secret is not None
    given.state.secret.pile, given.state.pile = [ContractId(41)], 1
    given.state.pile_tail = []
    given.state.slots[0] = given.state.slots[1] = ContractId(0)
    given.when.all_pass().advance("production", "scoring", "preparation")
    assert row_of(given) == [33, 41]
    assert [int(number) for number in given.state.slots[:2]] == [31, 32]


@rule("VAR-FUTURE-04")
def test_an_action_takes_contracts_from_the_board_alone() -> None:
    given = table()
    given.then.refuses("take 31", "VAR-FUTURE-04", "not_on_the_export_board")
    assert not any("31" in line for line in given.legal("take_contracts"))
    given.when.play("take 3").then.expect("red", contracts=[3])


@rule("VAR-FUTURE-05", "BUILD-03", "BUILD-02")
def test_a_building_bonus_takes_one_the_others_leave_and_three_are_drawn() -> None:
    given = with_bonus().when.play("draw").then.expect_decision("keep_contracts", "red")
    decision = engine.view(given.state, RED).decisions[0]
    assert decision.contracts == [31, 32, 33]
    assert given.legal() == ["keep", "keep 31", "keep 32", "keep 33"]
    money = given.state.players[RED].money
    given.when.play("keep 32").then.expect("red", contracts=[32], money=money + 5)
    assert row_of(given) == [41, 42, 43]
    assert given.state.removed == [31, 33]
    assert given.state.pile_tail == []
    assert engine.view(given.state, None).export_board.removed == [31, 33]


@rule("VAR-FUTURE-05", "BUILD-04")
def test_only_one_can_be_taken_and_it_has_to_be_paid() -> None:
    given = (
        with_bonus().when.play("draw").then.refuses("keep 31 32", "BUILD-02", "too_many_contracts")
    )
    given.then.refuses("keep 41", "BUILD-02", "not_drawn")
    dear = with_bonus().given.round(5).give("red", money=14).when.play("draw")
    assert dear.legal() == ["keep"]


@rule("VAR-FUTURE-06")
def test_if_nothing_is_taken_nothing_leaves_and_nothing_is_drawn() -> None:
    given = with_bonus().when.play("draw", "keep")
    assert row_of(given) == [31, 32, 33]
    assert (given.state.removed, given.state.pile_tail) == ([], [])
    assert not any(isinstance(e, fx.ContractDrawn) for event in given.events for e in event.effects)
    skipped = with_bonus().when.play("skip")
    assert row_of(skipped) == [31, 32, 33]


@rule("VAR-FUTURE-07", "CLAN-BUCHANAN-06")
def test_buchanan_draws_three_more_and_takes_up_to_two_of_six() -> None:
    given = with_bonus("buchanan").when.play("draw")
    assert engine.view(given.state, RED).decisions[0].contracts == [31, 32, 33, 41, 42, 43]
    assert row_of(given) == [31, 32, 33]
    money = given.state.players[RED].money
    given.when.play("keep 33 41").then.expect("red", contracts=[33, 41], money=money + 5)
    assert row_of(given) == [44, 45, 46]
    assert given.state.removed == [31, 32, 42, 43]
    assert given.state.pile_tail == []


@rule("VAR-FUTURE-07", "CLAN-BUCHANAN-03")
def test_buchanan_pays_once_for_contracts_of_both_sources() -> None:
    given = table("buchanan", row=(31, 32, 33)).given.port("A1", 8).put("red", "woodcutter A2")
    given.given.round(5).when.play("take 3").then.expect("red", money=100 - 15)
    given.when.play("port 8", "draw", "keep 41").then.expect("red", money=100 - 15 + 5)
    assert sorted(given.state.removed) == [31, 32, 33, 42, 43]
    assert given.state.players[RED].boxes == [[3], [41]]


@rule("VAR-FUTURE-07", "OPT-05")
def test_buchanan_of_2017_keeps_up_to_two_of_the_row() -> None:
    given = with_bonus("buchanan", buchanan_2017=True).when.play("draw")
    assert engine.view(given.state, RED).decisions[0].contracts == [31, 32, 33]
    given.when.play("keep 31 33")
    assert (given.state.players[RED].boxes, given.state.removed) == ([[31], [33]], [32])


@rule("VAR-FUTURE-08")
def test_what_buchanan_drew_and_declined_goes_under_the_pile() -> None:
    given = with_bonus("buchanan").when.play("draw", "keep")
    assert row_of(given) == [31, 32, 33]
    assert given.state.removed == []
    assert given.state.pile_tail == [41, 42, 43]


@rule("VAR-FUTURE-09", "SOLO-20")
def test_alone_the_refill_comes_first_then_the_removal_then_the_row() -> None:
    options = engine.Options(players=1, future_contracts=True)
    for number in range(5):
        state, _ = engine.new_game(options, seed_of(f"alone/{number}"), PACK)
        given = at(state)
        while state.phase != "action":
            given.when.play(given.legal()[0])
        row = list(state.future)
        given.when.play("pass").advance("production", "scoring", "preparation")
        kinds = [type(e) for e in given.events[-1].effects]
        removed = kinds.index(fx.ContractRemoved)
        slots = [place for place, kind in enumerate(kinds) if kind is fx.SlotSet]
        rows = [place for place, kind in enumerate(kinds) if kind is fx.FutureSet]
        # The last slot is filled from the row, the slot of the removed one is emptied.
        assert slots[0] < slots[-1] < removed < rows[-1]
        assert state.future[:2] == row[1:]
        assert len(state.future) == 3
        assert len([slot for slot in state.slots if slot]) == 5


@rule("VAR-FUTURE-10", "UNDO-02", "UNDO-03")
def test_looking_at_the_row_can_be_taken_back_and_a_new_row_cannot() -> None:
    given = with_bonus()
    expanded = given.state.version
    given.when.play("draw")
    assert given.state.undo_to < expanded
    given.when.play("keep 31")
    assert given.state.undo_to == given.state.version
    declined = with_bonus().when.play("draw", "keep")
    assert declined.state.undo_to < expanded
    buchanan = with_bonus("buchanan").when.play("draw")
    assert buchanan.state.undo_to == buchanan.state.version


@rule("VAR-FUTURE-05", "BUILD-10")
def test_with_an_empty_pile_the_row_is_what_there_is() -> None:
    given = table().given.put("red", "bakery A5", "bakery B2", "bakery B4", "woodcutter F3")
    assert given.state.secret is not None
    given.state.secret.pile, given.state.pile, given.state.pile_tail = [], 0, []
    given.when.play("expand bakery G3", "draw", "keep 31").then.expect("red", contracts=[31])
    assert row_of(given) == []
    assert given.state.removed == [32, 33]
    nothing = table(row=()).given.put("red", "bakery A5", "bakery B2", "bakery B4", "woodcutter F3")
    assert nothing.state.secret is not None
    nothing.state.secret.pile, nothing.state.pile, nothing.state.pile_tail = [], 0, []
    nothing.when.play("expand bakery G3").then.expect_decision("end_turn", "red")


@rule("VAR-FUTURE-01", "UNDO-08")
def test_a_fork_keeps_the_row_and_draws_the_rest_anew() -> None:
    state, _ = engine.new_game(
        engine.Options(players=3, future_contracts=True), seed_of("future"), PACK
    )
    forked, _ = engine.fork(state, seed_of("another"))
    assert forked.future == state.future
    assert forked.secret is not None
    assert state.secret is not None
    assert sorted(forked.secret.pile) == sorted(state.secret.pile)


@rule("VAR-FUTURE-06", "VAR-FUTURE-08", "RESIGN-05", "ABANDON-01", "INV-05")
@pytest.mark.parametrize(("clan", "drawn"), [("", []), ("buchanan", [41, 42, 43])])
def test_the_row_stays_where_it_lies_when_the_game_ends_amid_the_choice(
    clan: str, drawn: list[int]
) -> None:
    resigned = with_bonus(clan).when.play("draw")
    engine.resign(resigned.state, BLUE)
    engine.end_early(resigned.state)
    abandoned = with_bonus(clan).when.play("draw")
    engine.abandon(abandoned.state)
    for given in (resigned, abandoned):
        assert given.state.pile_tail == drawn
        assert row_of(given) == [31, 32, 33]
