"""How well the seats that somebody has held can still come out even. Pure."""

from functools import cache
from typing import Final

from tournaments.pairing.records import held, seat_imbalance

WHOLE: Final = 1 << 14
"""What it costs to end out of balance by one game more than one."""
PARTS: Final = 16
"""Parts in which a share of seats is given."""
CHANCES: Final = {3: (10, 4, 2), 4: (10, 4, 1, 1)}
"""By the size of the table, how often one gets the seat that suits best, the next, and so on, in
sixteenths: others at the table want theirs."""
NEVER: Final = 64
"""How many times as bad an imbalance of more than two is, which is to be avoided at any time."""


@cache
def outlook(shares: tuple[int, ...], left: int, four: int) -> int:
    """What an entrant's seats are going to cost after ``left`` rounds more.

    That is the mean over what may come; ``four`` is how many sixteenths of the seats of a round are
    at tables of four, the others at tables of three.
    """
    imbalance = seat_imbalance(shares)
    beyond = max(0, imbalance - 1) ** 2 * WHOLE
    if imbalance > 2:
        return beyond * NEVER
    if left == 0:
        return beyond
    cost = 0
    for size, part in ((4, four), (3, PARTS - four)):
        if part:
            after = sorted(outlook(held(shares, size, one), left - 1, four) for one in range(size))
            chances = CHANCES[size]
            cost += part * sum(a * b for a, b in zip(after, chances, strict=True)) // PARTS
    return cost // PARTS


def part_of_four(sizes: list[int]) -> int:
    """How many sixteenths of the seats of a round are at tables of four."""
    return sum(size for size in sizes if size == 4) * PARTS // max(1, sum(sizes))
