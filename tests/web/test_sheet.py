"""The score sheet of a finished game: places, ties, how each line is counted, ends of all kinds."""

import re
from typing import Final, get_args

import pytest
from msgspec.structs import replace

from games import engine, rulebook
from games.engine.expansions import by_name, solo
from games.engine.expansions.awards import AwardState
from games.engine.expansions.base import Ranking
from games.engine.options import Options
from games.engine.rules.final import ranking_scheme, ranks
from games.engine.rules.score_line import How
from games.engine.state import ScoreSheet
from games.engine.terms import Seat
from simulation.random_play import steps
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import scenario
from web.pages.common.pieces import signs
from web.pages.table.parts.sheet import ScoreTable, score_table, sheets

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

RANKINGS: Final[tuple[Ranking, ...]] = get_args(Ranking)
NAMES: Final = ("anna", "bruce", "chris", "donald")


def ended(
    *totals: tuple[int, int], resigned: tuple[int, ...] = (), **options: object
) -> ScoreTable:
    """The sheet of a game that was over at once: the total and the money left over by seat."""
    scores = [sheet_of(seat, total, money) for seat, (total, money) in enumerate(totals)]
    seats = [Seat(seat) for seat in resigned]
    scores = [
        replace(one, rank=rank) for one, rank in zip(scores, ranks(scores, seats), strict=True)
    ]
    state = begun(len(totals))
    state.phase = "over"
    state.decisions = []
    state.scores = scores
    state.resigned = seats
    table_ = score_table(state, signs(NAMES[: len(totals)]))
    assert table_ is not None
    return table_


def begun(players: int) -> engine.State:
    state, _event = next(steps(players, "sheet"))
    return state


def sheet_of(seat: int, total: int, money: int) -> ScoreSheet:
    lines = dict.fromkeys((line.name for line in engine.score_lines()), 0)
    return ScoreSheet.of_lines(
        Seat(seat),
        {**lines, "glory": total},
        leftover_money=money,
        contracts_fulfilled=0,
        settlements_connected=0,
    )


# --- places ---------------------------------------------------------------------------------------


def test_places_go_by_points() -> None:
    shown = ended((80, 0), (95, 0), (90, 0), (70, 0))
    assert [(one.sign.name, one.rank, one.medal) for one in shown.places] == [
        ("bruce", 1, 1),
        ("chris", 2, 2),
        ("anna", 3, 3),
        ("donald", 4, 0),
    ]
    assert shown.notes == []


def test_level_points_are_decided_by_money_left_over() -> None:
    shown = ended((80, 3), (80, 9), (70, 0))
    assert [(one.sign.name, one.rank) for one in shown.places][:2] == [("bruce", 1), ("anna", 2)]
    (note,) = shown.notes
    assert note.text.startswith("bruce and anna have 80 points each")
    assert note.rule == "FINAL-21"


def test_level_money_shares_the_win() -> None:
    shown = ended((80, 3), (80, 3), (70, 0))
    assert [one.medal for one in shown.places] == [1, 1, 3]
    (note,) = shown.notes
    assert note.text.startswith("anna and bruce")
    assert "share the win" in note.text
    assert note.rule == "FINAL-22"


def test_three_of_whom_two_share_are_told_both() -> None:
    shown = ended((80, 9), (80, 3), (80, 3))
    assert [note.rule for note in shown.notes] == ["FINAL-21", "FINAL-22"]
    assert "share place 2" in shown.notes[1].text


def test_who_resigned_has_no_medal_and_is_no_tie() -> None:
    shown = ended((60, 0), (99, 0), (60, 0), resigned=(1, 2))
    assert [(one.sign.name, one.medal, one.resigned) for one in shown.places] == [
        ("anna", 1, False),
        ("chris", 0, True),
        ("bruce", 0, True),
    ]
    (note,) = shown.notes
    assert note.text.startswith("bruce and chris left the game early")
    assert note.rule == "RESIGN-04"


def test_agreed_end_has_no_places() -> None:
    state = begun(2)
    state.phase = "over"
    state.decisions = []
    state.ended_by = "agreement"
    shown = score_table(state, signs(NAMES[:2]))
    assert shown is not None
    assert (shown.sheets, shown.rows, shown.places, shown.notes) == ([], [], [], [])
    assert shown.ending.rule == "ABANDON-01"


@in_one_test(
    ("total", "word", "points"),
    [(161, "Genius", "from 161"), (130, "Rookie", "from 116"), (3, "Newbie", "below 116")],
)
def test_solo_result_stands_on_its_scale(total: int, word: str, points: str) -> None:
    state = begun(1)
    state.phase = "over"
    state.decisions = []
    state.scores = [replace(sheet_of(0, total, 0), rank=1, rating=solo.rating(total))]
    shown = score_table(state, signs(NAMES[:1]))
    assert shown is not None
    assert [(step.word, step.points) for step in shown.scale if step.own] == [(word, points)]
    assert len(shown.scale) == 5


def test_solo_game_that_was_given_up_has_no_scale() -> None:
    shown = ended((150, 0), resigned=(0,))
    assert shown.scale == []
    assert [note.rule for note in shown.notes] == ["SOLO-24"]


# --- how it is counted ----------------------------------------------------------------------------

GAMES: Final = [
    Options(players=4),
    Options(players=2),
    Options(players=1),
    Options(players=2, two_player_scoring=True),
    Options(players=3, imports="static"),
    Options(players=3, imports="balanced"),
    Options(players=3, export_scoring=False, settlement_scoring=False),
]


@in_one_test("options", GAMES)
def test_every_line_is_explained_by_a_rule(options: Options) -> None:
    state = begun(4)
    state.options = options
    of_modules = [line for one in by_name().values() for line in one.score_lines]
    for line in engine.score_lines():
        assert line in of_modules or is_explained(line.how(state)), line.name


@in_one_test("players", [1, 2, 3, 4])
def test_so_is_every_line_of_a_module(players: int) -> None:
    for name, module in by_name().items():
        options = Options(players=players, expansions=[name])
        state, _event = next(steps(players, "sheet", options=options))
        for line in module.score_lines:
            assert line.in_game(state)
            assert is_explained(line.how(state)), line.name


def is_explained(how: How) -> bool:
    return bool(how.text % how.params) and rulebook.find(how.rule) is not None


@in_one_test("players", [2, 3, 4])
def test_points_of_the_rankings_are_those_of_the_engine(players: int) -> None:
    state = begun(players)
    counts = range(players, 0, -1)
    for ranking in RANKINGS:
        scheme = ranking_scheme(state.options, ranking)
        text = scheme.how().text % scheme.how().params
        numbers = [int(word) for word in re.findall(r"\d+", text)]
        assert numbers == [number for number in scheme.points(counts) if number]


def test_bids_are_taken_off_with_a_true_minus() -> None:
    state = begun(2)
    state.phase = "over"
    state.decisions = []
    state.bids = [7, 0]
    state.scores = [replace(sheet_of(0, 80, 0), auction=-7, rank=1), sheet_of(1, 70, 0)]
    shown = score_table(state, signs(NAMES[:2]))
    assert shown is not None
    assert shown.rows[-1].points[-1] == "\N{MINUS SIGN}7"
    assert shown.rows[-1].rule == "FINAL-19"


@rule("IND-AWARD-03", "AWARD-1", "AWARD-6")
@in_one_test(
    ("tile", "label"),
    [(1, "Award: Units on the map"), (6, "Award: Basic goods in stock")],
)
def test_the_line_of_an_award_says_of_what_the_most_is_counted(tile: int, label: str) -> None:
    given = scenario(clans="macpherson stewart campbell", expansions=["awards"])
    given.state.part(AwardState).tile = tile
    found = sheets(given.state, signs(NAMES[:3]))[0]
    labels = {line.name: line.label for line in found.lines}
    assert labels["award"] == label
    assert ": " not in labels["glory"]
