"""A thread pool that is fair to its callers: the calls of one never hold up those of another."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Threads:
    """So many threads for all callers. Used on one event loop, where waiting for one takes none."""

    def __init__(self, number: int) -> None:
        self._executor = ThreadPoolExecutor(number, thread_name_prefix="request")
        self._free = number
        self._running: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def run(
        self, caller: str, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Call a function in a thread, as soon as it is this caller's turn. Raises what it raises.

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
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(caller, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self._give_back(caller)  # it was its turn at the very moment
            raise

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
