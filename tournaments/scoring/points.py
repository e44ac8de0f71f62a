"""Points of a table: data by size and place, exact fractions where places are shared."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeAlias

from games.engine.terms import gettext_noop
from tournaments.errors import FormatRefused
from tournaments.state import EntrantId, TableOutcome

PointRows: TypeAlias = Sequence[Sequence[int]]
"""One row for each size of table, by place."""

MOST: Final = 1000
SIZES: Final = (2, 3, 4)
FIELD: Final = "points"

NONE = gettext_noop("Say how many points the places at tables of %(size)s bring.")
SEVERAL = gettext_noop("There are two rows of points for tables of %(size)s; keep one.")
SIZE = gettext_noop("A row of points is for tables of 2, 3 or 4: it has a number for each place.")
RANGE = gettext_noop("Points lie between 0 and %(most)s.")
FALLING = gettext_noop(
    "A place brings no more points than the one before it, the first brings most."
)


def points_row(points: PointRows, size: int) -> Sequence[int]:
    """The row for tables of ``size``. Raises FormatRefused where there is none."""
    for row in points:
        if len(row) == size:
            return row
    raise FormatRefused(NONE, FIELD, size=size)


def check_points(points: PointRows, sizes: Sequence[int] = ()) -> None:
    """Raises FormatRefused for rows that cannot be used, or if one of ``sizes`` has none."""
    seen = list[int]()
    for row in points:
        if len(row) not in SIZES:
            raise FormatRefused(SIZE, FIELD)
        if len(row) in seen:
            raise FormatRefused(SEVERAL, FIELD, size=len(row))
        if not all(0 <= one <= MOST for one in row):
            raise FormatRefused(RANGE, FIELD, most=MOST)
        if list(row) != sorted(row, reverse=True) or row[0] == row[-1]:
            raise FormatRefused(FALLING, FIELD)
        seen.append(len(row))
    for size in sizes:
        points_row(points, size)


def shared_points(row: Sequence[int], places: Sequence[int]) -> tuple[Fraction, ...]:
    """Points for places as a result has them: who shares places shares their mean."""
    return _shared(tuple(row), tuple(places))


@lru_cache(maxsize=1024)
def _shared(row: tuple[int, ...], places: tuple[int, ...]) -> tuple[Fraction, ...]:
    found = list[Fraction]()
    for place in places:
        sharing = places.count(place)
        found.append(Fraction(sum(row[place - 1 : place - 1 + sharing]), sharing))
    return tuple(found)


def nobody_played(seats: Sequence[EntrantId], result: TableOutcome) -> bool:
    """Whether every seat was forfeited."""
    return set(seats) == set(result.forfeited)


def result_points(
    points: PointRows, seats: Sequence[EntrantId], result: TableOutcome
) -> tuple[Fraction, ...]:
    """What each seat gets for a result that ``check_result`` takes.

    They sum to the row for so many seats: several forfeited seats share the mean of the last
    places. Only where every seat was forfeited does nobody get anything.
    """
    if nobody_played(seats, result):
        return (Fraction(0),) * len(seats)
    return shared_points(points_row(points, len(seats)), result.places)
