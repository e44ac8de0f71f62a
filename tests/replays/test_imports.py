"""Imports as jobs: late, twice, at the same time or never, they do no harm."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connections
from django.utils import timezone

from caledonia.celery import app
from games import services
from games.models import Game
from games.runtime import dispatch
from replays import imports, isolated, tasks
from replays.files import BadFile
from replays.isolated import ReadingFailed, TooCostly
from replays.models import Import
from tests.replays.jobs import asked, read_here
from tests.replays.servers import census

__all__ = ["read_here"]

MINUTES = timedelta(minutes=1)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The imports whose task was sent; none is done."""
    known: list[str] = []
    monkeypatch.setattr(tasks.run_import, "delay", known.append)
    return known


def run(found: Import, now: datetime | None = None) -> Import:
    imports.run_import(import_id=found.pk, clock=lambda: now or timezone.now())
    return reread(found)


def reread(found: Import) -> Import:
    return Import.objects.get(pk=found.pk)


@pytest.mark.uncounted
@pytest.mark.usefixtures("read_here")
def test_doing_it_twice_changes_nothing(users: list[User]) -> None:
    first = run(asked(users[0]))
    assert (first.status, first.attempts, first.data) == ("done", 1, None)
    before = census()
    assert run(first) == first
    assert (census(), reread(first).attempts) == (before, 1)
    imports.run_import(import_id=uuid4(), clock=timezone.now)


@pytest.mark.usefixtures("read_here")
def test_only_one_at_a_time_has_it(users: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    """A second task finds it taken; one that comes after the first has vanished takes it over."""
    found, real = asked(users[0]), isolated.read
    later = timezone.now() + timedelta(hours=1)

    def slow(*args: Any, **more: Any) -> Any:
        monkeypatch.setattr(isolated, "read", real)
        assert run(found).status == "running"
        assert run(found, later).status == "done"
        return real(*args, **more)

    monkeypatch.setattr(isolated, "read", slow)
    last = run(found)
    assert (last.status, last.attempts, last.finished_at) == ("done", 2, later)
    assert Game.objects.get().pk == last.game


@pytest.mark.uncounted
def test_it_does_not_begin_before_there_is_a_place(
    users: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    found, met = asked(users[0]), []

    @contextmanager
    def place() -> Iterator[None]:
        met.append(reread(found).started_at)
        yield

    monkeypatch.setattr(isolated, "PLACES", place())
    assert run(found).status == "done"
    assert met == [None]


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (TooCostly(imports.limits()), "failed", "too_costly"),
        (ReadingFailed("Traceback"), "failed", "import_failed"),
        (BadFile("not_json", "It is not JSON.", line=3), "refused", "not_json"),
    ],
)
def test_it_says_what_it_came_to(
    users: list[User], monkeypatch: pytest.MonkeyPatch, error: Exception, status: str, code: str
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(isolated, "read", fail)
    found = run(asked(users[0]))
    refusal = imports.refusal_of(found)
    assert refusal is not None
    assert (found.status, refusal.code, found.data) == (status, code, None)
    assert "Traceback" not in refusal.sentence
    assert refusal.line == (3 if status == "refused" else None)


@pytest.mark.usefixtures("read_here")
def test_whose_account_is_deleted_meanwhile_gets_no_game(
    users: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    found, real = asked(users[0]), isolated.read

    def slow(*args: Any, **more: Any) -> Any:
        services.delete_account(user=users[0], now=timezone.now())
        return real(*args, **more)

    monkeypatch.setattr(isolated, "read", slow)
    imports.run_import(import_id=found.pk, clock=timezone.now)
    assert not Game.objects.exists()
    assert not Import.objects.exists()


def test_lost_ones_are_sent_again(users: list[User], sent: list[str]) -> None:
    now = timezone.now()
    waiting = asked(users[0], now - 2 * MINUTES)
    fresh = asked(users[1], now)
    taken = asked(users[2], now - 20 * MINUTES)
    Import.objects.filter(pk=taken.pk).update(
        status="running", started_at=now - 10 * MINUTES, attempts=1
    )
    busy = asked(users[2], now - 20 * MINUTES)
    Import.objects.filter(pk=busy.pk).update(status="running", started_at=now, attempts=1)
    assert imports.sweep(now=now) == 2
    assert set(sent) == {str(waiting.pk), str(taken.pk)}
    assert reread(fresh).status == "waiting"


def test_lost_ones_of_a_clock_that_was_ahead_are_sent_again(
    users: list[User], sent: list[str]
) -> None:
    now = timezone.now()
    tomorrow = now + timedelta(days=1)
    waiting, taken = asked(users[0], tomorrow), asked(users[1], tomorrow)
    Import.objects.filter(pk=taken.pk).update(status="running", started_at=tomorrow, attempts=1)
    assert imports.sweep(now=now) == 2
    assert set(sent) == {str(waiting.pk), str(taken.pk)}


@pytest.mark.parametrize(
    ("age", "attempts"), [(20 * MINUTES, imports.ATTEMPTS), (timedelta(days=1), 0)]
)
def test_what_nobody_can_read_is_given_up(
    users: list[User], sent: list[str], age: timedelta, attempts: int
) -> None:
    now = timezone.now()
    found = asked(users[0], now - age)
    started = now - 10 * MINUTES if attempts else None
    status = "running" if attempts else "waiting"
    Import.objects.update(status=status, attempts=attempts, started_at=started)
    assert imports.sweep(now=now) == 0
    assert sent == []
    refusal = imports.refusal_of(reread(found))
    assert refusal is not None
    assert (reread(found).status, refusal.code) == ("failed", "import_failed")
    assert reread(found).data is None


@pytest.mark.usefixtures("read_here")
def test_what_came_of_it_is_kept_for_a_month(users: list[User]) -> None:
    now = timezone.now()
    for age in (31, 29):
        run(asked(users[0], now - timedelta(days=age)))
    imports.sweep(now=now)
    assert [found.created_at for found in Import.objects.all()] == [now - timedelta(days=29)]
    assert Game.objects.exists()


def test_beat_looks_after_them() -> None:
    assert tasks.sweep_imports.name in [row["task"] for row in app.conf.beat_schedule.values()]


@pytest.mark.django_db(transaction=True)
def test_without_workers_a_thread_does_it_and_the_request_does_not_wait(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMBEDDED = settings.BACKGROUND_TASKS = True
    started: list[object] = []

    class Noted(threading.Thread):
        def start(self) -> None:
            started.append(self)

    monkeypatch.setattr(dispatch, "Thread", Noted)
    monkeypatch.setattr(tasks.run_import, "delay", lambda _: pytest.fail("the request waits"))
    found = asked(User.objects.create_user("alice"))
    assert (len(started), reread(found).status) == (1, "waiting")


@pytest.mark.parametrize(
    ("most", "sizes", "wait"),
    [
        (100, [(50, 40), (50, 10)], 20),
        (100, [(50, 40), (40, 10)], 20),
        (100, [(10, 40), (90, 10)], 50),
        (5, [], 60),
        # One by a clock that was ahead does not count until then.
        (100, [(90, -120), (50, 40), (50, 10)], 20),
    ],
)
def test_until_when_too_many_bytes_count(
    users: list[User], settings: Any, most: int, sizes: list[tuple[int, int]], wait: int
) -> None:
    """``sizes`` are files of so many bytes, so many minutes ago; the next has 20."""
    now = timezone.now()
    settings.IMPORT_BYTES_PER_HOUR = 10**6
    for size, ago in sizes:
        made = asked(users[0], now - ago * MINUTES, data=b"x" * size)
        Import.objects.filter(pk=made.pk).update(status="done")
    settings.IMPORT_BYTES_PER_HOUR = most
    with pytest.raises(imports.ImportBytesPerHour) as caught:
        asked(users[0], now, data=b"x" * 20)
    assert caught.value.wait == wait * MINUTES


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_the_quotas_hold_at_the_same_moment(settings: Any, sent: list[str]) -> None:
    """And of requests with one key there is one import."""
    settings.MOST_OPEN_IMPORTS = 3
    user = User.objects.create_user("alice")
    assert sorted(at_once(user, [None] * 8)) == [*["TooManyImports"] * 5, *["new"] * 3]
    Import.objects.all().delete()
    assert sorted(at_once(user, ["key"] * 8)) == ["new", *["repeated"] * 7]


def at_once(user: User, keys: list[str | None]) -> list[str]:
    barrier, answers = threading.Barrier(len(keys)), list[str]()

    def ask(key: str | None) -> None:
        barrier.wait()
        try:
            found = imports.request_import(
                user=user, data=b"x", visibility="private", key=key, now=timezone.now()
            )
            answers.append("repeated" if found.repeated else "new")
        except imports.TooManyImports as error:
            answers.append(type(error).__name__)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=ask, args=(key,)) for key in keys]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers
