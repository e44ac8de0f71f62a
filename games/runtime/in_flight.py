"""A limit on the concurrent requests of one caller in a process, so that others get threads.

All of it runs on one event loop: what waits here is a future, and takes no thread.
"""

import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count


@dataclass(eq=False)
class WaitingRequest:
    """A request that waits for others of its callers; ``let_in`` gives whether it may begin."""

    order: tuple[bool, int, int]
    most: Mapping[str, int]
    rooms: Mapping[str, int]
    let_in: asyncio.Future[bool] = field(repr=False)


class InFlight:
    """The requests that one process is answering, counted by caller.

    A request may count for several callers: its user, and all who share the address. Of those that
    are too many some wait for a moment, since a browser asks for several parts of a page at once,
    and a hundred people may share an address. They wait in rooms, each of which takes so many.
    """

    def __init__(self) -> None:
        self._numbers = count()
        self._running: Counter[str] = Counter()
        self._waiting: dict[str, dict[WaitingRequest, None]] = {}
        self._rooms: Counter[str] = Counter()

    async def enter(
        self,
        most: Mapping[str, int],
        *,
        rooms: Mapping[str, int],
        seconds: float,
        first: bool = False,
        behind: int = 0,
    ) -> bool:
        """Begin a request of all these callers, each of whom may have so ``most`` at once.

        False when it has to stay outside: at once when one of the ``rooms`` has as many as it
        takes, or after ``seconds``. Those that go ``first`` are let in before the others; of
        equals, who comes ``behind`` fewer.
        """
        if self._has_room(most):
            self._running.update(most.keys())
            return True
        if any(self._rooms[room] >= number for room, number in rooms.items()):
            return False
        loop = asyncio.get_running_loop()
        order = not first, behind, next(self._numbers)
        return await self._wait(WaitingRequest(order, most, rooms, loop.create_future()), seconds)

    def leave(self, callers: Mapping[str, int]) -> None:
        """End a request that was let in for these callers, and let in those that waited for it."""
        self._running.subtract(callers.keys())
        for caller in callers:
            if not self._running[caller]:
                del self._running[caller]
        concerned = {one for caller in callers for one in self._waiting.get(caller, ())}
        for one in sorted(concerned, key=lambda one: one.order):
            if not one.let_in.done() and self._has_room(one.most):
                self._running.update(one.most.keys())
                one.let_in.set_result(True)

    def waiting(self, caller: str) -> int:
        """How many requests of a caller wait now."""
        return len(self._waiting.get(caller, ()))

    async def _wait(self, one: WaitingRequest, seconds: float) -> bool:
        for caller in one.most:
            self._waiting.setdefault(caller, {})[one] = None
        self._rooms.update(one.rooms.keys())
        timer = one.let_in.get_loop().call_later(seconds, self._give_up, one)
        try:
            return await one.let_in
        except asyncio.CancelledError:
            if not one.let_in.cancelled() and one.let_in.result():
                self.leave(one.most)  # it was let in at the very moment
            raise
        finally:
            timer.cancel()
            self._forget(one)

    def _forget(self, one: WaitingRequest) -> None:
        self._rooms.subtract(one.rooms.keys())
        self._rooms += Counter()  # without those that are empty
        for caller in one.most:
            del self._waiting[caller][one]
            if not self._waiting[caller]:
                del self._waiting[caller]

    @staticmethod
    def _give_up(one: WaitingRequest) -> None:
        if not one.let_in.done():
            one.let_in.set_result(False)

    def _has_room(self, most: Mapping[str, int]) -> bool:
        return all(not number or self._running[caller] < number for caller, number in most.items())
