"""The course of the game: rounds, phases, preparation, what is uncovered. (STATE, PREP, FLOW)"""

from collections import Counter

import pytest

from games import engine
from games.engine import effects as fx
from games.engine.terms import Hex, Seat
from simulation.random_play import Chooser, at_random, steps
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import Part, scenario

pytestmark = pytest.mark.engine


def all_passed(*, players: int = 3, order: str = "red blue black white", round_: int = 1) -> Part:
    """The end of the action phase, everybody having passed in this order."""
    table = scenario(players=players).round(round_)
    seats = [Seat(("red", "blue", "black", "white").index(c)) for c in order.split()][:players]
    table.state.turn_order = seats
    table.state.decisions = [type(table.decision())(table.state.version, seats[0])]
    return table


def passing(table: Part) -> Part:
    while table.state.phase == "action":
        table.when.play("pass")
    return table


@pytest.mark.uncounted
@rule("STATE-01", "STATE-02", "EX-28", "FLOW-04", "FLOW-16", "FLOW-17", "FLOW-18")
@pytest.mark.parametrize("players", [2, 4])
def test_five_rounds_of_four_phases_and_final_scoring(players: int) -> None:
    seen: list[tuple[int, str]] = []
    for state, _ in steps(players, f"course/{players}"):
        if not seen or seen[-1] != (state.round, state.phase):
            seen.append((state.round, state.phase))
    expected = [(0, "draft"), (0, "workers")]
    for number in range(1, 6):
        expected += [(number, "action"), (number, "production"), (number, "scoring")]
        expected += [(number, "preparation")] if number < 5 else [(number, "final"), (5, "over")]
    assert seen == expected


@rule("STATE-01", "FLOW-17", "FLOW-18", "FINAL-01")
def test_after_round_5_the_game_is_scored_and_over() -> None:
    table = passing(all_passed(round_=5)).when.advance("production", "scoring", "final_scoring")
    assert table.state.over
    assert len(table.state.scores) == 3
    assert engine.advance(table.state) is None
    assert all(engine.legal_moves(table.state, Seat(seat)) == [] for seat in range(3))
    with pytest.raises(engine.NotYourDecision):
        table.when.play_as("red", "pass")


@rule("STATE-02", "PASS-04", "DIFF-07", "SCORE-G1")
def test_round_5_has_passing_bonus_production_and_scoring() -> None:
    table = all_passed(round_=5).given.put("red", "miner M4", "sheep G3").give("red", money=0)
    table.given.scoring_tile(3)
    passing(table).then.expect("red", money=16).when.advance("production").then.expect(
        "red", money=22, wool=1
    )
    table.when.advance("scoring").then.expect("red", glory=1)


@rule("PREP-02", "TRADE-10", "FLOW-04")
def test_merchants_come_home_in_preparation_and_not_before() -> None:
    table = scenario(players=3).give("blue", milk=2).merchants("red", stock=3)
    table.when.play("buy 2 wool", "end", "sell 2 milk", "end", "pass", "buy 1 wool", "end")
    passing(table).then.expect("red", stock=0, track=4).expect("blue", stock=0, track=5)
    table.when.advance("production", "scoring").then.expect(
        "red", stock=0, buying=[3, 0, 0, 0, 0, 0]
    )
    table.when.advance("preparation")
    table.then.expect("red", stock=3, track=4, buying=[0] * 6)
    table.then.expect("blue", stock=2, track=5, selling=[0] * 6)


@rule("PREP-04", "PREP-05", "PREP-08")
def test_slots_are_filled_in_preparation_only() -> None:
    table = scenario(players=3).on_board(1, 2, 3, 4, 5, 6, 7).pile(11, 12, 13, 14, 15)
    table.when.play("take 3", "end", "take 6", "end")
    assert table.state.slots == [1, 2, 0, 4, 5, 0, 7]
    passing(table).when.advance("production", "scoring")
    assert table.state.slots == [1, 2, 0, 4, 5, 0, 7]
    assert table.state.pile == 5
    table.when.advance("preparation")
    assert table.state.slots == [1, 2, 11, 4, 5, 12, 7]
    assert table.state.pile == 3


@rule("PREP-07", "PREP-04")
def test_a_short_pile_fills_what_it_can() -> None:
    table = scenario(players=3).on_board(1, 2, 3, 4, 5, 6, 7).pile(11)
    table.given.fulfilled("blue", 30).box("black", 31)
    table.when.play("take 1", "end", "take 2", "end")
    passing(table).when.advance("production", "scoring", "preparation")
    assert table.state.slots == [11, 0, 3, 4, 5, 6, 7]
    assert table.state.pile == 0
    table.then.expect("blue", fulfilled=[30]).expect_decision("main_action")
    passing(table).when.advance("production", "scoring", "preparation")
    assert table.state.slots == [11, 0, 3, 4, 5, 6, 7]
    table.then.refuses("take 30", "CONTRACT-01", "not_on_the_export_board")


@rule("PREP-07")
def test_nothing_is_turned_up_from_a_pile_whose_order_is_not_known() -> None:
    table = scenario(players=3).on_board(1, 2, 3, 4, 5, 6, 7).pile(11)
    table.when.play("take 1", "end", "take 2", "end")
    passing(table).when.advance("production", "scoring")
    table.state.secret = None
    with pytest.raises(RuntimeError, match="order of the pile is unknown"):
        table.when.advance("preparation")


@rule("PREP-07", "BUILD-09")
def test_what_went_under_the_pile_is_drawn_last_and_in_order() -> None:
    table = scenario(players=3).on_board(1, 2, 3, 4, 5, 6, 7).pile(11)
    table.state.pile_tail = [12, 13]
    table.state.secret.pile = [11]
    table.when.play("take 1", "end", "take 2", "end", "take 3", "end")
    passing(table).when.advance("production", "scoring", "preparation")
    assert table.state.slots == [11, 12, 13, 4, 5, 6, 7]
    assert table.state.pile_tail == []


@rule("PREP-09", "STATE-10", "TC-37", "PASS-02")
def test_the_order_of_passing_is_the_next_turn_order() -> None:
    table = scenario(players=3).when.play(
        "shipping", "end", "pass", "shipping", "end", "pass", "pass"
    )
    assert table.state.turn_order == [0, 1, 2]
    table.when.advance("production", "scoring", "preparation")
    assert table.state.turn_order == [1, 0, 2]
    assert table.state.passed == []
    assert table.state.round == 2
    table.then.expect_decision("main_action", "blue").when.play("hire", "end")
    table.then.expect_decision("main_action", "red").when.play("hire", "end")
    table.then.expect_decision("main_action", "black")


@rule("FLOW-04", "FLOW-17", "STATE-52")
def test_scoring_and_preparation_ask_nobody() -> None:
    table = passing(scenario(players=3)).when.advance("production")
    for step in ("scoring", "preparation"):
        assert table.state.open_decisions() == []
        assert all(engine.legal_moves(table.state, Seat(seat)) == [] for seat in range(3))
        table.when.advance(step)
    table.then.expect_decision("main_action", "red")


def producing() -> Part:
    """Everybody has to decide on grain or milk, having passed in the order black, red, blue."""
    table = all_passed(order="black red blue")
    table.given.put("red", "bakery G3", "cow H3").put("blue", "bakery B2").put(
        "black", "distillery I4"
    )
    for colour in ("red", "blue", "black"):
        table.given.give(colour, grain=2)
    return passing(table).when.advance("production")


@rule("STATE-50", "FLOW-16", "PROD-10", "CMD-23")
def test_production_waits_for_everybody_at_once() -> None:
    table = producing()
    assert [d.seat for d in table.state.open_decisions()] == [2, 0, 1]
    assert all(d.kind == "produce" for d in table.state.open_decisions())
    table.when.play_as("blue", "produce 1 bread").play_as("red", "produce nothing")
    assert [d.seat for d in table.state.open_decisions()] == [2]
    assert engine.advance(table.state) is None
    table.when.play_as("black", "produce 1 whisky")
    assert table.state.open_decisions() == []
    table.when.advance("processing").then.expect("black", whisky=1, grain=1).expect("blue", bread=1)
    assert table.state.phase == "scoring"


@rule("STATE-51")
@in_one_test("sequence", ["red blue black", "black blue red", "blue black red"])
def test_answers_in_any_sequence_are_carried_out_in_the_new_turn_order(sequence: str) -> None:
    table = producing()
    answer = {"red": "produce 1 bread", "blue": "produce 1 bread", "black": "produce 1 whisky"}
    for colour in sequence.split():
        table.when.play_as(colour, answer[colour])
    effects = table.when.advance("processing").events[-1].effects
    made = [e.seat for e in effects if isinstance(e, fx.GoodsChanged) and e.amount > 0]
    assert made == [2, 0, 1]


@rule("STATE-50", "PROD-11", "FLOW-16")
def test_only_those_with_a_choice_are_asked() -> None:
    table = all_passed().given.put("red", "bakery G3").give("red", grain=1)
    table.given.put("blue", "bakery B2", "sheep B4").put("black", "field I4")
    passing(table).when.advance("production")
    assert [d.seat for d in table.state.open_decisions()] == [0]
    table.then.expect("blue", wool=1).expect("black", grain=2)
    with pytest.raises(engine.NotYourDecision):
        table.when.play_as("blue", "produce nothing")
    none = passing(all_passed()).when.advance("production")
    assert none.state.phase == "scoring"


UNCOVERING = {"setup", "preparation", "draw_contracts"}


def drawing_gladly(name: str) -> Chooser:
    """Ports and building bonuses whenever there are any, else at random."""
    otherwise = at_random(name)

    def choose(state: engine.State, seat: Seat) -> engine.Move:
        glad = ("use_port", "draw_contracts")
        moves = [m for m in engine.legal_moves(state, seat) if m.type_name() in glad]
        return moves[-1] if moves else otherwise(state, seat)

    return choose


@rule("STATE-60", "STATE-61", "UNDO-02", "PREP-08")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.long
@pytest.mark.uncounted
def test_contracts_are_uncovered_by_few_events_which_are_all_barriers(players: int) -> None:
    uncovered: Counter[str] = Counter()
    for number in range(16):
        pile = 50
        name = f"uncovering/{players}/{number}"
        for state, event in steps(players, name, drawing_gladly(name)):
            drawn = [e for e in event.effects if isinstance(e, fx.ContractDrawn)]
            if drawn:
                uncovered[event.kind] += 1
                assert state.undo_to == event.version
            assert pile - state.pile - len(state.pile_tail) == len(drawn) - _put_under(event)
            pile = state.pile + len(state.pile_tail)
            assert not event.secrets or event.kind == "setup"
    assert set(uncovered) == UNCOVERING


def _put_under(event: engine.Event) -> int:
    return sum(len(e.contracts) for e in event.effects if isinstance(e, fx.ContractsPutUnder))


@rule("SCORE-G1")
def test_each_round_scores_its_own_tile() -> None:
    table = scenario(players=3).put("red", "sheep G3")
    table.state.scoring_tiles = [1, 3, 2, 4, 5]
    passing(table).when.advance("production", "scoring").then.expect("red", glory=1)
    table.when.advance("preparation").given.give("red", wool=0)
    passing(table).given.give("red", wool=7).when.advance("production", "scoring").then.expect(
        "red", glory=2
    )


@rule("STATE-60", "UNDO-08", "DEF-47")
def test_nobody_is_shown_the_pile() -> None:
    table = scenario(players=3).pile(41, 42, 43, 44)
    for viewer in (None, Seat(0), Seat(2)):
        shown = engine.view(table.state, viewer)
        assert shown.export_board.pile == 4
        assert shown.export_board.known_tail == []
        assert shown == engine.view(scenario(players=3).pile(44, 43, 42, 41).state, viewer)


@rule("DEF-12", "DEF-13", "FULFIL-08", "EXPAND-07")
def test_a_space_is_empty_again_when_its_unit_is_gone() -> None:
    table = scenario(players=3).with_contract(16, free_space=1).box("red", 16)
    table.given.put("red", "cow G3", "woodcutter F3").put("blue", "sheep H3").give("red", wool=1)
    table.then.refuses("expand sheep G3", "EXPAND-02", "not_empty")
    table.then.refuses("expand sheep H3", "EXPAND-02", "not_empty")
    assert Hex("G3") not in [move[-2:] for move in table.legal("expand")]
    table.when.play("fulfil 16 slaughter cow G3", "expand cow G3")
    table.then.expect("red", units=["cow G3", "worker F3"])
