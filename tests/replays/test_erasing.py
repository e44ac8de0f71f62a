"""Erasing a game takes with it all that the read side keeps of it, and nothing of others."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.utils import timezone

from games import engine, services, store
from games.models import Erasure, Game
from games.runtime import state_cache
from replays.models import Result, SeatResult, Snapshot, Trait, Validation
from replays.statistics import results
from replays.validation import requests
from tests.replays.tables import played_out

pytestmark = pytest.mark.uncounted

OnCommit = Callable[..., AbstractContextManager[object]]


@pytest.fixture
def games(users: list[User]) -> list[Game]:
    """Two finished games of which everything is kept that can be."""
    found = [played_out(users).game, played_out(users[::-1]).game]
    for game in found:
        results.record(game.pk)
        Snapshot.objects.create(game=game, version=1, state=b"")
        requests.request_validation(game=game, user=None, now=timezone.now())
    return found


def kept(game: Game) -> list[int]:
    """How many rows of each kind there are of a game."""
    return [
        Snapshot.objects.filter(game=game.pk).count(),
        Validation.objects.filter(game=game.pk).count(),
        Result.objects.filter(game=game.pk).count(),
        SeatResult.objects.filter(result=game.pk).count(),
        Trait.objects.filter(result=game.pk).count(),
        len(store.rows(game.pk)),
    ]


def test_all_that_was_kept_of_it_goes(games: list[Game]) -> None:
    before = kept(games[1])
    assert min(before) > 0
    services.erase_game(game_id=games[0].pk, by=None, reason="test", now=timezone.now())
    assert kept(games[0]) == [0] * 6
    assert kept(games[1]) == before
    assert Erasure.objects.get().game == games[0].pk


def test_cached_states_of_earlier_versions_go_too(
    games: list[Game], django_capture_on_commit_callbacks: OnCommit
) -> None:
    """A process that was late may have left one there, with the order of the pile in it."""
    game = games[0]
    for version in (7, game.version):
        state = state_cache.rebuild(game, version)
        state_cache.remember(game, store.head(game.pk, version), engine.dump(state))
    keys = [state_cache._key(game.pk, version) for version in (7, game.version)]
    assert all(cache.get(key) for key in keys)
    with django_capture_on_commit_callbacks(execute=True):
        services.erase_game(game_id=game.pk, by=None, reason="test", now=timezone.now())
    assert not any(cache.get(key) for key in keys)
