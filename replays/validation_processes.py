"""Validating in several processes, each with a database connection of its own.

The processes start from nothing and import Django first, so this module imports none of it. Each
takes a batch from its pipe, stores what comes out and sends it back; when the pipe is closed it
finishes what it has begun and ends.
"""

import multiprocessing
import signal
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING
from uuid import UUID

if TYPE_CHECKING:
    from replays.validation_batches import Outcome


class ProcessLost(Exception):
    """One of the processes has ended before its time; what it wrote to standard error says why."""

    def __init__(self) -> None:
        super().__init__("One of the processes ended without a result. What is done is kept.")


@contextmanager
def processes(number: int, database: str) -> Iterator[list[Connection]]:
    """Pipes to new processes. Whatever ends this, batches that were begun are finished."""
    # Started anew, not forked: a fork would share the connection of this process to the database.
    context = multiprocessing.get_context("spawn")
    pipes, started = [], []
    try:
        with _uninterrupted():
            for _ in range(number):
                ours, theirs = context.Pipe()
                process = context.Process(target=serve, args=(theirs, database))
                process.start()
                theirs.close()
                pipes.append(ours)
                started.append(process)
        yield pipes
    finally:
        with _uninterrupted():
            for pipe in pipes:
                pipe.close()
            for process in started:
                process.join()


def in_processes(
    pipes: Sequence[Connection], batches: Iterable[list[UUID]], run: UUID
) -> Iterator[list["Outcome"]]:
    """The outcomes of batches, in the order in which they are done. Raises ProcessLost."""
    left, busy = iter(batches), list(pipes)
    for pipe in pipes:
        _give(pipe, next(left, None), run, busy)
    while busy:
        ready = [pipe for pipe in wait(busy) if isinstance(pipe, Connection)]
        for pipe in ready:
            try:
                done = pipe.recv()
            except (EOFError, OSError):
                raise ProcessLost from None
            _give(pipe, next(left, None), run, busy)
            yield done


def _give(pipe: Connection, batch: list[UUID] | None, run: UUID, busy: list[Connection]) -> None:
    if batch is None:
        busy.remove(pipe)
    else:
        pipe.send((batch, run))


def serve(pipe: Connection, database: str) -> None:
    """What one process does: it takes the database that the first one uses, and its batches."""
    import django  # noqa: PLC0415

    django.setup()
    from django.db import connection  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from replays.validation_batches import validate_batch  # noqa: PLC0415

    connection.settings_dict["NAME"] = database
    try:
        while True:
            batch, run = pipe.recv()
            pipe.send(validate_batch(batch, run=run, clock=timezone.now))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        connection.close()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C is not heard in here, nor ever by processes that are started in here."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
