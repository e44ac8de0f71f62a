"""Who meets whom in Swiss: records, seats, pods of four and three, duels with byes."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import product

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.marks import case, first_of, in_one_test
from tests.tournaments.swiss_rounds import Rounds, after, again, stream
from tournaments.pairing.foresight import outlook
from tournaments.pairing.matching import duels, first_duels
from tournaments.pairing.mixing import table_sizes
from tournaments.pairing.pods import pods
from tournaments.pairing.records import SwissRecord, held, seat_imbalance
from tournaments.pairing.seating import Seating, seat_cost

pytestmark = pytest.mark.engine

# --- records and seats ----------------------------------------------------------------------------


def test_a_record_holds_what_was_played() -> None:
    rounds: Rounds = [[(1, 2, 3, 4), (5, 6, 7)], [(5, 1, 2), (3, 4, 6, 7)]]
    one, two, *_, five, _, _ = after(rounds, 7, {1: 13, 5: 19})
    assert (one.met, one.small, one.step) == (Counter({2: 2, 3: 1, 4: 1, 5: 1}), 1, 3)
    assert (five.met, five.small, five.step) == (Counter({6: 1, 7: 1, 1: 1, 2: 1}), 2, 5)
    # A quarter of the table of four and a third of that of three are due to seats 1 to 3.
    assert one.shares == (12 - 3 - 4, 12 - 3 - 4, -3 - 4, -3)
    assert two.shares == (-3 - 4, 12 - 3 - 4, 12 - 3 - 4, -3)
    assert five.shares == (24 - 8, -8, -8, 0)


@in_one_test(
    ("seats", "size", "imbalance"),
    [((0, 1, 2, 3), 4, 0), ((0, 1, 2, 0), 4, 2), ((0, 1, 2, 0), 3, 1), ((0, 0, 0), 2, 3)],
)
def test_at_tables_of_one_size_the_imbalance_is_a_difference_of_counts(
    seats: tuple[int, ...], size: int, imbalance: int
) -> None:
    shares = (0, 0, 0, 0)
    for seat in seats:
        shares = held(shares, size, seat)
    assert sum(shares) == 0
    assert seat_imbalance(shares) == imbalance


def test_the_best_seats_are_those_of_all_orders() -> None:
    rounds: Rounds = [[(1, 2, 3, 4)], [(1, 3, 2, 4)], [(4, 1, 2)], [(2, 1, 4, 3)]]
    found = after(rounds, 4)
    seating = Seating(found, 4)
    for table in [(0, 1, 2, 3), (0, 1, 2), (1, 3)]:
        order = seating.order(table)
        rows = {
            one: [seat_cost(found[one].shares, len(table), s) for s in range(len(table))]
            for one in table
        }
        assert sum(rows[one][seat] for seat, one in enumerate(order)) == seating.cost(table) - (
            sum(found[one].small for one in table) * (1 << 20) if len(table) < 4 else 0
        )
    # Who has had neither the third nor the last seat, and who has had all but the last one.
    assert seating.order((0, 1, 2, 3)) == (2, 3, 0, 1)


# --- pods -----------------------------------------------------------------------------------------


@pytest.mark.uncounted
@pytest.mark.parametrize("numbers", first_of([range(2, 14), range(14, 41)]), ids=str)
def test_nobody_sits_out_and_nobody_has_two_seats(numbers: Sequence[int]) -> None:
    for entrants, size in product(numbers, (3, 4)):
        with case((entrants, size)):
            tables = pods(after([], entrants), size, stream("round 1"))
            assert sorted(one for table in tables for one in table) == list(range(1, entrants + 1))
            sizes = sorted(map(len, tables), reverse=True)
            assert sizes == table_sizes(entrants, size)


@pytest.mark.uncounted
@settings(max_examples=12, derandomize=True, deadline=None)
@given(
    entrants=st.integers(5, 32),
    size=st.sampled_from([3, 4]),
    points=st.lists(st.integers(0, 40), min_size=32, max_size=32),
    name=st.text(max_size=4),
)
@pytest.mark.long
def test_laws_of_pods(entrants: int, size: int, points: list[int], name: str) -> None:
    """After any rounds: everybody sits once, and a second draw by the same chance is the same."""
    rounds: Rounds = [pods(after([], entrants), size, stream(f"{name}/1"))]
    given_points = dict(enumerate(points, 1))
    for number in (2, 3):
        drawn = pods(after(rounds, entrants, given_points), size, stream(f"{name}/{number}"))
        assert sorted(sum(drawn, ())) == list(range(1, entrants + 1))
        rounds.append(drawn)
    assert drawn == pods(after(rounds[:-1], entrants, given_points), size, stream(f"{name}/3"))
    if entrants >= 16 and size == 4:
        assert again(rounds) == 0
    assert max(seat_imbalance(one.shares) for one in after(rounds, entrants)) <= 2


def test_repeats_weigh_more_than_points_and_points_more_than_seats() -> None:
    # Whoever has met must part, though their points are the same.
    first: Rounds = [[(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)]]
    level = {one: 40 - 10 * ((one - 1) // 4) for one in range(1, 17)}
    drawn = pods(after(first, 16, level), 4, stream("apart"))
    assert again([*first, drawn]) == 0
    # Without a past, tables are those of the points, whatever seats they had elsewhere.
    seats: Rounds = [[(one, 100 + one, 200 + one, 300 + one) for one in range(1, 9)]]
    points = {one: 30 * (one % 2) for one in range(1, 9)}
    tables = pods(after(seats, 8, points), 4, stream("level"))
    assert [{one % 2 for one in table} for table in tables] == [{1}, {0}]


def test_seats_decide_where_points_do_not() -> None:
    """Everybody has had seat 1 or seat 2; tables mix both, so that nobody has a seat again."""
    had: Rounds = [[(one, 100 + one) for one in range(1, 5)] + [(100 + i, i) for i in range(5, 9)]]
    tables = pods(after(had, 8), 4, stream("mixed"))
    assert all(table[0] > 4 and table[1] <= 4 for table in tables)


# --- duels ----------------------------------------------------------------------------------------


@pytest.mark.uncounted
@settings(max_examples=20, derandomize=True, deadline=None)
@given(
    # Of eleven there would be ten times as many matchings to compare with as of nine or ten.
    entrants=st.integers(4, 10),
    points=st.lists(st.integers(0, 40), min_size=10, max_size=10),
    name=st.text(max_size=4),
)
@pytest.mark.long
def test_duels_are_a_matching_of_least_cost(entrants: int, points: list[int], name: str) -> None:
    """Compared with all matchings: no other has fewer repeats, or as few and less distance."""
    given_points = dict(enumerate(points, 1))
    rounds: Rounds = []
    byes: list[int] = []
    for number in (1, 2, 3):
        before = after(rounds, entrants, given_points)
        tables, bye = duels(before, byes, stream(f"{name}/{number}"))
        assert sorted([*sum(tables, ()), *([bye] if bye else [])]) == list(range(1, entrants + 1))
        assert max(seat_imbalance(one.shares) for one in before) <= 2
        assert (tables, bye) == duels(before, byes, stream(f"{name}/{number}"))
        chosen = matching_cost(before, byes, tables, bye)
        assert chosen == min(
            matching_cost(before, byes, *one) for one in matchings([*range(1, entrants + 1)])
        )
        rounds.append(tables)
        byes += [bye] if bye else []
    assert len(byes) == len(set(byes)) == 3 * (entrants % 2)


def matchings(left: list[int]) -> list[tuple[list[tuple[int, int]], int | None]]:
    """All ways to pair entrants; with an odd number one of them rests."""
    if len(left) % 2:
        return [
            (tables, one)
            for one in left
            for tables, _ in matchings([other for other in left if other != one])
        ]
    if not left:
        return [([], None)]
    first, *others = left
    return [
        ([(first, one), *tables], None)
        for one in others
        for tables, _ in matchings([other for other in others if other != one])
    ]


def matching_cost(
    before: list[SwissRecord], byes: list[int], tables: Sequence[tuple[int, ...]], bye: int | None
) -> tuple[int, int, int, int]:
    """Second byes, squared repeats, seats held thrice beyond the other, squared distance."""
    found = {one.entrant: one for one in before}
    steps = {one.entrant: one.step for one in before}
    distance = sum((steps[one] - steps[other]) ** 2 for one, other in tables)
    if bye:
        distance += (steps[bye] - min(steps.values())) ** 2
    met = sum(found[one].met[other] ** 2 for one, other in tables)
    beyond = sum(
        min(
            sum(
                seat_imbalance(held(found[entrant].shares, 2, seat)) > 2
                for seat, entrant in enumerate(table)
            )
            for table in (pair, pair[::-1])
        )
        for pair in tables
    )
    return byes.count(bye or 0), met, beyond, distance


def test_in_a_duel_seats_are_swapped() -> None:
    rounds: Rounds = [[(1, 2), (3, 4)], [(1, 3), (2, 4)]]
    tables, _ = duels(after(rounds, 4), [], stream("third"))
    assert {table[0] for table in tables} & {1} == set()
    assert set(map(frozenset, tables)) == {frozenset({1, 4}), frozenset({2, 3})}


def test_nobody_holds_a_seat_three_times_oftener_than_the_other() -> None:
    """1 and 2 had the first seat twice, and have all points: they meet others all the same."""
    rounds: Rounds = [[(1, 3), (2, 4), (5, 6)], [(1, 5), (2, 6), (3, 4)]]
    before = after(rounds, 6, {1: 20, 2: 20})
    tables, _ = duels(before, [], stream("third"))
    assert max(seat_imbalance(one.shares) for one in after([*rounds, tables], 6)) <= 2
    once, _ = first_duels(before, [], stream("third"))
    assert {1, 2} in map(set, once)


def test_lots_leave_one_best_matching(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another order of the edges, as another version of the library might have, changes nothing."""
    before = after([], 12)
    drawn = duels(before, [], stream("lots"))
    search = nx.max_weight_matching

    def reversed_search(graph: "nx.Graph[int]", **given: bool) -> set[tuple[int, int]]:
        turned: nx.Graph[int] = nx.Graph()
        for one, other, weight in sorted(graph.edges(data="weight"), reverse=True):
            turned.add_edge(other, one, weight=weight)
        return search(turned, **given)

    monkeypatch.setattr(nx, "max_weight_matching", reversed_search)
    assert duels(before, [], stream("lots")) == drawn


def test_more_than_two_out_of_balance_is_worse_than_many_with_two() -> None:
    never, avoided = (27, -9, -9, -9), (18, -6, -6, -6)
    assert (seat_imbalance(never), seat_imbalance(avoided)) == (3, 2)
    assert outlook(never, 3, 16) > 16 * outlook(avoided, 0, 16) > 0


# --- draws stay as they are -----------------------------------------------------------------------


FROZEN = """
from fractions import Fraction
from games.engine.randomness import Stream
from tournaments.pairing.matching import duels
from tournaments.pairing.pods import first_pods, pods
from tournaments.pairing.records import records
rounds, points = [[(1, 2, 3, 4), (5, 6, 7), (8, 9, 10)]], {1: 10, 5: 10, 8: 10, 2: 6, 6: 4, 9: 4}
before = records(range(1, 11), rounds, points, 10)
print(first_pods(before, 4, Stream(b"frozen", "draw/2/1")))
print(pods(before, 4, Stream(b"frozen", "draw/2/1"), left=1))
print(duels(before[:9], [9], Stream(b"frozen", "draw/2/1")))

# Eleven players for six rounds, in the last of which patience and foresight make a difference.
def last_round(draw):
    rounds, points = [], {one: Fraction(0) for one in range(1, 12)}
    for number in range(1, 7):
        before = records(list(points), rounds, points, 10)
        rounds.append(draw(before, Stream(b"frozen", f"draw/{number}/1"), 6 - number))
        for table in rounds[-1]:
            for one, gained in zip(sorted(table), (10, 6, 3, 1)):
                points[one] += gained
    return rounds[-1]
print(last_round(lambda before, chance, left: first_pods(before, 4, chance)))
print(last_round(lambda before, chance, left: pods(before, 4, chance, left=left)))
"""


@pytest.mark.parametrize("hashing", first_of("12"))
def test_draws_stay_the_same_for_good(hashing: str) -> None:
    """Logs are verified by drawing again: a change of these lines needs a new ``ALGORITHM``."""
    run = subprocess.run(
        [sys.executable, "-c", FROZEN],
        env={**os.environ, "PYTHONHASHSEED": hashing},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.splitlines() == [
        "((8, 5, 1), (6, 9, 2), (10, 7, 4, 3))",
        "((8, 5, 1), (6, 9, 2), (10, 7, 4, 3))",
        "(((5, 8), (9, 1), (2, 6), (4, 7)), 3)",
        "((5, 2, 6, 1), (4, 8, 10, 7), (3, 11, 9))",
        "((6, 1, 2, 4), (5, 7, 10, 8), (3, 11, 9))",
    ]
