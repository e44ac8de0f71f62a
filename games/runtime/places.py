"""Places: how many processes may do something at the same time, counted over all of them.

A place is an advisory lock of PostgreSQL, so it is free when its process is gone. On SQLite, where
one process does everything, a place is a lock of that process.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from threading import Lock
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.backends.utils import CursorWrapper

LONG_JOBS: Final = 0x636F636A6F6273
"""The number of the first place for validations and imports; the others follow it."""
MAIL: Final = 0x636F636D61696C
"""The number of the one place for sending mail."""
PICTURES: Final = 0x636F637069637473
"""The number of the one place for drawing pictures and animations."""

HELD: Final = timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT + 60)
"""How long a place is held at most: when a machine vanishes, nothing may tell PostgreSQL of it."""

_of_this_process: Final[dict[int, Lock]] = {}


@contextmanager
def place(first: int, count: int = 1) -> Iterator[bool]:
    """Whether one of ``count`` places is free, numbered from ``first``; it does not wait for one.

    The place is held until the end of the block, or of the process.
    """
    numbers = range(first, first + max(1, count))
    with _locked_here(numbers) if connection.vendor != "postgresql" else _locked(numbers) as free:
        yield free


@contextmanager
def _locked(numbers: range) -> Iterator[bool]:
    """By a connection of its own: the transaction that holds the lock is open all the time, and
    poolers of connections keep transactions together. It is idle for longer than others may be.
    """
    holding = connection.copy()
    holding.set_autocommit(False)
    try:
        with holding.cursor() as cursor:
            milliseconds = HELD // timedelta(milliseconds=1)
            cursor.execute(f"SET LOCAL idle_in_transaction_session_timeout = {milliseconds:d}")
            yield any(_try_lock(cursor, number) for number in numbers)
    finally:
        # So that the place is free once the block is left: the server notes later that a connection
        # was closed.
        with suppress(DatabaseError):
            holding.rollback()
        holding.close()


def _try_lock(cursor: CursorWrapper, number: int) -> bool:
    cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [number])
    return bool(cursor.fetchone()[0])


@contextmanager
def _locked_here(numbers: range) -> Iterator[bool]:
    for number in numbers:
        lock = _of_this_process.setdefault(number, Lock())
        if lock.acquire(blocking=False):
            try:
                yield True
            finally:
                lock.release()
            return
    yield False
