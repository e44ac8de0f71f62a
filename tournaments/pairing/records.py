"""What entrants have behind them, as the draw of a Swiss round looks at it. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct, field

from tournaments.state import EntrantId

MOST_SEATS: Final = 4
GAME: Final = 12
"""Parts of a game in which seats are counted: each seat of any table has a whole share of them."""
STEPS: Final = 3
"""Steps of points in a win: who is on the same step counts as level."""


class SwissRecord(Struct):
    """What one entrant has played so far.

    ``step`` are the points in thirds of a win, rounded down. ``met`` counts who sat at the same
    tables. ``shares`` has a number for each seat: how often it was held beyond an equal share of
    the tables, in twelfths of a game; they sum to zero. ``small`` counts tables with fewer seats
    than others of their round.
    """

    entrant: EntrantId
    step: int = 0
    met: Counter[EntrantId] = field(default_factory=Counter)
    shares: tuple[int, ...] = (0,) * MOST_SEATS
    small: int = 0


def records(
    entrants: Sequence[EntrantId],
    rounds: Iterable[Sequence[Sequence[EntrantId]]],
    points: Mapping[EntrantId, Fraction],
    win: int,
) -> list[SwissRecord]:
    """A record for each of ``entrants``, after rounds of tables in the order of their seats.

    ``points`` are those that count so far, 0 for who has none; ``win`` are those of a first place.
    """
    found = {
        one: SwissRecord(one, step=STEPS * points.get(one, Fraction(0)) // win) for one in entrants
    }
    for tables in rounds:
        largest = max(map(len, tables), default=0)
        for table in tables:
            for seat, one in enumerate(table):
                if one in found:
                    record = found[one]
                    record.met.update(other for other in table if other != one)
                    record.shares = held(record.shares, len(table), seat)
                    record.small += len(table) < largest
    return list(found.values())


def held(shares: tuple[int, ...], size: int, seat: int) -> tuple[int, ...]:
    """The shares of the seats after one more table of ``size`` on ``seat`` (from 0)."""
    due = GAME // size
    found = [share - due if index < size else share for index, share in enumerate(shares)]
    found[seat] += GAME
    return tuple(found)


def seat_imbalance(shares: Sequence[int]) -> int:
    """By how many whole games the seat held most is ahead of the one held least.

    At tables that all have one size that is how often one was held, less how often the other; at
    tables of several sizes each seat is compared with its share of the tables that have it.
    """
    return (max(shares) - min(shares)) // GAME
