"""Who sits where at a table, so that over the rounds everybody holds all seats. Pure."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import Final, TypeAlias

from tournaments.pairing.foresight import outlook
from tournaments.pairing.records import SwissRecord, held, seat_imbalance

SeatCost: TypeAlias = Callable[[tuple[int, ...], int, int], int]
"""How bad it is, after these shares of seats, to take at a table of a size a seat (from 0)."""

IMBALANCED: Final = 1 << 40
"""More than all that is looked at after the balance of seats."""
FORESEEN: Final = 1 << 24
"""More than that entrants get a smaller table again."""
SMALL: Final = 1 << 20
"""More than what is uneven, or narrowed, at all tables."""
NARROWED: Final = 150
HALVES: Final = tuple((s, t, *sorted({0, 1, 2, 3} - {s, t})) for s, t in combinations(range(4), 2))
"""The four seats, parted into two and two."""


def foreseeing(left: int, four: int) -> SeatCost:
    """What the seats are going to cost after ``left`` rounds more, then how uneven they are.

    ``four`` is as in ``outlook``.
    """

    def cost(shares: tuple[int, ...], size: int, seat: int) -> int:
        after = held(shares, size, seat)
        return outlook(after, left, four) * FORESEEN + sum(share * share for share in after)

    return cost


@cache
def seat_cost(shares: tuple[int, ...], size: int, seat: int) -> int:
    """What the first version of the draws goes by.

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


class Seating:
    """What the best seats of tables cost, remembered. Entrants are indices of ``records``.

    ``largest`` is how many sit at the largest table of the round.
    """

    def __init__(
        self, records: Sequence[SwissRecord], largest: int, cost: SeatCost = seat_cost
    ) -> None:
        self._records = records
        self._seat_cost = cost
        self._largest = largest
        self._costs: dict[tuple[int, int], list[int]] = {}
        self._found: dict[tuple[int, ...], tuple[int, int]] = {}

    def cost(self, table: Sequence[int]) -> int:
        """How bad the best seats are, and after that, that entrants get a smaller table again."""
        return self._best(table)[0]

    def excess(self, table: Sequence[int]) -> int:
        """What other company could make better: 0 if each has the seat that suits best."""
        return self._best(table)[1]

    def order(self, table: Sequence[int]) -> tuple[int, ...]:
        """The table in the best order of its seats; of equal ones, lower indices come first."""
        rows = {one: self._seats_of(one, len(table)) for one in table}
        return min(
            permutations(sorted(table)),
            key=lambda order: sum(rows[one][seat] for seat, one in enumerate(order)),
        )

    def _best(self, table: Sequence[int]) -> tuple[int, int]:
        key = tuple(sorted(table))
        found = self._found.get(key)
        if found is None:
            size = len(key)
            rows = [self._seats_of(one, size) for one in key]
            cost = _least_of_four(*rows) if size == 4 else _least(rows)
            if size < self._largest:
                cost += sum(self._records[one].small for one in key) * SMALL
            found = self._found[key] = cost, cost - sum(map(min, rows))
        return found

    def _seats_of(self, one: int, size: int) -> list[int]:
        if (one, size) not in self._costs:
            shares = self._records[one].shares
            self._costs[one, size] = [self._seat_cost(shares, size, seat) for seat in range(size)]
        return self._costs[one, size]


def _least(rows: Sequence[Sequence[int]]) -> int:
    """The least sum of a number of each row, from columns of which none is taken twice."""
    return min(
        sum(row[seat] for row, seat in zip(rows, seats, strict=True))
        for seats in permutations(range(len(rows)))
    )


def _least_of_four(a: Sequence[int], b: Sequence[int], c: Sequence[int], d: Sequence[int]) -> int:
    """The same of four rows, which is what nearly all of the work of a draw is."""
    return min(
        [min(a[s] + b[t], a[t] + b[s]) + min(c[u] + d[v], c[v] + d[u]) for s, t, u, v in HALVES]
    )
