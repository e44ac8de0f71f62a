"""The table of score lines, and that one more is one place."""

import ast
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from games import engine
from games.engine.expansions import by_name
from games.engine.expansions.auction import Auctions
from games.engine.rules.final import LINES, final_sheets
from games.engine.state import ScoreSheet
from games.engine.terms import Seat
from simulation.tables import finished, summarise
from tests.added_line import BEADS, added
from tests.scenario import Part, scenario

__all__ = ["added"]

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]

OTHERS = {
    *("seat", "total", "leftover_money", "contracts_fulfilled", "settlements_connected"),
    *("rank", "rating", "more"),
}
"""Fields of a score sheet that are no lines."""


@pytest.fixture
def table() -> Part:
    """A position in which most lines bring something."""
    table = scenario(players=3, money=47).fulfilled("red", 10, 11).fulfilled("blue", 12)
    table.given.put("red", "woodcutter B4", "sheep B2", "sheep D4").shipping("red", 2)
    return table


def test_lines_have_names_of_their_own_and_none_is_another_field() -> None:
    names = [line.name for line in engine.score_lines()]
    assert len(set(names)) == len(names)
    later = {line.name for one in by_name().values() for line in one.score_lines}
    assert set(ScoreSheet.__struct_fields__) == {*names, *OTHERS} - later


def test_the_lines_of_a_game_add_up(table: Part) -> None:
    lines = [line.name for line in engine.lines_of(table.state)]
    sheets = final_sheets(table.state)
    assert [sum(map(sheet.points, lines)) for sheet in sheets] == [one.total for one in sheets]
    assert sum(sheets[0].points(line) > 0 for line in lines) >= 3


def test_a_bid_is_a_line_only_where_there_was_an_auction(table: Part) -> None:
    (auction,) = Auctions.score_lines
    assert [*engine.lines_of(table.state)] == [*LINES]
    before = final_sheets(table.state)[1]
    table.state.bids = [0, 5, 3]
    assert [*engine.lines_of(table.state)] == [*LINES, auction]
    after = final_sheets(table.state)[1]
    assert (after.auction, after.total) == (-5, before.total - 5)


def test_sheets_without_other_lines_are_stored_as_they_were(table: Part) -> None:
    stored = msgspec.json.decode(msgspec.json.encode(final_sheets(table.state)[0]))
    assert "more" not in stored
    assert "auction" not in stored


# --- one more -------------------------------------------------------------------------------------


def test_an_added_line_counts_and_is_stored(table: Part, added: str) -> None:
    without = final_sheets(scenario(players=3).state)
    assert [sheet.points(added) for sheet in without] == [BEADS, BEADS - 1, BEADS - 2]
    assert [sheet.points("no such line") for sheet in without] == [0, 0, 0]
    state = table.state
    for sheet in final_sheets(state):
        assert sum(sheet.points(line.name) for line in engine.lines_of(state)) == sheet.total
        assert msgspec.json.decode(msgspec.json.encode(sheet), type=ScoreSheet) == sheet
    state.scores = final_sheets(state)
    assert engine.load(engine.dump(state)).scores == state.scores


def test_an_added_line_is_in_the_view(table: Part, added: str) -> None:
    table.state.scores = final_sheets(table.state)
    scores = engine.view(table.state, None).scores
    assert scores is not None
    for score in scores:
        assert list(score.lines) == [line.name for line in engine.lines_of(table.state)]
        assert sum(score.lines.values()) == score.total
        assert score.lines["glory"] == score.glory
        assert score.lines[added] == BEADS - score.seat


def test_tables_of_bots_have_an_added_line(table: Part, added: str) -> None:
    table.state.scores = final_sheets(table.state)
    (summary,) = summarise([finished(table.state, [Seat(0), Seat(1), Seat(2)])])
    assert dict(summary.lines)[added] == BEADS - 1


# --- places ---------------------------------------------------------------------------------------

ROOT = Path(engine.__file__).parents[2]
ROOMS = ("api", "caledonia", "games", "replays", "simulation", "web", "benchmarks")
KEYS = {"basic_goods", "processed_goods", "exports", "settlements"}
"""Lines whose names mean little else; a module that has three of them goes line by line."""
FIELDS = {"games/engine/state/table.py", "games/engine/views/scores.py", "replays/models.py"}
"""The lines of the base game are fields where they are stored and in the API; no others are. Lines
that there were have columns of the database too, from which they are added up more quickly."""


def named(tree: ast.Module) -> Iterator[str]:
    """What a module has as text, as a name of an argument, or as a field."""
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)):
                yield text
            case ast.keyword(arg=str(name)):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                yield name


def test_a_score_line_is_named_in_one_place() -> None:
    """In the code; that an added line needs no other place, the tests of ``added`` say."""
    found = set()
    for path in (path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        if path.parent.name != "migrations":
            text = path.read_text()
            if sum(key in text for key in KEYS) < 3:
                continue
            if len(KEYS & set(named(ast.parse(text)))) >= 3:
                found.add(path.relative_to(ROOT).as_posix())
    assert found >= FIELDS
    places = found - FIELDS
    print(f"places to touch for a score line: {len(places)}")
    assert places == {"games/engine/rules/final.py"}
