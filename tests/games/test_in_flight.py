"""Requests of one caller that a process answers at once."""

from threading import Thread

import pytest

from games.runtime.in_flight import InFlight

pytestmark = pytest.mark.once

HERE = {"address-192.0.2.1": 2}
THERE = {"address-192.0.2.2": 2}


def enter(in_flight: InFlight, callers: dict[str, int], waiting: int = 0) -> bool:
    return in_flight.enter(callers, waiting=waiting, seconds=0)


def test_a_caller_has_so_many_and_others_theirs() -> None:
    in_flight = InFlight()
    assert [enter(in_flight, HERE) for _ in range(3)] == [True, True, False]
    assert [enter(in_flight, THERE) for _ in range(3)] == [True, True, False]
    in_flight.leave(HERE)
    assert [enter(in_flight, HERE) for _ in range(2)] == [True, False]


def test_a_request_counts_for_its_user_and_for_the_address() -> None:
    in_flight = InFlight()
    anna, bruce = HERE | {"user-1": 1}, HERE | {"user-2": 1}
    assert [enter(in_flight, anna), enter(in_flight, anna)] == [True, False]
    assert enter(in_flight, bruce)
    assert not enter(in_flight, HERE)
    assert not enter(in_flight, THERE | {"user-1": 1}), "from another address"
    in_flight.leave(anna)
    assert enter(in_flight, THERE | {"user-1": 1})


def test_nothing_is_no_limit() -> None:
    in_flight = InFlight()
    assert all(enter(in_flight, {"address-192.0.2.1": 0}) for _ in range(100))


def test_who_waits_is_let_in_when_another_one_leaves() -> None:
    in_flight = InFlight()
    for _ in range(2):
        enter(in_flight, HERE)
    let_in: list[bool] = []
    threads = waiting(in_flight, HERE, 2, let_in)
    for _ in range(2):
        in_flight.leave(HERE)
    for thread in threads:
        thread.join()
    assert let_in == [True, True]
    assert not enter(in_flight, HERE)


def test_few_wait_and_of_one_address_fewer() -> None:
    in_flight = InFlight()
    for callers in (HERE, HERE, THERE, THERE):
        enter(in_flight, callers)
    let_in: list[bool] = []
    threads = waiting(in_flight, HERE, 2, let_in)
    assert not in_flight.enter(HERE, waiting=3, seconds=60), "one place is left for others"
    threads += waiting(in_flight, THERE, 1, let_in)
    assert not in_flight.enter(THERE, waiting=3, seconds=60), "all places are taken"
    for callers in (HERE, HERE, THERE, THERE):
        in_flight.leave(callers)
    for thread in threads:
        thread.join()
    assert let_in == [True] * 3


def test_who_has_waited_long_enough_stays_outside() -> None:
    in_flight = InFlight()
    for _ in range(2):
        enter(in_flight, HERE)
    assert not in_flight.enter(HERE, waiting=2, seconds=0.01)
    assert in_flight.waiting() == 0


def waiting(
    in_flight: InFlight, callers: dict[str, int], number: int, let_in: list[bool]
) -> list[Thread]:
    """Threads that wait now, at most three in all."""

    def ask() -> None:
        let_in.append(in_flight.enter(callers, waiting=3, seconds=60))

    before = in_flight.waiting()
    threads = [Thread(target=ask, daemon=True) for _ in range(number)]
    for thread in threads:
        thread.start()
    while in_flight.waiting() < before + number:
        pass
    return threads
