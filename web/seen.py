"""When somebody was last here."""

from datetime import datetime
from typing import Final

from django.contrib.auth.models import User
from django.http import HttpRequest

from games.runtime import sealed_cache
from web.models import Profile

EVERY_SECONDS: Final = 60
"""Somebody who is here is noted so often, and not with every request."""

AUTOMATIC: Final = frozenset({"chat", "lobby", "refresh", "room", "validated"})
"""Pages whose parts a browser requests automatically, even in a hidden tab."""

FOLLOWING: Final = frozenset({"moments", "replay_log", "replay_news"})
"""What the page of a replay asks for: by itself too, as long as its game goes on."""


def by_hand(request: HttpRequest) -> bool:
    """Whether a user has done something, not a page that was left open."""
    match = request.resolver_match
    if match is None or match.app_name != "web":
        return False
    if request.method != "GET":
        return True
    part = "HX-Request" in request.headers or "after" in request.GET
    return match.url_name not in FOLLOWING and not (part and match.url_name in AUTOMATIC)


def note(*, user: User, now: datetime, language: str) -> None:
    """Note that a user is here now, and what the pages speak."""
    # Sealed: a forged entry would keep a user who is here from being noted.
    key = f"seen/{user.pk}"
    if sealed_cache.get(key) is not None:
        return
    Profile.objects.bulk_create(
        [Profile(user=user, seen_at=now, seen_language=language)],
        update_conflicts=True,
        unique_fields=["user"],
        update_fields=["seen_at", "seen_language"],
    )
    sealed_cache.put(key, b"", seconds=EVERY_SECONDS)
