"""The points to expect of a ranking while the game goes on."""

from collections.abc import Sequence
from math import exp

MOST = 41
"""More than anybody fulfils contracts or connects settlements."""


def expected_points(mine: int, others: Sequence[int], table: Sequence[int], lead: float) -> float:
    """The points for ``mine``, where a lead is the surer the longer it is.

    ``table`` has the points of the first places; a tie counts as half a place.
    """
    if not others:
        return 0.0
    beaten = sum(1 / (1 + exp((other - mine) / lead)) for other in others)
    ladder = [table[place] if place < len(table) else 0 for place in range(len(others), -1, -1)]
    step = min(int(beaten), len(others) - 1)
    return ladder[step] + (beaten - step) * (ladder[step + 1] - ladder[step])


def prospects(others: Sequence[int], table: Sequence[int], lead: float) -> list[float]:
    """The points to expect for none, one, two ..."""
    return [expected_points(mine, others, table, lead) for mine in range(MOST)]
