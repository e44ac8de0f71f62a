"""The rating of a ladder: Elo in whole numbers, from the tables of this ladder alone.

It is not the rating of the server. That one looks at all games and needs real numbers; this one has
to be followed by hand, and the same in every check of the log. A table of several is a duel of each
with each by place. What is expected of a duel is a row of FIDE's table (B.02, 8.1.2), differences
over 400 counting as 400. Each pair's payment is rounded by itself, so that what one gains another
loses.
"""

from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import Final

from tournaments.scoring.points import nobody_played
from tournaments.state import EntrantId, RoundTable, Tournament

START: Final = 1500

UP_TO: Final = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328),
    *(344, 357, 374, 391),
)
"""The largest difference at which 50, 51, 52 ... percent are expected; beyond it are 92."""


def expected(difference: int) -> int:
    """What is expected in a duel, in percent, of who is ahead by ``difference`` (or behind)."""
    percent = 50 + bisect_left(UP_TO, abs(difference))
    return percent if difference >= 0 else 100 - percent


def payment(own: int, other: int, half_points: int, factor: int, duels: int) -> int:
    """What a player gains by one of ``duels`` at a table, below 0 for a loss.

    ``half_points`` are 2 for ahead, 1 for level and 0 for behind. Halves are rounded to even, so
    that the other one gains exactly the opposite.
    """
    return _paid(own - other, half_points, factor, duels)


@lru_cache(maxsize=1 << 13)
def _paid(difference: int, half_points: int, factor: int, duels: int) -> int:
    hundredths = factor * (50 * half_points - expected(difference))
    return round_half_even(hundredths, 100 * duels)


def round_half_even(value: int, divisor: int) -> int:
    """``value / divisor`` as the nearest whole number; ``divisor`` is positive."""
    whole, rest = divmod(value, divisor)
    return whole + (2 * rest > divisor or (2 * rest == divisor and whole % 2 == 1))


def ladder_ratings(
    state: Tournament, entrants: Iterable[EntrantId], *, factor: int
) -> dict[EntrantId, int]:
    """Ratings after all tables with a result, in the order in which the tables were made."""
    ratings = dict.fromkeys(entrants, START)
    for table in state.tables.values():
        for one, gain in gains(table, ratings, factor).items():
            ratings[one] += gain
    return ratings


def gains(table: RoundTable, ratings: dict[EntrantId, int], factor: int) -> dict[EntrantId, int]:
    """What each at a table gains; nothing without a result, or if every seat was forfeited."""
    result = table.result
    if result is None or nobody_played(table.seats, result):
        return {}
    found = dict.fromkeys(table.seats, 0)
    duels = len(table.seats) - 1
    for (one, place), (other, behind) in combinations(
        zip(table.seats, result.places, strict=True), 2
    ):
        half_points = 2 * (place < behind) + (place == behind)
        paid = payment(ratings[one], ratings[other], half_points, factor, duels)
        found[one] += paid
        found[other] -= paid
    return found
