"""Requests of one caller that a process answers at once."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from games.runtime.in_flight import InFlight

pytestmark = pytest.mark.once

HERE = {"address-192.0.2.1": 2}
THERE = {"address-192.0.2.2": 2}
PATIENCE = 30
"""Seconds; nothing here takes so long unless it is broken."""


async def enter(in_flight: InFlight, callers: dict[str, int], waiting: int = 0) -> bool:
    rooms = dict.fromkeys(callers, waiting)
    return await in_flight.enter(callers, rooms=rooms, seconds=PATIENCE)


async def entering(
    in_flight: InFlight, callers: dict[str, int], number: int
) -> list[asyncio.Task[bool]]:
    """So many that wait now, at most three of a caller."""
    tasks = [asyncio.create_task(enter(in_flight, callers, 3)) for _ in range(number)]
    await turns()
    assert not any(task.done() for task in tasks)
    return tasks


async def turns() -> None:
    """Let everything happen that can happen now."""
    for _ in range(5):
        await asyncio.sleep(0)


def run(watch: Callable[[InFlight], Awaitable[None]]) -> None:
    async def main() -> None:
        async with asyncio.timeout(PATIENCE):
            await watch(InFlight())

    asyncio.run(main())


def test_a_caller_has_so_many_and_others_theirs() -> None:
    async def watch(in_flight: InFlight) -> None:
        assert [await enter(in_flight, HERE) for _ in range(3)] == [True, True, False]
        assert [await enter(in_flight, THERE) for _ in range(3)] == [True, True, False]
        in_flight.leave(HERE)
        assert [await enter(in_flight, HERE) for _ in range(2)] == [True, False]

    run(watch)


def test_a_request_counts_for_its_user_and_for_the_address() -> None:
    async def watch(in_flight: InFlight) -> None:
        anna, bruce = HERE | {"user-1": 1}, HERE | {"user-2": 1}
        assert [await enter(in_flight, anna), await enter(in_flight, anna)] == [True, False]
        assert await enter(in_flight, bruce)
        assert not await enter(in_flight, HERE)
        assert not await enter(in_flight, THERE | {"user-1": 1}), "from another address"
        in_flight.leave(anna)
        assert await enter(in_flight, THERE | {"user-1": 1})

    run(watch)


def test_nothing_is_no_limit() -> None:
    async def watch(in_flight: InFlight) -> None:
        for _ in range(100):
            assert await enter(in_flight, {"address-192.0.2.1": 0})

    run(watch)


def test_who_waits_is_let_in_when_another_one_leaves_in_order() -> None:
    async def watch(in_flight: InFlight) -> None:
        for _ in range(2):
            await enter(in_flight, HERE)
        first, second = await entering(in_flight, HERE, 2)
        in_flight.leave(HERE)
        await turns()
        assert (first.done(), second.done()) == (True, False)
        in_flight.leave(HERE)
        assert [await first, await second] == [True, True]
        assert not await enter(in_flight, HERE)

    run(watch)


def test_who_comes_later_does_not_overtake_who_was_let_in() -> None:
    async def watch(in_flight: InFlight) -> None:
        for _ in range(2):
            await enter(in_flight, HERE)
        (first,) = await entering(in_flight, HERE, 1)
        in_flight.leave(HERE)
        assert not await enter(in_flight, HERE), "the place is taken at once"
        assert await first

    run(watch)


def test_what_waits_for_its_user_keeps_no_other_of_the_address_out() -> None:
    async def watch(in_flight: InFlight) -> None:
        anna = {"user-1": 1}
        await enter(in_flight, THERE | anna)
        await enter(in_flight, HERE)
        await enter(in_flight, HERE)
        (annas,) = await entering(in_flight, HERE | anna, 1)
        (strangers,) = await entering(in_flight, HERE, 1)
        in_flight.leave(HERE)
        assert await strangers
        assert not annas.done()
        in_flight.leave(THERE | anna)
        in_flight.leave(HERE)
        assert await annas

    run(watch)


def test_so_many_of_each_caller_wait() -> None:
    async def watch(in_flight: InFlight) -> None:
        for callers in (HERE, HERE, THERE, THERE):
            await enter(in_flight, callers)
        tasks = await entering(in_flight, HERE, 3)
        assert not await enter(in_flight, HERE, 3)
        tasks += await entering(in_flight, THERE, 3)
        for callers in (HERE, HERE, THERE, THERE, HERE, HERE, THERE, THERE):
            in_flight.leave(callers)
            await turns()
        assert all([await task for task in tasks])

    run(watch)


def test_those_who_go_first_are_let_in_before_who_came_earlier() -> None:
    async def watch(in_flight: InFlight) -> None:
        for _ in range(2):
            await enter(in_flight, HERE)
        (stranger,) = await entering(in_flight, HERE, 1)
        room = {"room": 1}
        coming = in_flight.enter(HERE, rooms=room, seconds=PATIENCE, first=True)
        known = asyncio.create_task(coming)
        await turns()
        assert not await in_flight.enter(HERE, rooms=room, seconds=PATIENCE), "the room is full"
        in_flight.leave(HERE)
        assert await known
        assert not stranger.done()
        in_flight.leave(HERE)
        assert await stranger

    run(watch)


def test_who_has_waited_long_enough_stays_outside() -> None:
    async def watch(in_flight: InFlight) -> None:
        for _ in range(2):
            await enter(in_flight, HERE)
        assert not await in_flight.enter(HERE, rooms={"room": 2}, seconds=0.01)
        assert in_flight.waiting(*HERE) == 0
        in_flight.leave(HERE)
        assert await enter(in_flight, HERE)

    run(watch)


@pytest.mark.parametrize("let_in_before", [False, True])
def test_who_is_gone_while_waiting_leaves_no_trace(let_in_before: bool) -> None:
    async def watch(in_flight: InFlight) -> None:
        for _ in range(2):
            await enter(in_flight, HERE)
        (task,) = await entering(in_flight, HERE, 1)
        if let_in_before:
            in_flight.leave(HERE)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        if not let_in_before:
            in_flight.leave(HERE)
        assert in_flight.waiting(*HERE) == 0
        assert [await enter(in_flight, HERE) for _ in range(2)] == [True, False]

    run(watch)
