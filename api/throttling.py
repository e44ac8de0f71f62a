"""Throttles: fixed windows counted in the cache, with rates from the settings."""

from typing import Final, Protocol

from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

from games.accounts import sign_ins
from games.runtime import computing, ratelimit

SAFE: Final = ("GET", "HEAD", "OPTIONS")


class View(Protocol):
    """The view as throttles see it: they use nothing of it."""


class WindowThrottle(BaseThrottle):
    """Counts the calls of one caller and scope in windows of fixed length.

    The usual list of times per caller grows with the rate and is read and written at every call;
    bots need high rates, so one counter per window is kept instead.
    """

    left: float | None = None

    def scope(self, request: Request) -> str:
        """The name of the rate in ``DEFAULT_THROTTLE_RATES``."""
        if not request.user.is_authenticated:
            return "anonymous"
        return "read" if request.method in SAFE else "write"

    def caller(self, request: Request) -> str:
        """Users count by themselves, others by address; ``AddressThrottle`` counts users again."""
        if request.user.is_authenticated:
            return f"user-{request.user.pk}"
        return f"address-{self.get_ident(request)}"

    def get_ident(self, request: Request) -> str:
        """The address of the caller, of IPv6 the network."""
        return ratelimit.by_address(super().get_ident(request) or "")

    def allow_request(self, request: Request, view: View) -> bool:
        """False when the caller has used up the window's share."""
        scope = self.scope(request)
        rate = api_settings.DEFAULT_THROTTLE_RATES.get(scope)
        if not rate:
            return True
        allowed, self.left = ratelimit.within(scope, self.caller(request), str(rate))
        return allowed

    def wait(self) -> float | None:
        """Seconds until the window ends; becomes Retry-After."""
        return self.left


def address_of(request: Request) -> str:
    """The address of the caller, as far as it tells callers apart."""
    return WindowThrottle().get_ident(request)


class ComputingThrottle(WindowThrottle):
    """Computing time of a user and of all users of the address, or of the strangers there.

    It is counted where it is spent (``caledonia.fair_shares``), whatever the method and the view.
    """

    def allow_request(self, request: Request, view: View) -> bool:
        """False when the caller has taken all of the window's."""
        user = request.user.pk if request.user.is_authenticated else None
        self.left = computing.wait_of(user, self.get_ident(request))
        return not self.left


class AddressThrottle(WindowThrottle):
    """Requests of all users of one address together, beside those of each.

    Many people may share one, so the rates are higher; they hold back users with many accounts.
    """

    def scope(self, request: Request) -> str:
        """Strangers are counted by address already; no rate, no limit."""
        own = super().scope(request)
        return "" if own == "anonymous" else f"{own}-address"

    def caller(self, request: Request) -> str:
        """By address, for all callers."""
        return f"address-{self.get_ident(request)}"


USUAL: Final = (WindowThrottle, AddressThrottle, ComputingThrottle)
"""Those of every view."""


class RefusedThrottle(WindowThrottle):
    """Requests that are refused for want of a valid token, by address like those of strangers.

    A good token from the same address still works: many callers may share one.
    """

    def scope(self, request: Request) -> str:
        """Always the same rate."""
        return "anonymous"

    def caller(self, request: Request) -> str:
        """By address, since the caller is unknown."""
        return f"address-{self.get_ident(request)}"


class CodesThrottled(Throttled):
    """The password was right, but too many codes of the second factor were wrong."""


def begin_try(request: Request, name: str) -> sign_ins.Try:
    """Count one password for a name, with those of the pages and before it is checked.

    Tokens and sessions of that user go on working. Raises Throttled.
    """
    attempt = sign_ins.begin(
        address=BaseThrottle().get_ident(request) or "",
        name=name,
        cookies=request.COOKIES,
        now=timezone.now(),
    )
    if attempt.wait:
        raise Throttled(attempt.wait)
    return attempt


def begin_code(request: Request, user: User) -> sign_ins.Try:
    """Count one code of a user, with those of the pages, before it is checked.

    Only after the right password, so strangers cannot use up these tries. Raises CodesThrottled.
    """
    attempt = sign_ins.begin_code(
        address=BaseThrottle().get_ident(request) or "",
        user=user,
        cookies=request.COOKIES,
        now=timezone.now(),
    )
    if attempt.wait:
        raise CodesThrottled(attempt.wait)
    return attempt


class ValidationThrottle(WindowThrottle):
    """Requests that make the server decide a whole game again, beside the usual throttle."""

    def scope(self, request: Request) -> str:
        """Always the same rate."""
        return "validation"


class ExportThrottle(WindowThrottle):
    """Requests for the files of many games, beside the usual throttle."""

    def scope(self, request: Request) -> str:
        """Always the same rate."""
        return "export"


class ImportThrottle(WindowThrottle):
    """Files, each of which is decided again, beside the usual throttle."""

    def scope(self, request: Request) -> str:
        """Always the same rate."""
        return "import"
