"""Validations and imports: how many of them wait, and whose turn it is."""

import time
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from games.models import Game
from games.runtime import computing, places
from games.runtime.places import place
from replays import imports, long_jobs, tasks
from replays.long_jobs import LongJob
from replays.models import Import, Validation
from replays.open_jobs import TooManyJobs
from replays.validation import requests
from simulation.processes import wait_until
from tests.database import empty_cache
from tests.games.tables import started
from tests.replays.game_files import sound
from tests.replays.jobs import read_here

__all__ = ["read_here"]

HERE, THERE = "192.0.2.1", "2001:db8::"
SECOND = timedelta(seconds=1)


@pytest.fixture
def games(users: list[User]) -> list[Game]:
    """Games that have begun."""
    return [started(users[:2]).game for _ in range(4)]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch, settings: Any) -> list[str]:
    """The ids of the jobs whose tasks were sent to workers; none is carried out."""
    known: list[str] = []
    empty_cache()
    computing.forget()
    settings.EMBEDDED = False
    for task in (tasks.validate_game, tasks.run_import):
        monkeypatch.setattr(task, "delay", known.append)
    return known


def ask(game: Game, user: User | None, address: str = "", now: datetime | None = None) -> Any:
    return requests.request_validation(
        game=game, user=user, address=address, now=now or timezone.now()
    )


def bring(user: User, address: str = "") -> Import:
    return imports.request_import(
        user=user, data=sound(), visibility="private", address=address, now=timezone.now()
    ).made


@pytest.mark.usefixtures("sent")
def test_few_validations_of_a_user_wait(
    games: list[Game], users: list[User], settings: Any
) -> None:
    settings.MOST_OPEN_VALIDATIONS = 2
    first = ask(games[0], users[0])
    ask(games[1], users[0])
    with pytest.raises(TooManyJobs) as refused:
        ask(games[2], users[0])
    assert refused.value.wait is not None
    # One that goes on is shared, whoever has asked for it, and nobody else is kept.
    assert ask(games[0], users[0]) == first
    ask(games[2], users[1])
    Validation.objects.filter(pk=first.pk).update(status="passed", finished_at=timezone.now())
    ask(games[3], users[0])


@pytest.mark.usefixtures("sent")
def test_few_jobs_of_an_address_wait(games: list[Game], users: list[User], settings: Any) -> None:
    """Whoever asks there: accounts are made in no time."""
    settings.MOST_OPEN_JOBS_PER_ADDRESS = 3
    ask(games[0], users[0], HERE)
    ask(games[1], None, HERE)
    bring(users[1], HERE)
    for more in (lambda: ask(games[2], users[2], HERE), lambda: bring(users[2], HERE)):
        with pytest.raises(TooManyJobs):
            more()
    ask(games[2], users[2], THERE)
    assert Import.objects.count() == 1


@pytest.mark.uncounted
@pytest.mark.usefixtures("read_here", "sent")
def test_the_address_is_forgotten_when_the_job_is_over(
    games: list[Game], users: list[User]
) -> None:
    ask(games[0], users[0], HERE)
    bring(users[0], HERE)
    bring(users[1], HERE)
    for _ in range(3):
        long_jobs.take_turn(LongJob(Validation, games[0].pk), timezone.now)
    assert not Validation.objects.exclude(status="passed").exists()
    assert set(Import.objects.values_list("status", flat=True)) == {"done", "refused"}
    for kind in (Validation, Import):
        assert set(kind._default_manager.values_list("address", flat=True)) == {""}


@pytest.mark.uncounted
def test_what_held_just_now_is_not_decided_again(
    games: list[Game], users: list[User], sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()
    done = ask(games[0], users[0], now=now)
    requests.run_validation(validation_id=done.pk, clock=lambda: now)
    assert ask(games[0], users[1], now=now + requests.FRESH - SECOND) == done
    with monkeypatch.context() as later:
        later.setattr("games.engine.RULES_VERSION", 10**6)
        assert ask(games[0], users[0], now=now).pk != done.pk
    Validation.objects.exclude(pk=done.pk).delete()
    assert ask(games[0], users[0], now=now + requests.FRESH).pk != done.pk
    Validation.objects.exclude(pk=done.pk).delete()
    Validation.objects.update(status="failed")
    assert ask(games[0], users[0], now=now).pk != done.pk


@pytest.mark.usefixtures("sent")
def test_callers_take_turns(games: list[Game], users: list[User]) -> None:
    now = timezone.now()
    served = ask(games[0], users[0], HERE, now - 9 * SECOND)
    Validation.objects.filter(pk=served.pk).update(status="running", started_at=now - 3 * SECOND)
    second = ask(games[1], users[0], HERE, now - 8 * SECOND)
    assert long_jobs.next_job(now) == LongJob(Validation, second.pk)
    # Who has had no turn yet goes before who has, however late he comes, and of equals the first.
    early = bring(users[1], THERE)
    assert long_jobs.next_job(now) == LongJob(Import, early.pk)
    ask(games[2], users[2], THERE, now + SECOND)
    assert long_jobs.next_job(now) == LongJob(Import, early.pk)


@pytest.mark.uncounted
@pytest.mark.usefixtures("sent")
def test_strangers_take_turns_with_users_as_one_caller(
    games: list[Game], users: list[User]
) -> None:
    """From however many addresses they ask; a run over all games is none of theirs."""
    now = timezone.now()
    served = [ask(games[0], users[0]), ask(games[1], None, HERE)]
    ask(games[2], None, THERE, now - 2 * SECOND)
    users_own = ask(games[3], users[0], HERE, now - SECOND)

    def next_after(user_served: int, stranger_served: int, **more: Any) -> Any:
        for one, ago in zip(served, (user_served, stranger_served), strict=True):
            begun = {"status": "passed", "started_at": now - ago * SECOND, "address": ""}
            Validation.objects.filter(pk=one.pk).update(**begun)
        Validation.objects.filter(pk=served[1].pk).update(**more)
        following = long_jobs.next_job(now)
        assert following is not None
        return following.id == users_own.pk

    assert next_after(user_served=3000, stranger_served=5)
    assert not next_after(user_served=5, stranger_served=3000)
    assert not next_after(user_served=3000, stranger_served=5, run=users_own.pk)


@pytest.mark.uncounted
@pytest.mark.usefixtures("sent")
def test_who_has_taken_much_comes_last(games: list[Game], users: list[User], settings: Any) -> None:
    settings.GAMES_COMPUTING_RATE = "2/d"
    now = timezone.now()
    ask(games[0], users[0], HERE, now - 3 * SECOND)
    ask(games[1], users[1], HERE, now - 2 * SECOND)
    third = ask(games[2], users[2], THERE, now - SECOND)
    computing.jobs_spent(10**6, HERE, 3)
    assert long_jobs.next_job(now) == LongJob(Validation, third.pk)
    computing.jobs_spent(users[2].pk, THERE, 3)
    assert long_jobs.next_job(now) != LongJob(Validation, third.pk)


def test_jobs_are_charged_to_their_callers(
    games: list[Game], users: list[User], sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the process of an import takes too."""
    charged: list[tuple[int | None, str, float]] = []
    monkeypatch.setattr(computing, "jobs_spent", lambda *given: charged.append(given))
    for job in (
        LongJob(Validation, ask(games[0], users[0], HERE).pk),
        LongJob(Validation, ask(games[1], None, THERE).pk),
        LongJob(Import, bring(users[1], HERE).pk),
    ):
        long_jobs.take_turn(job, timezone.now)
    assert sorted(one[:2] for one in charged if one[0]) == sorted(
        [(users[0].pk, HERE), (users[1].pk, HERE)]
    )
    assert (None, THERE) in [one[:2] for one in charged]
    assert all(seconds > 0 for *_, seconds in charged)
    # To start a process alone takes a tenth of a second.
    assert max(seconds for user, _, seconds in charged if user == users[1].pk) > 0.05


@pytest.mark.usefixtures("read_here")
def test_who_leaves_a_place_sends_the_next(
    games: list[Game], users: list[User], sent: list[str]
) -> None:
    for game in games[:3]:
        ask(game, users[0])
    long_jobs.take_turn(LongJob(Validation, games[0].pk), timezone.now)
    (open_id,) = set(sent)
    assert Validation.objects.get(pk=open_id).status == "pending"


def test_a_job_is_carried_out_by_one_task(
    games: list[Game],
    users: list[User],
    sent: list[str],
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where there are two places, tasks that look for a job at one moment take different ones."""
    settings.LONG_JOBS = 2
    first, second = (ask(game, user) for game, user in zip(games[:2], users, strict=False))
    here = LongJob(Validation, first.pk)
    # The first look of a second task came before the first one began.
    looks = iter([here, here])
    look = long_jobs.next_job
    monkeypatch.setattr(long_jobs, "next_job", lambda now: next(looks, None) or look(now))
    examined: list[Any] = []
    examine = requests.examine

    def meanwhile(game: Game) -> Any:
        examined.append(game.pk)
        if len(examined) == 1:
            long_jobs.take_turn(LongJob(Validation, second.pk), timezone.now)
        return examine(game)

    monkeypatch.setattr(requests, "examine", meanwhile)
    long_jobs.take_turn(here, timezone.now)
    assert examined == [first.game_id, second.game_id]
    assert set(Validation.objects.values_list("status", flat=True)) == {"passed"}


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_task_without_a_place_leaves_the_job_to_who_has_it(
    games: list[Game], users: list[User], sent: list[str], settings: Any
) -> None:
    for number, game in enumerate(games[:2]):
        ask(game, users[number])
    job = LongJob(Validation, Validation.objects.order_by("created_at")[0].pk)
    sent.clear()
    with place(places.LONG_JOBS) as first:
        assert first
        long_jobs.take_turn(job, timezone.now)
        assert set(Validation.objects.values_list("status", flat=True)) == {"pending"}
        settings.LONG_JOBS = 2
        with place(places.LONG_JOBS, 2) as second, place(places.LONG_JOBS, 2) as third:
            assert (second, third) == (True, False)
        long_jobs.take_turn(job, timezone.now)
    assert Validation.objects.get(pk=job.id).status == "passed"
    assert sent == [str(Validation.objects.get(status="pending").pk)]


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_place_is_kept_as_long_as_its_task_may_take(monkeypatch: pytest.MonkeyPatch) -> None:
    """Longer than any other transaction may stand still."""
    idle = "-c idle_in_transaction_session_timeout=300ms"
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "options", idle)
    with place(places.LONG_JOBS) as first:
        time.sleep(1)
        with place(places.LONG_JOBS) as second:
            assert (first, second) == (True, False)
    with place(places.LONG_JOBS) as free:
        assert free


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_place_is_free_again_when_its_task_must_be_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where nothing tells PostgreSQL that the machine is gone."""
    monkeypatch.setattr(places, "HELD", timedelta(milliseconds=300))

    def is_free() -> bool:
        with place(places.LONG_JOBS) as found:
            return found

    with place(places.LONG_JOBS) as first:
        assert first
        wait_until("its place is free", is_free)
