"""What follows a move without keeping the one who made it."""

from threading import current_thread
from uuid import uuid4

import pytest
from django.conf import Settings

from games import tasks
from games.runtime import dispatch
from games.services.play.wanted import Wanted

pytestmark = pytest.mark.uncounted


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> list[object]:
    """The threads in which the task of bots has run; it does nothing else."""
    settings.EMBEDDED = True
    known: list[object] = []
    monkeypatch.setattr(tasks.run_bots, "delay", lambda *_: known.append(current_thread()))
    return known


def test_tasks_run_here_and_now(threads: list[object]) -> None:
    Wanted.BOTS.send(uuid4(), 1)
    assert threads == [current_thread()]


def test_in_background_a_thread_runs_them(threads: list[object], settings: Settings) -> None:
    settings.BACKGROUND_TASKS = True
    with dispatch.in_background():
        Wanted.BOTS.send(uuid4(), 1)
    dispatch.background_queue.wait()
    Wanted.BOTS.send(uuid4(), 1)
    assert [thread is current_thread() for thread in threads] == [False, True]


def test_a_later_version_does_not_give_way_to_one_that_still_waits(
    threads: list[object], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The task of an earlier share plays nothing by then, and the game would wait for good."""
    settings.BACKGROUND_TASKS = True
    seen: list[int] = []
    monkeypatch.setattr(tasks.run_bots, "delay", lambda _, version: seen.append(version))
    game = uuid4()
    with dispatch.background_queue.ahead(), dispatch.in_background():
        for version in (9, 9, 10):
            Wanted.BOTS.send(game, version)
    dispatch.background_queue.wait()
    assert seen == [9, 10]


def test_background_can_be_switched_off(threads: list[object], settings: Settings) -> None:
    settings.BACKGROUND_TASKS = False
    with dispatch.in_background():
        Wanted.BOTS.send(uuid4(), 1)
    assert threads == [current_thread()]


def test_a_task_that_fails_in_the_background_is_logged(
    monkeypatch: pytest.MonkeyPatch,
    threads: list[object],
    settings: Settings,
    caplog: pytest.LogCaptureFixture,
) -> None:
    settings.BACKGROUND_TASKS = True
    monkeypatch.setattr(tasks.run_bots, "delay", lambda *_: 1 // 0)
    with dispatch.in_background():
        Wanted.BOTS.send(uuid4(), 1)
    dispatch.background_queue.wait()
    (record,) = caplog.records
    assert record.exc_info
    assert record.exc_info[0] is ZeroDivisionError
