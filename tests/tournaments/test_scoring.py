"""Points, places and tie-breaks, against examples worked out by hand."""

import dataclasses
import time
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from tests.marks import case, in_one_test
from tests.tournaments.states import entrant, letters, result, tournament
from tournaments.errors import BadResult, FormatRefused
from tournaments.scoring.places import check_result, places_with_forfeits, ranked_places
from tournaments.scoring.points import check_points, result_points
from tournaments.scoring.results import StageResults
from tournaments.scoring.standings import ranked, stage_results, stage_standings
from tournaments.scoring.tie_breaks import TIE_BREAKS, check_tie_breaks, deciding
from tournaments.state import (
    DEFAULT_POINTS,
    DEFAULT_TIE_BREAKS,
    Draw,
    RoundTable,
    Settings,
    TableOutcome,
)

pytestmark = pytest.mark.engine

# Points 10, 4 and 1. Round 1: A 10, B 4, C 1; D and E share 10 and 4, F 1. Round 2: D 10, A 4, E 1;
# B 10, F 4, and C, who has forfeited, 1.
TWO_ROUNDS = (
    ("A:120 B:100 C:80", "D:90 E:90 F:60"),
    ("A:100 D:110 E:95", "B:120 C:x F:60"),
)


@in_one_test(
    ("table", "points"),
    [
        ("A:120 B:100 C:90 D:80", "10 6 3 1"),
        ("A:80 B:120 C:100 D:90", "1 10 6 3"),
        ("A:99 B:99 C:90 D:80", "8 8 3 1"),
        ("A:99 B:90 C:90 D:90", "10 10/3 10/3 10/3"),
        ("A:99 B:99 C:99 D:99", "5 5 5 5"),
        # A forfeited seat is last whatever the others do; two share the mean of the last places.
        ("A:x B:100 C:90 D:80", "1 10 6 3"),
        ("A:x B:100 C:x D:80", "2 10 2 6"),
        ("A:x B:x C:x D:80", "10/3 10/3 10/3 10"),
        # Who has resigned stands before who has forfeited.
        ("A:x B:r C:90 D:80", "1 3 10 6"),
        # Nobody came: nobody gets anything.
        ("A:x B:x C:x D:x", "0 0 0 0"),
        ("A:1 B:2 C:3", "1 4 10"),
        ("A:7 B:7 C:7", "5 5 5"),
        ("A B=C", "10 5/2 5/2"),
        ("A:50 B:60", "2 8"),
        ("A:50 B:r", "8 2"),
        ("A:x B:60", "2 8"),
        ("A:x B:x", "0 0"),
    ],
)
def test_points_of_a_table(table: str, points: str) -> None:
    seats, made = result(table)
    given = result_points(DEFAULT_POINTS, seats, made)
    assert given == tuple(map(Fraction, points.split()))
    row = next(row for row in DEFAULT_POINTS if len(row) == len(seats))
    assert sum(given) in {sum(row), 0}


def test_places_when_seats_are_forfeited_later() -> None:
    assert ranked_places([5, 9, 5, 1]) == (2, 1, 2, 4)
    # The winner is forfeited: the others follow in their order.
    assert places_with_forfeits([1, 2, 3, 4], (1, 2, 2, 4), [1]) == (4, 1, 1, 3)
    assert places_with_forfeits([1, 2, 3, 4], (1, 2, 3, 4), [1, 3]) == (3, 1, 3, 2)


@in_one_test(
    "wrong",
    [
        TableOutcome((1, 2), "played"),
        TableOutcome((1, 2, 4), "played"),
        TableOutcome((2, 3, 3), "played"),
        TableOutcome((1, 2, 3), "played", (10, 9)),
        TableOutcome((1, 2, 3), "played", forfeited=(4,)),
        TableOutcome((1, 2, 3), "played", forfeited=(3, 3)),
        TableOutcome((1, 2, 3), "played", forfeited=(3,), resigned=(3,)),
        TableOutcome((1, 2, 3), "played", forfeited=(2,)),
        TableOutcome((1, 2, 2), "played", resigned=(2,)),
        TableOutcome((1, 2, 3), "played", forfeited=(2, 3)),
        TableOutcome((1, 2, 3), "played", forfeited=(2,), resigned=(3,)),
        TableOutcome((1, 2, 2), "played", forfeited=(2,), resigned=(3,)),
    ],
)
def test_results_that_contradict_themselves(wrong: TableOutcome) -> None:
    with pytest.raises(BadResult):
        check_result((1, 2, 3), wrong)


@in_one_test(
    "wrong",
    [((8, 2), (9, 1)), ((8,),), ((8, 2, 1, 0, 0),), ((2, 8),), ((5, 5),), ((2, -1),), ((1001, 0),)],
)
def test_points_that_cannot_be_used(wrong: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(FormatRefused) as refused:
        check_points(wrong)
    assert refused.value.field == "points"


def test_points_are_needed_for_each_size_of_table() -> None:
    check_points(DEFAULT_POINTS, (2, 3, 4))
    with pytest.raises(FormatRefused, match="tables of 4"):
        check_points(((8, 2), (10, 4, 1)), (3, 4))


@in_one_test(
    ("name", "values"),
    [
        ("points", "14 14 2 17 8 5"),
        ("wins", "1 1 0 3/2 1/2 0"),
        ("seconds", "1 1 0 1/2 1/2 1"),
        # Of C only the third place of round 1 counts.
        ("thirds", "0 0 1 0 1 1"),
        # Means: A 7, B 7, C 1 (without what was forfeited), D 17/2, E 4, F 5/2. A met B, C, D, E:
        # without C's 1 that is 19 1/2 in three. B met A, C, C, F: without one 1 it is 10 1/2.
        ("opponents_mean", "13/2 7/2 7 5 8 13/2"),
        # A: 120/120 and 100/110. C: 80/120 and nothing.
        ("score_share", "21/22 11/12 1/3 1 41/44 7/12"),
        # A: 20 and -10. E: 0 and -15. F: -30 and -60.
        ("margin", "5 20 -80 5 -15/2 -45"),
        # The best scores of both rounds are 120.
        ("duplicate_share", "11/12 11/12 1/3 5/6 37/48 1/2"),
        ("lot", "1 2 3 4 5 6"),
    ],
)
def test_tie_breaks(name: str, values: str) -> None:
    state = tournament(6, TWO_ROUNDS)
    results = stage_results(state, state.tables.values())
    found = [TIE_BREAKS[name].value(results, one, ()) for one in range(1, 7)]
    assert found == list(map(Fraction, values.split()))


def test_a_single_opponent_is_not_dropped() -> None:
    rows = stage_standings(tournament(2, (("A:2 B:1",),)), [1, 2])
    assert [row.columns["opponents_mean"] for row in rows] == [2, 8]


@in_one_test(
    ("scores", "shares", "margins"),
    [
        ((120, 60, 30), "1 1/2 1/4", "60 -60 -90"),
        ((120, None, 30), "- - -", "- - -"),
        ((None, 60, 30), "- - -", "- - -"),
        ((None, None, None), "- - -", "- - -"),
        ((0, 0, 0), "- - -", "0 0 0"),
        ((5, 0, -5), "1 0 0", "5 -5 -10"),
    ],
)
def test_scores_that_are_not_all_known_say_nothing(
    scores: tuple[int | None, ...], shares: str, margins: str
) -> None:
    state = tournament(3, (("A B C",),))
    table = state.tables[1]
    assert table.result
    table.result = replace(table.result, scores=scores)
    results = stage_results(state, state.tables.values())
    for name, values in (("score_share", shares), ("margin", margins)):
        found = [TIE_BREAKS[name].value(results, one, ()) for one in (1, 2, 3)]
        assert ["-" if one is None else str(one) for one in found] == values.split()
    best = [TIE_BREAKS["duplicate_share"].value(results, one, ()) for one in (1, 2, 3)]
    known = max((one for one in scores if one is not None), default=0)
    assert best == [
        Fraction(max(one, 0), known) if one is not None and known else None for one in scores
    ]


def test_who_has_resigned_has_points_and_no_more() -> None:
    """C was ahead with 150 when it resigned: last, no third place, nothing of any score."""
    state = tournament(3, (("A:120 B:100 C:80",),), duplicate=True)
    table = state.tables[1]
    assert table.result
    table.result = replace(table.result, scores=(120, 100, 150), resigned=(3,))
    rows = {row.entrant: row for row in stage_standings(state, [1, 2, 3])}
    assert (rows[3].points, rows[3].columns["thirds"], rows[3].columns["score_share"]) == (1, 0, 0)
    assert rows[3].columns["margin"] == -120
    assert rows[3].columns["opponents_mean"] == 10
    assert [rows[one].columns["duplicate_share"] for one in (1, 2, 3)] == [1, Fraction(5, 6), 0]
    assert rows[2].columns["score_share"] == Fraction(5, 6)


def test_tie_breaks_decide_in_the_order_of_the_tournament() -> None:
    """A and B have 14 points, a win and a second place each; then B met the weaker opponents."""
    for names, order, decided in (
        (DEFAULT_TIE_BREAKS, "DABEFC", "opponents_mean"),
        (("margin", "lot"), "DBAEFC", "margin"),
        (("wins", "among_tied", "margin"), "DABEFC", "among_tied"),
        (("wins", "lot"), "DABEFC", "lot"),
        ((), "DABEFC", "lot"),
    ):
        rows = stage_standings(tournament(6, TWO_ROUNDS, tie_breaks=names), range(1, 7))
        assert letters([row.entrant for row in rows]) == order
        assert [row.place for row in rows] == [1, 2, 3, 4, 5, 6]
        parted = next(row for row in rows if row.entrant in {1, 2})
        assert parted.ahead_by == decided
        assert [row.ahead_by for row in rows if row is not parted] == [*["points"] * 4, ""]


@in_one_test(
    ("rounds", "values"),
    [
        # A beats B, B beats C, C beats A: level among themselves.
        ((("A:2 B:1", "C:0 D:9"), ("B:2 C:1", "A:0 D:9"), ("C:2 A:1", "B:0 D:9")), "1 1 1 -"),
        # B and D have never met.
        ((("A:2 B:1", "C:2 D:1"), ("A:1 C:2", "B:2 E:1"), ("B:2 E:1", "D:2 E:1")), "- - - -"),
        # Twice met, once ahead each; D is not tied with them.
        ((("A:2 B:1",), ("B:2 A:1",)), "1/2 1/2 - -"),
    ],
)
def test_the_result_among_the_tied_counts_if_all_have_met(rounds: object, values: str) -> None:
    state = tournament(4, rounds, tie_breaks=("among_tied",))  # type: ignore[arg-type]
    columns = {row.entrant: row.columns for row in stage_standings(state, [1, 2, 3, 4])}
    found = ["-" if (one := columns[n]["among_tied"]) is None else str(one) for n in (1, 2, 3, 4)]
    assert " ".join(found) == values


def test_many_who_are_tied_and_have_all_met_are_parted_at_once() -> None:
    """Such as those of a ladder: 64 took four seconds, and twice as many fifteen times that."""
    pairs = enumerate(combinations(range(1, 65), 2), 1)
    level = TableOutcome(places=(1, 1), scores=(), label="entered")
    tables = [
        RoundTable(id=one, round=0, stage="", seats=pair, result=level) for one, pair in pairs
    ]
    results = stage_results(tournament(64), tables)
    began = time.process_time()
    rows = ranked(results, range(1, 65), ("among_tied",))
    assert time.process_time() - began < 1
    assert {row.columns["among_tied"] for row in rows} == {Fraction(63, 2)}


@pytest.mark.no_cover
def test_a_ladder_with_thousands_of_tables_is_ordered_at_once() -> None:
    """One person makes so many in a day. In fractions opponents alone took half a second."""
    chance = Random(1)  # noqa: S311 - a test, not a secret
    played = TableOutcome((1, 2, 3, 4), "entered", (40, 30, 20, 10))
    state = tournament(256, format="ladder")
    for one in range(1, 8001):
        others = chance.choices(range(2, 257), range(1, 256), k=6)
        if len(seats := (1, *[*dict.fromkeys(others)][:3])) == 4:
            state.tables[one] = RoundTable(one, 0, "ladder", seats, result=played)
    stage = stage_results(state, state.tables.values())
    began = time.process_time()
    for one in state.entrants:
        TIE_BREAKS["opponents_mean"].value(stage, one, ())
    assert time.process_time() - began < 0.3


def test_only_what_looks_at_the_tied_is_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[int]()

    def value(results: StageResults, one: int, tied: Sequence[int]) -> Fraction:
        asked.append(one)
        return Fraction(0)

    monkeypatch.setitem(TIE_BREAKS, "wins", dataclasses.replace(TIE_BREAKS["wins"], value=value))
    rows = stage_standings(tournament(3, tie_breaks=("wins", "lot")), [1, 2, 3])
    assert asked == [1, 2, 3]
    assert [row.columns["wins"] for row in rows] == [0, 0, 0]


def test_what_is_not_known_of_all_the_tied_decides_nothing() -> None:
    """B's result came without scores, so A is not ahead of B by any of them."""
    state = tournament(4, (("A:120 C:100", "B D"),), tie_breaks=("margin", "score_share"))
    rows = stage_standings(state, range(1, 5))
    assert [row.columns["margin"] for row in rows] == [20, None, -20, None]
    assert [row.ahead_by for row in rows] == ["lot", "points", "lot", ""]


def test_who_has_no_lot_yet_stands_behind_who_has_one() -> None:
    state = tournament(4, tie_breaks=())
    state.lots = {2: 9, 4: 5}
    rows = stage_standings(state, [1, 2, 3, 4])
    assert [(row.entrant, row.ahead_by) for row in rows] == [
        *((4, "lot"), (2, "lot"), (1, ""), (3, "")),
    ]


def test_the_share_on_a_duplicate_set_up_compares_tables_of_a_round() -> None:
    rounds = (("A:120 B:100", "C:150 D:90"),)
    rows = stage_standings(tournament(4, rounds, duplicate=True), [1, 2, 3, 4])
    assert letters([row.entrant for row in rows]) == "CABD"
    assert [row.columns["duplicate_share"] for row in rows] == [
        1,
        Fraction(4, 5),
        Fraction(2, 3),
        Fraction(3, 5),
    ]


def test_tie_breaks_that_cannot_be_chosen() -> None:
    check_tie_breaks(DEFAULT_TIE_BREAKS)
    for wrong in (("points",), ("earlier",), ("luck",), ("wins", "wins"), ("lot", "wins")):
        with pytest.raises(FormatRefused) as refused:
            check_tie_breaks(wrong)
        assert refused.value.field == "tie_breaks"
    assert deciding(Settings(format="swiss", tie_breaks=("wins",))) == ("wins", "lot")


def test_rounds_without_a_table_bring_what_the_format_says() -> None:
    state = tournament(3, (("A:2 B:1",),))
    state.draws[0] = type(state.draws[0])("swiss", 1, state.draws[0].tables, rest=(3,))
    rows = stage_standings(state, [1, 2, 3], stage="swiss", rest_points=5)
    assert [(row.entrant, row.points) for row in rows] == [(1, 8), (3, 5), (2, 2)]
    assert entrant("C") == 3


def test_standings_of_one_stage_round_or_group() -> None:
    rounds = (("A:2 B:1", "C:1 D:2"), ("A:1 C:2", "B:2 D:1"))
    state = tournament(4, rounds, stages=("heat", "final"))
    state.tables[2].group = state.tables[4].group = 2
    state.draws[0] = Draw("heat", 1, state.draws[0].tables, rest=(3,))
    for chosen, points in (
        ({}, "10 10 10 10"),
        ({"stage": "heat"}, "8 2 2 8"),
        ({"stage": "final"}, "2 8 8 2"),
        ({"number": 2}, "2 8 8 2"),
        ({"stage": "heat", "number": 2}, "0 0 0 0"),
        ({"group": 2}, "0 8 2 10"),
        ({"group": 2, "number": 1}, "0 0 2 8"),
        ({"rest_points": 5}, "10 10 15 10"),
        ({"number": 1, "rest_points": 5}, "8 2 7 8"),
        ({"number": 2, "rest_points": 5}, "2 8 8 2"),
        ({"stage": "final", "rest_points": 5}, "2 8 8 2"),
    ):
        with case(chosen):
            rows = stage_standings(state, [1, 2, 3, 4], **chosen)  # type: ignore[arg-type]
            found = {row.entrant: row.points for row in rows}
            assert [found[one] for one in (1, 2, 3, 4)] == list(map(int, points.split()))
