"""Heats, semi-finals and a final; tables by lot."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import pytest
from msgspec.structs import replace

from games.engine.randomness import Stream
from tests.marks import in_one_test
from tests.tournaments.states import finish, tournament
from tournaments.errors import FormatRefused
from tournaments.formats.finals import dealt
from tournaments.formats.heats import Heats
from tournaments.pairing.mixing import mixed_tables, table_sizes
from tournaments.scoring.explaining import reason
from tournaments.state import OptionValue, RoundTable, Tournament

pytestmark = pytest.mark.engine

HEATS = Heats()


def by_number(entrant: int) -> int:
    """The lower number is ahead."""
    return entrant


def heats(entrants: int, rounds: int, **options: OptionValue) -> Tournament:
    """Heats in which the lower number is ahead, after so many rounds."""
    state = tournament(entrants, format="heats", format_options=options)
    for _ in range(rounds):
        advance(state)
    return state


def advance(state: Tournament, key: Callable[[int], object] = by_number) -> list[set[int]]:
    """Draws and plays the next round; who sat together, in the order of the tables."""
    draw = HEATS.next_draw(state, Stream(b"seed", f"round {state.round + 1}"))
    assert draw
    finish(state, draw, key)
    return [set(table.seats) for table in draw.tables]


def order(state: Tournament) -> list[int]:
    """Everybody, best first."""
    return [row.entrant for row in HEATS.standings(state)]


@in_one_test(
    ("entrants", "of_four", "of_three"),
    [
        (1, [], []),
        (2, [2], [2]),
        (3, [3], [3]),
        (4, [4], [4]),
        (5, [3, 2], [3, 2]),
        (6, [3, 3], [3, 3]),
        (7, [4, 3], [4, 3]),
        (8, [4, 4], [4, 4]),
        (9, [3, 3, 3], [3, 3, 3]),
        (11, [4, 4, 3], [4, 4, 3]),
        (12, [4, 4, 4], [3, 3, 3, 3]),
        (64, [4] * 16, [4] + [3] * 20),
    ],
)
def test_sizes_of_tables(entrants: int, of_four: list[int], of_three: list[int]) -> None:
    assert table_sizes(entrants, 4) == of_four
    assert table_sizes(entrants, 3) == of_three


@in_one_test(("entrants", "size"), [(9, 3), (13, 4), (16, 4), (27, 3), (64, 4), (128, 4)])
def test_nobody_meets_again_in_three_heats(entrants: int, size: int) -> None:
    played = list[RoundTable]()
    for number in (1, 2, 3):
        tables = mixed_tables(range(1, entrants + 1), size, played, Stream(b"seed", f"{number}"))
        assert sorted(one for table in tables for one in table) == [*range(1, entrants + 1)]
        played += [RoundTable(len(played) + 1, number, "heat", seats) for seats in tables]
    pairs = Counter(pair for table in played for pair in combinations(sorted(table.seats), 2))
    assert set(pairs.values()) == {1}
    held = Counter((one, seat) for table in played for seat, one in enumerate(table.seats))
    assert max(held.values()) <= 2
    assert sum(times == 2 for times in held.values()) <= entrants // 2  # the same seat twice


def test_the_best_heats_count() -> None:
    """Of four heats two count: 6 wins two and is last in the others, without harm."""
    state = tournament(6, format="heats", format_options={"heats": 4, "counting": 2, "final": 3})
    for number in range(4):
        advance(state, by_number if number % 2 else lambda one: -one)
    rows = {row.entrant: row for row in HEATS.standings(state)}
    results = {
        one: sorted(
            (10, 4, 1)[table.result.places[table.seats.index(one)] - 1]
            for table in state.tables.values()
            if one in table.seats and table.result
        )
        for one in rows
    }
    assert {one: row.points for one, row in rows.items()} == {
        one: sum(points[-2:]) for one, points in results.items()
    }
    assert rows[6].points == 20
    assert rows[6].columns["thirds"] == 0


def test_from_heats_by_semi_finals_to_the_final() -> None:
    state = heats(16, 3, semi_finals=4)
    before = order(state)
    semis = advance(state)
    # First, eighth, ninth and sixteenth; second, seventh, tenth, fifteenth; ...
    assert semis == [
        {before[place - 1] for place in places}
        for places in ((1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13))
    ]
    winners = [min(table) for table in semis]
    assert advance(state) == [set(winners)]
    assert HEATS.next_draw(state, Stream(b"seed", "more")) is None
    rows = HEATS.standings(state)
    assert order(state)[:4] == sorted(winners)
    assert [row.stage for row in rows] == ["final"] * 4 + ["semi-final"] * 12
    # Behind them the seconds of the semi-finals, by the place after the heats.
    seconds = [sorted(table)[1] for table in semis]
    assert order(state)[4:8] == sorted(seconds, key=before.index)
    assert rows[3].ahead_by == "stage"
    assert rows[4].ahead_by == "earlier"
    found = reason(state, rows, seconds[0], seconds[1])
    assert (found.column, found.equal) == ("earlier", ("points",))
    # How each came there stays with the row.
    for row in rows:
        assert [one.stage for one in row.before] == ["semi-final", "heat"][row.stage != "final" :]
        assert before[row.before[-1].place - 1] == row.entrant
        assert set(row.before[-1].columns) > {"wins", "lot"}
        assert row.columns["earlier"] == row.before[0].place
    assert not any(row.before for row in HEATS.standings(heats(16, 3)))


@in_one_test(
    ("semi_finals", "final", "places"),
    [
        (0, 4, {0: 4}),
        (2, 4, {0: 2, 1: 2}),
        (3, 4, {0: 3, 1: 1}),
        (2, 3, {0: 2, 1: 1}),
    ],
)
def test_who_comes_into_the_final(semi_finals: int, final: int, places: dict[int, int]) -> None:
    state = heats(16, 1, heats=1, counting=1, semi_finals=semi_finals, final=final)
    before = order(state)
    semis = advance(state) if semi_finals else []
    (seated,) = advance(state)
    if not semis:
        assert seated == set(before[:4])
        return
    found = Counter(sorted(table).index(one) for table in semis for one in table & seated)
    assert found == places
    # The last seat goes to the one of equal place who stood best before.
    last = max(places)
    of_place = sorted((sorted(table)[last] for table in semis), key=before.index)
    assert seated >= set(of_place[: places[last]])


def test_who_has_left_is_replaced_by_the_next_in_order() -> None:
    state = heats(16, 3, semi_finals=2)
    before = order(state)
    state.entrants[before[0]].status = "dropped"
    semis = advance(state)
    assert set().union(*semis) == set(before[1:9])
    gone = min(semis[0])
    state.entrants[gone].status = "dropped"
    (final,) = advance(state)
    assert final == {*sorted(semis[0])[1:3], *sorted(semis[1])[:2]}
    # With nobody left to meet there is no final.
    empty = heats(6, 1, heats=1, counting=1, semi_finals=0, final=2)
    for one in range(2, 7):
        empty.entrants[one].status = "dropped"
    assert HEATS.next_draw(empty, Stream(b"seed", "final")) is None


def test_semi_finals_are_dealt_to_and_fro() -> None:
    assert dealt([*range(1, 10)], 3) == [[1, 6, 7], [2, 5, 8], [3, 4, 9]]


def test_what_heats_refuse() -> None:
    HEATS.check({}, 6)
    HEATS.check({"semi_finals": 0, "final": 0}, 3)
    for given, entrants, field in (
        ({}, 5, ""),
        ({"semi_finals": 4}, 11, ""),
        ({"semi_finals": 0}, 3, ""),
        ({"semi_finals": 0, "final": 0}, 2, ""),
        ({"heats": 2, "counting": 3}, 16, "counting"),
        ({"semi_finals": 1}, 16, "semi_finals"),
        ({"final": 0}, 16, "final"),
        ({"semi_finals": 4, "final": 3}, 16, "final"),
    ):
        with pytest.raises(FormatRefused) as refused:
            HEATS.check(given, entrants)
        assert refused.value.field == field
    assert HEATS.rounds({}, 16) == 5
    assert list(map(str, HEATS.forecast({}, 18))) == [
        "Tables of 4 in each heat: 3.",
        "Tables of 3 in each heat: 2.",
    ]
    assert HEATS.rounds({"semi_finals": 0, "final": 0}, 16) == 3


def test_what_does_not_count_is_named_and_explained() -> None:
    """Of two heats the best one counts; its opponents alone bring a mean, each of all heats."""
    rounds = (("A B C", "D E F"), ("D:9 B:8 A:x", "C E F"))
    given = {"heats": 2, "counting": 1, "semi_finals": 0, "final": 0}
    state = tournament(6, rounds, stages=("heat", "heat"), format="heats", format_options=given)
    left_out = HEATS.left_out(state)
    assert {one: set(left_out[one]) for one in sorted(left_out)} == {
        1: {3},
        2: {3},
        3: {1},
        4: {3},
        5: {4},
        6: {4},
    }
    rows = HEATS.standings(state)
    # Of A the first table counts: B has 4 and 4, C 1 and 10; the lowest is dropped.
    assert {row.entrant: row.columns["opponents_mean"] for row in rows}[1] == Fraction(11, 2)
    said = [str(one) for one in reason(state, rows, 1, 4, left_out=left_out).sentences]
    text = "3: 101 at place 3 of 3, points: 1. This does not count: only the best results do."
    assert text in said, "a forfeited one, too"


FORFEITED_SEMI = (("A B C D", "E F G H"), ("A:9 B:x C:x D:x", "E:9 F:8 G:7 H:6"))
"""Three forfeit the first semi-final and share its last places: 3 1/3 points each."""


def after_semi_finals(*, forfeits_last: bool) -> Tournament:
    """One heat and two semi-finals, of which three players forfeited one."""
    given = {"heats": 1, "counting": 1, "semi_finals": 2, "final": 4}
    stages = ("heat", "semi-final")
    state = tournament(8, FORFEITED_SEMI, stages=stages, format="heats", format_options=given)
    return begun(state, forfeits_last=forfeits_last)


def begun(state: Tournament, *, forfeits_last: bool) -> Tournament:
    """The same, of which the first round says what becomes of forfeits."""
    state.draws[0] = replace(state.draws[0], forfeits_last=forfeits_last)
    return state


@in_one_test(
    ("first", "second", "left_out", "thirds"),
    [
        # Both bring 1 point for place 3 of 3.
        ("B:9 C:8 A:x", "D:9 E:8 A:7", 1, 1),
        ("D:9 E:8 A:7", "B:9 C:8 A:x", 3, 1),
        # Two who forfeit share places 3 and 4: 2 points, and 1 for the third of three.
        ("B:9 C:8 A:x D:x", "D:9 E:8 A:7", 1, 1),
        # Who resigned has a last place, too, but played.
        ("B:9 C:8 A:r", "D:9 E:8 A:7", 1, 1),
        ("B:9 C:8 A:r", "D:9 E:8 A:x", 3, 0),
    ],
)
def test_a_forfeited_heat_counts_only_if_too_few_were_played(
    first: str, second: str, left_out: int, thirds: int
) -> None:
    given = {"heats": 2, "counting": 1, "semi_finals": 0, "final": 0}
    rounds = ((first, "F G H"), (second, "F G H"))
    state = tournament(8, rounds, stages=("heat", "heat"), format="heats", format_options=given)
    begun(state, forfeits_last=True)
    assert set(HEATS.left_out(state)[1]) == {left_out}
    rows = {row.entrant: row for row in HEATS.standings(state)}
    assert rows[1].columns["thirds"] == thirds


def test_who_forfeits_a_semi_final_comes_after_all_who_played() -> None:
    state = after_semi_finals(forfeits_last=True)
    rows = HEATS.standings(state)
    assert [row.entrant for row in rows] == [1, 5, 6, 7, 8, 2, 3, 4]
    assert [row.ahead_by for row in rows[3:6]] == ["points", "forfeited", "earlier"]
    found = reason(state, rows, 8, 2)
    assert (found.column, found.equal) == ("forfeited", ())
    said = [str(one) for one in found.sentences]
    assert said[0] == (
        "8 stands before 2, who forfeited a table of the stage that both reached last."
    )
    assert said[1:] == [
        "4: 108 at place 4 of 4, points: 1.",
        "3: 102 forfeited, so last, points: 3 1/3.",
    ]
    assert advance(state) == [{1, 5, 6, 7}]


def test_a_tournament_that_has_begun_keeps_the_rule_it_began_with() -> None:
    """Until version 4 of the draws a forfeited table counted as one that was played."""
    state = after_semi_finals(forfeits_last=False)
    assert order(state) == [1, 5, 6, 2, 3, 4, 7, 8]
    assert advance(state) == [{1, 2, 5, 6}]
    given = {"heats": 2, "counting": 1, "semi_finals": 0, "final": 0}
    rounds = (("B:9 C:8 A:x",), ("D:9 E:8 A:7",))
    heats_only = tournament(
        5, rounds, stages=("heat", "heat"), format="heats", format_options=given
    )
    assert set(HEATS.left_out(begun(heats_only, forfeits_last=False))[1]) == {2}
    assert set(HEATS.left_out(begun(heats_only, forfeits_last=True))[1]) == {1}
