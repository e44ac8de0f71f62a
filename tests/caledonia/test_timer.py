"""The timer of a server that has neither beat nor workers."""

import asyncio
import threading
from collections.abc import MutableMapping
from typing import Any

import pytest
from django.conf import LazySettings, settings

from caledonia.asgi import Application
from caledonia.timer import LEFT_TO_BEAT, Timer, periodic_tasks

pytestmark = [pytest.mark.uncounted, pytest.mark.once]

PATIENCE = 30


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> threading.Semaphore:
    """Released whenever all that has to be done was; another task goes wrong each time."""
    done = threading.Semaphore(0)
    first = iter([True])

    def fail() -> None:
        raise OSError(5)

    def look() -> None:
        done.release()
        if next(first, False):
            raise OSError(5)

    first_task, *others, last = periodic_tasks()
    monkeypatch.setattr(first_task, "delay", fail)
    for task in others:
        monkeypatch.setattr(task, "delay", lambda: None)
    # The last of them, so the first failure of another one keeps none of them away.
    monkeypatch.setattr(last, "delay", look)
    return done


def test_it_does_all_that_beat_does_but_what_is_named() -> None:
    sent = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert sent >= LEFT_TO_BEAT
    assert {task.name for task in periodic_tasks()} == sent - LEFT_TO_BEAT


def test_it_looks_again_and_again_whatever_goes_wrong(looks: threading.Semaphore) -> None:
    timer = Timer(seconds=0.01)
    timer.start()
    try:
        for _ in range(3):
            assert looks.acquire(timeout=PATIENCE)
    finally:
        timer.stop()
        timer.join()
    while looks.acquire(blocking=False):
        pass
    assert not looks.acquire(timeout=0.1)


@pytest.mark.parametrize("embedded", [True, False])
def test_it_runs_as_long_as_an_embedded_server(settings: LazySettings, embedded: bool) -> None:
    settings.EMBEDDED = embedded
    done: list[str] = []

    class Noted(Timer):
        def start(self) -> None:
            done.append("start")

        def stop(self) -> None:
            done.append("stop")

    application = Application()
    application.timer = Noted()
    coming = iter([{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}])

    async def receive() -> MutableMapping[str, Any]:
        message = next(coming)
        done.append(message["type"])
        return message

    async def send(message: MutableMapping[str, Any]) -> None:
        done.append(message["type"])

    asyncio.run(application({"type": "lifespan"}, receive, send))
    assert done == [
        "lifespan.startup",
        *(["start"] if embedded else []),
        "lifespan.startup.complete",
        *("lifespan.shutdown", "stop", "lifespan.shutdown.complete"),
    ]
