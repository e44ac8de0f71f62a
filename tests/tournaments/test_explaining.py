"""Why one stands before another, and what has changed between two moments."""

from copy import deepcopy
from fractions import Fraction
from itertools import combinations

import pytest
from msgspec.structs import replace

from tests.tournaments.states import letters, play, result, tournament
from tests.tournaments.test_scoring import TWO_ROUNDS
from tournaments.formats import FORMATS
from tournaments.formats.announcing import PARTED, announcement
from tournaments.scoring.changes import changes
from tournaments.scoring.explaining import THIS_STAGE, ResultLine, reason, value_text
from tournaments.scoring.numbers import number_text, percent_text
from tournaments.scoring.opponents import opponent_sentence, opponents_met
from tournaments.scoring.standings import joined, stage_standings
from tournaments.state import Draw, EntrantId, Settings, TableDraw, Tournament

pytestmark = pytest.mark.engine

EVERYBODY = range(1, 7)


def test_points_explain_with_the_tables_that_brought_them() -> None:
    state = tournament(6, TWO_ROUNDS)
    found = reason(state, stage_standings(state, EVERYBODY), 3, 4)  # C and D, in either order
    assert letters([found.ahead, found.behind]) == "DC"
    assert (found.column, found.values) == ("points", (17, 2))
    assert (found.equal, found.silent) == ((), ())
    assert found.ahead_lines == (
        ResultLine(2, 1, "swiss", 1, 3, Fraction(7), 90, person=104),
        ResultLine(3, 2, "swiss", 1, 3, Fraction(10), 110, person=104),
    )
    assert found.behind_lines[1] == ResultLine(
        4, 2, "swiss", 3, 3, Fraction(1), None, forfeited=True, person=103
    )
    assert list(map(str, found.sentences)) == [
        "4 stands before 3 by this: Points, 17 to 2.",
        "2: 104 at place 1 of 3, points: 7.",
        "3: 104 at place 1 of 3, points: 10.",
        "1: 103 at place 3 of 3, points: 1.",
        "4: 103 forfeited, so last, points: 1.",
    ]


def test_the_first_column_that_parts_them_explains_and_those_before_are_named() -> None:
    state = tournament(6, TWO_ROUNDS)
    found = reason(state, stage_standings(state, EVERYBODY), 1, 2)
    assert (found.column, found.values) == ("opponents_mean", (Fraction(13, 2), Fraction(7, 2)))
    assert found.equal == ("points", "wins", "seconds", "thirds")
    assert str(found.sentences[0]) == "1 stands before 2 by this: Opponents' mean, 6.500 to 3.500."
    assert str(found.sentences[1]) == "Both have the same here: Points, 14."
    # A met B and C, then D and E; B met A and C, then C, who forfeited the second, and F.
    lines = [str(one) for one in found.opponent_sentences]
    assert lines[0] == "1, opponent of 1: 102, points per table: 7.000."
    assert lines[1] == (
        "1, opponent of 1: 103, points per table: 1.000. As the lowest this is left out."
    )
    for met, value in zip(
        (found.ahead_opponents, found.behind_opponents), found.values, strict=True
    ):
        assert [one.mean for one in met if one.left_out] == [min(one.mean for one in met)]
        counting = [one.mean for one in met if not one.left_out]
        assert sum(counting) / len(counting) == value
    # Where it does not decide it is named, if both have the same; else its opponents are not.
    assert reason(state, stage_standings(state, EVERYBODY), 3, 4).opponent_sentences == []


def test_who_sat_at_a_table_is_named_and_not_who_holds_the_place_now() -> None:
    """105 took D's place over from 104, who came back in the place of C."""
    state = tournament(6, TWO_ROUNDS)
    state.tables[2].people = (104, 105, 106)
    state.tables[3].people = (101, 107, 105)
    state.tables[1].people = (101, 102, 103)
    state.tables[4].people = (102, 104, 106)
    state.entrants[3].people.append(104)
    state.entrants[4].people.append(107)
    found = reason(state, stage_standings(state, EVERYBODY), 4, 3)
    assert list(map(str, found.sentences))[1:] == [
        "104 held the place of 4 before: results stay with the place.",
        "2: 104 at place 1 of 3, points: 7.",
        "3: 107 at place 1 of 3, points: 10.",
        "103 held the place of 3 before: results stay with the place.",
        "1: 103 at place 3 of 3, points: 1.",
        "4: 104 forfeited, so last, points: 1.",
    ]
    found = reason(state, stage_standings(state, EVERYBODY), 1, 2)
    assert {one.entrant: one.person for one in found.ahead_opponents}[4] == 107


@pytest.mark.parametrize("name", ["league", "heats", "ladder", "swiss"])
def test_opponents_are_named_whatever_the_format_counts(name: str) -> None:
    """The tables of the newest season and division, or the best heats, as the standings do."""
    rounds = (("A B C D", "E F G H"), ("D A B C", "H E F G"), ("A C B D", "E G F H"))
    options = {"heats": {"counting": 2}}.get(name, {})
    stages = {"league": "season", "heats": "heat", "ladder": "ladder", "swiss": "swiss"}
    state = tournament(8, rounds, stages=[stages[name]] * 3, format=name, format_options=options)
    if name == "league":
        state.draws = [
            replace(
                draw, tables=tuple(replace(one, group=1 + (5 in one.seats)) for one in draw.tables)
            )
            for draw in state.draws
        ]
        for table in state.tables.values():
            table.group = 1 + (5 in table.seats)
    form = FORMATS[name]
    left_out = form.left_out(state)
    for row in form.standings(state):
        met = opponents_met(state, row, left_out.get(row.entrant, ()))
        tables = {"league": 1, "heats": 2}.get(name, 3)
        assert len(met) == 3 * tables, row


def test_what_parts_others_between_them_explains_too() -> None:
    """A and D lie two places apart: the coarser of what parts their neighbours parts them."""
    rounds = (("A:120 B:100", "C:90 D:60"),)  # A and C have won, A with the smaller margin
    state = tournament(4, rounds, tie_breaks=("margin", "among_tied"))
    rows = stage_standings(state, range(1, 5))
    assert letters([row.entrant for row in rows]) == "CABD"
    scored = [str(one) for one in reason(state, rows, 1, 3).sentences]
    said = "1: 101 at place 1 of 2, points: 8, score: 120, best other score at the table: 100."
    assert said in scored, "the margin is one of scores"
    assert reason(state, rows, 3, 1).column == "margin"
    assert reason(state, rows, 3, 4).column == "points"
    state = tournament(4, (("A B", "C D"),))
    found = reason(state, stage_standings(state, range(1, 5)), 1, 3)
    assert found.column == "lot"
    assert found.silent == ("score_share", "among_tied", "margin")
    silent = [str(one) for one in found.sentences if "decides nothing" in str(one)]
    assert silent[:2] == [
        "This decides nothing, as it is not known of all who are tied: Score share.",
        "This decides nothing, as those who are tied have not all met each other: Among the tied.",
    ]


@pytest.mark.parametrize("name", ["score_share", "margin", "duplicate_share"])
def test_the_scores_beside_each_table_give_the_value_of_the_column(name: str) -> None:
    """Also where somebody resigned or forfeited, and where not all scores are known."""
    rounds = (
        ("A:120 B:100 C:80", "D:90 E:r F:60"),
        ("A:95 D:110 E:100", "B:120 C:x F:60"),
        ("A:100 B:80 F:40", "C D E"),
    )
    points = ((1, 0, 0), (8, 2))
    state = tournament(6, rounds, tie_breaks=(name,), points=points)
    rows = stage_standings(state, EVERYBODY)
    pairs = [reason(state, rows, one, other) for one, other in combinations(EVERYBODY, 2)]
    parted = [found for found in pairs if found.column == name]
    assert parted
    for found in parted:
        for lines, value in zip((found.ahead_lines, found.behind_lines), found.values, strict=True):
            scores = [
                (0 if line.forfeited or line.resigned else line.score or 0, line.best)
                for line in lines
                if line.best is not None
            ]
            each = [Fraction(a - b) if name == "margin" else Fraction(a, b) for a, b in scores]
            assert value == sum(each) / len(each)
    said = [str(one) for found in parted for one in found.sentences]
    assert any("a score of 0; best" in one for one in said)
    assert any(", score: 100, best" in one for one in said)


def test_stages_and_divisions_come_before_points() -> None:
    state = tournament(4, (("A:120 B:100", "C:90 D:60"),))
    rows = stage_standings(state, range(1, 5))
    for by in ("stage", "group"):
        listed = joined([row for row in rows if row.entrant == 4], rows, by=by)
        assert [row.place for row in listed] == [1, 2, 3, 4]
        found = reason(state, listed, 1, 4)
        assert (found.ahead, found.column, found.values) == (4, by, (None, None))
    with pytest.raises(ValueError, match="itself"):
        reason(state, rows, 2, 2)
    with pytest.raises(KeyError):
        reason(state, rows, 1, 9)


def test_an_opponent_who_forfeited_every_table_counts_as_0_and_is_said_to() -> None:
    state = tournament(5, (("A:120 B:100 C:x",), ("A:90 D:60 E:50",)))
    rows = stage_standings(state, range(1, 6))
    assert rows[0].columns["opponents_mean"] == Fraction(4 + 4 + 1, 3)
    met = opponents_met(state, rows[0])
    assert [(one.entrant, one.away, one.left_out) for one in met if one.away] == [(3, True, True)]
    said = [str(opponent_sentence(1, one)) for one in met]
    assert said[0] == "1, opponent of 1: 102, points per table: 4.000."
    assert said[1] == (
        "1, opponent of 1: 103. All tables of this opponent were forfeited, so that none is left"
        " for a mean: it is taken as 0. As the lowest this is left out."
    )
    alone = opponents_met(state, next(row for row in rows if row.entrant == 2))
    assert [one.away for one in alone] == [False, True]


def test_a_semi_final_without_a_result_is_named_instead_of_the_heats() -> None:
    options = {"heats": 1, "counting": 1, "semi_finals": 2, "final": 2}
    heat = ("A:100 B:90 C:80", "D:100 E:90 F:80")
    state = tournament(6, (heat,), stages=("heat",), format="heats", format_options=options)
    play(
        state, Draw("semi-final", 2, (TableDraw((1, 5, 3)), TableDraw((4, 2, 6)))), ["A:9 E:8 C:7"]
    )
    found = reason(state, FORMATS["heats"].standings(state), 4, 1)
    assert (found.ahead, found.column) == (1, "points")
    assert ([one.stage for one in found.ahead_lines], found.behind_lines) == (["semi-final"], ())
    assert [str(one) for one in found.sentences[1:]] == [
        THIS_STAGE,
        "3: 101 at place 1 of 3, points: 10.",
        "4: 104 has a seat there, and no result yet.",
    ]


def test_a_season_to_come_puts_before_who_is_not_in_it() -> None:
    rounds = (("A:120 B:100 C:90", "D:90 E:60 F:50"),)
    state = tournament(6, rounds, stages=("season",), format="league")
    play(state, Draw("season", 2, (TableDraw((1, 2, 3), 1), TableDraw((1, 2, 4), 1))), ())
    state.entrants[6].status = "dropped"
    rows = FORMATS["league"].standings(state)
    found = reason(state, rows, 1, 6)
    assert (found.column, found.ahead_lines, found.behind_lines) == ("stage", (), ())
    said = [str(one) for one in found.sentences]
    assert said[0] == (
        "1 stands before 6, having a place in a later stage or season: what was played before does"
        " not matter for that."
    )
    assert said[1:] == [
        "3: 101 has a seat there, and no result yet.",
        "4: 101 has a seat there, and no result yet.",
    ]
    _, state.tables[3].result = result("A:90 B:80 C:70")
    found = reason(state, FORMATS["league"].standings(state), 1, 6)
    assert "having played a later stage or season" in str(found.sentences[0])
    assert ([one.table for one in found.ahead_lines], found.behind_lines) == ([3], ())


def test_each_place_after_a_final_explains_before_each_other_one() -> None:
    rounds = (
        ("A:100 B:90 C:80 D:70", "E:100 F:90 G:80 H:60"),
        ("A:100 E:90 B:80 F:70", "C:100 D:90 G:80 H:60"),
        ("A:90 E:100 C:80 B:70",),
    )
    options = {"rounds": 2, "final": 4}
    state = tournament(8, rounds, stages=("swiss", "swiss", "final"), format_options=options)
    rows = FORMATS["swiss"].standings(state)
    order = [row.entrant for row in rows]
    assert letters(order[:4]) == "EACB"
    for one, other in combinations(range(8), 2):
        found = reason(state, rows, order[other], order[one])
        assert (found.ahead, found.behind) == (order[one], order[other])
        assert (found.column == "stage") is (one < 4 <= other)
        if found.column == "points":
            lines = [*found.ahead_lines, *found.behind_lines]
            assert {line.stage for line in lines} == {rows[one].stage}
            assert (found.sentences[1].text == THIS_STAGE) is (one < 4)
        assert found.sentences


def test_before_anything_is_drawn_registration_orders_them() -> None:
    state = tournament(2)
    state.lots = {}
    found = reason(state, stage_standings(state, [2, 1]), 1, 2)
    assert (found.ahead, found.column) == (1, "")
    assert "registration" in str(found.sentences[0])


def ruled(state: Tournament, table: int, text: str) -> Tournament:
    """The state after a ruling on a table."""
    after = deepcopy(state)
    _, after.tables[table].result = result(text)
    after.tables[table].ruled = state.version + 1
    return after


def places(state: Tournament) -> list[EntrantId]:
    """Everybody in order."""
    return [row.entrant for row in stage_standings(state, EVERYBODY)]


def test_a_ruling_and_whom_it_moved() -> None:
    """C's forfeit of round 2 is lifted: second there, C overtakes F, who loses 3 points."""
    before = tournament(6, TWO_ROUNDS)
    after = ruled(before, 4, "B:120 C:70 F:60")
    assert letters(places(before)) == "DABEFC"
    rows = [stage_standings(one, EVERYBODY) for one in (before, after)]
    found = changes(before, after, *rows)
    (change,) = found.results
    assert (change.table, change.ruled, change.points) == (4, True, {2: 0, 3: 3, 6: -3})
    moved = {one.entrant: (one.before, one.after, one.own) for one in found.places}
    assert moved == {3: (6, 5, (4,)), 6: (5, 6, (4,))}
    assert list(map(str, found.sentences())) == [
        "4: the director has ruled on the result.",
        "3 rises from place 6 to 5 (points: 5).",
        "6 falls from place 5 to 6 (points: 2).",
    ]
    assert changes(before, before, rows[0], rows[0]).sentences() == []


def test_points_may_change_without_places_and_places_without_points() -> None:
    before = tournament(6, TWO_ROUNDS)
    after = ruled(before, 1, "A:120 B:90 C:90")
    rows = [stage_standings(one, EVERYBODY) for one in (before, after)]
    found = changes(before, after, *rows)
    assert {one.entrant: (one.before, one.after) for one in found.places} == {2: (3, 3), 3: (6, 6)}
    assert len(found.sentences()) == 1
    # By lot D comes before A: when D has won too, A falls without having lost a point.
    duels = tournament(4, (("A:2 B:1", "C:2 D:1"),), tie_breaks=())
    duels.lots = {1: 2, 2: 3, 3: 4, 4: 1}
    other = ruled(duels, 2, "C:1 D:2")
    rows = [stage_standings(one, range(1, 5)) for one in (duels, other)]
    moved = {
        one.entrant: (one.before, one.after, one.own) for one in changes(duels, other, *rows).places
    }
    assert moved == {4: (3, 1, (2,)), 1: (1, 2, ()), 2: (4, 3, ()), 3: (2, 4, (2,))}


def test_new_results_withdrawn_results_and_who_is_no_longer_listed() -> None:
    late = tournament(6, TWO_ROUNDS)
    early = tournament(6, (TWO_ROUNDS[0],))
    rows = stage_standings(late, EVERYBODY)
    some = stage_standings(early, range(1, 6))
    forward = changes(early, late, some, rows)
    assert [(one.table, one.before) for one in forward.results] == [(3, None), (4, None)]
    assert "6 enters at place 5 (points: 5)." in map(str, forward.sentences())
    # Of D, who rises, a table of the entrant's own is named.
    assert {one.entrant: one.own for one in forward.places}[4] == (3,)
    open_again = deepcopy(late)
    open_again.tables[4].result = None
    back = changes(late, open_again, rows, stage_standings(open_again, range(1, 6)))
    texts = list(map(str, back.sentences()))
    assert texts[0] == "4: there is no result any more."
    assert "6, who was at place 5, is no longer listed." in texts


def test_numbers_as_people_read_them() -> None:
    for value, text in (
        (None, "-"),
        (Fraction(0), "0"),
        (Fraction(16, 3), "5 1/3"),
        (Fraction(-15, 2), "-7 1/2"),
        (Fraction(-1, 3), "-1/3"),
        (Fraction(13, 12), "1 1/12"),
        (Fraction(14, 13), "1.0769"),
        (Fraction(27, 28), "0.9643"),
        (Fraction(-99999999, 100000000), "-1.0000"),
        (Fraction(205, 13), "15.7692"),
    ):
        assert number_text(value) == text
    assert percent_text(Fraction(11, 12)) == "91.67 %"
    assert percent_text(Fraction(1)) == "100.00 %"
    assert percent_text(None) == "-"
    assert value_text("score_share", Fraction(1, 2)) == "50.00 %"
    # A column of means has one form, whatever its values are.
    for name in ("opponents_mean", "margin"):
        means = [Fraction(1, 2), Fraction(16, 3), Fraction(-205, 13), Fraction(7), None]
        assert [value_text(name, one) for one in means] == [
            *("0.500", "5.333", "-15.769", "7.000", "-")
        ]


@pytest.mark.parametrize(
    ("name", "duplicate", "columns"),
    [("league", False, ["Wins", "Lot"]), ("heats", True, ["Set-up share", "Wins", "Lot"])],
)
def test_the_rules_of_a_tournament_are_announced(
    name: str, *, duplicate: bool, columns: list[str]
) -> None:
    settings = Settings(format=name, tie_breaks=("wins", "lot"), duplicate=duplicate)
    texts = list(map(str, announcement(settings)))
    own = list(map(str, FORMATS[name].explanation({})))
    assert texts[: len(own)] == own
    assert "Points at tables of 4, by place: 10, 6, 3, 1." in texts
    assert any("Points at tables of 2" in text for text in texts) is (name == "heats")
    parted = texts[texts.index(PARTED) + 1 :]
    numbered = [f"{number}. {column}" for number, column in enumerate(columns, 1)]
    assert [text.partition(":")[0] for text in parted] == numbered
