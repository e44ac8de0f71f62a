"""Who looks at a page, and the game that it is about."""

from typing import cast
from uuid import UUID

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest
from django_htmx.middleware import HtmxDetails

from games import services
from games.errors import NoSuchGame
from games.models import Game


def user_of(request: HttpRequest) -> User | None:
    """The signed-in user; None for a stranger."""
    return request.user if request.user.is_authenticated else None


def account_of(request: HttpRequest) -> User:
    """The user of a page that only those see who have signed in. Raises PermissionError."""
    user = user_of(request)
    if user is None:
        raise PermissionError("this page needs a signed-in user")
    return user


def own_account(request: HttpRequest) -> User:
    """A copy of the user: a form that is refused must not change what the header says."""
    return User.objects.get(pk=account_of(request).pk)


def game_of(request: HttpRequest, game_id: UUID) -> Game:
    """The game with this id. Raises Http404, also where the viewer may not see it."""
    try:
        return services.visit_game(user_of(request), game_id)
    except NoSuchGame as missing:
        raise Http404 from missing


def part_wanted(request: HttpRequest) -> bool:
    """Whether htmx asks for a part of the page, not the browser for all of it."""
    htmx = cast("HtmxDetails", getattr(request, "htmx"))  # noqa: B009 - the middleware sets it
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request
