"""What a worker does beside its tasks: a sign of life, and no commands."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings

from caledonia import broker
from caledonia.celery import app
from caledonia.worker import Consumer, Heartbeat

pytestmark = pytest.mark.uncounted


def consumer(channel: object) -> Any:
    return SimpleNamespace(task_consumer=channel and SimpleNamespace(channel=channel))


def channel(*, answered: float, busy: bool) -> broker.Channel:
    """One that Redis answered so many seconds ago, in a worker all of whose processes may work."""
    made = broker.Channel.__new__(broker.Channel)
    made.answered_at = time.monotonic() - answered
    made._qos = SimpleNamespace(can_consume=lambda: not busy)
    return made


@pytest.mark.parametrize(
    ("take", "alive"),
    [
        (lambda: channel(answered=1, busy=False), True),
        (lambda: channel(answered=250, busy=True), True),
        (lambda: channel(answered=250, busy=False), False),
        (lambda: channel(answered=350, busy=True), False),
        (lambda: None, False),
    ],
)
def test_a_worker_touches_its_file_while_it_takes_tasks(
    tmp_path: Path, take: Callable[[], object], alive: bool
) -> None:
    with override_settings(WORKER_HEARTBEAT=str(tmp_path / "alive")):
        Heartbeat(consumer(None)).beat(consumer(take()))
    assert (tmp_path / "alive").exists() == alive


def test_without_a_file_there_is_no_heartbeat() -> None:
    assert not Heartbeat(consumer(None)).include_if(consumer(None))


def test_a_worker_has_nothing_that_takes_commands_or_talks_to_others() -> None:
    """Also when the command line asks for it."""
    asked = {"without_gossip": False, "without_mingle": False, "without_heartbeat": False}
    worker = SimpleNamespace(use_eventloop=True)
    made = Consumer(print, app=app, controller=worker, worker_options=asked, task_events=True)
    included = {type(step).__name__ for step in made.steps}
    assert "Tasks" in included
    assert not included & {"Control", "Gossip", "Mingle", "Events", "Heart"}


@pytest.mark.parametrize(("age", "status"), [(5, 0), (70, 1), (None, 1)])
def test_the_healthcheck_looks_at_the_age_of_the_file(
    tmp_path: Path, age: int | None, status: int
) -> None:
    file = tmp_path / "alive"
    if age is not None:
        file.touch()
        os.utime(file, (time.time() - age,) * 2)
    command = [sys.executable, str(settings.BASE_DIR / "deploy/healthcheck.py"), str(file)]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == status, done.stderr
