"""A thread pool that is fair to its callers: the calls of one never hold up those of another.

It refuses what it cannot begin soon. When more is asked than all threads together can answer, who
waits longer and longer gives up and asks again, and everybody waits longer still.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class NoThreadFree(Exception):
    """All threads were taken for as long as a call may wait."""


class Threads:
    """So many threads for all callers; a call waits for one so many ``seconds``.

    Used on one event loop, where waiting takes no thread.
    """

    def __init__(self, number: int, *, seconds: float) -> None:
        self._executor = ThreadPoolExecutor(number, thread_name_prefix="request")
        self._free = number
        self._seconds = seconds
        self._running: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def run(
        self, caller: str, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Call a function in a thread, as soon as it is this caller's turn.

        Raises what it raises, and NoThreadFree when it was not called.

        A free thread goes to the caller with the fewest; of equals, to the one that waits longest.
        """
        await self._turn(caller)
        loop = asyncio.get_running_loop()
        try:
            # In the context of the thread, where Django keeps its connection to the cache.
            return await loop.run_in_executor(self._executor, partial(function, *args, **kwargs))
        finally:
            self._give_back(caller)

    async def _turn(self, caller: str) -> None:
        if self._free:
            self._free -= 1
            self._running[caller] += 1
            return
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        self._waiting.setdefault(caller, deque()).append(turn)
        timer = loop.call_later(self._seconds, _give_up, turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled() and turn.exception() is None:
                self._give_back(caller)  # it was its turn at the very moment
            raise
        finally:
            timer.cancel()

    def _give_back(self, caller: str) -> None:
        self._running[caller] -= 1
        if not self._running[caller]:
            del self._running[caller]
        self._free += 1
        while self._free and self._waiting:
            self._pass_on()

    def _pass_on(self) -> None:
        """Give the thread that is free to the next one, unless that has gone meanwhile."""
        caller = min(self._waiting, key=self._running.__getitem__)
        turns = self._waiting.pop(caller)
        turn = turns.popleft()
        if turns:
            self._waiting[caller] = turns  # behind the others
        if not turn.done():
            self._free -= 1
            self._running[caller] += 1
            turn.set_result(None)


def _give_up(turn: asyncio.Future[None]) -> None:
    if not turn.done():
        turn.set_exception(NoThreadFree())
