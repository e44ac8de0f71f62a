"""Who sits where at a table, so that over the rounds everybody holds all seats. Pure."""

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from typing import Final, NamedTuple

from tournaments.pairing.records import Record, held, seat_imbalance

IMBALANCED: Final = 1 << 40
"""More than all that is looked at after the balance of seats."""
SMALL: Final = 1 << 20
"""More than what is uneven, or narrowed, at all tables."""
NARROWED: Final = 150
PLACES: Final = {size: tuple(permutations(range(size))) for size in (1, 2, 3, 4)}


@cache
def seat_cost(shares: tuple[int, ...], size: int, seat: int) -> int:
    """How bad it is to take ``seat`` (from 0) at a table of ``size``.

    First by how many games beyond one the seats are then out of balance, then by how many seats
    would put them out of balance in the next round and how uneven they are.
    """
    after = held(shares, size, seat)
    beyond = max(0, seat_imbalance(after) - 1)
    uneven = sum(share * share for share in after)
    return beyond * beyond * IMBALANCED + _narrowed(after) * NARROWED + uneven


def _narrowed(shares: tuple[int, ...]) -> int:
    """How many seats would be bad ones in the next round; those at tables of four count twice."""
    return sum(
        size - 2
        for size in (3, 4)
        for seat in range(size)
        if seat_imbalance(held(shares, size, seat)) > 1
    )


class Seats(NamedTuple):
    """The best seats of a table, what they cost, and how much more than if each could choose."""

    cost: int
    excess: int
    order: tuple[int, ...]


class Seating:
    """The best seats of tables, remembered. Entrants are indices of ``records``.

    Of orders that are equally good, the one that keeps lower indices on lower seats. ``largest`` is
    how many sit at the largest table of the round.
    """

    def __init__(self, records: Sequence[Record], largest: int) -> None:
        self._records = records
        self._largest = largest
        self._costs: dict[tuple[int, int], list[int]] = {}
        self._found: dict[tuple[int, ...], Seats] = {}

    def cost(self, table: Sequence[int]) -> int:
        """How bad the best seats are, and after that, that entrants get a smaller table again."""
        return self._best(table).cost

    def excess(self, table: Sequence[int]) -> int:
        """What other company could make better: 0 if each has the seat that suits best."""
        return self._best(table).excess

    def order(self, table: Sequence[int]) -> tuple[int, ...]:
        """The table in the order of its seats."""
        return self._best(table).order

    def _best(self, table: Sequence[int]) -> Seats:
        key = tuple(sorted(table))
        if key not in self._found:
            costs = [self._seats_of(one, len(key)) for one in key]
            cost, places = min(
                (sum([row[seat] for row, seat in zip(costs, places, strict=True)]), places)
                for places in PLACES[len(key)]
            )
            small = len(key) < self._largest
            again = sum(self._records[one].small for one in key) * SMALL if small else 0
            order = tuple(key[places.index(seat)] for seat in range(len(key)))
            self._found[key] = Seats(cost + again, cost + again - sum(map(min, costs)), order)
        return self._found[key]

    def _seats_of(self, one: int, size: int) -> list[int]:
        if (one, size) not in self._costs:
            shares = self._records[one].shares
            self._costs[one, size] = [seat_cost(shares, size, seat) for seat in range(size)]
        return self._costs[one, size]
