"""Threads that go round their callers."""

import asyncio
import threading
from collections.abc import Awaitable, Callable

import pytest
from django.core.cache import caches

from caledonia.threads import NoThreadFree, Threads

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
        """Calls of these names; the caller is their first letter."""
        for name in names:
            self._ends[name] = threading.Event()
            call = self.threads.run(name[0], self._call, name)
            self._tasks[name] = asyncio.create_task(call)
            await asyncio.sleep(0)

    def _call(self, name: str) -> None:
        self.begun.append(name)
        assert self._ends[name].wait(PATIENCE)

    async def end(self, *names: str) -> None:
        """End these, and wait until what follows them has begun."""
        for name in names:
            self._ends[name].set()
            await self._tasks.pop(name)

    async def cancel(self, name: str) -> None:
        self._tasks[name].cancel()
        await asyncio.gather(self._tasks.pop(name), return_exceptions=True)

    async def have_begun(self, *names: str) -> None:
        """Wait until these have begun, in this order and no other."""
        while len(self.begun) < len(names):
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert self.begun == list(names)

    async def end_all(self) -> None:
        for event in self._ends.values():
            event.set()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*self._tasks.values())


def run(watch: Callable[[Work], Awaitable[None]], number: int) -> None:
    async def main() -> None:
        work = Work(Threads(number, seconds=PATIENCE))
        try:
            async with asyncio.timeout(PATIENCE):
                await watch(work)
        finally:
            await work.end_all()

    asyncio.run(main())


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

        def and_cancel(threads: Threads, caller: str) -> None:
            give_back(threads, caller)
            if caller == "a":
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


def test_a_thread_keeps_its_connection_to_the_cache() -> None:
    """Django keeps it in the context; with one of its own each call would open another one."""

    async def main() -> None:
        threads = Threads(1, seconds=PATIENCE)
        first, second = [await threads.run("a", lambda: caches["default"]) for _ in range(2)]
        assert first is second

    asyncio.run(main())


def test_what_finds_no_thread_in_time_is_refused_and_takes_no_turn() -> None:
    async def main() -> None:
        threads, held, called = Threads(1, seconds=0.1), threading.Event(), list[str]()
        first = asyncio.create_task(threads.run("a", held.wait, PATIENCE))
        await asyncio.sleep(0)
        with pytest.raises(NoThreadFree):
            await threads.run("b", called.append, "late")
        held.set()
        await first
        await threads.run("b", called.append, "again")
        assert called == ["again"]

    asyncio.run(main())


def test_one_that_has_given_up_passes_its_turn_on() -> None:
    async def main() -> None:
        threads, held = Threads(1, seconds=1), threading.Event()
        first = asyncio.create_task(threads.run("a", held.wait, PATIENCE))
        await asyncio.sleep(0)
        late = asyncio.create_task(threads.run("b", str))
        await asyncio.sleep(0.7)
        in_time = asyncio.create_task(threads.run("b", str))
        await asyncio.sleep(0.5)
        held.set()
        assert await in_time == ""
        with pytest.raises(NoThreadFree):
            await late
        assert await first

    asyncio.run(main())
