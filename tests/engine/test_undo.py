"""Taking moves back, and what cannot be taken back. (UNDO-01..06, CMD-24)"""

from typing import Self

import pytest

from games import engine
from games.engine.events import Event
from simulation.random_play import PlayedGame, at_random, seal, seed_of, steps
from tests.rules import rule
from tests.scenario import Given, Part, Then, When, scenario, seat_of

pytestmark = pytest.mark.engine


class Table(Given, When, Then):
    """A scenario that remembers every state, so that moves can be taken back."""

    def __init__(self, scene: Part) -> None:
        super().__init__(scene.table)
        self.known = {0: b""}
        self.records = [
            Event(v, v - 1, None, "", None, [], [], 1) for v in range(1, scene.state.version + 1)
        ]

    @property
    def given(self) -> Self:
        """Itself, as are the other parts: it remembers what is played."""
        return self

    when = then = given

    def play_as(self, colour: str, line: str) -> Self:
        self.known[self.state.version] = engine.dump(self.state)
        super().play_as(colour, line)
        self.records.append(self.events[-1])
        return self

    def advance(self, *kinds: str) -> Self:
        super().advance(*kinds)
        self.records += self.events[-len(kinds) :]
        return self

    def undo(self, colour: str, to: int | None = None) -> Self:
        event = engine.undo(self.state, seat_of(colour), self.records, to)
        self.records.append(event)
        self.table.state = engine.load(self.known[event.parent])
        self.state.version = event.version
        return self

    def cannot_undo(self, rule_id: str, code: str, to: int | None = None) -> Self:
        before = engine.dump(self.state)
        with pytest.raises(engine.IllegalMove) as refusal:
            engine.undo(self.state, self.deciding(), self.records, to)
        assert (refusal.value.rule, refusal.value.code) == (rule_id, code)
        assert engine.dump(self.state) == before
        return self


def table(players: int = 3) -> Table:
    """Red can do a bit of everything that uncovers nothing."""
    scene = scenario(players=players).put("red", "woodcutter F3", "woodcutter A2", "cow B2")
    scene.given.with_contract(16, free_space=1, bonus_upgrade=1).box("red", 16)
    scene.given.port("A1", 5).port("M1", 2).put("red", "woodcutter M2", "sheep B4")
    scene.given.put("blue", "cow H3", "field F2").give("red", wool=3, bread=1)
    return Table(scene)


@pytest.mark.uncounted
@rule("UNDO-01", "UNDO-04")
@pytest.mark.parametrize(
    "lines",
    [
        ["buy 2 milk"],
        ["sell 1 wool"],
        ["expand sheep G3", "neighbourhood 1 milk", "neighbourhood 1 grain"],
        ["shipping"],
        ["hire"],
        ["technology miner"],
        ["take 1"],
        ["port 5", "port 2 discard 1 wool gain 3 milk", "shipping"],
        [
            "fulfil 16 slaughter cow B2",
            "bonus free_space",
            "expand cow G3",
            "skip",
            "upgrade shipping",
        ],
    ],
)
def test_what_uncovers_nothing_can_be_taken_back_move_after_move(lines: list[str]) -> None:
    played = table().given.on_board(1)
    if lines[0] == "take 1":
        played.state.players[0].boxes = [[]]
    start = played.state.version
    before = {}
    for line in lines:
        before[played.state.version] = without_version(played.state)
        played.when.play(line)
    for version in sorted(before, reverse=True):
        played.undo("red", version)
        assert without_version(played.state) == before[version]
    played.then.expect_decision("main_action", "red").cannot_undo("UNDO-01", "nothing_to_undo")
    assert min(before) == start


def without_version(state: engine.State) -> bytes:
    other = engine.copy(state)
    other.version = 0
    return engine.dump(other)


@rule("UNDO-01")
def test_undo_goes_to_the_start_of_the_turn_unless_told_otherwise() -> None:
    played = table()
    before = without_version(played.state)
    played.when.play("port 5", "expand sheep G3", "neighbourhood 1 milk").undo("red")
    assert without_version(played.state) == before
    played.when.play("pass").then.expect_decision("main_action", "blue")


@rule("UNDO-01")
def test_undo_appends_an_event_and_play_goes_on_from_there() -> None:
    played = table().when.play("port 5", "shipping")
    version = played.state.version
    played.undo("red", version - 1)
    event = played.records[-1]
    assert (event.version, event.parent, event.kind) == (version + 1, version - 1, "undo")
    played.when.play("hire", "end").then.expect("red", shipping=0, stock=3, money=100 + 10 - 4)


@rule("UNDO-01")
def test_nobody_takes_back_the_moves_of_another_or_in_his_turn() -> None:
    played = table().when.play("shipping")
    with pytest.raises(engine.NotYourDecision):
        engine.undo(played.state, seat_of("blue"), played.records)
    played.when.play("end")
    with pytest.raises(engine.NotYourDecision):
        engine.undo(played.state, seat_of("red"), played.records)


@rule("UNDO-02")
@pytest.mark.parametrize("last", [["shipping", "end"], ["pass"]])
def test_end_of_turn_and_pass_are_barriers(last: list[str]) -> None:
    played = table().when.play(*last)
    barrier = played.state.version
    assert played.state.undo_to == barrier
    played.cannot_undo("UNDO-01", "nothing_to_undo")
    played.cannot_undo("UNDO-02", "undo_barrier", to=barrier - 1)
    played.when.play("hire").cannot_undo("UNDO-02", "undo_barrier", to=barrier - 1)
    played.undo("blue", barrier).expect("blue", stock=2)


@rule("UNDO-02")
def test_the_last_pass_of_a_round_is_a_barrier() -> None:
    played = Table(scenario(players=2)).when.play("pass", "pass")
    assert played.state.undo_to == played.state.version


@rule("UNDO-02")
def test_the_end_of_turn_is_a_barrier_for_the_last_player_too() -> None:
    played = table(players=2).when.play("shipping", "end", "pass", "hire", "end")
    played.then.expect_decision("main_action", "red")
    played.cannot_undo("UNDO-02", "undo_barrier", to=played.state.version - 1)


@rule("UNDO-02", "UNDO-03", "STATE-61")
def test_drawing_is_a_barrier_and_keeping_is_none() -> None:
    scene = table().given.port("A1", 8).pile(41, 42, 43, 44)
    scene.state.players[0].boxes = [[]]
    scene.when.play("port 8")
    before_the_draw = scene.state.version
    scene.undo("red", before_the_draw - 1).expect("red", money=100)
    scene.when.play("port 8", "draw")
    drawn = scene.state.version
    scene.cannot_undo("UNDO-01", "nothing_to_undo")
    scene.when.play("keep 42", "shipping").cannot_undo("UNDO-02", "undo_barrier", to=drawn - 1)
    scene.undo("red").expect_decision("keep_contracts", "red").expect("red", contracts=[])
    assert engine.decision_view(scene.state, scene.decision()).contracts == [41, 42, 43]
    scene.when.play("keep 43").then.expect("red", contracts=[43])


@rule("UNDO-02", "UNDO-03")
def test_the_draw_of_a_fourth_building_is_a_barrier() -> None:
    scene = table().given.put("red", "bakery A5", "bakery C2", "bakery D4").pile(41, 42, 43, 44)
    scene.state.players[0].boxes = [[]]
    scene.when.play("expand bakery G3")
    opened = scene.state.version
    scene.when.play("draw").cannot_undo("UNDO-02", "undo_barrier", to=opened)
    scene.when.play("keep").undo("red", opened + 1).expect_decision("keep_contracts", "red")


@rule("UNDO-01")
def test_only_versions_on_the_line_can_be_gone_back_to() -> None:
    played = table().when.play("port 5")
    gone = played.state.version
    played.undo("red").play("shipping")
    played.cannot_undo("UNDO-01", "not_on_the_line", to=gone)
    played.cannot_undo("UNDO-01", "nothing_after", to=played.state.version)
    played.cannot_undo("UNDO-01", "nothing_after", to=played.state.version + 5)


@rule("UNDO-05")
def test_an_answer_in_production_can_be_given_anew_until_the_last_one() -> None:
    scene = scenario(players=3).put("red", "bakery G3").put("blue", "bakery B2")
    scene.given.give("red", grain=1).give("blue", grain=1)
    played = Table(scene).when.play("pass", "pass", "pass").advance("production")
    played.when.play_as("red", "produce 1 bread").play_as("red", "produce nothing")
    played.then.expect("red", grain=1, bread=0)
    played.when.play_as("blue", "produce 1 bread")
    for colour in ("red", "blue"):
        with pytest.raises(engine.NotYourDecision):
            played.when.play_as(colour, "produce 1 bread")
        with pytest.raises(engine.NotYourDecision):
            engine.undo(played.state, seat_of(colour), played.records)
    played.when.advance("processing").then.expect("red", grain=1, bread=0).expect("blue", bread=1)


@rule("UNDO-05")
def test_production_knows_no_undo() -> None:
    scene = scenario(players=3).put("red", "bakery G3").give("red", grain=1)
    scene.given.put("blue", "bakery B2").give("blue", grain=1)
    played = Table(scene).when.play("pass", "pass", "pass").advance("production")
    played.when.play_as("red", "produce 1 bread")
    played.cannot_undo("UNDO-01", "undo_in_turns_only")


@rule("UNDO-02", "UNDO-06")
@pytest.mark.parametrize("players", [2, 4])
def test_every_move_of_the_set_up_is_a_barrier(players: int) -> None:
    moves = 0
    events = []
    for state, event in steps(players, f"undo/{players}"):
        events.append(event)
        if event.kind not in ("setup", "choose_clan", "place_worker"):
            break
        moves += 1
        assert state.undo_to == state.version
        assert engine.view(state, None).undo_to is None
        with pytest.raises(engine.IllegalMove) as refusal:
            engine.undo(state, state.open_decisions()[0].seat, events, state.version - 1)
        assert refusal.value.rule in ("UNDO-01", "UNDO-02")
    assert moves >= 1 + 3 * players


@pytest.mark.uncounted
@rule("UNDO-01", "UNDO-07")
@pytest.mark.parametrize("players", [2, 4])
def test_folding_the_stored_events_after_an_undo_gives_the_state_before(players: int) -> None:
    """A game in which every turn is taken back once, folded from its rows at every undo."""
    choose = at_random(f"taken back/{players}")
    state, event = engine.new_game(
        engine.Options(players=players), seed_of(f"taken back/{players}"), engine.packs.builtin()
    )
    played = PlayedGame(state, [event], [seal(event, state, "")])
    undone = 0
    taken_back = {0}
    while not state.over and undone < 25:
        step = engine.advance(state)
        if step is None:
            seat = state.open_decisions()[0].seat
            shown = engine.view(state, seat).undo_to
            if shown is not None and state.undo_to not in taken_back:
                taken_back.add(state.undo_to)
                step = engine.undo(state, seat, played.rows)
                assert step.parent == shown
                before = engine.rebuild(played.rows, upto=step.parent)
                state = engine.rebuild([*played.rows, seal(step, before, played.rows[-1].chain)])
                assert without_version(state) == without_version(before)
                assert state.version == step.version
                undone += 1
            else:
                step = engine.play(state, seat, choose(state, seat))
        played.rows.append(seal(step, state, played.rows[-1].chain))
    assert undone == 25


@rule("UNDO-01")
def test_the_version_after_an_undo_can_be_come_back_to() -> None:
    scene = table().when.play("hire")
    start = scene.state.undo_to
    scene.undo("red")
    back = scene.state.version
    scene.when.play("shipping").undo("red", back)
    scene.then.expect("red", shipping=0, stock=2)
    assert scene.records[-1].parent == back
    assert scene.state.undo_to == start


@rule("UNDO-01")
def test_after_an_undo_to_the_start_there_is_nothing_left_to_take_back() -> None:
    scene = table().when.play("hire")
    assert engine.undo_to(scene.state) == scene.state.undo_to
    scene.undo("red")
    assert engine.undo_to(scene.state) is None
    scene.cannot_undo("UNDO-01", "nothing_to_undo")
    scene.cannot_undo("UNDO-01", "nothing_to_undo", scene.state.undo_to)
    scene.when.play("hire")
    assert engine.undo_to(scene.state) == scene.state.undo_to


@rule("UNDO-01")
def test_what_was_taken_back_cannot_be_come_back_to() -> None:
    scene = table().when.play("port 5", "hire")
    taken_back = scene.state.version
    scene.undo("red", taken_back - 1).play("shipping")
    scene.cannot_undo("UNDO-01", "not_on_the_line", taken_back)
