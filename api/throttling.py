"""Throttles of the API; what they count and admit is decided in ``games.runtime.limits``."""

from typing import ClassVar, Final, Protocol

from django.contrib.auth.models import User
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games.accounts import sign_ins
from games.runtime import limits
from games.runtime.limits import Caller, address_of

SAFE: Final = ("GET", "HEAD", "OPTIONS")


class ThrottledView(Protocol):
    """The view as throttles see it: they use nothing of it."""


class RequestThrottle(BaseThrottle):
    """Every request of a caller, with those to pages, and the computing time it has taken."""

    left: float = 0

    def allow_request(self, request: Request, view: ThrottledView) -> bool:
        """False when the caller has used up the window's share."""
        self.left = self.count(request)
        return not self.left

    def count(self, request: Request) -> float:
        """Count the request; how many seconds to wait."""
        return limits.wait_of_request(caller_of(request), reading=request.method in SAFE)

    def wait(self) -> float:
        """Seconds until the window ends; becomes Retry-After."""
        return self.left


class ScopedThrottle(RequestThrottle):
    """Requests of one kind, beside the usual throttle."""

    scope: ClassVar[str]

    def count(self, request: Request) -> float:
        """Count it for its own rate."""
        return limits.wait(self.scope, caller_of(request).key)


class RefusedThrottle(RequestThrottle):
    """Requests that are refused for want of a valid token, by address like those of strangers.

    A good token from the same address still works: many callers may share one.
    """

    def count(self, request: Request) -> float:
        """By address, since the caller is unknown."""
        return limits.wait("anonymous", Caller(None, address_of(request)).key)


USUAL: Final = (RequestThrottle,)
"""Those of every view."""


def caller_of(request: Request) -> Caller:
    """Who asks."""
    user = request.user.pk if request.user.is_authenticated else None
    return Caller(user, address_of(request))


class CodesThrottled(Throttled):
    """The password was right, but too many codes of the second factor were wrong."""


def begin_try(request: Request, name: str) -> sign_ins.Try:
    """Count one password for a name, with those of the pages and before it is checked.

    Tokens and sessions of that user go on working. Raises Throttled.
    """
    attempt = sign_ins.begin(
        address=address_of(request),
        name=name,
        cookies=request.COOKIES,
    )
    if attempt.wait:
        raise Throttled(attempt.wait)
    return attempt


def begin_code(request: Request, user: User) -> sign_ins.Try:
    """Count one code of a user, with those of the pages, before it is checked.

    Only after the right password, so strangers cannot use up these tries. Raises CodesThrottled.
    """
    attempt = sign_ins.begin_code(
        address=address_of(request),
        user=user,
        cookies=request.COOKIES,
    )
    if attempt.wait:
        raise CodesThrottled(attempt.wait)
    return attempt


class ValidationThrottle(ScopedThrottle):
    """Requests that make the server decide a whole game again."""

    scope = "validation"


class ExportThrottle(ScopedThrottle):
    """Requests for the files of many games."""

    scope = "export"


class ImportThrottle(ScopedThrottle):
    """Files, each of which is decided again."""

    scope = "import"


class DrawThrottle(ScopedThrottle):
    """Draws and previews of them: one of many players takes seconds to work out."""

    scope = "draw"
