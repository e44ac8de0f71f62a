"""How many requests of one caller a process answers at once, so that it has threads for others."""

import time
from collections import Counter
from collections.abc import Mapping
from threading import Condition


class InFlight:
    """The requests that one process is answering, counted by those who asked for them.

    A request may count for several callers: its user, and all who share the address. Of those that
    are too many a few wait for a moment, since a browser asks for several parts of a page at once;
    of one caller always one fewer than of all together.
    """

    def __init__(self) -> None:
        self._changed = Condition()
        self._running: Counter[str] = Counter()
        self._waiting: Counter[str] = Counter()

    def enter(self, most: Mapping[str, int], *, waiting: int, seconds: float) -> bool:
        """Begin a request of all these callers, each of whom may have so ``most`` at once.

        False when it has to stay outside: ``waiting`` wait already, or ``seconds`` have passed.
        """
        with self._changed:
            if self._has_room(most):
                self._running.update(most.keys())
                return True
            if not self._may_wait(most, waiting):
                return False
            self._waiting.update(most.keys())
            try:
                return self._wait(most, time.monotonic() + seconds)
            finally:
                self._take(self._waiting, most)

    def leave(self, callers: Mapping[str, int]) -> None:
        """End a request that was let in for these callers."""
        with self._changed:
            self._take(self._running, callers)
            self._changed.notify_all()

    def waiting(self) -> int:
        """How many wait now, of all callers."""
        with self._changed:
            return self._all_waiting()

    def _wait(self, most: Mapping[str, int], until: float) -> bool:
        while not self._has_room(most):
            left = until - time.monotonic()
            if left <= 0:
                return False
            self._changed.wait(left)
        self._running.update(most.keys())
        return True

    def _has_room(self, most: Mapping[str, int]) -> bool:
        return all(not number or self._running[caller] < number for caller, number in most.items())

    def _may_wait(self, most: Mapping[str, int], waiting: int) -> bool:
        # Each has an address among its callers, so those of one address are all of it.
        own = max(self._waiting[caller] for caller in most)
        return self._all_waiting() < waiting and own < max(1, waiting - 1)

    def _all_waiting(self) -> int:
        return sum(number for caller, number in self._waiting.items() if is_address(caller))

    @staticmethod
    def _take(counts: Counter[str], callers: Mapping[str, int]) -> None:
        counts.subtract(callers.keys())
        for caller in callers:
            if not counts[caller]:
                del counts[caller]


def is_address(caller: str) -> bool:
    """Whether a caller is everybody at an address, not one user."""
    return caller.startswith("address-")
