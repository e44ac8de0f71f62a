"""Reads of a tournament whose pages have computed for long get one thread for all of them.

Hardly any has such pages: it takes 256 players, or thousands of rulings. Standings and what
a ruling has changed are a second of CPU there, and everybody may ask for them. Eight addresses that
did had all cores, and others got no answer in time. Which tournaments these are shows when they
are asked for, so each process finds out by itself.

Until it has, twelve addresses that asked for large ones had all threads. So of reads that it has
not answered yet a process begins few at a time.
"""

import re
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from threading import Lock
from typing import Final, Protocol, TypeVar

from caledonia.callers import Environ
from caledonia.fair_shares import READING
from caledonia.threads import NoThreadFree
from games.runtime.in_flight import InFlight


class WithStatus(Protocol):
    """An answer, as far as it matters here."""

    @property
    def status(self) -> int:
        """Of HTTP."""


A = TypeVar("A", bound=WithStatus)
K = TypeVar("K", bound=Hashable)

SECONDS: Final = 10.0
"""How long such a request may wait for those before it; half of what the proxy waits."""
LONG: Final = 0.4
"""Seconds of CPU of an answer from which on those about the same tournament take turns."""
KEPT: Final = 600.0
"""For how many seconds they do, after the last answer that took so long."""
MOST_KNOWN: Final = 1000
FIRST_READS: Final = 3
"""How many reads that nobody has made before are answered at once, each for another address."""
FIRST_SECONDS: Final = 5.0
"""How long one may wait for those before it; then it may have to wait for ``SECONDS``, too."""
MOST_QUICK: Final = 10_000
WHOLE: Final = 200
"""The status of an answer for which all was computed."""
TOURNAMENT: Final = re.compile(r"(?:/api/v1)?/tournaments/([0-9a-f-]{36})(?:/.*)?")


class CostlyReads:
    """The tournaments about which a process has lately computed for long, by id."""

    def __init__(self, *, clock: Callable[[], float] = time.thread_time) -> None:
        self._clock = clock
        self._lock = Lock()
        self._until: OrderedDict[str, float] = OrderedDict()
        self._quick: OrderedDict[int, float] = OrderedDict()
        self._first = InFlight()

    def is_one(self, environ: Environ) -> bool:
        """Whether a request reads such a tournament."""
        read = read_by(environ)
        with self._lock:
            return read is not None and self._until.get(read, 0.0) > time.monotonic()

    def is_first(self, environ: Environ) -> bool:
        """Whether a request reads a tournament in a way of which nobody knows what it takes."""
        if read_by(environ) is None or self.is_one(environ):
            return False
        with self._lock:
            return self._quick.get(_address(environ), 0.0) <= time.monotonic()

    @asynccontextmanager
    async def turn(self, environ: Environ, caller: str) -> AsyncIterator[None]:
        """Until the end of the block, one of few first reads. Raises NoThreadFree.

        What is no first read waits for nothing. Of those that wait, the second of a caller comes
        after the first of everybody.
        """
        if not self.is_first(environ):
            yield
            return
        own = f"caller {caller}"
        most = {"": FIRST_READS, own: 1}
        behind = self._first.waiting(own)
        if not await self._first.enter(most, rooms={}, seconds=FIRST_SECONDS, behind=behind):
            raise NoThreadFree
        try:
            yield
        finally:
            self._first.leave(most)

    def measured(self, environ: Environ, answer: Callable[[], A]) -> A:
        """What ``answer`` returns or raises; notes how long this thread computes in it."""
        read = read_by(environ)
        if read is None:
            return answer()
        began, given = self._clock(), None
        try:
            given = answer()
            return given
        finally:
            if self._clock() - began >= LONG:
                self._note(self._until, read, MOST_KNOWN)
            elif given is not None and given.status == WHOLE:
                self._note(self._quick, _address(environ), MOST_QUICK)

    def _note(self, known: OrderedDict[K, float], key: K, most: int) -> None:
        with self._lock:
            known[key] = time.monotonic() + KEPT
            known.move_to_end(key)
            if len(known) > most:
                known.popitem(last=False)


def _address(environ: Environ) -> int:
    """What stands for the address of a request with its query, however long that is."""
    return hash((environ.get("PATH_INFO", ""), environ.get("QUERY_STRING", "")))


def read_by(environ: Environ) -> str | None:
    """The id of the tournament that a request reads."""
    if environ.get("REQUEST_METHOD") not in READING:
        return None
    found = TOURNAMENT.fullmatch(environ.get("PATH_INFO", ""))
    return found and found[1]
