"""Threads that go round their callers."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from functools import partial

import pytest
from django.core.cache import caches

from caledonia.threads import (
    LATELY,
    MODEST,
    STALLED_SECONDS,
    NoThreadFree,
    ThreadCall,
    Threads,
)

pytestmark = pytest.mark.uncounted

PATIENCE = 30
"""Seconds; nothing here takes so long unless it is broken."""


class Work:
    """Calls that last until a test ends them."""

    def __init__(self, threads: Threads) -> None:
        self.threads = threads
        self.begun: list[str] = []
        self._ends: dict[str, threading.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, *names: str) -> None:
        """Calls of these names; the caller is their first letter, and with ``!`` they go first."""
        for name in names:
            self._ends[name] = threading.Event()
            call = self.threads.run(name[0], partial(self._call, name), first="!" in name)
            self._tasks[name] = asyncio.create_task(call)
            await asyncio.sleep(0)

    def _call(self, name: str) -> None:
        self.begun.append(name)
        assert self._ends[name].wait(PATIENCE)

    async def end(self, *names: str) -> None:
        """End these, and wait until what follows them has begun."""
        for name in names:
            self._ends[name].set()
            task = self._tasks.pop(name)
            await until(task.done)
            await task

    async def cancel(self, name: str) -> None:
        self._tasks[name].cancel()
        await asyncio.gather(self._tasks.pop(name), return_exceptions=True)

    async def have_begun(self, *names: str) -> None:
        """Wait until these have begun, in this order and no other."""
        await until(lambda: len(self.begun) >= len(names))
        await asyncio.sleep(0)
        assert self.begun == list(names)

    async def is_refused(self, name: str) -> None:
        """It was not called; it is known by now."""
        task = self._tasks.pop(name)
        assert task.done()
        with pytest.raises(NoThreadFree):
            await task

    async def begin_many(self) -> list[str]:
        """As many of one caller as are no longer few, one after the other; the last goes on."""
        many = [f"a{number}" for number in range(1, MODEST + 2)]
        for done, name in enumerate(many, 1):
            await self.ask(name)
            await self.have_begun(*many[:done])
            if name != many[-1]:
                await self.end(name)
        return many

    async def end_all(self) -> None:
        for event in self._ends.values():
            event.set()
        await until(lambda: all(task.done() for task in self._tasks.values()))
        await asyncio.gather(*self._tasks.values())


class ClockedLoop(asyncio.SelectorEventLoop):
    """A loop whose clock stands still until a test puts it on."""

    now = 0.0

    def time(self) -> float:
        return self.now


async def until(is_true: Callable[[], bool]) -> None:
    """Wait for what threads do; by a clock of its own, since that of the loop stands still."""
    end = time.monotonic() + PATIENCE
    while not is_true():
        assert time.monotonic() < end
        await asyncio.sleep(0)


async def pass_seconds(seconds: float) -> None:
    """Let this time pass, and all happen that was due."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, ClockedLoop)
    loop.now += seconds
    for _ in range(5):
        await asyncio.sleep(0)


def run(
    watch: Callable[[Work], Awaitable[None]],
    number: int,
    *,
    at_once: int | None = None,
    seconds: float = PATIENCE,
) -> None:
    async def main() -> None:
        work = Work(Threads(number, seconds=seconds, at_once=at_once))
        try:
            await watch(work)
        finally:
            await work.end_all()

    with asyncio.Runner(loop_factory=ClockedLoop) as runner:
        runner.run(main())


def test_who_has_fewest_threads_gets_the_next_however_late_it_asks() -> None:
    async def watch(work: Work) -> None:
        await work.ask("a1", "a2", "a3", "a4", "b1")
        await work.have_begun("a1", "a2")
        await work.end("a1")
        await work.have_begun("a1", "a2", "b1")
        await work.end("a2")
        await work.have_begun("a1", "a2", "b1", "a3")
        await work.end("b1")
        await work.have_begun("a1", "a2", "b1", "a3", "a4")

    run(watch, 2)


def test_equals_take_turns() -> None:
    async def watch(work: Work) -> None:
        await work.ask("x1", "a1", "a2", "b1", "b2", "c1")
        await work.have_begun("x1")
        order = ["x1", "a1", "b1", "c1", "a2", "b2"]
        for done in range(1, len(order)):
            await work.end(order[done - 1])
            await work.have_begun(*order[: done + 1])

    run(watch, 1)


def test_what_is_cancelled_while_it_waits_takes_no_turn() -> None:
    async def watch(work: Work) -> None:
        await work.ask("a1", "a2", "b1")
        await work.have_begun("a1")
        await work.cancel("a2")
        await work.end("a1")
        await work.have_begun("a1", "b1")
        await work.end("b1")
        await work.ask("c1")
        await work.have_begun("a1", "b1", "c1")

    run(watch, 1)


def test_what_is_cancelled_as_its_turn_comes_passes_it_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    give_back = Threads._give_back

    async def watch(work: Work) -> None:
        await work.ask("a1", "b1", "c1")
        await work.have_begun("a1")

        def and_cancel(threads: Threads, call: ThreadCall) -> None:
            give_back(threads, call)
            if call.caller == "a":
                work._tasks["b1"].cancel()

        monkeypatch.setattr(Threads, "_give_back", and_cancel)
        await work.end("a1")
        await work.cancel("b1")
        await work.have_begun("a1", "c1")

    run(watch, 1)


def test_what_a_call_raises_ends_its_turn() -> None:
    async def main() -> None:
        threads = Threads(1, seconds=PATIENCE)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                await threads.run("a", lambda: 1 / 0)

    asyncio.run(main())


def test_a_call_that_may_not_begin_gives_its_thread_back() -> None:
    """The body of its request has given way to another one at this very moment."""
    called: list[int] = []

    def refuse() -> None:
        raise LookupError

    async def main() -> None:
        threads = Threads(1, seconds=PATIENCE)
        for number in range(2):
            with pytest.raises(LookupError):
                await threads.run("a", partial(called.append, number), begins=refuse)
        await threads.run("a", partial(called.append, 2))
        assert called == [2]

    asyncio.run(main())


def test_a_thread_keeps_its_connection_to_the_cache() -> None:
    """Django keeps it in the context; with one of its own each call would open another one."""

    async def main() -> None:
        threads = Threads(1, seconds=PATIENCE)
        first, second = [await threads.run("a", lambda: caches["default"]) for _ in range(2)]
        assert first is second

    asyncio.run(main())


def test_what_finds_no_thread_in_time_is_refused_and_takes_no_turn() -> None:
    async def watch(work: Work) -> None:
        await work.ask("a1", "b1")
        await pass_seconds(0.9)
        await work.ask("b2")
        await pass_seconds(0.1)
        await work.is_refused("b1")
        await work.end("a1")
        await work.have_begun("a1", "b2")

    run(watch, 1, seconds=1)


def test_few_begin_at_once_and_one_more_beside_each_that_takes_long() -> None:
    async def watch(work: Work) -> None:
        await work.ask("a1", "b1", "c1", "d1")
        await work.have_begun("a1")
        await pass_seconds(STALLED_SECONDS)
        await work.have_begun("a1", "b1")
        await pass_seconds(STALLED_SECONDS)
        await work.have_begun("a1", "b1")  # there are two threads
        await work.end("a1")
        await work.have_begun("a1", "b1", "c1")
        await work.end("b1")
        await work.have_begun("a1", "b1", "c1")
        await work.end("c1")
        await work.have_begun("a1", "b1", "c1", "d1")

    run(watch, 2, at_once=1)


def test_of_equals_who_goes_first_gets_the_thread() -> None:
    async def watch(work: Work) -> None:
        await work.ask("x1", "a1", "b1!", "c1", "c2!")
        order = ["x1", "b1!", "c2!", "a1", "c1"]
        for done in range(1, len(order)):
            await work.end(order[done - 1])
            await work.have_begun(*order[: done + 1])

    run(watch, 1)


@pytest.mark.parametrize(
    ("asked", "order"),
    [
        pytest.param("r1 a1! b1! c1! d1! e1!", "a1! b1! r1 c1! d1! e1!", id="others"),
        pytest.param("a1 a2! a3! a4! a5!", "a2! a3! a1 a4! a5!", id="at the same address"),
    ],
)
def test_who_goes_first_keeps_nobody_waiting_for_ever(asked: str, order: str) -> None:
    async def watch(work: Work) -> None:
        await work.ask("x1", *asked.split())
        begun = ["x1", *order.split()]
        for done in range(1, len(begun)):
            await work.end(begun[done - 1])
            await work.have_begun(*begun[: done + 1])

    run(watch, 1)


def test_who_has_fewest_threads_goes_before_who_goes_first() -> None:
    async def watch(work: Work) -> None:
        await work.ask("a1", "b1", "a2!", "c1")
        await work.end("b1")
        await work.have_begun("a1", "b1", "c1")

    run(watch, 2)


@pytest.mark.parametrize(
    ("pause", "order"),
    [
        pytest.param(0.0, "b1 a5!", id="of late"),
        pytest.param(LATELY + 0.1, "a5! b1", id="long ago"),
    ],
)
def test_who_has_had_few_threads_of_late_goes_before_who_goes_first(
    pause: float, order: str
) -> None:
    async def watch(work: Work) -> None:
        many = await work.begin_many()
        await pass_seconds(pause)
        await work.ask("a5!", "b1")
        await work.end(many[-1])
        first, second = order.split()
        await work.have_begun(*many, first)
        await work.end(first)
        await work.have_begun(*many, first, second)

    run(watch, 1)


def test_in_a_queue_that_does_not_end_calls_wait_half_as_long() -> None:
    async def watch(work: Work) -> None:
        await work.ask("x1", "a1")
        await pass_seconds(0.75)
        await work.ask("b1")
        await pass_seconds(0.25)
        await work.is_refused("a1")
        await work.ask("c1")
        await pass_seconds(0.5)
        await work.is_refused("c1")
        await pass_seconds(0.25)
        await work.is_refused("b1")
        await work.ask("d1")  # nobody has waited any more
        await pass_seconds(0.75)
        await work.end("x1")
        await work.have_begun("x1", "d1")

    run(watch, 1, seconds=1)


def test_whoever_has_had_few_threads_need_not_hurry_in_the_queue_of_others() -> None:
    async def watch(work: Work) -> None:
        many = await work.begin_many()
        await work.ask("a5")
        await pass_seconds(0.75)
        await work.ask("a6")
        await pass_seconds(0.25)
        await work.is_refused("a5")
        await work.ask("b1", "a7")
        await pass_seconds(0.5)
        await work.is_refused("a7")
        await work.end(many[-1])
        await work.have_begun(*many, "b1")

    run(watch, 1, seconds=1)


def test_few_callers_leave_threads_to_those_that_have_none() -> None:
    async def watch(work: Work) -> None:
        await work.ask("a1", "a2", "a3", "b1", "b2", "b3")
        await work.have_begun("a1", "a2", "a3", "b1")
        await work.ask("c1", "d1")
        await work.have_begun("a1", "a2", "a3", "b1", "c1", "d1")
        await work.end("a1", "a2")
        await work.have_begun("a1", "a2", "a3", "b1", "c1", "d1")
        await work.end("c1")
        await work.have_begun("a1", "a2", "a3", "b1", "c1", "d1", "b2")

    run(watch, 6)
