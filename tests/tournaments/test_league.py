"""Divisions, their seasons, and who moves between them."""

from collections import Counter
from itertools import combinations

import pytest

from games.engine.randomness import Stream
from tests.marks import in_one_test
from tests.tournaments.states import finish, tournament
from tournaments.errors import FormatRefused
from tournaments.formats.league import League, LeagueOptions, division_sizes
from tournaments.state import OptionValue, Tournament

pytestmark = pytest.mark.engine

LEAGUE = League()


def league(entrants: int, **options: OptionValue) -> Tournament:
    """A league seeded by number: 1 is the best."""
    return tournament(entrants, format="league", format_options=options, seeding="hand")


def season(state: Tournament) -> list[list[int]]:
    """Draws and plays the next season, the lower number ahead; its divisions in order."""
    draw = LEAGUE.next_draw(state, Stream(b"seed", f"season {state.round + 1}"))
    assert draw
    finish(state, draw)
    groups: dict[int, set[int]] = {}
    for table in draw.tables:
        groups.setdefault(table.group, set()).update(table.seats)
    return [sorted(groups[group]) for group in sorted(groups)]


def test_a_division_of_seven_is_an_exact_design() -> None:
    state = league(14)
    assert season(state) == [[*range(1, 8)], [*range(8, 15)]]
    for members in (range(1, 8), range(8, 15)):
        tables = [table.seats for table in state.tables.values() if table.seats[0] in members]
        assert len(tables) == 7
        pairs = Counter(pair for seats in tables for pair in combinations(sorted(seats), 2))
        assert pairs == dict.fromkeys(combinations(members, 2), 2)
        assert Counter((one, seat) for seats in tables for seat, one in enumerate(seats)) == {
            (one, seat): 1 for one in members for seat in range(4)
        }


@in_one_test(
    ("entrants", "division", "sizes"),
    [
        (4, 7, [4]),
        (10, 7, [10]),
        (11, 7, [5, 6]),
        (20, 7, [6, 7, 7]),
        (21, 7, [7, 7, 7]),
        (64, 7, [7] * 8 + [8]),
        (7, 4, [7]),
        (8, 4, [4, 4]),
        (17, 12, [8, 9]),
        (128, 7, [7] * 16 + [8] * 2),
    ],
)
def test_sizes_of_divisions(entrants: int, division: int, sizes: list[int]) -> None:
    assert division_sizes(entrants, LeagueOptions(division=division)) == sizes


def test_divisions_stand_in_order_and_those_in_each_by_points() -> None:
    state = league(14)
    assert [row.entrant for row in LEAGUE.standings(state)] == [*range(1, 15)]
    season(state)
    rows = LEAGUE.standings(state)
    assert [row.entrant for row in rows] == [*range(1, 15)]
    assert [row.group for row in rows] == [1] * 7 + [2] * 7
    assert [row.place for row in rows] == [*range(1, 15)]
    assert rows[6].ahead_by == "group"
    # 1 wins four times; seven tables bring 20 points each to each division.
    assert rows[0].points == rows[7].points == 40
    assert sum(row.points for row in rows) == 2 * 7 * 20


def test_the_best_rise_and_as_many_fall() -> None:
    state = league(21, seasons=3, promoted=2)
    assert season(state) == [[*range(1, 8)], [*range(8, 15)], [*range(15, 22)]]
    second = [[1, 2, 3, 4, 5, 8, 9], [6, 7, 10, 11, 12, 15, 16], [13, 14, *range(17, 22)]]
    assert season(state) == second
    # 8 and 9 were the last of the first division; who falls comes back as who rises.
    assert season(state)[0] == [1, 2, 3, 4, 5, 6, 7]
    assert LEAGUE.next_draw(state, Stream(b"seed", "more")) is None
    assert LEAGUE.rounds({"seasons": 3}, 21) == 3
    # The sum of a season counts, not that of all.
    assert LEAGUE.standings(state)[0].points == 40


def test_who_leaves_is_replaced_from_below_and_who_is_new_begins_at_the_bottom() -> None:
    state = league(14, seasons=2)
    season(state)
    state.entrants[1].status, state.entrants[1].last = "dropped", 1
    late = tournament(15).entrants[15]
    late.since = 2
    state.entrants[15] = late
    # 8 and 9 rise, 6 and 7 fall; the place of 1 goes to 6, first of those just below.
    assert season(state) == [[2, 3, 4, 5, 6, 8, 9], [7, *range(10, 16)]]
    rows = LEAGUE.standings(state)
    # Who did not play the season stands behind all who did.
    assert (rows[-1].entrant, rows[-1].place, rows[-2].ahead_by) == (1, 15, "stage")
    late.since = 9
    assert late.id not in state.to_draw()


def test_the_league_says_how_even_its_divisions_are() -> None:
    assert list(map(str, LEAGUE.forecast({}, 20))) == [
        "Divisions of 6 players: 1. In a season each pair meets so often: 2 to 3.",
        "Divisions of 7 players: 2. In a season each pair meets so often: 2.",
    ]
    assert "each player holds each seat once" in str(LEAGUE.explanation({})[0])


def test_what_a_league_refuses() -> None:
    LEAGUE.check({}, 4)
    LEAGUE.check({"table_size": 3, "division": 9}, 3)
    for given, entrants, field in (
        ({}, 3, ""),
        ({"division": 3}, 20, "division"),
        ({"division": True}, 20, "division"),
        ({"table_size": 2}, 20, "table_size"),
        ({"seasons": "two"}, 20, "seasons"),
        ({"rounds": 3}, 20, "rounds"),
    ):
        with pytest.raises(FormatRefused) as refused:
            LEAGUE.check(given, entrants)  # type: ignore[arg-type]
        assert refused.value.field == field
