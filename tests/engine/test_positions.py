"""Positions whose legal moves were counted by hand, from the rules alone.

A file of ``tests/positions`` begins with comments that derive the counts, then name them:
``# legal TYPE NUMBER`` for every type of move that is legal, ``# lines DEPTH NUMBER`` for the lines
of play that go on from it. Moves that lead to the same, such as two merchants of one area of which
either is taken back, count once.
"""

import re
from pathlib import Path

import pytest

from games import engine
from games.engine.clans.base_clans import BASE_CLANS
from games.engine.moves import move_types
from games.engine.positions.plausible import check_position
from simulation.perft import legal_counts, lines_of_play
from tests.golden import kept_pack
from tests.marks import in_one_test
from tests.rules import rule
from tests.test_rule_coverage import rules

TEXTS = {
    path.stem: path.read_text("utf-8")
    for path in sorted((Path(__file__).parents[1] / "positions").glob("*.txt"))
}
COUNT = re.compile(r"^# (legal|lines) (\w+) (\d+)$", re.MULTILINE)
PACK = re.compile(r"\b[0-9a-f]{64}\b")
RULE = re.compile(r"\b[A-Z]{2,}-(?:[A-Z]+-)?[A-Z]?\d+[a-z]?\b")

pytestmark = pytest.mark.engine


@pytest.fixture(autouse=True, scope="module")
def _packs() -> None:
    """Positions name the pack with which they were set up; new games may have another."""
    for hash_ in {hash_ for text in TEXTS.values() for hash_ in PACK.findall(text)}:
        kept_pack(hash_)


def counts(text: str, kind: str) -> dict[str, int]:
    """The numbers that a file names, of one kind."""
    found = [(name, int(number)) for what, name, number in COUNT.findall(text) if what == kind]
    assert len(dict(found)) == len(found), "a count is there twice"
    return dict(found)


@rule("STATE-22", "STATE-23", "DEF-21", "DEF-28", "EXPAND-02", "EXPAND-03", "EXPAND-04", "TRADE-07")
@in_one_test("text", TEXTS.values())
def test_as_many_moves_are_legal_as_were_counted_by_hand(text: str) -> None:
    state = engine.read_position(text)
    check_position(engine.copy(state))
    body = [line for line in text.splitlines(keepends=True) if not line.startswith("#")]
    assert engine.position_text(state, secrets=True) == "".join(body)
    assert legal_counts(state) == counts(text, "legal")
    lines = counts(text, "lines")
    assert {depth: lines_of_play(state, int(depth)) for depth in lines} == lines


def test_each_type_of_move_clan_and_port_tile_is_among_them() -> None:
    positions = [engine.read_position(text) for text in TEXTS.values()]
    counted = {kind for text in TEXTS.values() for kind in counts(text, "legal")}
    assert counted == set(move_types())
    deciding = {one.players[one.open_decisions()[0].seat].clan for one in positions}
    deciding |= {one.players[decision.seat].clan for one in positions for decision in one.decisions}
    assert deciding >= {clan.name for clan in BASE_CLANS}
    assert {port.tile for one in positions for port in one.ports} == set(range(1, 10))


def test_their_derivations_name_rules_that_there_are() -> None:
    named = {id_ for text in TEXTS.values() for id_ in RULE.findall(text)}
    assert len(named) > 80
    assert named <= set(rules())
