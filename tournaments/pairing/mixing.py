"""Tables by lot for rounds in which standings do not matter: few meet again, seats take turns."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from typing import Final, TypeAlias

from games.engine.randomness import Stream
from tournaments.state import EntrantId, RoundTable

Pair: TypeAlias = tuple[EntrantId, EntrantId]
Seated: TypeAlias = tuple[EntrantId, ...]

TRIES: Final = 8
"""So many tables by lot are improved, until one has nobody meet again."""


def table_sizes(entrants: int, size: int) -> list[int]:
    """Tables of ``size`` (3 or 4) for so many entrants, the larger ones first.

    Where they do not fit, some have the other one of the two sizes. Five are a table of 3 and one
    of 2; fewer than five sit at one table, and a single one at none.
    """
    if entrants < 2:
        return []
    tables = -(-entrants // 4) if size == 4 or entrants == 5 else max(1, entrants // 3)
    least, larger = divmod(entrants, tables)
    return [least + 1] * larger + [least] * (tables - larger)


def mixed_tables(
    entrants: Sequence[EntrantId], size: int, before: Iterable[RoundTable], chance: Stream
) -> list[Seated]:
    """Tables for one round after those ``before``.

    Of several drawings, each improved by exchanges of two as long as fewer meet again, the best.
    """
    played = list(before)
    met = Counter(pair for table in played for pair in combinations(sorted(table.seats), 2))
    best: tuple[int, list[list[EntrantId]]] | None = None
    for _ in range(TRIES):
        tables = _improved(_cut(chance.shuffled(entrants), size), met)
        cost = sum(_repeats(table, met) for table in tables)
        if best is None or cost < best[0]:
            best = cost, tables
        if cost == 0:
            break
    held = Counter((one, seat) for table in played for seat, one in enumerate(table.seats))
    return [seated(table, held, chance) for table in best[1]] if best else []


def seated(
    table: Sequence[EntrantId], held: Counter[tuple[EntrantId, int]], chance: Stream
) -> Seated:
    """Who sits at a table in the order of the seats: seats that each has held less often.

    Of orders that are equally good, one by lot.
    """
    orders = permutations(chance.shuffled(table))
    return min(
        orders, key=lambda order: sum(held[one, seat] ** 2 for seat, one in enumerate(order))
    )


def _cut(order: Sequence[EntrantId], size: int) -> list[list[EntrantId]]:
    found, begin = list[list[EntrantId]](), 0
    for seats in table_sizes(len(order), size):
        found.append(list(order[begin : begin + seats]))
        begin += seats
    return found


def _repeats(table: Sequence[EntrantId], met: Counter[Pair]) -> int:
    """How often those at a table have met; who met twice counts four times."""
    return sum(met[pair] ** 2 for pair in combinations(sorted(table), 2))


def _improved(tables: list[list[EntrantId]], met: Counter[Pair]) -> list[list[EntrantId]]:
    """The tables after exchanges, none of which has more meet again, until none helps."""
    costs = [_repeats(table, met) for table in tables]
    while True:
        exchange = next(_exchanges(tables, costs, met), None)
        if exchange is None:
            return tables
        one, other, table, another = exchange
        tables[one], tables[other] = table, another
        costs[one], costs[other] = _repeats(table, met), _repeats(another, met)


def _exchanges(
    tables: list[list[EntrantId]], costs: list[int], met: Counter[Pair]
) -> Iterator[tuple[int, int, list[EntrantId], list[EntrantId]]]:
    """Two tables and what they become by exchanging one entrant each, where fewer meet again."""
    for one, other in combinations(range(len(tables)), 2):
        now = costs[one] + costs[other]
        if now == 0:
            continue
        for seat in range(len(tables[one])):
            for another in range(len(tables[other])):
                first, second = list(tables[one]), list(tables[other])
                first[seat], second[another] = second[another], first[seat]
                if _repeats(first, met) + _repeats(second, met) < now:
                    yield one, other, first, second
