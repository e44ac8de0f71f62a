"""Pairs of units: how many there can be where each unit is in few of them. (SCORE-R1)"""

from collections.abc import Sequence
from functools import cache


def most_pairs(partners: Sequence[int]) -> int:
    """The most pairs of different units, each in one pair at most.

    ``partners`` has for each unit a mask of those it can be paired with: bit n for unit n. Time
    doubles with each unit: it is meant for the few that a player has of a kind.
    """

    @cache
    def of_left(left: int) -> int:
        if not left:
            return 0
        first = left & -left
        rest = left ^ first
        best = of_left(rest)
        others = partners[first.bit_length() - 1] & rest
        while others:
            other = others & -others
            best = max(best, 1 + of_left(rest ^ other))
            others ^= other
        return best

    return of_left((1 << len(partners)) - 1)


def all_pairs(partners: Sequence[int]) -> int:
    """The number of all pairs; a unit may be in several."""
    return sum(mask.bit_count() for mask in partners) // 2


def most_served(wanted: Sequence[int], capacities: Sequence[int]) -> int:
    """How many of some units can be served at once by others that serve several each.

    ``wanted`` has for each unit a mask of those that could serve it, ``capacities`` how many each
    of these serves at most.
    """
    serving: list[list[int]] = [[] for _ in capacities]

    def serve(unit: int, tried: set[int]) -> bool:
        for server, capacity in enumerate(capacities):
            if not wanted[unit] >> server & 1 or server in tried:
                continue
            tried.add(server)
            if len(serving[server]) < capacity:
                serving[server].append(unit)
                return True
            for place, other in enumerate(serving[server]):
                if serve(other, tried):
                    serving[server][place] = unit
                    return True
        return False

    return sum(serve(unit, set()) for unit in range(len(wanted)))
