"""Turns of callers at something that one request of a process does at a time."""

import time
from collections.abc import Callable
from threading import Condition
from typing import Final

MOST_KNOWN: Final = 1000
"""Callers whose last turn is remembered."""


class Turns:
    """One request has the turn; of the callers that wait, next is who had it longest ago.

    So a caller that asks again and again cannot keep others away. One request of a caller has the
    turn or waits for it. Where more than ``most_waiting`` would wait, who had it last is refused.
    """

    def __init__(self, most_waiting: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most_waiting = most_waiting
        self._clock = clock
        self._changed = Condition()
        self._holder: str | None = None
        self._waiting: dict[str, object] = {}
        self._left_at: dict[str, float] = {}

    def take(self, caller: str, seconds: float) -> bool:
        """Whether the caller has the turn now, after at most ``seconds`` of waiting for it."""
        with self._changed:
            if self._holder is None and not self._waiting:
                self._holder = caller
                return True
            if seconds <= 0 or caller == self._holder or caller in self._waiting:
                return False
            ticket = self._waiting[caller] = object()
            if len(self._waiting) > self._most_waiting:
                # Of those who never had a turn, or left at the same moment, who came last.
                last = max(reversed(self._waiting), key=self._last_turn)
                del self._waiting[last]
                self._changed.notify_all()
            return self._wait(caller, ticket, seconds)

    def leave(self) -> None:
        """Let the next caller have the turn. Any thread may call it."""
        with self._changed:
            if self._holder is not None:
                self._left_at.pop(self._holder, None)
                self._left_at[self._holder] = self._clock()
                if len(self._left_at) > MOST_KNOWN:
                    del self._left_at[next(iter(self._left_at))]
            self._holder = None
            self._changed.notify_all()

    def _wait(self, caller: str, ticket: object, seconds: float) -> bool:
        def refused() -> bool:
            return self._waiting.get(caller) is not ticket

        def next_one() -> bool:
            return self._holder is None and min(self._waiting, key=self._last_turn) == caller

        self._changed.wait_for(lambda: refused() or next_one(), seconds)
        if refused():
            return False
        free = next_one()
        del self._waiting[caller]
        if free:
            self._holder = caller
        else:  # another one may be next now
            self._changed.notify_all()
        return free

    def _last_turn(self, caller: str) -> float:
        return self._left_at.get(caller, 0.0)
