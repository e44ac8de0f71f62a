"""Work on batches in several processes, each with a database connection of its own."""

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar

import django
from django.db import connection

Batch = TypeVar("Batch")
Done = TypeVar("Done")


class ProcessLost(Exception):
    """One of the processes has ended before its time; what it wrote to standard error says why."""

    def __init__(self) -> None:
        super().__init__("One of the processes ended without a result. What is done is kept.")


@contextmanager
def processes(number: int, database: str) -> Iterator[ProcessPoolExecutor]:
    """New processes that use this database. When this ends, they finish the batches they began."""
    # Started anew, not forked: a fork would share the connection of this process to the database.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(number, context, initializer=prepare, initargs=(database,))
    try:
        yield pool
    finally:
        with _uninterrupted():
            pool.shutdown(cancel_futures=True)


def in_processes(
    pool: ProcessPoolExecutor,
    number: int,
    work: Callable[[Batch], Done],
    batches: Iterable[Batch],
) -> Iterator[Done]:
    """What ``work`` returns for batches, in the order in which they are done. Raises ProcessLost.

    Each of the ``number`` processes is given the next batch when it has finished one, so that not
    many are begun when the run is interrupted.
    """
    left = iter(batches)
    try:
        with _uninterrupted():  # these start the processes
            out: set[Future[Done]] = {pool.submit(work, one) for one in islice(left, number)}
        while out:
            done, out = wait(out, return_when=FIRST_COMPLETED)
            out |= {pool.submit(work, one) for one in islice(left, len(done))}
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise ProcessLost from None


def prepare(database: str) -> None:
    """What one process does first: it takes the database that the first one uses."""
    django.setup()
    connection.settings_dict["NAME"] = database


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ignore Ctrl-C in here, and for good in processes that are started in here."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
