"""Exact designs: who meets whom equally often, each in every seat equally often. Pure.

Players are indices from 0; a table lists them in the order of its seats.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from msgspec import Struct

Players: TypeAlias = tuple[int, ...]
Round: TypeAlias = tuple[Players, ...]


class Design(Struct, frozen=True):
    """Tables for exactly ``players`` players at tables of ``size``.

    In each of ``rounds`` every player sits at one table. A design whose tables cannot be parted
    like that has one round with all tables, played at the same time or one after the other. Each
    pair meets ``meetings`` times.
    """

    players: int
    size: int
    meetings: int
    rounds: tuple[Round, ...]

    @property
    def in_rounds(self) -> bool:
        """Whether each player has one table a round."""
        return len(self.rounds) > 1

    @property
    def games(self) -> int:
        """How many tables each player sits at."""
        return sum(map(len, self.rounds)) * self.size // self.players


def developed(players: int, block: Players) -> Round:
    """The tables ``block + t`` for each t, modulo the number of players.

    Each player holds each seat exactly once.
    """
    return tuple(tuple((t + one) % players for one in block) for t in range(players))


def circle(players: int, legs: int = 1) -> tuple[Round, ...]:
    """The rounds in which each of at least two players meets each other once in a leg, as duels.

    Seats alternate from round to round, and the second leg swaps them. With an odd number one
    player has no table in each round, each player once in a leg.
    """
    ring = players - 1 + players % 2
    leg = tuple(_turned(players, ring, number) for number in range(ring))
    swapped = tuple(tuple(table[::-1] for table in tables) for tables in leg)
    return sum(((leg, swapped)[number % 2] for number in range(legs)), ())


def _turned(players: int, ring: int, number: int) -> Round:
    """One round of the circle: who is equally far from ``number`` on both sides meets."""
    last = () if players % 2 else (_ordered(number, ring, first=number % 2 == 0),)
    return last + tuple(
        _ordered((number + step) % ring, (number - step) % ring, first=step % 2 == 1)
        for step in range(1, (ring + 1) // 2)
    )


def _ordered(one: int, other: int, *, first: bool) -> Players:
    return (one, other) if first else (other, one)


def _plane(order: int, added: Callable[[int, int], int], times: tuple[Players, ...]) -> Design:
    """The affine plane: player ``order * x + y`` is the point (x, y), a table is a line.

    Lines of one slope are a round. Seat ``x + slope`` gives each player each seat once; on the
    vertical lines of the last round the seat is y.
    """
    rounds = [[[0] * order for _ in range(order)] for _ in range(order + 1)]
    for x in range(order):
        for y in range(order):
            for slope in range(order):
                line = next(b for b in range(order) if added(times[slope][x], b) == y)
                rounds[slope][line][added(x, slope)] = order * x + y
            rounds[order][x][y] = order * x + y
    tables = tuple(tuple(tuple(line) for line in lines) for lines in rounds)
    return Design(order * order, order, 1, tables)


_FIELD_OF_4: Final = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
_FIELD_OF_3: Final = ((0, 0, 0), (0, 1, 2), (0, 2, 1))

DESIGNS: Final = (
    Design(7, 3, 1, (developed(7, (0, 1, 3)),)),
    Design(7, 4, 2, (developed(7, (0, 1, 2, 4)),)),
    _plane(3, lambda a, b: (a + b) % 3, _FIELD_OF_3),
    Design(13, 4, 1, (developed(13, (0, 1, 3, 9)),)),
    _plane(4, lambda a, b: a ^ b, _FIELD_OF_4),
)
"""All exact designs, by number of players and size of table."""


def design_for(players: int, size: int) -> Design | None:
    """The exact design for so many players at tables of this size, if there is one."""
    for one in DESIGNS:
        if (one.players, one.size) == (players, size):
            return one
    return None
