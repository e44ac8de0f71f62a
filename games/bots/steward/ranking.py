"""The points to expect of a ranking while the game goes on."""

from collections.abc import Sequence
from math import exp, tanh
from typing import Final

from msgspec import Struct

from games.engine import Seat, State
from games.engine.rules.points import (
    ByPlace,
    ByThreshold,
    CloseSecond,
    NotCounted,
    RankingScheme,
)
from games.engine.rules.score_line import Compared, ScoreLine

MOST = 41
"""More than any player fulfils contracts or connects settlements."""

END_OF_DOUBT: Final = 0.1
"""Of that spread, what is reached counts and nothing else."""


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


class Race(Struct, frozen=True):
    """A line of an expansion for which players are compared in the end, and how far it is open.

    ``prize`` is what it brings to be ahead of one of ``others``, which are what these will have.
    """

    line: ScoreLine
    compared: Compared
    others: Sequence[int]
    prize: float
    spread: float

    def count(self, state: State, seat: Seat) -> int:
        """What a seat is compared by now."""
        return self.compared(state)[seat]

    def worth(self, count: float) -> float:
        """The points to expect of a seat that will have so much: the surer, the longer its lead."""
        leads = (count - other for other in self.others)
        return self.prize * sum((1 + tanh(lead / self.spread / 2)) / 2 for lead in leads)


class Pace(Struct, frozen=True):
    """How many more one expects to have in each round to come, and how sure that is."""

    each: float
    doubt: float


def alone(thresholds: Sequence[tuple[int, int]], rounds: int, pace: Pace) -> list[float]:
    """The points to expect for none, one, two ... where thresholds are to be reached. (SOLO-22)

    ``thresholds`` are counts with their points, the highest first; ``rounds`` are to come. At the
    end of the game they are the points.
    """
    steps, below = [], 0
    for least, points in reversed(thresholds):
        steps.append((least, points - below))
        below = points
    spread = max(END_OF_DOUBT, pace.doubt * rounds)
    return [
        sum(
            points / (1 + exp((least - 0.5 - mine - pace.each * rounds) / spread))
            for least, points in steps
        )
        for mine in range(MOST)
    ]


def prospects(
    scheme: RankingScheme, others: Sequence[int], *, lead: float, rounds: int, pace: Pace
) -> list[float]:
    """The points to expect for none, one, two ... by how players are compared.

    ``others`` are the counts of the other players; ``lead`` says how sure it is to be ahead,
    ``pace`` what is reached alone in the ``rounds`` to come.
    """
    match scheme:
        case ByPlace(table=table):
            return [expected_points(mine, others, table, lead) for mine in range(MOST)]
        case CloseSecond(first=first, close=close):
            return close_prospects(others[0], first, close, lead)
        case ByThreshold(table=thresholds):
            return alone(thresholds, rounds, pace)
        case NotCounted():
            return [0.0] * MOST


def close_prospects(other: int, first: int, close: int, lead: float) -> list[float]:
    """The points to expect of two for none, one, two ... where a close second gets half.

    Half for being at most so far behind, and the other half for being ahead. (VAR-2PSCORE-1)
    """
    return [
        first / 2 * (_sure(mine - other - 0.5, lead) + _sure(mine - other + close + 0.5, lead))
        for mine in range(MOST)
    ]


def _sure(ahead: float, lead: float) -> float:
    """How sure it is to be ahead in the end, from 0 to 1."""
    return 1 / (1 + exp(-ahead / lead))
