"""Metrics for operators.

Labels are words out of closed lists: no ids, names or addresses. With ``PROMETHEUS_MULTIPROC_DIR``
several processes of one machine add up; without it each process reports its own.
"""

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)

from games import engine
from games.errors import GameError, StaleVersion
from games.runtime import environment

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
DIRECTORY: Final = "PROMETHEUS_MULTIPROC_DIR"

# The first number that is made opens a file there.
environment.new_directory(DIRECTORY)

MOVES: Final = Counter(
    "caledonia_moves_accepted", "Moves that were stored, also those taken back.", ["origin", "kind"]
)
REFUSED: Final = Counter("caledonia_moves_refused", "Moves that were refused, by code.", ["code"])
CONFLICTS: Final = Counter("caledonia_conflicts", "Moves refused as stale (409).")
STEPS: Final = Counter("caledonia_steps", "Steps that games took by themselves.", ["kind"])
ROUND_ENDS: Final = Counter("caledonia_round_ends", "Rounds that were scored.")
ROUND_END_SECONDS: Final = Histogram(
    "caledonia_round_end_seconds",
    "From the event that left a game to itself until its steps were committed.",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30, 60, 120),
)
SUBSCRIBERS: Final = Gauge(
    "caledonia_stream_subscribers",
    "Streams that are open now.",
    ["kind"],
    multiprocess_mode="livesum",
)
REQUEST_SECONDS: Final = Histogram(
    "caledonia_request_seconds",
    "Time to answer a request.",
    ["method", "route"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
DROPPED: Final = Counter(
    "caledonia_redis_dropped",
    "Values in Redis that this server did not write: task, cache entry, hint, key (its type).",
    ["kind"],
)
REPLICA_READS: Final = Counter(
    "caledonia_replica_reads",
    "What may be read from a replica, and whether it was: replica, behind, away, skipped.",
    ["source"],
)
RESPONSES: Final = Counter(
    "caledonia_responses", "Answers to requests.", ["method", "route", "status"]
)


def appended(events: Sequence[tuple[str, str]], *, after: datetime | None) -> None:
    """Count committed events, each an origin and a kind.

    ``after`` is when the event before them was recorded, if there is one.
    """
    for origin, kind in events:
        if origin != "game":
            MOVES.labels(origin, kind).inc()
            continue
        STEPS.labels(kind).inc()
        if kind == "scoring":
            ROUND_ENDS.inc()
    if after is not None and events and events[0][0] == "game":
        # Clocks of two machines may differ.
        ROUND_END_SECONDS.observe(max(0.0, time.time() - after.timestamp()))


@contextmanager
def refusals() -> Iterator[None]:
    """Count what the block refuses, and let it be refused."""
    try:
        yield
    except StaleVersion:
        CONFLICTS.inc()
        raise
    except engine.IllegalMove as refused:
        REFUSED.labels(refused.code).inc()
        raise
    except engine.NotYourDecision:
        REFUSED.labels("not_your_decision").inc()
        raise
    except GameError as refused:
        REFUSED.labels(refused.code).inc()
        raise


@contextmanager
def subscribed(kind: str) -> Iterator[None]:
    """Count a stream as open while the block runs; ``kind`` is one of its feeds."""
    gauge = SUBSCRIBERS.labels(kind)
    gauge.inc()
    try:
        yield
    finally:
        gauge.dec()


def exposition() -> bytes:
    """All of it as text, of this process or of all that share the directory."""
    if not os.environ.get(DIRECTORY):
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def gauge(name: str, meaning: str, value: float) -> bytes:
    """One number that was looked up just now, as text."""
    registry = CollectorRegistry()
    Gauge(name, meaning, registry=registry).set(value)
    return generate_latest(registry)


def begin() -> None:
    """Forget what an earlier start has left. In the parent, before it has children."""
    if directory := os.environ.get(DIRECTORY):
        for file in Path(directory).glob("*.db"):
            if not file.stem.endswith(f"_{os.getpid()}"):
                file.unlink(missing_ok=True)


def process_ended(pid: int) -> None:
    """Take what a process was doing out of the sums; what it has done stays in."""
    if os.environ.get(DIRECTORY):
        multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]
