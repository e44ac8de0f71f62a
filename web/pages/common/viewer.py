"""Who looks at a page."""

from typing import cast

from django.contrib.auth.models import User
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


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
    """A copy of who is here: a form that is refused must not change what the header says."""
    return User.objects.get(pk=account_of(request).pk)


def part_wanted(request: HttpRequest) -> bool:
    """Whether htmx asks for a part of the page, not the browser for all of it."""
    htmx = cast("HtmxDetails", getattr(request, "htmx"))  # noqa: B009 - the middleware sets it
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request
