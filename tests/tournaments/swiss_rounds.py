"""Rounds for tests of Swiss: chance that is always the same, and what came of rounds so far."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from games.engine.randomness import Stream
from tournaments.pairing.records import SwissRecord, records

Rounds = list[Sequence[tuple[int, ...]]]


def stream(name: str) -> Stream:
    """Chance that is the same in each run."""
    return Stream(b"swiss", name)


def after(rounds: Rounds, entrants: int, points: dict[int, int] | None = None) -> list[SwissRecord]:
    """The records of entrants 1 to ``entrants``; a win brings 10 points."""
    exact = {one: Fraction(number) for one, number in (points or {}).items()}
    return records(range(1, entrants + 1), rounds, exact, 10)


def again(rounds: Rounds) -> int:
    """How many meetings of a pair were not its first."""
    met = Counter(
        pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2)
    )
    return sum(count - 1 for count in met.values())
