"""The thread of a server without workers."""

import time
from collections.abc import Iterator
from threading import Event

import pytest

from games.runtime import work_queue
from games.runtime.work_queue import WorkQueue


@pytest.fixture
def busy() -> Iterator[tuple[WorkQueue, Event]]:
    """A queue that does nothing else until an event is set."""
    found, go_on = WorkQueue(closing=lambda: None), Event()
    found.add("busy", lambda: go_on.wait(60))
    while found._waiting[0]:
        time.sleep(0.001)
    yield found, go_on
    go_on.set()
    found.wait()


def test_what_is_first_goes_in_front_and_nothing_waits_twice(busy: tuple[WorkQueue, Event]) -> None:
    found, go_on = busy
    done: list[str] = []
    for name, first in (("a", False), ("b", True), ("a", False), ("c", False), ("b", True)):
        found.add(name, lambda name=name: done.append(name), first=first)
    go_on.set()
    found.wait()
    assert done == ["b", "a", "c"]


def test_work_that_adds_itself_again_goes_to_the_end(busy: tuple[WorkQueue, Event]) -> None:
    found, go_on = busy
    done: list[str] = []

    def twice() -> None:
        if done.count("a") == 0:
            found.add("a", twice)
        done.append("a")

    found.add("a", twice)
    found.add("b", lambda: done.append("b"))
    go_on.set()
    found.wait()
    assert done == ["a", "b", "a"]


def test_what_fails_is_logged_and_the_rest_goes_on(
    busy: tuple[WorkQueue, Event], caplog: pytest.LogCaptureFixture
) -> None:
    found, go_on = busy
    done: list[str] = []
    found.add("a", lambda: 1 // 0)
    found.add("b", lambda: done.append("b"))
    go_on.set()
    found.wait()
    assert done == ["b"]
    assert "ZeroDivisionError" in caplog.text


def test_who_writes_goes_ahead_for_a_while(
    busy: tuple[WorkQueue, Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    found, go_on = busy
    done, over = Event(), Event()
    monkeypatch.setattr(work_queue, "PATIENCE", 30)
    found.add("a", done.set)
    with found.ahead():
        go_on.set()
        assert not done.wait(0.1)
    assert done.wait(60)
    found.wait()
    monkeypatch.setattr(work_queue, "PATIENCE", 0.01)
    with found.ahead():
        found.add("b", over.set)
        assert over.wait(60)
