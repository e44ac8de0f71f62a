"""Kept answers by one statement, which brings the token with the game.

Programs ask for the same again and again, and most of what that costs is to find out who asks.
Whatever is not as plain as that, such as an answer that is not kept, a token whose use is to be
noted, a game that has to go on, or any refusal, is left to the view, which asks everything anew.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import wraps
from typing import Final
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from rest_framework.authentication import get_authorization_header
from rest_framework.exceptions import AuthenticationFailed

from api import tokens
from api.authentication import bearer_token
from api.kept import KeptKind, held, tag_of
from api.models import Token
from api.tokens import Scope
from games.access import may_see
from games.runtime import limits, tracing
from games.runtime.limits import Caller, address_of
from games.store import Glance, ModelColumns

TOKENS: Final = ModelColumns(
    Token, "t", ("user_id", "scopes", "password_stamp", "expires_at", "last_used_at")
)
OWNERS: Final = ModelColumns(User, "o", ("username", "password", "is_active"))
BY_TOKEN: Final = (
    f"JOIN {Token._meta.db_table} t ON t.digest = %s "
    f"JOIN {User._meta.db_table} o ON o.id = t.user_id"
)

View = Callable[..., HttpResponseBase]


def kept_first(kind: KeptKind, view: View) -> View:
    """A view that is asked only for answers of its kind that are not kept."""
    statement = kind.statement.joined([TOKENS.listed, OWNERS.listed], BY_TOKEN)
    own = len(kind.statement.more)

    @wraps(view)
    def run(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
        # Without the database the view has an answer that says so.
        with suppress(OperationalError, InterfaceError):
            if (found := answer(request, game_id)) is not None:
                return found
        return view(request, game_id=game_id)

    def answer(request: HttpRequest, game_id: UUID) -> HttpResponse | None:
        token = _plain_token(request)
        seen = token and statement.read(game_id, tokens.digest_of(token))
        if not seen:
            return None
        joined, seen.more = seen.more[own:], seen.more[:own]
        return _kept(request, kind, seen, _owner(joined))

    return run


def _plain_token(request: HttpRequest) -> str | None:
    """The token of a request that asks for nothing special."""
    if request.method not in ("GET", "HEAD") or request.META["QUERY_STRING"]:
        return None
    with suppress(AuthenticationFailed):
        return bearer_token(get_authorization_header(request))  # type: ignore[arg-type]
    return None


def _owner(joined: Sequence[object]) -> User | None:
    """The user of a token that may read."""
    token = TOKENS.made(joined[: len(TOKENS)])
    token.user = OWNERS.made(joined[len(TOKENS) :], id=token.user_id)
    good = tokens.good_for(token, Scope.READ, now=timezone.now())
    return token.user if good else None


def _kept(
    request: HttpRequest, kind: KeptKind, seen: Glance, user: User | None
) -> HttpResponse | None:
    """The answer to a user who may have it, if it is kept; the request is counted then."""
    game = seen.game
    if user is None or not may_see(user, game) or (settings.EMBEDDED and game.due):
        return None
    slot = kind.slot(request, game, user)
    found = None if slot is None else held(request, slot, tag_of(slot, seen))
    caller = Caller(user.pk, address_of(request))
    if found is None or limits.wait_of_request(caller, reading=True):
        return None
    request.user = user
    tracing.bind(user=user.pk)
    return found
