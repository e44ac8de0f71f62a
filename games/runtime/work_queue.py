"""The queue of a server without workers: one thread that runs one task after the other."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from threading import Condition, Thread, main_thread
from typing import Final

log = logging.getLogger(__name__)

Work = Callable[[], object]
PATIENCE: Final = 1.0
"""Seconds that the next work waits at most for other writers."""


class WorkQueue:
    """Tasks in the order in which they came; those that are ``first`` go in front of the rest.

    Its thread begins when there is work and ends with the queue empty, or with the server: the game
    that was left is found by the next visit. ``closing`` is called when the thread ends.

    SQLite has one writer at a time and no queue: without ``ahead`` a thread that writes all the
    time keeps others from it for seconds.
    """

    def __init__(self, *, closing: Callable[[], None]) -> None:
        self._closing = closing
        self._changed = Condition()
        self._ahead = 0
        self._waiting: tuple[OrderedDict[Hashable, Work], ...] = (OrderedDict(), OrderedDict())
        self._thread: Thread | None = None

    def add(self, name: Hashable, work: Work, *, first: bool = True) -> None:
        """Put work at the end of its queue, unless work of this name waits there already."""
        in_context = partial(copy_context().run, work)
        with self._changed:
            self._waiting[not first].setdefault(name, in_context)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="work-queue")
                self._thread.start()

    @contextmanager
    def ahead(self) -> Iterator[None]:
        """No other work begins while this block runs, for ``PATIENCE`` at least."""
        with self._changed:
            self._ahead += 1
        try:
            yield
        finally:
            with self._changed:
                self._ahead -= 1
                self._changed.notify_all()

    def wait(self) -> None:
        """Wait until nothing is left, for tests."""
        while (thread := self._thread) is not None:
            thread.join()

    def attempt(self, work: Work) -> None:
        """Do work; what it raises is logged."""
        try:
            work()
        except Exception:
            log.exception("a background task failed")

    def _run(self) -> None:
        try:
            while (work := self._next()) is not None:
                self.attempt(work)
        finally:
            self._closing()

    def _next(self) -> Work | None:
        with self._changed:
            self._changed.wait_for(lambda: not self._ahead, PATIENCE)
            waiting = next((one for one in self._waiting if one), None)
            if waiting is not None and main_thread().is_alive():
                return waiting.popitem(last=False)[1]
            self._thread = None
            return None
