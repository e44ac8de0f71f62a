"""The table of goals: what things cost beside a ceiling that is measured in the same minute.

A ceiling is the least that anything of this kind can cost here, such as a bare view that inserts a
row, or the same work done by another program. Rows come from the modules of ``benchmarks.rows``.
"""

from collections.abc import Callable, Sequence
from statistics import median
from typing import Literal

import msgspec
from msgspec import Struct

from benchmarks.measure import Thunk, cpu_times, number
from simulation.text import table

Judged = Literal["throughput", "share", "most", "report"]
"""How a row is judged: its throughput is at least ``target`` percent of the ceiling's; its cost is
at most ``target`` percent of the ceiling's; it is at most ``target``; not at all."""


class Goal(Struct, frozen=True, omit_defaults=True):
    """What one thing costs (the median, or ``p99``), its ceiling's cost, and its target."""

    what: str
    unit: str
    found: float
    ceiling: float | None = None
    target: float | None = None
    judged: Judged = "report"

    @property
    def percent(self) -> float | None:
        """The throughput beside the ceiling's, or the cost beside it, as the target means it."""
        if not self.ceiling:
            return None
        parts = self.found / self.ceiling if self.judged == "share" else self.ceiling / self.found
        return 100 * parts

    @property
    def reached(self) -> bool | None:
        """Whether the target is reached; None for what is only reported."""
        if self.target is None or self.judged == "report":
            return None
        if self.judged == "most":
            return self.found <= self.target
        if self.percent is None:
            return None
        found = self.percent
        return found <= self.target if self.judged == "share" else found >= self.target


class Rows(Struct, frozen=True):
    """The rows of one module: what is measured with which stores."""

    stores: str
    goals: list[Goal]


def beside(
    ceiling: Sequence[Thunk], ours: Sequence[Thunk], *, rounds: int = 1, warm: bool = True
) -> tuple[float, float]:
    """Milliseconds of CPU of both, medians; taken in turn, so that noise is for both alike."""
    thunks = [one for pair in zip(ceiling, ours, strict=True) for one in pair]
    times = cpu_times(thunks, rounds=rounds, warm=warm)
    return median(times[::2]) / 1e6, median(times[1::2]) / 1e6


def encoded(stores: str, goals: Sequence[Goal]) -> bytes:
    """What a module prints in its own process."""
    return msgspec.json.encode(Rows(stores, list(goals)))


def render(rows: Sequence[Rows]) -> str:
    """The printed table."""
    head = ["what", "stores", "found", "ceiling", "unit", "of the ceiling", "target", ""]
    return table(head, [_line(part.stores, goal) for part in rows for goal in part.goals])


def _line(stores: str, goal: Goal) -> list[str]:
    percent = goal.percent
    verdict = {None: "", True: "ok", False: "MISSED"}[goal.reached]
    return [
        *(goal.what, stores, number(goal.found)),
        "" if goal.ceiling is None else number(goal.ceiling),
        goal.unit,
        "" if percent is None else f"{percent:.0f} %{_OF.get(goal.judged, '')}",
        _target(goal),
        verdict,
    ]


_OF = {"throughput": " speed", "share": " cost"}


def _target(goal: Goal) -> str:
    if goal.target is None:
        return ""
    words: dict[Judged, Callable[[float], str]] = {
        "throughput": lambda target: f"least {target:.0f} %",
        "share": lambda target: f"most {target:.0f} %",
        "most": lambda target: f"most {number(target)}",
        "report": number,
    }
    return words[goal.judged](goal.target)
