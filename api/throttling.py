"""How much one caller may ask: fixed windows counted in the cache, with rates from the settings."""

from typing import Final, Protocol

from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

from games import counting

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

    def get_ident(self, request: Request) -> str:
        """The address of the caller, as far as it tells callers apart."""
        return counting.by_address(super().get_ident(request) or "")

    def allow_request(self, request: Request, view: View) -> bool:
        """False when the caller has used up the window's share."""
        scope = self.scope(request)
        rate = api_settings.DEFAULT_THROTTLE_RATES.get(scope)
        if not rate:
            return True
        allowed, self.left = counting.within(scope, self.caller(request), str(rate))
        return allowed

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
        return counting.by_name(self.name)


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
