"""When somebody was last here."""

from datetime import datetime
from typing import Final

from django.contrib.auth.models import User
from django.core.cache import cache
from django.http import HttpRequest

from games.runtime.sealed_cache import CACHE_ERRORS
from web.models import Profile

EVERY_SECONDS: Final = 60
"""Somebody who is here is noted so often, and not with every request."""

AUTOMATIC: Final = frozenset({"chat", "lobby", "refresh", "room", "validated"})
"""Pages whose parts a browser asks for by itself, also where nobody looks at it."""

FOLLOWING: Final = frozenset({"moments", "replay_log", "replay_news"})
"""What the page of a replay asks for: by itself too, as long as its game goes on."""


def by_hand(request: HttpRequest) -> bool:
    """Whether somebody has done something, and not a page that was left open."""
    match = request.resolver_match
    if match is None or match.app_name != "web":
        return False
    if request.method != "GET":
        return True
    part = "HX-Request" in request.headers or "after" in request.GET
    return match.url_name not in FOLLOWING and not (part and match.url_name in AUTOMATIC)


def note(*, user: User, now: datetime, language: str) -> None:
    """Note that a user is here now, and what the pages speak."""
    try:
        first = cache.add(f"seen/{user.pk}", 1, timeout=EVERY_SECONDS)
    except CACHE_ERRORS:
        first = True
    if not first:
        return
    Profile.objects.bulk_create(
        [Profile(user=user, seen_at=now, seen_language=language)],
        update_conflicts=True,
        unique_fields=["user"],
        update_fields=["seen_at", "seen_language"],
    )
