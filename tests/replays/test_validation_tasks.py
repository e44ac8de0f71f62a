"""The task that validates a game: once, again when it was lost, and what is kept of it."""

import uuid
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta

import pytest
from django.contrib.auth.models import User

from games import services
from replays import tasks
from replays.models import Validation
from replays.validation import examining, requests, results
from tests.games.losing import lose_once
from tests.games.tables import Table
from tests.replays import tables
from tests.replays.validating import NOW, asked, validated

pytestmark = pytest.mark.django_db

Callbacks = Callable[..., AbstractContextManager[object]]


@pytest.fixture
def table(users: list[User]) -> Table:
    """A running game of some forty events."""
    return tables.played_to(users, 40)


def test_a_task_that_comes_twice_changes_nothing(table: Table) -> None:
    done = validated(table)
    tables.spoil(table, 12, "origin", "bot")
    tasks.validate_game(str(done.pk))
    again = Validation.objects.get()
    assert (again.status, again.finished_at) == ("passed", done.finished_at)


def test_a_task_that_was_begun_is_done_by_another_when_it_must_be_lost(table: Table) -> None:
    begun = asked(table, status="running", started_at=NOW())
    for ago, status in ((timedelta(), "running"), (requests.LOST, "passed")):
        Validation.objects.update(started_at=NOW() - ago)
        tasks.validate_game(str(begun.pk))
        begun.refresh_from_db()
        assert begun.status == status


def test_a_task_for_something_that_is_gone_changes_nothing(table: Table) -> None:
    waiting = asked(table)
    services.erase_game(game_id=table.id, by=None, reason="test", now=NOW())
    tasks.validate_game(str(waiting.pk))
    tasks.validate_game(str(uuid.uuid4()))
    assert not Validation.objects.exists()


def test_a_late_task_checks_the_game_as_it_is_by_then(table: Table) -> None:
    waiting = asked(table)
    table.play()
    tasks.validate_game(str(waiting.pk))
    waiting.refresh_from_db()
    assert (waiting.status, waiting.version) == ("passed", table.game.version)


def test_a_game_that_goes_on_meanwhile_is_checked_as_far_as_asked(table: Table) -> None:
    before = table.game
    table.play()
    report = examining.examine(before)
    assert (report.status, report.version) == ("passed", before.version)


def test_one_at_a_time_is_shared(
    table: Table, users: list[User], django_capture_on_commit_callbacks: Callbacks
) -> None:
    with django_capture_on_commit_callbacks() as sent:
        one = requests.request_validation(game=table.game, user=users[0], now=NOW())
        two = requests.request_validation(game=table.game, user=users[1], now=NOW())
    assert one == two
    assert one.requested_by == users[0]
    assert len(sent) == 1  # type: ignore[arg-type]
    table.play()
    other = requests.request_validation(game=table.game, user=None, now=NOW())
    assert other != one
    tasks.validate_game(str(one.pk))
    tasks.validate_game(str(other.pk))
    assert set(Validation.objects.values_list("status", flat=True)) == {"passed"}
    later = NOW() + requests.FRESH
    third = requests.request_validation(game=table.game, user=None, now=later)
    assert third not in {one, other}


@pytest.mark.django_db(transaction=True)
def test_one_that_ends_while_it_is_asked_for_is_asked_for_anew(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The insert waits for the one that is going on, which is over when it is looked for."""
    monkeypatch.setattr(requests, "send", lambda _: None)
    done = lose_once(monkeypatch, "get_or_create")
    found = requests.request_validation(game=table.game, user=None, now=NOW())
    assert done == ["lost", "carried out"]
    assert Validation.objects.get() == found


def test_a_lost_one_is_sent_again(
    table: Table, django_capture_on_commit_callbacks: Callbacks
) -> None:
    old = asked(table, created_at=NOW() - timedelta(minutes=5))
    with django_capture_on_commit_callbacks() as sent:
        again = requests.request_validation(game=table.game, user=None, now=NOW())
    assert again == old
    assert len(sent) == 1  # type: ignore[arg-type]


def test_the_sweep_sends_lost_ones_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[uuid.UUID] = []
    monkeypatch.setattr(requests, "send", sent.append)
    old = asked(table, created_at=NOW() - timedelta(minutes=5))
    assert tasks.sweep_validations() == 1
    assert sent == [old.pk]
    Validation.objects.update(created_at=NOW())
    assert tasks.sweep_validations() == 0
    Validation.objects.update(created_at=NOW() - timedelta(days=3))
    assert tasks.sweep_validations() == 0
    # By a clock that was ahead.
    Validation.objects.update(created_at=NOW() + timedelta(days=1))
    assert tasks.sweep_validations() == 1


def test_only_the_newest_results_are_kept(table: Table) -> None:
    made = [validated(table).pk for _ in range(results.KEPT + 3)]
    kept = set(Validation.objects.values_list("pk", flat=True))
    assert kept == set(made[3:])


def test_erasing_a_game_takes_its_validations_along(table: Table) -> None:
    validated(table)
    services.erase_game(game_id=table.id, by=None, reason="test", now=NOW())
    assert not Validation.objects.exists()


@pytest.mark.uncounted
def test_the_last_result_is_that_of_the_present_version(table: Table, users: list[User]) -> None:
    other = tables.started(users)
    assert results.latest_of([table.game, other.game]) == {}
    validated(table)
    newest = validated(table)
    assert results.latest_of([table.game, other.game]) == {table.id: newest}
    asked(table)
    assert results.latest_of([table.game]) == {table.id: newest}
    table.play()
    assert results.latest_of([table.game]) == {}
