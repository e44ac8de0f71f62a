"""A round of Swiss at tables of four and three. Pure.

Assigning players to tables so that few meet again is no problem that anybody solves exactly for a
hundred of them. Tables cut from the order of points are improved by exchanges of two players until
none helps; that is done from several beginnings, of which the best end is drawn.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from games.engine.randomness import Stream
from tournaments.pairing.foresight import part_of_four
from tournaments.pairing.mixing import table_sizes
from tournaments.pairing.records import SwissRecord
from tournaments.pairing.seating import SeatCost, Seating, foreseeing, seat_cost
from tournaments.state import EntrantId

Seated: TypeAlias = tuple[EntrantId, ...]
End: TypeAlias = tuple[int, list[tuple[int, ...]]]
"""Tables of indices and what they cost."""

MET: Final = 1 << 56
"""What a pair that has met costs, however often, so that nothing else outweighs it."""
AGAIN: Final = 1 << 40
"""What each pair costs that has met once, so that no distance in points outweighs it."""


class Effort(Struct, frozen=True):
    """How long is searched. A draw is derived again with the effort that it was made with.

    At most ``starts`` beginnings, and so many that players times beginnings are ``work``; the seats
    are looked at of so many ends of equal cost that players, to the power of ``seat_growth``, times
    ends are ``seat_work``.
    """

    starts: int
    work: int
    seat_work: int
    seat_growth: int


EFFORT: Final = Effort(starts=64, work=2048, seat_work=1 << 15, seat_growth=2)
FIRST_EFFORT: Final = Effort(starts=16, work=1024, seat_work=256, seat_growth=1)
KICKS: Final = 6
"""So many times exchanges by lot are tried where some meet again though no exchange helps."""
SWEEPS: Final = 4
"""So many times all exchanges are looked at for better seats."""


def pods(
    records: Sequence[SwissRecord], size: int, chance: Stream, *, left: int = 0
) -> tuple[Seated, ...]:
    """The tables of a round in the order of their points, each in the order of its seats.

    Fewest repeated opponents first, then the least distance in points, the best balance of seats
    after ``left`` rounds more, and the fewest who sit at a smaller table once more; what is equal
    is decided by lot. Sizes are those of ``table_sizes`` for tables of ``size``, 3 or 4: nobody is
    left out.
    """
    four = part_of_four(table_sizes(len(records), size))
    return _searched(records, size, chance, EFFORT, foreseeing(left, four))


def first_pods(records: Sequence[SwissRecord], size: int, chance: Stream) -> tuple[Seated, ...]:
    """The same as the first version of the draws found them, with less patience and foresight."""
    return _searched(records, size, chance, FIRST_EFFORT, seat_cost)


def _searched(
    records: Sequence[SwissRecord], size: int, chance: Stream, effort: Effort, cost: SeatCost
) -> tuple[Seated, ...]:
    mixed = chance.shuffled(records)
    search = _Search(mixed, size, chance, cost)
    players = max(1, len(mixed))
    starts = max(2, min(effort.starts, effort.work // players))
    seated = max(1, effort.seat_work // players**effort.seat_growth)
    ends = [search.end(first=number == 0) for number in range(starts)] if mixed else []
    least = min((cost for cost, _ in ends), default=0)
    level = [tables for cost, tables in ends if cost == least][:seated]
    tables = min(map(search.seat, level), default=(0, []))[1]
    tables.sort(key=lambda table: (-sum(mixed[one].step for one in table), table))
    return tuple(
        tuple(mixed[one].entrant for one in search.seating.order(table)) for table in tables
    )


class _Search:
    """Tables of indices of ``records``.

    ``pair[i][j]`` is what two at one table cost, ``at[i]`` the table of one, ``with_table[i][t]``
    what one costs together with those at a table.
    """

    def __init__(
        self, records: Sequence[SwissRecord], size: int, chance: Stream, cost: SeatCost
    ) -> None:
        self.chance = chance
        self.number = len(records)
        self.steps = [record.step for record in records]
        self.sizes = table_sizes(len(records), size)
        self.seating = Seating(records, max(self.sizes, default=0), cost)
        self.pair = [[_cost(one, other) for other in records] for one in records]
        self.at = [0] * self.number
        self.tables: list[list[int]] = []
        self.with_table: list[list[int]] = []

    def end(self, *, first: bool) -> End:
        """Where exchanges from one beginning end: the cost and the tables, seats not looked at.

        In the first beginning the smaller tables come last; elsewhere lots say where.
        """
        self._cut(self.sizes if first else self.chance.shuffled(self.sizes))
        self._descend()
        self._kick()
        return self._total(), [tuple(table) for table in self.tables]

    def seat(self, tables: Sequence[Sequence[int]]) -> End:
        """Tables with better seats that cost no more otherwise, and what the seats cost."""
        self._place([list(table) for table in tables])
        for _ in range(SWEEPS):
            better = [self._seat_better(one) for one in range(self.number)]
            if not any(better):
                break
        cost = sum(map(self.seating.cost, self.tables))
        return cost, [tuple(sorted(table)) for table in self.tables]

    def _cut(self, sizes: Sequence[int]) -> None:
        mixed = self.chance.shuffled(range(self.number))
        order = sorted(mixed, key=lambda one: -self.steps[one])
        tables = list[list[int]]()
        for size in sizes:
            tables.append(order[:size])
            del order[:size]
        self._place(tables)

    def _place(self, tables: list[list[int]]) -> None:
        self.tables = tables
        for number, table in enumerate(tables):
            for one in table:
                self.at[one] = number
        self.with_table = [
            [sum([costs[other] for other in table]) for table in tables] for costs in self.pair
        ]

    def _total(self) -> int:
        return sum(row[table] for row, table in zip(self.with_table, self.at, strict=True)) // 2

    def _exchange(self, one: int, other: int) -> None:
        at, beside = self.at[one], self.at[other]
        self.tables[at][self.tables[at].index(one)] = other
        self.tables[beside][self.tables[beside].index(other)] = one
        self.at[one], self.at[other] = beside, at
        leaving, coming = self.pair[one], self.pair[other]
        for row, less, more in zip(self.with_table, leaving, coming, strict=True):
            row[at] += more - less
            row[beside] += less - more

    def _descend(self) -> None:
        """The best exchange of each player in turn, until none is one for the better."""
        improved = True
        while improved:
            improved = False
            for one in range(self.number):
                other = self._best_exchange(one)
                if other is not None:
                    self._exchange(one, other)
                    improved = True

    def _best_exchange(self, one: int) -> int | None:
        at, mine, pair = self.at[one], self.with_table[one], self.pair[one]
        here = mine[at]
        best, chosen = 0, None
        for other, beside in enumerate(self.at):
            if beside != at:
                theirs = self.with_table[other]
                change = theirs[at] - here + mine[beside] - theirs[beside] - 2 * pair[other]
                if change < best:
                    best, chosen = change, other
        return chosen

    def _kick(self) -> None:
        """Exchanges by lot of those who meet again; what comes of it is kept if it is no worse."""
        total = self._total()
        for _ in range(KICKS):
            costs = [row[table] for row, table in zip(self.with_table, self.at, strict=True)]
            again = [one for one, cost in enumerate(costs) if cost >= AGAIN]
            if not again or len(self.tables) < 2:
                return
            before = [list(table) for table in self.tables]
            for _ in range(3):
                one, other = self.chance.choice(again), self.chance.below(self.number)
                if self.at[one] != self.at[other]:
                    self._exchange(one, other)
            self._descend()
            if (after := self._total()) > total:
                self._place(before)
            else:
                total = after

    def _seat_better(self, one: int) -> bool:
        """Exchanges of one player that leave all else as it is and make seats better."""
        improved = False
        excess = self.seating.excess
        for other, beside in enumerate(self.at):
            at = self.at[one]
            if beside == at:
                continue
            mine, theirs = self.with_table[one], self.with_table[other]
            change = theirs[at] - mine[at] + mine[beside] - theirs[beside]
            if change != 2 * self.pair[one][other]:
                continue
            here, there = self.tables[at], self.tables[beside]
            if (excess(here) or excess(there)) and self._gain(here, one, there, other) > 0:
                self._exchange(one, other)
                improved = True
        return improved

    def _gain(self, here: list[int], one: int, there: list[int], other: int) -> int:
        cost = self.seating.cost
        new = cost([other if seat == one else seat for seat in here])
        new += cost([one if seat == other else seat for seat in there])
        return cost(here) + cost(there) - new


def _cost(one: SwissRecord, other: SwissRecord) -> int:
    """What two at one table cost; oneself is no company.

    First that they have met, then how often: who met twice counts four times.
    """
    if one is other:
        return 0
    met = one.met[other.entrant]
    return MET * (met > 0) + AGAIN * met * met + abs(one.step - other.step)
