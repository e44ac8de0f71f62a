"""Reads of a tournament whose pages have computed for long get one thread for all of them.

Hardly any has such pages: it takes 256 players, or thousands of rulings. Standings and what
a ruling has changed are a second of CPU there, and everybody may ask for them. Eight addresses that
did had all cores, and others got no answer in time. Which tournaments these are shows when they
are asked for, so each process finds out by itself.
"""

import re
import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final, TypeVar

from caledonia.callers import Environ
from caledonia.fair_shares import READING

T = TypeVar("T")

SECONDS: Final = 10.0
"""How long such a request may wait for those before it; half of what the proxy waits."""
LONG: Final = 0.4
"""Seconds of CPU of an answer from which on those about the same tournament take turns."""
KEPT: Final = 600.0
"""For how many seconds they do, after the last answer that took so long."""
MOST_KNOWN: Final = 1000
TOURNAMENT: Final = re.compile(r"(?:/api/v1)?/tournaments/([0-9a-f-]{36})(?:/.*)?")


class CostlyReads:
    """The tournaments about which a process has lately computed for long, by id."""

    def __init__(self, *, clock: Callable[[], float] = time.thread_time) -> None:
        self._clock = clock
        self._lock = Lock()
        self._until: OrderedDict[str, float] = OrderedDict()

    def is_one(self, environ: Environ) -> bool:
        """Whether a request reads such a tournament."""
        read = read_by(environ)
        with self._lock:
            return read is not None and self._until.get(read, 0.0) > time.monotonic()

    def measured(self, environ: Environ, answer: Callable[[], T]) -> T:
        """What ``answer`` returns or raises; notes how long this thread computes in it."""
        read = read_by(environ)
        if read is None:
            return answer()
        began = self._clock()
        try:
            return answer()
        finally:
            if self._clock() - began >= LONG:
                self._note(read)

    def _note(self, read: str) -> None:
        with self._lock:
            self._until[read] = time.monotonic() + KEPT
            self._until.move_to_end(read)
            if len(self._until) > MOST_KNOWN:
                self._until.popitem(last=False)


def read_by(environ: Environ) -> str | None:
    """The id of the tournament that a request reads."""
    if environ.get("REQUEST_METHOD") not in READING:
        return None
    found = TOURNAMENT.fullmatch(environ.get("PATH_INFO", ""))
    return found and found[1]
