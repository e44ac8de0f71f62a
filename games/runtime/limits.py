"""How often callers may ask: the limits of the API, of its streams and of the pages.

The rates are ``DEFAULT_THROTTLE_RATES`` of the REST framework; one that is missing or empty limits
nothing.
"""

from typing import Any, NamedTuple

from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

from games.runtime import computing, ratelimit


class Caller(NamedTuple):
    """Who asks: the id of a user, None without an account, and the address, of IPv6 the network."""

    user: int | None
    address: str

    @property
    def key(self) -> str:
        """Under which the caller is counted: users by themselves, others by address."""
        return self.by_address if self.user is None else f"user-{self.user}"

    @property
    def by_address(self) -> str:
        """Under which all callers of the address are counted."""
        return f"address-{self.address}"


def address_of(request: Any) -> str:
    """The address of a request, as far as proxies are believed and it tells callers apart.

    ``request`` is Django's, or anything with ``META``.
    """
    return ratelimit.by_address(BaseThrottle().get_ident(request) or "")


def wait(scope: str, key: str) -> float:
    """Count one call of a scope; 0 if its rate admits it, else how many seconds to wait."""
    return _wait_of((scope, key))


def _wait_of(*counted: tuple[str, str]) -> float:
    """Count one call of each scope and key, up to the first whose rate does not admit it."""
    rates = api_settings.DEFAULT_THROTTLE_RATES
    windows = [
        ratelimit.CountedWindow.of(scope, key, str(rates[scope]))
        for scope, key in counted
        if rates.get(scope)
    ]
    return ratelimit.wait_of(windows) if windows else 0


def wait_of_request(caller: Caller, *, reading: bool, anonymous: str = "anonymous") -> float:
    """Count one request; 0 to go on, else how many seconds to wait.

    Users are counted alone, and with all users of the address: many people may share one, so these
    rates are higher, and hold back users with many accounts. Callers without an account are counted
    by address, in the scope ``anonymous``. Callers who have used too much computing time wait as
    well; it is counted where it is spent (``caledonia.fair_shares``).
    """
    if caller.user is None:
        counted = wait(anonymous, caller.key)
    else:
        scope = "read" if reading else "write"
        counted = _wait_of((scope, caller.key), (f"{scope}-address", caller.by_address))
    return counted or computing.wait_of(*caller)
