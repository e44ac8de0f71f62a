"""What the engine costs alone: one listing, and deciding a whole game again."""

from statistics import median
from typing import Final

from benchmarks.engine import BENCHMARKS, Corpus
from benchmarks.goals import Goal, encoded
from benchmarks.measure import cpu_times
from simulation.tables import percentile

LISTING_MS: Final = 0.25
DECIDING_MS: Final = 2.5


def run(name: str | None = None) -> bytes:
    """The rows as JSON."""
    corpus, by_name = Corpus(), {one.name: one for one in BENCHMARKS}
    listing, deciding, random = (
        cpu_times(by_name[kind].thunks(corpus), rounds=by_name[kind].rounds)
        for kind in ("list", "decide", "play")
    )
    return encoded(
        "engine",
        [
            Goal("one listing, p99", "ms", _p99(listing), target=LISTING_MS, judged="most"),
            Goal(
                "decide a whole game again, with digests",
                "ms",
                median(deciding) / 1e6,
                target=DECIDING_MS,
                judged="most",
            ),
            Goal("random game, all moves listed", "ms", median(random) / 1e6),
        ],
    )


def _p99(nanoseconds: list[float]) -> float:
    return percentile(nanoseconds, 99) / 1e6
