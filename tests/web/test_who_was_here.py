"""Who was here: which pages note it, how often, and what cannot keep them from it."""

from datetime import datetime

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.models import Game
from tests.database import empty_cache
from tests.web.conftest import HTMX, user_of
from web.models import Profile

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


def seen_at(client: Client) -> datetime | None:
    found = Profile.objects.filter(user=user_of(client)).first()
    return found.seen_at if found else None


def test_who_looks_at_a_page_was_here(anna: Client, stranger: Client) -> None:
    before = timezone.now()
    stranger.get("/games/")
    assert not Profile.objects.exists()
    anna.get("/games/", headers={"Accept-Language": "pl"})
    noted = Profile.objects.get(user=user_of(anna))
    assert noted.seen_at is not None
    assert noted.seen_at >= before
    assert (noted.seen_language, noted.turn_mail) == ("pl", True)


def test_it_is_noted_once_a_minute(anna: Client) -> None:
    anna.get("/games/")
    first = seen_at(anna)
    anna.get("/games/")
    assert seen_at(anna) == first
    empty_cache()
    anna.get("/games/")
    assert seen_at(anna) != first


@pytest.mark.parametrize("forged", [1, b"", b"x" * 80])
@pytest.mark.long
def test_nobody_is_kept_from_being_noted_by_a_forged_entry(anna: Client, forged: object) -> None:
    cache.set(f"seen/{user_of(anna).pk}", forged, None)
    anna.get("/games/")
    assert seen_at(anna) is not None


@pytest.mark.long
def test_a_page_that_was_left_open_is_nobody(running: Game, anna: Client) -> None:
    for path in ("refresh/?since=0", "chat/?after=0"):
        assert anna.get(f"/games/{running.pk}/{path}", headers=HTMX).status_code == 200
    for path in ("news/?v=1", "log/?v=1", "at/?v=1"):
        assert anna.get(f"/games/{running.pk}/replay/{path}").status_code == 200
    anna.get("/games/", headers=HTMX)
    anna.get("/api/v1/games")
    anna.get("/nothing/")
    assert seen_at(anna) is None
    anna.get(f"/games/{running.pk}/panel/", headers=HTMX)
    assert seen_at(anna) is not None


def test_who_acts_is_here(running: Game, anna: Client) -> None:
    anna.post(f"/games/{running.pk}/chat/?after=0", {"text": "hello"})
    assert seen_at(anna) is not None


def test_pages_do_without_the_cache(anna: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: object, **more: object) -> bool:
        raise OSError(104)

    for name in ("get", "set"):
        monkeypatch.setattr(f"games.runtime.sealed_cache.cache.{name}", away)
    anna.get("/games/")
    assert seen_at(anna) is not None
