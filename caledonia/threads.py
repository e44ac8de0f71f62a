"""A thread pool that is fair to its callers: the calls of one never hold up those of another.

It begins few calls at a time: threads that compute share a core, so with three times as many at
once each takes three times as long, and no more is done. And it refuses what it cannot begin soon.
When more is asked than all threads together can answer, who waits longer and longer gives up and
asks again, and everybody waits longer still.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final, TypeVar

T = TypeVar("T")

STALLED_SECONDS: Final = 0.5
"""A call that takes longer is taken to wait, as for a lock, and another one begins beside it."""
IN_A_ROW: Final = 2
"""How many calls that go first may pass the one that waits longest. Of a move and the two reads
before it, only the move goes first."""
KEPT: Final = 3
"""One of so many threads is kept for callers that have none: otherwise four addresses, each with as
many as it may have, would take all of them with whatever takes long."""
HURRIED: Final = 0.5
"""What part of its time a call waits once there has been a queue for all of that time.

Such a queue is no burst that is soon over: with more patience all are answered later, and no more
of them.
"""


LATELY: Final = 2.0
"""For how many seconds it counts that a call has begun."""
MODEST: Final = 3
"""Who has had no more calls than so many of late goes before who has had more: who reads two things
and moves is no reason for the queue, and few addresses that keep asking are."""


class NoThreadFree(Exception):
    """All threads were taken for as long as a call may wait."""


@dataclass(eq=False)
class ThreadCall:
    """A call that waits for a thread or has one."""

    caller: str
    first: bool
    turn: asyncio.Future[None] = field(repr=False)
    """Over when it gets a thread, or gives up."""
    stalled: bool = False
    stalling: asyncio.TimerHandle | None = None


class Threads:
    """So many threads for all callers; a call waits for one so many ``seconds``.

    Of the calls that have a thread, only ``at_once`` may be younger than STALLED_SECONDS.

    Used on one event loop, where waiting takes no thread.
    """

    def __init__(self, number: int, *, seconds: float, at_once: int | None = None) -> None:
        self._executor = ThreadPoolExecutor(number, thread_name_prefix="request")
        self._free = number
        self._kept = number // KEPT
        self._beginning = at_once or number
        """How many more may begin, as far as there are threads for them."""
        self._seconds = seconds
        self._running: Counter[str] = Counter()
        self._waiting: dict[str, list[ThreadCall]] = {}
        self._begun: deque[tuple[float, str]] = deque()
        self._lately: Counter[str] = Counter()
        """How many calls of each caller have begun of late, and which, the oldest first."""
        self._passed = 0
        """How many have gone first since the one that waits longest was passed over."""
        self._waited_since = 0.0
        """Since when there has always been a call that waits, if there is one."""

    async def run(
        self,
        caller: str,
        function: Callable[[], T],
        *,
        first: bool = False,
        begins: Callable[[], None] = lambda: None,
    ) -> T:
        """Call a function in a thread, as soon as it is this caller's turn.

        Raises what it raises, and NoThreadFree when it was not called. Just before, ``begins`` is
        called on the loop; when that raises, the function is not called.

        A free thread goes to the caller with the fewest; of equals, to one that has had few of
        late, of those to one whose call goes ``first``, and of those to the one that waits longest.
        So few addresses whose calls all go first would keep everybody else out: IN_A_ROW may pass
        another one, then that is next. The last free threads are for callers that have none.
        """
        loop = asyncio.get_running_loop()
        call = ThreadCall(caller, first, loop.create_future())
        await self._turn(call)
        try:
            begins()
            # In the context of the thread, where Django keeps its connection to the cache.
            return await loop.run_in_executor(self._executor, function)
        finally:
            self._give_back(call)

    async def _turn(self, call: ThreadCall) -> None:
        if self._has_room(call.caller):
            self._begin(call)
            return
        self._line_up(call)
        timer = call.turn.get_loop().call_later(self._patience(call.caller), _give_up, call.turn)
        try:
            await call.turn
        except asyncio.CancelledError:
            if not call.turn.cancelled() and call.turn.exception() is None:
                self._give_back(call)  # it was its turn at the very moment
            raise
        finally:
            timer.cancel()
            self._forget(call)

    def _line_up(self, call: ThreadCall) -> None:
        if not self._waiting:
            self._waited_since = call.turn.get_loop().time()
        self._waiting.setdefault(call.caller, []).append(call)

    def _patience(self, caller: str) -> float:
        """How many seconds the call that came last may wait, which is one of this caller.

        Where callers that have had many of late make the queue, others need not hurry.
        """
        now = asyncio.get_running_loop().time()
        self._forget_begun(now - LATELY)
        apart = not self._has_had_many(caller) and any(map(self._has_had_many, self._waiting))
        hurried = now - self._waited_since >= self._seconds and not apart
        return self._seconds * (HURRIED if hurried else 1)

    def _has_room(self, caller: str) -> bool:
        kept = self._kept if self._running[caller] else 0
        return self._free > kept and self._beginning > 0

    def _fewest(self) -> str:
        """Of the callers that wait, who has the fewest threads; of equals, who waits longest."""
        return min(self._waiting, key=self._running.__getitem__)

    def _begin(self, call: ThreadCall) -> None:
        self._free -= 1
        self._beginning -= 1
        self._running[call.caller] += 1
        loop = call.turn.get_loop()
        self._lately[call.caller] += 1
        self._begun.append((loop.time(), call.caller))
        self._forget_begun(loop.time() - LATELY)
        call.stalling = loop.call_later(STALLED_SECONDS, self._stalled, call)

    def _stalled(self, call: ThreadCall) -> None:
        """Let another call begin beside one that takes long."""
        call.stalled = True
        self._beginning += 1
        self._pass_on()

    def _give_back(self, call: ThreadCall) -> None:
        if call.stalling:
            call.stalling.cancel()
        if not call.stalled:
            self._beginning += 1
        self._free += 1
        self._running[call.caller] -= 1
        if not self._running[call.caller]:
            del self._running[call.caller]
        self._pass_on()

    def _pass_on(self) -> None:
        """Let as many begin as there is room for, of those that have not gone meanwhile."""
        while self._waiting and self._has_room(self._fewest()):
            call = self._next()
            if not call.turn.done():
                self._begin(call)
                call.turn.set_result(None)

    def _next(self) -> ThreadCall:
        """Take out the call that gets a thread."""
        longest = self._waiting[self._fewest()][0]
        call = longest if self._passed == IN_A_ROW else self._favoured()
        self._passed = 0 if call is longest else self._passed + 1
        calls = self._waiting.pop(call.caller)
        calls.remove(call)
        if calls:
            self._waiting[call.caller] = calls  # behind the others
        return call

    def _favoured(self) -> ThreadCall:
        """A call that goes first, of the callers with the fewest threads; else the longest."""
        self._forget_begun(asyncio.get_running_loop().time() - LATELY)
        calls = self._waiting[min(self._waiting, key=self._rank)]
        return next((one for one in calls if one.first), calls[0])

    def _rank(self, caller: str) -> tuple[int, bool, bool]:
        first = any(one.first for one in self._waiting[caller])
        return self._running[caller], self._has_had_many(caller), not first

    def _has_had_many(self, caller: str) -> bool:
        return self._lately[caller] > MODEST

    def _forget_begun(self, before: float) -> None:
        """Count no call any more that began then or earlier."""
        while self._begun and self._begun[0][0] <= before:
            caller = self._begun.popleft()[1]
            self._lately[caller] -= 1
            if not self._lately[caller]:
                del self._lately[caller]

    def _forget(self, call: ThreadCall) -> None:
        """Leave the queue, if the turn never came."""
        calls = self._waiting.get(call.caller, [])
        if call in calls:
            calls.remove(call)
            if not calls:
                del self._waiting[call.caller]


def _give_up(turn: asyncio.Future[None]) -> None:
    if not turn.done():
        turn.set_exception(NoThreadFree())
