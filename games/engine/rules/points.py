"""Points for being ahead of others, or for having reached a number."""

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct

from games.engine.rules.score_line import How
from games.engine.terms import gettext_noop


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


# --- ranking schemes ------------------------------------------------------------------------------


class ByPlace(Struct, frozen=True):
    """Points for the first places; tied players share. (FINAL-12)"""

    table: tuple[int, ...]
    rule: str

    def points(self, counts: Sequence[int]) -> list[int]:
        """Points by seat."""
        return shared_points(counts, self.table)

    def how(self) -> How:
        """Places that bring nothing are left out."""
        worth = [points for points in self.table if points]
        names = ("first", "second", "third")
        return How(BY_PLACE[len(worth) - 1], self.rule, dict(zip(names, worth, strict=False)))


BY_PLACE = (
    gettext_noop("%(first)s for the most; shared if level"),
    gettext_noop("%(first)s for the most, then %(second)s; shared if level"),
    gettext_noop("%(first)s for the most, then %(second)s and %(third)s; shared if level"),
)
"""By how many places bring points, less one."""


class CloseSecond(Struct, frozen=True):
    """Of two players the second gets half of ``first`` when at most ``close`` behind."""

    first: int
    close: int
    rule: str

    def points(self, counts: Sequence[int]) -> list[int]:
        """Points by seat."""
        return close_second(counts, self.first, close=self.close)

    def how(self) -> How:
        """The points of both, and how far behind the second may be."""
        text = gettext_noop(
            "%(first)s for the most; %(half)s if level, or behind by at most %(close)s"
        )
        params = {"first": self.first, "half": self.first // 2, "close": self.close}
        return How(text, self.rule, params)


class ByThreshold(Struct, frozen=True):
    """Points for having reached a number; ``table`` has three, the highest first."""

    table: tuple[tuple[int, int], ...]
    rule: str

    def points(self, counts: Sequence[int]) -> list[int]:
        """Points by seat."""
        return [threshold_points(count, self.table) for count in counts]

    def how(self) -> How:
        """The thresholds with their points."""
        (high, most), (middle, some), (low, least) = self.table
        text = gettext_noop(
            "%(most)s for %(high)s or more, %(some)s from %(middle)s, %(least)s from %(low)s"
        )
        highest, lower = {"high": high, "most": most}, {"middle": middle, "some": some}
        return How(text, self.rule, {**highest, **lower, "low": low, "least": least})


class NotCounted(Struct, frozen=True):
    """No points for any player."""

    rule: str

    def points(self, counts: Sequence[int]) -> list[int]:
        """Points by seat."""
        return [0] * len(counts)

    def how(self) -> How:
        """That there is nothing to count."""
        return How(gettext_noop("not counted in this game"), self.rule)


RankingScheme: TypeAlias = ByPlace | CloseSecond | ByThreshold | NotCounted
"""How players are compared for a line of the score sheet."""
