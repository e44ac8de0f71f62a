"""Viewers of streams, and whether their rights still hold."""

from collections.abc import Collection
from datetime import datetime
from typing import Final, NamedTuple

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.utils.crypto import constant_time_compare
from rest_framework.request import Request

from api.models import Token
from api.tokens import Scope, usable
from api.views.base import user_of
from games.models import Session
from games.runtime.limits import address_of

ADDRESS: Final = "address-"


class StreamViewer(NamedTuple):
    """A user by token or by session; or a stranger, known by address only."""

    user_id: int | None
    token_id: int | None
    session_key: str | None
    address: str

    @property
    def user(self) -> User | None:
        """The user as far as seats need it: the id alone."""
        return None if self.user_id is None else User(pk=self.user_id)

    @property
    def ip(self) -> str:
        """The address as ``games.runtime.computing`` counts it."""
        return self.address.removeprefix(ADDRESS)

    @property
    def bounded_by(self) -> str:
        """The key by which streams are counted."""
        return self.address if self.user_id is None else f"user-{self.user_id}"


def viewer_of(request: Request) -> StreamViewer:
    """The viewer who opens a stream."""
    user = user_of(request)
    address = f"{ADDRESS}{address_of(request)}"
    if user is None:
        return StreamViewer(None, None, None, address)
    if isinstance(request.auth, Token):
        return StreamViewer(user.pk, request.auth.pk, None, address)
    return StreamViewer(user.pk, None, request.session.session_key, address)


def still_in(viewers: Collection[StreamViewer], *, now: datetime) -> set[StreamViewer]:
    """The viewers whose token or session is still valid; two queries at most for all of them."""
    tokens = {viewer.token_id for viewer in viewers if viewer.token_id is not None}
    sessions = {viewer.session_key for viewer in viewers if viewer.session_key is not None}
    good_tokens = usable(tokens, scope=Scope.READ, now=now) if tokens else set()
    good_sessions = _good_sessions(sessions, now) if sessions else {}
    return {
        viewer
        for viewer in viewers
        if viewer.user_id is None
        or viewer.token_id in good_tokens
        or good_sessions.get(viewer.session_key) == viewer.user_id
    }


def _good_sessions(keys: Collection[str], now: datetime) -> dict[str | None, int]:
    """The users of sessions that have not ended, nor been ended by another password."""
    found = {}
    for session in Session.objects.filter(pk__in=keys, expire_date__gt=now):
        held = session.get_decoded()
        if str(held.get(SESSION_KEY, "")).isdecimal():
            found[session.session_key] = (int(held[SESSION_KEY]), held.get(HASH_SESSION_KEY, ""))
    users = User.objects.filter(is_active=True).in_bulk([user_id for user_id, _ in found.values()])
    return {
        key: user_id
        for key, (user_id, known) in found.items()
        if user_id in users and _same_password(users[user_id], str(known))
    }


def _same_password(user: User, known: str) -> bool:
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return any(constant_time_compare(known, one) for one in hashes)
