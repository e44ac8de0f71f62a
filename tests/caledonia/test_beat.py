"""What says when to sweep, when its clock is set."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from celery import Celery

from caledonia.beat import Scheduler
from caledonia.schedule import beat_schedule
from tests.marks import in_one_test

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

START = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Beat(Scheduler):
    """Notes what it would send."""

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        self.sent.append(entry.name)

    def setup_schedule(self) -> None:
        self.sent: list[str] = []
        self.producer = None
        super().setup_schedule()


class Clock:
    """A beat whose clock the test sets."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = START
        self.folder = folder
        self.app = Celery("beat", set_as_current=False)
        self.app.conf.update(
            beat_schedule={
                "often": {"task": "a", "schedule": 60.0},
                "seldom": {"task": "b", "schedule": 600.0},
            },
            timezone="UTC",
            # Or there is a task that cleans up.
            result_expires=None,
        )
        monkeypatch.setattr(Celery, "now", lambda _: self.now)
        self.beat = self.start()

    def start(self) -> Beat:
        return Beat(app=self.app, schedule_filename=str(self.folder / "schedule"), max_interval=300)

    def ticks(self) -> list[str]:
        """All that is sent now, by name."""
        self.beat.sent.clear()
        while self.beat.tick() == 0 and len(self.beat.sent) < 10:
            pass
        return sorted(self.beat.sent)

    def passes(self, **time: int) -> list[str]:
        self.now += timedelta(**time)
        return self.ticks()


@pytest.fixture
def clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    made = Clock(tmp_path, monkeypatch)
    yield made
    made.beat.close()


def test_a_clock_that_was_ahead_keeps_nothing_waiting(clock: Clock) -> None:
    clock.ticks()
    assert clock.passes(seconds=61) == ["often"]
    assert clock.passes(days=1) == ["often", "seldom"]
    assert clock.passes(days=-1) == ["often", "seldom"]
    assert clock.passes(seconds=1) == []
    assert clock.passes(seconds=61) == ["often"]
    assert clock.passes(minutes=10) == ["often", "seldom"]


def test_nor_does_what_an_earlier_process_has_left(clock: Clock) -> None:
    clock.passes(days=1)
    clock.passes(days=1)
    clock.beat.close()
    clock.now = START
    clock.beat = clock.start()
    assert clock.ticks() == ["often", "seldom"]
    assert clock.passes(seconds=61) == ["often"]


@in_one_test("name", sorted(beat_schedule(60)))
def test_all_that_is_sent_expires_within_a_day(name: str) -> None:
    assert 60 <= beat_schedule(60)[name]["options"]["expires"] <= 86_400
