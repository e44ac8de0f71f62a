"""Taking times, and what was found put beside its target."""

import gc
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Literal

from msgspec import Struct

from simulation.tables import percentile
from simulation.text import table

Thunk = Callable[[], object]
NANOSECONDS = {"µs": 1_000, "ms": 1_000_000}


class Figure(Struct, frozen=True, omit_defaults=True):
    """What was found of one thing; ``target`` is for the value that ``judged`` names.

    The most that it may be, unless ``judged`` is ``least``: then the least that the median may be.
    """

    what: str
    unit: str
    median: float
    p99: float | None = None
    samples: int = 1
    target: float | None = None
    judged: Literal["median", "p99", "least"] = "median"

    @property
    def verdict(self) -> str:
        """Whether the target was reached; empty without one."""
        if self.target is None:
            return ""
        if self.judged == "least":
            return "ok" if self.median >= self.target else "MISSED"
        found = self.p99 if self.judged == "p99" else self.median
        return "ok" if found is not None and found <= self.target else "MISSED"


def cpu_times(
    thunks: Sequence[Thunk], *, rounds: int, batch: int = 1, warm: bool = True
) -> list[float]:
    """Nanoseconds of this process's CPU time per call, in turn over all thunks.

    With ``warm`` one more round comes first and is not counted. A call that is short beside reading
    the clock is timed in a ``batch``.
    """
    clock = time.process_time_ns
    gc.collect()
    for thunk in thunks if warm else ():
        thunk()
    times = []
    for _ in range(rounds):
        for thunk in thunks:
            began = clock()
            for _ in range(batch):
                thunk()
            times.append((clock() - began) / batch)
    return times


def figure(
    what: str,
    unit: str,
    nanoseconds: Sequence[float],
    *,
    target: float | None = None,
    judged: Literal["median", "p99"] = "median",
) -> Figure:
    """The figure of times, in its unit."""
    scale = NANOSECONDS[unit]
    return Figure(
        what,
        unit,
        median=median(nanoseconds) / scale,
        p99=percentile(nanoseconds, 99) / scale,
        samples=len(nanoseconds),
        target=target,
        judged=judged,
    )


def render(figures: Sequence[Figure]) -> str:
    """The printed table."""
    head = ["what", "target", "median", "p99", "unit", "samples", ""]
    return table(head, [_row(figure) for figure in figures])


def _row(found: Figure) -> list[str]:
    target = "" if found.target is None else number(found.target)
    if target and found.judged != "median":
        target = f"{'p99' if found.judged == 'p99' else 'least'} {target}"
    p99 = "" if found.p99 is None else number(found.p99)
    samples = str(found.samples) if found.samples > 1 else ""
    return [
        *(found.what, target, number(found.median), p99),
        *(found.unit, samples, found.verdict),
    ]


def number(value: float) -> str:
    """A figure with as many digits as it needs."""
    if value == int(value):
        return str(int(value))
    return f"{value:.2f}" if value < 10 else f"{value:.1f}"
