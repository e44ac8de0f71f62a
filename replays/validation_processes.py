"""Validating in several processes, each with a database connection of its own.

The processes start from nothing and import Django first, so this module imports none of it.
"""

import multiprocessing
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from typing import TYPE_CHECKING
from uuid import UUID

if TYPE_CHECKING:
    from replays.validation_batches import Outcome


def begin(database: str) -> None:
    """What a new process does first: it takes the database that the first one uses."""
    import django  # noqa: PLC0415

    django.setup()
    from django.db import connection  # noqa: PLC0415

    connection.settings_dict["NAME"] = database


def validate(game_ids: list[UUID], run: UUID) -> list["Outcome"]:
    """One batch, in a process of the pool."""
    from django.utils import timezone  # noqa: PLC0415

    from replays.validation_batches import validate_batch  # noqa: PLC0415

    return validate_batch(game_ids, run=run, clock=timezone.now)


@contextmanager
def pool(processes: int, database: str) -> Iterator[ProcessPoolExecutor]:
    """Processes for batches. Whatever ends this, those that were begun are finished."""
    # Started anew, not forked: a fork would share the connections of this process.
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(processes, context, begin, (database,))
    try:
        yield executor
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def in_processes(
    executor: ProcessPoolExecutor, batches: Sequence[list[UUID]], run: UUID
) -> Iterator[list["Outcome"]]:
    """The outcomes of batches, in the order in which they are done."""
    with _uninterrupted():
        futures = [executor.submit(validate, batch, run) for batch in batches]
    for future in as_completed(futures):
        yield future.result()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Processes that start in here never hear Ctrl-C, which is for the first one alone."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
