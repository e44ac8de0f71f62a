"""Points for being ahead of others, or for having reached a number."""

from collections.abc import Sequence


def shared_points(counts: Sequence[int], table: Sequence[int]) -> list[int]:
    """Points for each of some players by their place. (FINAL-12)

    Tied players share the points of the places that they take up, rounded down; places beyond the
    table are worth nothing.
    """
    points = []
    for count in counts:
        place = sum(other > count for other in counts)
        tied = sum(other == count for other in counts)
        points.append(sum(table[place : place + tied]) // tied)
    return points


def close_second(counts: Sequence[int], first: int, *, close: int) -> list[int]:
    """Points of two players where the second gets half of ``first`` when close behind.

    Tied players get that half each. (VAR-2PSCORE-1, VAR-2PSCORE-2)
    """
    best = max(counts)
    if min(counts) == best:
        return [first // 2 for _ in counts]
    return [first if n == best else first // 2 if n >= best - close else 0 for n in counts]


def threshold_points(count: int, table: Sequence[tuple[int, int]]) -> int:
    """The points of the highest threshold that is reached; none below all of them."""
    return next((points for least, points in table if count >= least), 0)
