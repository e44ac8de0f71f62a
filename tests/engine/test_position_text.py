"""Positions as text: nothing is lost on the way, and what is wrong is named with its line."""

from contextlib import suppress

import pytest

from games import engine
from games.engine.positions.text import LONGEST
from games.engine.state import Piece
from games.engine.terms import ContractId, Hex
from simulation.perft import legal_counts, lines_of_play
from simulation.random_options import random_options
from simulation.random_play import steps
from tests.marks import first_of, in_one_test
from tests.parsing.growth import Case, check
from tests.scenario import at, scenario

pytestmark = pytest.mark.engine

SMALL = """position 1
# Alone with two units; red decides.
version 9
head 9
options {"players":2}
phase action
round 1
player campbell
  money 16
  goods 4 wool, 1 bread
  units worker L5, field L4
  workers_out 1 0
  boxes 21 / - / 3 7

player
turn {"seat":0}
decision {"type":"main_action","id":9,"seat":0}
"""


@pytest.mark.parametrize("players", first_of([1, 2, 3, 4], quick=2))
@pytest.mark.uncounted
def test_every_position_of_a_game_comes_back(players: int) -> None:
    for state, _ in steps(players, f"position text {players}"):
        whole = engine.read_position(engine.position_text(state, secrets=True))
        assert engine.dump(whole) == engine.dump(state)
        public = engine.read_position(engine.position_text(state))
        assert public.secret is None
        public.secret = state.secret
        assert engine.dump(public) == engine.dump(state)


@pytest.mark.parametrize("number", first_of(range(4), quick=2))
def test_so_does_every_position_with_any_options(number: int) -> None:
    options = random_options(f"position text {number}")
    for state, _ in steps(options.players, f"any options {number}", options=options):
        whole = engine.read_position(engine.position_text(state, secrets=True))
        assert engine.dump(whole) == engine.dump(state)


def test_a_text_is_written_as_it_was_read() -> None:
    state = engine.read_position(SMALL)
    assert [player.clan for player in state.players] == ["campbell", ""]
    campbell = state.players[0]
    assert campbell.goods == [4, 0, 0, 1, 0, 0]
    assert campbell.boxes == [[21], [], [3, 7]]
    assert campbell.units == [Piece("worker", Hex("L5")), Piece("field", Hex("L4"))]
    assert state.decisions[0].kind == "main_action"
    assert engine.read_position(engine.position_text(state)) == state


@in_one_test(
    ("line", "wrong", "said"),
    [
        ("position 1", "position 2", "begins with the line 'position 1'"),
        ("phase action", "phase lunch", "Invalid enum value 'lunch' - at `$.phase`"),
        ("round 1", "round one", "Line 7: 'one' is no value of round"),
        ("round 1", "round 01", "Line 7: '01' is no value of round"),
        ("round 1", "round " + "9" * 5000, "Line 7: '999"),
        ("round 1", "round 1\nround 2", "Line 8: round is already given"),
        ("round 1", "weather 1", "Line 7: there is no field weather"),
        ("round 1", "  money 1", "Line 7 is indented, and no player stands above it"),
        ("  money 16", "  pack 16", "Line 9: there is no field pack"),
        ("4 wool", "4 gold", "'4 gold, 1 bread' is no value of goods"),
        ("worker L5", "worker", "is no value of units"),
        ("worker L5", "duck L5", "Invalid enum value 'duck' - at `$.players[0].units[0].unit`"),
        ("21 / - / 3 7", "21 / x", "is no value of boxes"),
        ('"main_action"', '"nap"', "Invalid value 'nap' - at `$.decisions[0].type`"),
        ('{"seat":0}', "[" * 100_000, "is no value of turn"),
    ],
)
def test_what_is_wrong_is_named(line: str, wrong: str, said: str) -> None:
    assert line in SMALL
    with pytest.raises(engine.BadText) as refused:
        engine.read_position(SMALL.replace(line, wrong))
    assert said in str(refused.value)
    assert len(str(refused.value)) < 300


def test_a_scenario_goes_on_from_a_text() -> None:
    before = scenario(players=2, money=30).put("red", "sheep D5")
    after = at(engine.read_position(engine.position_text(before.state, secrets=True)))
    after.when.play("buy 1 wool", "end").then.expect("red", money=26, wool=1)


def test_moves_and_lines_of_play_are_counted() -> None:
    table = scenario(players=2, money=0).merchants("red", stock=0).on_board()
    table.state.slots = [ContractId(7)]
    assert legal_counts(table.state) == {"take_contracts": 1, "pass": 1}
    after_the_pass = at(engine.copy(table.state)).when.play("pass")
    blue = sum(legal_counts(after_the_pass.state).values())
    # After the contract red can only end the turn.
    assert [lines_of_play(table.state, depth) for depth in (0, 1, 2)] == [1, 2, 1 + blue]


def test_a_text_that_is_too_long_is_refused_before_it_is_read() -> None:
    text = engine.position_text(scenario().state)
    longest = text + "#" * (LONGEST - len(text))
    assert engine.read_position(longest) == engine.read_position(text)
    with pytest.raises(engine.BadText, match="at most 262144 characters"):
        engine.read_position(longest + "#")


WORST = {
    "fields": "version 1\n",
    "comments": "#\n",
    "players": "player\n",
    "goods": "player\n goods " + "1 wool, " * 10,
    "a deep list": "[",
    "quotes": '\\"',
}


@in_one_test("part", WORST.values())
@in_one_test("before", ["position 1\n", "position 1\nturn ", "position 1\nslots "])
@pytest.mark.long
def test_texts_are_read_in_linear_time(before: str, part: str) -> None:
    def read(text: str) -> None:
        with suppress(engine.BadText):
            engine.read_position(text)

    check(Case("text", lambda size: before + part * (size // len(part)), read, LONGEST, 0.5, 64))
