"""A bound on what all clients of a process hold together; the caller with most gives way.

A client that sends without pauses, and reads what it gets, is done before it is the oldest of an
address that has most. So one address, however many connections it opens, takes room from itself.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(eq=False)
class Holding:
    """What one request holds: ``size`` in bytes; ``ended`` when it had to give way."""

    shares: "Shares"
    caller: str
    size: int = 0
    ended: bool = False
    deadline: asyncio.Timeout | None = field(default=None, repr=False)

    def add(self, size: int) -> bool:
        """Hold more, if others or this one's caller can give way; whether it may."""
        return not self.ended and self.shares.add(self, size)

    @contextmanager
    def can_be_ended(self, deadline: asyncio.Timeout) -> Iterator[None]:
        """While this lasts, the deadline may be set to now, and ``ended`` says that it was."""
        self.deadline = deadline
        self.shares.admit(self)
        try:
            yield
        finally:
            self.settle()

    def settle(self) -> None:
        """It cannot be ended any more, until the end of its block."""
        self.deadline = None
        self.shares.settle(self)


class Shares:
    """At most so many that can be ended at once, and so many bytes of all together."""

    def __init__(self, *, most: int, held: int) -> None:
        self.size = 0
        self._most, self._held = most, held
        self._open: dict[Holding, None] = {}
        """Those that can be ended, the oldest first."""
        self._sizes: Counter[str] = Counter()
        """Bytes of each caller, also of what cannot be ended."""

    @contextmanager
    def holding(self, caller: str) -> Iterator[Holding]:
        """The share of a request of this caller until the end of the block."""
        held = Holding(self, caller)
        try:
            yield held
        finally:
            self._empty(held)

    def admit(self, held: Holding) -> None:
        """One more; the oldest of the caller with most connections gives way to it."""
        self._open[held] = None
        if len(self._open) > self._most:
            numbers = Counter(one.caller for one in self._open)
            self._end(self._of_greatest(numbers, lambda _: True))

    def settle(self, held: Holding) -> None:
        """It cannot be ended any more."""
        self._open.pop(held, None)

    def add(self, held: Holding, size: int) -> bool:
        """Whether there is room for so many bytes more; the caller with most makes it."""
        held.size += size
        self.size += size
        self._sizes[held.caller] += size
        if self.size > self._held and self.size - self._can_go(held) <= self._held:
            while self.size > self._held:
                self._end(self._of_greatest(self._sizes, lambda one: bool(one.size)))
        if held.ended or self.size > self._held:
            self._empty(held)
            return False
        return True

    def _can_go(self, asking: Holding) -> int:
        """Bytes that can be ended; those of the present caller are refused in the same way."""
        return sum(one.size for one in self._open if one is not asking)

    def _of_greatest(self, weights: Counter[str], counts: Callable[[Holding], bool]) -> Holding:
        """Of those that count and can be ended: the oldest of the caller that weighs most."""
        # Of equals, max returns the first.
        return max(filter(counts, self._open), key=lambda one: weights[one.caller])

    def _end(self, held: Holding) -> None:
        """Its bytes go with its file, which its task closes as soon as it runs."""
        held.ended = True
        self._empty(held)
        self._open.pop(held, None)
        if held.deadline is not None and not held.deadline.expired():
            held.deadline.reschedule(asyncio.get_running_loop().time())

    def _empty(self, held: Holding) -> None:
        self.size -= held.size
        self._sizes[held.caller] -= held.size
        if not self._sizes[held.caller]:
            del self._sizes[held.caller]
        held.size = 0
