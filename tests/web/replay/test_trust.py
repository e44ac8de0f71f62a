"""Badges: what was checked, and what shows that the shuffle was not chosen."""

import json

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from games import engine, services
from games.models import Game
from games.models.game import Visibility
from replays.models import Validation
from replays.validation import requests
from tests.games.tables import Table
from tests.replays.tables import spoil
from tests.web.conftest import HTMX
from tests.web.replay.conftest import page, signed_in, text, tones

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


def test_validation_is_asked_for_and_told(finished: Table, stranger: Client) -> None:
    assert tones(text(stranger, page(finished)))[0] == ""
    asked = stranger.post(page(finished, "validate"), headers=HTMX)
    assert asked.status_code == 200
    # Embedded it is done when the answer comes; with workers the badge asks again.
    requests.run_validation(validation_id=Validation.objects.get().pk, clock=timezone.now)
    shown = text(stranger, page(finished, "validated"))
    assert tones(shown) == ["good"]
    assert f" {finished.game.version} " in shown
    assert f" {engine.RULES_VERSION} " in shown
    assert f'action="{page(finished, "validate")}"' in shown
    assert stranger.post(page(finished, "validate")).headers["Location"] == page(finished)


def test_others_have_to_be_over_first(finished: Table, stranger: Client) -> None:
    with override_settings(MOST_OPEN_JOBS_PER_ADDRESS=0):
        refused = stranger.post(page(finished, "validate"), headers=HTMX)
    assert (refused.status_code, refused["Retry-After"]) == (429, "5")
    assert "have to be over first" in refused.content.decode()


def test_spoiled_game_is_said_to_be(finished: Table, stranger: Client) -> None:
    spoil(finished, 20, "digest", "00" * 32)
    asked = requests.request_validation(game=finished.game, user=None, now=timezone.now())
    requests.run_validation(validation_id=asked.pk, clock=timezone.now)
    shown = text(stranger, page(finished))
    assert tones(shown)[0] == "bad"
    assert f'href="{page(finished)}?v=20"' in shown


def test_game_of_other_rules_says_so(finished: Table, stranger: Client) -> None:
    Validation.objects.create(
        game=finished.game,
        version=finished.game.version,
        status=Validation.Status.DRIFTED,
        checked=finished.game.version,
        rules=2,
        drifted=3,
        first_difference=json.dumps(
            {"version": 12, "code": "effects_differ", "sentence": "", "rules": 1}
        ),
        created_at=timezone.now(),
        finished_at=timezone.now(),
    )
    shown = text(stranger, page(finished))
    assert tones(shown)[0] == "warn"
    assert f'href="{page(finished)}?v=12"' in shown


def test_validation_that_goes_on_is_looked_after(finished: Table, stranger: Client) -> None:
    Validation.objects.create(
        game=finished.game,
        version=finished.game.version,
        status=Validation.Status.RUNNING,
        rules=1,
        created_at=timezone.now(),
    )
    shown = text(stranger, page(finished, "validated"))
    assert tones(shown) == [""]
    assert 'hx-trigger="load delay:1s"' in shown
    assert "<form" not in shown
    assert " open>" not in shown
    asked = text(stranger, f"{page(finished, 'validated')}?opened")
    assert " open>" in asked
    assert "validation/?opened" in asked


def test_validations_are_throttled(
    finished: Table, stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "validation", "0/day")
    refused = stranger.post(page(finished, "validate"), headers=HTMX)
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0
    assert "Too many requests" in refused.content.decode()
    assert not Validation.objects.exists()


@pytest.mark.long
def test_seed_that_was_kept_and_one_that_was_not(finished: Table, stranger: Client) -> None:
    Game.objects.filter(pk=finished.id).update(seed_chosen=False)
    shown = text(stranger, page(finished))
    assert tones(shown) == ["", "good"]
    assert f"<code>{finished.game.commitment}</code>" in shown
    Game.objects.filter(pk=finished.id).update(commitment="0" * 64)
    assert tones(text(stranger, page(finished))) == ["", "bad"]
    Game.objects.filter(pk=finished.id).update(seed_chosen=True)
    assert tones(text(stranger, page(finished))) == ["", "warn"]


def test_fork_leads_to_where_it_comes_from(
    finished: Table, users: list[User], stranger: Client
) -> None:
    made = services.fork_game(
        game_id=finished.id, user=users[0], version=40, seats=None, now=timezone.now()
    )
    Game.objects.filter(pk=made.pk).update(visibility=Visibility.PUBLIC)
    origin = f"{page(finished)}?v=40"
    path = reverse("web:replay", args=[made.pk])
    assert f'href="{origin}"' in text(stranger, path)
    Game.objects.filter(pk=finished.id).update(visibility=Visibility.PRIVATE)
    assert f'href="{origin}"' not in text(stranger, path)
    assert f'href="{origin}"' in text(signed_in(users[0]), path)
