"""How much one caller may ask: fixed windows counted in the cache, with rates from the settings."""

import hashlib
import logging
import time
from contextlib import suppress
from typing import Final, Protocol

from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

from games.states import CACHE_ERRORS

log = logging.getLogger(__name__)

SECONDS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}
SAFE: Final = ("GET", "HEAD", "OPTIONS")


class View(Protocol):
    """What a throttle asks of a view: nothing."""


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

    def allow_request(self, request: Request, view: View) -> bool:
        """False when the caller has used up the window's share."""
        scope = self.scope(request)
        rate = api_settings.DEFAULT_THROTTLE_RATES.get(scope)
        if not rate:
            return True
        most, seconds = parse_rate(str(rate))
        window, into = divmod(time.time(), seconds)
        self.left = seconds - into
        return count(f"throttle/{scope}/{self.caller(request)}/{int(window)}", seconds) <= most

    def wait(self) -> float | None:
        """Seconds until the window ends; becomes Retry-After."""
        return self.left


class AddressThrottle(WindowThrottle):
    """Requests of all users of one address together, beside those of each.

    Many people may share one, so the rates are higher; they hold back who has many accounts.
    """

    def scope(self, request: Request) -> str:
        """Strangers are counted by address already; no rate, no limit."""
        own = super().scope(request)
        return "" if own == "anonymous" else f"{own}-address"

    def caller(self, request: Request) -> str:
        """By address, whoever it is."""
        return f"address-{self.get_ident(request)}"


class RefusedThrottle(WindowThrottle):
    """Requests that stay outside for want of a good token, by address like all strangers.

    A good token from the same address still works: many callers may share one.
    """

    def scope(self, request: Request) -> str:
        """Always the same rate."""
        return "anonymous"

    def caller(self, request: Request) -> str:
        """By address; there is nobody else to count by."""
        return f"address-{self.get_ident(request)}"


class SignInThrottle(WindowThrottle):
    """Passwords are tried by address, before anybody is known."""

    def scope(self, request: Request) -> str:
        """Always the same rate."""
        return "sign-in"

    def caller(self, request: Request) -> str:
        """By address; asking for the user would already try the password."""
        return f"address-{self.get_ident(request)}"


class SignInUserThrottle(WindowThrottle):
    """Passwords are tried by the name they are tried for, from wherever, whether it exists or not.

    Tokens and sessions of that user go on working.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def scope(self, request: Request) -> str:
        """Always the same rate."""
        return "sign-in-user"

    def caller(self, request: Request) -> str:
        """By a hash: names may hold what a key of the cache must not."""
        return f"name-{hashlib.sha256(self.name.casefold().encode()).hexdigest()}"


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


def count(key: str, seconds: int) -> int:
    """One more call under this key; how many there were in its window.

    Without the cache nobody is counted: it is better to answer too much than nothing at all.
    """
    try:
        return _counted(key, seconds)
    except CACHE_ERRORS as error:
        log.warning("calls cannot be counted: %s", error)
        return 0


def _counted(key: str, seconds: int) -> int:
    # Most calls are not the first of their window: those cost one trip to the cache.
    with suppress(ValueError):
        return cache.incr(key)
    if cache.add(key, 1, timeout=seconds):
        return 1
    with suppress(ValueError):  # somebody else has begun the window just now
        return cache.incr(key)
    return 1


def parse_rate(rate: str) -> tuple[int, int]:
    """``"600/min"`` as (600, 60)."""
    number, _, period = rate.partition("/")
    return int(number), SECONDS[period[0]]
