"""How much CPU time and memory a parser takes, and how both grow with its input.

A row of a table is a ``Case``; the test of a table is one line, ``check(case)``. A web process
cannot stop its own Python code, so what a parser may cost is held here instead.
"""

import gc
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

RATIO: Final = 2.3
"""The most that doubling an input may multiply a cost by; what is linear doubles it."""
SHORTEST: Final = 0.02
"""CPU seconds that do no harm, and of which noise is a large part: ratios count from here."""
SMALLEST: Final = 2
"""The same for memory, in MiB: hash tables grow by leaps."""
RUNS: Final = 2
MOST_RUNS: Final = 12
"""Other processes make a run slower, never faster, so a bad time is measured again."""
STEPS: Final = 200_000
USUAL: Final = 0.005
"""CPU seconds of so many steps of a loop on the machine for which the ceilings are written."""
MOST_SLOWNESS: Final = 4
MIB: Final = 1024 * 1024


@dataclass(frozen=True)
class Case:
    """One worst input of one parser.

    ``build(size)`` makes the input, ``parse(input)`` reads it; ``largest`` is the size of the
    largest input that the door lets in, in units that the case chooses (usually bytes).
    ``refused`` is what the parser must raise; without it the parser must succeed. ``seconds`` of
    CPU and ``mebibytes`` at the peak are the ceilings for one call at the largest size; that of CPU
    is higher on a machine that is slow now.
    """

    name: str
    build: Callable[[int], Any]
    parse: Callable[[Any], object]
    largest: int
    seconds: float = 0.1
    mebibytes: float = 8
    refused: type[Exception] | tuple[type[Exception], ...] | None = None

    def __str__(self) -> str:
        return self.name


def check(case: Case) -> None:
    """Assert that a case stays below its ceilings and grows at most linearly."""
    half, full = case.build(case.largest // 2), case.build(case.largest)
    # What is made only once is made by now.
    _call(case, half)
    peak = _peak(case, full)
    assert peak <= case.mebibytes, f"{case}: {peak:.1f} MiB of {case.mebibytes}"
    # Otherwise it is not too much, whatever half of it takes.
    if peak > RATIO * SMALLEST:
        before = max(_peak(case, half), SMALLEST)
        assert peak <= RATIO * before, (
            f"{case}: {before:.1f} MiB at half the size, {peak:.1f} at full"
        )
    at_half = at_full = float("inf")
    for run in range(MOST_RUNS):
        at_half = min(at_half, _seconds(case, half))
        at_full = min(at_full, _seconds(case, full))
        linear = at_full <= RATIO * max(at_half, SHORTEST)
        # One run is enough to know that an input costs next to nothing, or far too much.
        if at_full < SHORTEST or at_full > 4 * case.seconds:
            break
        if run + 1 >= RUNS and linear and at_full <= case.seconds:
            break
    if at_full > case.seconds:
        ceiling = case.seconds * _slowness()
        assert at_full <= ceiling, f"{case}: {at_full:.3f} s of CPU, where {ceiling:.4f} may be"
    assert linear, f"{case}: {at_half:.4f} s of CPU at half the size, {at_full:.4f} s at full size"


def _slowness() -> float:
    """How many times as long as usual this machine takes for the same steps now, 1 at least."""
    taken = float("inf")
    for _ in range(RUNS):
        started = time.process_time()
        for _step in range(STEPS):
            pass
        taken = min(taken, time.process_time() - started)
    return min(max(1.0, taken / USUAL), MOST_SLOWNESS)


def _call(case: Case, given: Any) -> None:
    """Parse once, and see that it ends as it should."""
    if case.refused is None:
        case.parse(given)
        return
    try:
        case.parse(given)
    except case.refused:
        return
    raise AssertionError(f"{case.name}: was taken, not refused")


def _seconds(case: Case, given: Any) -> float:
    """CPU seconds of one call, all threads of this process together."""
    gc.disable()
    try:
        started = time.process_time()
        _call(case, given)
        return time.process_time() - started
    finally:
        gc.enable()


def _peak(case: Case, given: Any) -> float:
    """The most MiB that a call has at a time, without its input and what is made only once."""
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        _call(case, given)
        _, most = tracemalloc.get_traced_memory()
        return (most - before) / MIB
    finally:
        tracemalloc.stop()
