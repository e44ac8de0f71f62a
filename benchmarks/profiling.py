"""Where the time goes."""

import cProfile
import pstats
from collections.abc import Sequence

from benchmarks.measure import Thunk

LINES = 30


def profile(thunks: Sequence[Thunk], *, rounds: int) -> None:
    """Call everything once to warm up, then ``rounds`` times, and print the costliest functions."""
    for thunk in thunks:
        thunk()
    profiler = cProfile.Profile()
    for _ in range(rounds):
        for thunk in thunks:
            profiler.runcall(thunk)
    print_profile(profiler)


def print_profile(profiler: cProfile.Profile) -> None:
    """Print the functions that cost most by themselves, then with what they call."""
    stats = pstats.Stats(profiler).strip_dirs()
    stats.sort_stats("tottime").print_stats(LINES)
    stats.sort_stats("cumtime").print_stats(LINES)
