"""Schedules for the groups of a league: as even as so few games can be. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

from msgspec import Struct

from tournaments.pairing.designs import Players, Round, circle, developed

MOST_PLAYERS = 16


class Imbalance(Struct, frozen=True):
    """How often pairs meet at least and at most, and how often a player holds a seat."""

    meetings_least: int
    meetings_most: int
    seats_least: int
    seats_most: int


@cache
def schedule(players: int, size: int) -> tuple[Players, ...]:
    """The tables of a group, as indices of players from 0 in the order of the seats.

    With tables of three and four there are as many tables as players; each player holds each seat
    exactly once, and the pairs that meet most meet at most once more than those that meet least.
    Of the ways to do that it is the first one by its first table. Duels are a round robin of one
    leg. Raises ValueError unless ``size`` is 2, 3 or 4 and ``players`` lies between it and 16.
    """
    if size not in (2, 3, 4) or not size <= players <= MOST_PLAYERS:
        raise ValueError(f"no schedule for {players} players at tables of {size}")
    if size == 2:
        return sum(circle(players), ())
    blocks = ((0, *rest) for rest in combinations(range(1, players), size - 1))
    return min((developed(players, block) for block in blocks), key=_unevenness)


def imbalance(tables: Sequence[Players], players: int) -> Imbalance:
    """How even tables are for players 0 to ``players`` - 1; all tables have the same size."""
    met = _meetings(tables)
    meetings = [met[pair] for pair in combinations(range(players), 2)]
    held = Counter((seat, one) for table in tables for seat, one in enumerate(table))
    seats = [held[seat, one] for seat in range(len(tables[0])) for one in range(players)]
    return Imbalance(min(meetings), max(meetings), min(seats), max(seats))


def _meetings(tables: Iterable[Players]) -> Counter[tuple[int, ...]]:
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


def _unevenness(tables: Round) -> tuple[int, int]:
    """The gap between the pairs that meet most and least, then the sum of squares of all."""
    found = imbalance(tables, len(tables))
    squares = sum(count * count for count in _meetings(tables).values())
    return found.meetings_most - found.meetings_least, squares
