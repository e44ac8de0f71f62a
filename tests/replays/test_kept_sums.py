"""Sums that are kept are those of all results, whatever came, went or was made anew since."""

from datetime import timedelta
from importlib import import_module
from typing import get_args

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import services
from games.models import Game
from replays.models import KeptSums, Result, ResultCounter
from replays.statistics import kept_sums, results
from replays.statistics.totals import By, StatisticsFilter, Totals, totals
from simulation.stored import lay
from tests import recorded
from tests.marks import case

pytestmark = pytest.mark.django_db

ASKED = (
    StatisticsFilter(with_="all"),
    StatisticsFilter(with_="people", of="people"),
    StatisticsFilter(with_="all", of="bots", rules="all"),
    StatisticsFilter(with_="all", players=2),
)


@pytest.fixture(autouse=True)
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep sums of few results too."""
    monkeypatch.setattr(kept_sums, "FROM", 0)
    monkeypatch.setattr(kept_sums, "STORED_EVERY", 1)


def finished(name: str, *users: User) -> Game:
    """A game that is over, with its result."""
    game = lay(recorded.played(name), *users)
    game.finished_at = timezone.now() - timedelta(hours=1)
    game.save()
    assert results.record(game.pk)
    return game


def answers() -> list[Totals]:
    """To all questions, by everything."""
    return [totals(by, query) for by in get_args(By) for query in ASKED]


def added_up(monkeypatch: pytest.MonkeyPatch) -> list[Totals]:
    """The same without anything that was kept."""
    with monkeypatch.context() as patched:
        patched.setattr(kept_sums, "many", lambda: None)
        return answers()


def erase(game: Game) -> None:
    services.erase_game(game_id=game.pk, by=None, reason="a test", now=timezone.now())


def make_anew(_game: Game) -> None:
    # What was kept of the column before must not stay.
    Result.objects.update(usual=False)
    call_command("rebuild_statistics", verbosity=0)


@pytest.mark.long
def test_they_are_what_adding_up_gives(users: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    first = finished("people-2", *users[:2])
    assert answers() == added_up(monkeypatch)
    finished("bots-2")
    finished("people-3", users[0])
    assert answers() == answers() == added_up(monkeypatch)
    for change in (make_anew, erase):
        change(first)
        with case(change.__name__):
            assert answers() == added_up(monkeypatch)


def test_what_is_kept_is_not_added_up_again(users: list[User]) -> None:
    finished("people-2", *users[:2])
    by_clan = totals("clan", ASKED[0])
    with CaptureQueriesContext(connection) as captured:
        assert totals("clan", ASKED[0]) == by_clan
    assert not [one for one in captured.captured_queries if "seatresult" in one["sql"]]
    assert KeptSums.objects.get().upto == ResultCounter.objects.get().last == 1


def test_of_what_narrows_more_nothing_is_kept(users: list[User]) -> None:
    finished("people-2", *users[:2])
    totals("place", StatisticsFilter(clan="fraser"))
    assert not KeptSums.objects.exists()


@pytest.mark.uncounted
def test_a_result_that_is_made_anew_keeps_its_number(users: list[User]) -> None:
    game = finished("people-2", *users[:2])
    finished("bots-2")
    results.record(game.pk, anew=True)
    assert Result.objects.get(pk=game.pk).number == 1
    assert ResultCounter.objects.get().last == 2


@pytest.mark.uncounted
def test_results_of_before_are_numbered_as_their_games_ended(users: list[User]) -> None:
    games = [finished("people-2", *users[:2]), finished("bots-2"), finished("people-3")]
    Result.objects.update(number=None)
    Result.objects.filter(pk=games[0].pk).update(finished_at=timezone.now())
    ResultCounter.objects.all().delete()
    migration = import_module("replays.migrations.0016_kept_sums")
    with connection.cursor() as cursor:
        cursor.execute(migration.NUMBER)
        cursor.execute(migration.COUNT)
    assert Result.objects.get(pk=games[0].pk).number == 3
    assert set(Result.objects.values_list("number", flat=True)) == {1, 2, 3}
    assert kept_sums.counted() == 3
