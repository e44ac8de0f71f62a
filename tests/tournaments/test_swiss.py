"""The Swiss format: its rounds and its final, byes, who comes late, and what it refuses."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, islice

import pytest
from msgspec.structs import replace

from games.engine.randomness import Stream
from tests.marks import in_one_test
from tests.tournaments.states import finish, tournament
from tests.tournaments.swiss_rounds import again, stream
from tournaments.errors import FormatRefused
from tournaments.formats.swiss import Swiss
from tournaments.pairing.mixing import table_sizes
from tournaments.pairing.records import SwissRecord
from tournaments.state import Draw, Entrant, OptionValue, Tournament

pytestmark = pytest.mark.engine

SWISS = Swiss()


def started(entrants: int, **options: OptionValue) -> Tournament:
    """Swiss before its first round."""
    return tournament(entrants, format="swiss", format_options=options)


def advance(state: Tournament) -> Draw:
    """Draws and plays the next round; the lower number is ahead."""
    drawn = SWISS.next_draw(state, stream(f"round {state.round + 1}"))
    assert drawn
    finish(state, drawn)
    return drawn


def test_nine_players_three_rounds_and_a_final() -> None:
    state = started(9)
    drawn = [advance(state) for _ in range(4)]
    assert [draw.stage for draw in drawn] == ["swiss"] * 3 + ["final"]
    assert [draw.round for draw in drawn] == [1, 2, 3, 4]
    assert again([[table.seats for table in draw.tables] for draw in drawn[:3]]) == 0
    assert SWISS.next_draw(state, stream("none")) is None
    rows = SWISS.standings(state)
    assert [row.stage for row in rows] == ["final"] * 4 + ["swiss"] * 5
    assert {row.entrant for row in rows[:4]} == set(drawn[3].tables[0].seats)
    assert [row.entrant for row in rows[:4]] == sorted(drawn[3].tables[0].seats)
    assert (rows[0].points, rows[3].ahead_by) == (10, "stage")
    assert SWISS.rounds({}, 9) == 4


@pytest.mark.parametrize(("entrants", "step"), [(33, 1), (34, 3)])
def test_rounds_are_drawn_for_what_is_left_and_by_steps_that_leave_a_choice(
    entrants: int, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A win is one step where few play, and three where many do."""
    asked = list[tuple[int, int]]()

    def noted(
        found: Sequence[SwissRecord], size: int, chance: Stream, *, left: int
    ) -> tuple[tuple[int, ...], ...]:
        asked.append((max(one.step for one in found), left))
        order = iter(one.entrant for one in found)
        return tuple(tuple(islice(order, size)) for size in table_sizes(len(found), size))

    monkeypatch.setattr("tournaments.formats.swiss.pods", noted)
    state = started(entrants, rounds=4, final=0)
    for _ in range(4):
        advance(state)
    assert [left for _, left in asked] == [2, 1, 0]
    assert asked[0][0] == step


def test_points_bring_players_together() -> None:
    state = started(16, rounds=5, final=0)
    advance(state)
    winners = {
        table.seats[table.result.places.index(1)] for table in state.tables.values() if table.result
    }
    second = SWISS.next_draw(state, stream("second"))
    assert second
    assert set(second.tables[0].seats) == winners


@in_one_test("number", range(8))
@pytest.mark.long
def test_in_few_rounds_no_other_tables_of_as_few_repeats_are_closer(number: int) -> None:
    """Eight in the second of three rounds, one of nine having left: all 35 ways are looked at."""
    state = started(9, rounds=3, final=0)
    chance = stream(f"close {number}")
    drawn = SWISS.next_draw(state, chance)
    assert drawn
    finish(state, drawn)
    gone = drawn.tables[number % 3].seats[number // 3]
    state.entrants[gone].status, state.entrants[gone].last = "dropped", 1
    met = {pair for table in drawn.tables for pair in combinations(sorted(table.seats), 2)}
    points = {row.entrant: row.points for row in SWISS.standings(state)}

    def cost(tables: Sequence[Sequence[int]]) -> tuple[int, Fraction]:
        pairs = [pair for table in tables for pair in combinations(sorted(table), 2)]
        far = sum((abs(points[one] - points[other]) for one, other in pairs), Fraction(0))
        return len(met.intersection(pairs)), far

    second = SWISS.next_draw(state, chance)
    assert second
    left = state.to_draw()
    ways = [(one, set(left) - {*one}) for one in combinations(left, 4)]
    least = min(cost([[*one], [*other]]) for one, other in ways)
    assert cost([table.seats for table in second.tables]) == least


def test_it_is_said_where_points_are_compared_in_whole_wins() -> None:
    for options, said in (
        ({"rounds": 4}, True),
        ({"rounds": 3}, False),
        ({"table_size": 2}, False),
    ):
        texts = [one.text for one in SWISS.explanation({**options})]
        assert any("whole wins" in text for text in texts) == said


def test_seeded_entrants_are_spread_over_the_tables_of_the_first_round() -> None:
    state = started(8, final=0)
    state.settings = replace(state.settings, seeding="rating")
    for one in state.entrants.values():
        one.seed = 9 - one.id
    first = SWISS.next_draw(state, stream("first"))
    assert first
    assert [set(table.seats) for table in first.tables] == [{8, 5, 4, 1}, {7, 6, 3, 2}]
    state.settings = replace(state.settings, format_options={"table_size": 2, "final": 0})
    duel = SWISS.next_draw(state, stream("first"))
    assert duel
    assert [set(table.seats) for table in duel.tables] == [{8, 4}, {7, 3}, {6, 2}, {5, 1}]


def test_who_has_left_is_not_drawn_and_who_comes_late_is() -> None:
    state = started(8, rounds=4, final=0)
    advance(state)
    state.entrants[3].status = "dropped"
    state.entrants[9] = Entrant(9, [109], since=2)
    state.entrants[10] = Entrant(10, [110], since=3)
    second = advance(state)
    assert sorted(sum((table.seats for table in second.tables), ())) == [1, 2, 4, 5, 6, 7, 8, 9]
    third = advance(state)
    assert {9, 10} <= set(sum((table.seats for table in third.tables), ()))
    assert [len(table.seats) for table in third.tables] == [3, 3, 3]


def test_a_bye_is_a_win_and_comes_to_nobody_twice() -> None:
    state = started(5, rounds=5, table_size=2, final=0)
    resting = [advance(state).rest for _ in range(5)]
    assert sorted(one for (one,) in resting) == [1, 2, 3, 4, 5]
    assert sum(row.points for row in SWISS.standings(state)) == 5 * (10 + 10 + 8)
    lowest = {row.entrant: row.points for row in SWISS.standings(state)}[5]
    assert lowest == 8 + 4 * 2


def test_when_too_few_are_left_it_is_over() -> None:
    state = started(5, rounds=3)
    advance(state)
    for one in (1, 2, 3, 4):
        state.entrants[one].status = "dropped"
    assert SWISS.next_draw(state, stream("over")) is None


@in_one_test(
    ("options", "entrants", "field", "sentence"),
    [
        ({}, 4, "", "Swiss at these tables needs at least 5 entrants."),
        ({"rounds": 10}, 9, "rounds", "Choose a whole number from 2 to 9."),
        ({"final": 1}, 9, "final", "A final has 2, 3 or 4 players; 0 is none."),
        (
            {"rounds": 7, "table_size": 2},
            7 - 1,
            "",
            "So many rounds of two at a table need at least 7 entrants, or pairs meet again.",
        ),
        (
            {"table_size": 2},
            129,
            "",
            "Swiss at tables of two is for 128 players at most: choose larger tables.",
        ),
        ({"table_size": 5}, 9, "table_size", "Choose a whole number from 2 to 4."),
    ],
)
def test_what_does_not_fit_is_refused(
    options: dict[str, OptionValue], entrants: int, field: str, sentence: str
) -> None:
    with pytest.raises(FormatRefused) as refused:
        SWISS.check(options, entrants)
    assert (refused.value.field, str(refused.value.sentence)) == (field, sentence)


def test_the_forecast_counts_tables() -> None:
    def said(entrants: int, **options: OptionValue) -> list[str]:
        SWISS.check(options, entrants)
        return [str(one) for one in SWISS.forecast(options, entrants)]

    assert said(9) == ["Tables in a round: 3, each with three players."]
    assert said(16) == ["Tables in a round: 4, each with four players."]
    assert said(14) == ["Tables in a round: with four players 2, with three players 2."]
    assert said(5) == ["A round has a table of three and one of two."]
    assert said(7, table_size=2) == ["Tables in a round: 3, each with two players."]
