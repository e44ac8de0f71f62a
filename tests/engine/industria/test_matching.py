"""Pairs of units, against trying everything. (SCORE-R1)"""

from itertools import combinations, product

import pytest

from games.engine.randomness import Stream
from games.engine.tiles.matching import all_pairs, most_pairs, most_served
from simulation.random_play import seed_of
from tests.marks import in_one_test

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


@in_one_test("number", range(60))
def test_most_pairs_is_the_largest_set_of_pairs_without_a_unit_in_common(number: int) -> None:
    stream = Stream(seed_of(f"pairs/{number}"), "pairs")
    units = 2 + stream.below(6)
    edges = [pair for pair in combinations(range(units), 2) if not stream.below(2)]
    masks = [
        sum(1 << b if a == n else 1 << a for a, b in edges if n in (a, b)) for n in range(units)
    ]
    best = max(
        size
        for size in range(units // 2 + 1)
        for chosen in combinations(edges, size)
        if len({unit for pair in chosen for unit in pair}) == 2 * size
    )
    assert most_pairs(masks) == best
    assert all_pairs(masks) == len(edges)


@in_one_test("number", range(60))
def test_most_served_is_the_best_of_all_assignments(number: int) -> None:
    stream = Stream(seed_of(f"served/{number}"), "served")
    capacities = [1 + stream.below(3) for _ in range(1 + stream.below(3))]
    wanted = [stream.below(1 << len(capacities)) for _ in range(1 + stream.below(5))]
    ways = product(
        *([None, *(s for s in range(len(capacities)) if mask >> s & 1)] for mask in wanted)
    )
    best = max(
        sum(server is not None for server in way)
        for way in ways
        if all(way.count(s) <= most for s, most in enumerate(capacities))
    )
    assert most_served(wanted, capacities) == best


def test_nothing_makes_no_pair() -> None:
    assert (most_pairs([]), all_pairs([]), most_served([], [1]), most_served([1], [])) == (
        0,
        0,
        0,
        0,
    )
