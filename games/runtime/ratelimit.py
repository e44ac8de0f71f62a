"""Counting the calls of callers, in fixed windows in the cache; for the API and the pages alike."""

import logging
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address, ip_network
from threading import Lock
from typing import Any, Final, NamedTuple, Self

from django.core.cache import cache

from games.runtime.sealed_cache import CACHE_ERRORS

log = logging.getLogger(__name__)

SECONDS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}
NETWORK_BITS: Final = 64
"""Of an IPv6 address: what a provider gives to one customer, at least."""
IPV4_SITE_BITS: Final = 24
IPV6_SITE_BITS: Final = 48
WITH_PORT: Final = re.compile(r"(?:\[([^\]]*)\]|([0-9.]+))(?::[0-9]+)?")
"""As some proxies write an address: ``192.0.2.7:1000``, ``[2001:db8::1]:443``."""


class CountedWindow(NamedTuple):
    """For so many ``seconds`` the calls under a key are counted; ``most`` of them are let in."""

    key: str
    seconds: int
    most: int
    left: float
    """How many seconds it lasts from now."""

    @classmethod
    def of(cls, scope: str, caller: str, rate: str) -> Self:
        """The window of now."""
        most, seconds = parse_rate(rate)
        window, into = divmod(time.time(), seconds)
        key = f"throttle/{scope}/{caller}/{int(window)}"
        return cls(key, seconds, most, seconds - into)


def wait_of(windows: Sequence[CountedWindow]) -> float:
    """Count one call in each window, up to the first that is over; how long that one lasts.

    0 if all let it in. All processes count together in the cache, by one trip. What this process
    has counted by itself is the least that is believed, so with a cache that is gone, or was reset
    by an attacker, a limit still holds in each process.
    """
    in_cache = _count_in_cache(windows)
    for number, window in enumerate(windows):
        own = _own.count(window.key, window.seconds)
        if max([own, *in_cache[number : number + 1]]) > window.most:
            return window.left
    return 0


def _count_in_cache(windows: Sequence[CountedWindow]) -> list[int]:
    """What the first of these windows count now; none without the cache."""
    try:
        in_one_trip: Any = getattr(cache, "count_in_turn", None)  # Redis has it
        counted: list[int] = (in_one_trip or _count_one_by_one)(windows)
    except CACHE_ERRORS as error:
        log.warning("calls are counted by process only: %s", error)
        return []
    return counted


def _count_one_by_one(windows: Sequence[CountedWindow]) -> list[int]:
    counted = []
    for window in windows:
        counted.append(add(window.key, 1, window.seconds))
        if counted[-1] > window.most:
            break
    return counted


@lru_cache(maxsize=256)
def by_address(text: str) -> str:
    """A caller by address; with IPv6 by network, since a customer has all of its addresses.

    A port is none of it: each connection has another one.
    """
    written = WITH_PORT.fullmatch(text)
    try:
        address = ip_address(written[1] or written[2] if written else text)
    except ValueError:
        return text
    if isinstance(address, IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((int(address), NETWORK_BITS), strict=False).network_address)


def by_site(text: str) -> str:
    """A caller by what somebody with many addresses has of them: a /24, with IPv6 a /48."""
    try:
        address = ip_address(by_address(text))
    except ValueError:
        return text
    bits = IPV4_SITE_BITS if isinstance(address, IPv4Address) else IPV6_SITE_BITS
    return str(ip_network((int(address), bits), strict=False))


def forget_own() -> None:
    """Forget what this process has counted by itself."""
    _own.clear()


class OwnCounts:
    """What this process has counted, by key; ``most`` windows at once, the oldest go first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._calls: dict[str, tuple[float, int]] = {}

    def count(self, key: str, seconds: int) -> int:
        """One more call; how many there were in the window, which lasts ``seconds`` at most."""
        now = time.monotonic()
        with self._lock:
            until, calls = self._calls.get(key, (0.0, 0))
            if until <= now:
                until, calls = now + seconds, 0
                self._calls.pop(key, None)
            self._calls[key] = until, calls + 1
            if len(self._calls) > self._most:
                self._prune(now)
        return calls + 1

    def clear(self) -> None:
        """Begin anew."""
        with self._lock:
            self._calls.clear()

    def _prune(self, now: float) -> None:
        self._calls = {key: held for key, held in self._calls.items() if held[0] > now}
        for key in list(self._calls)[: max(0, len(self._calls) - self._most // 2)]:
            del self._calls[key]


MOST_WINDOWS: Final = 10_000
_own: Final = OwnCounts(MOST_WINDOWS)


def add(key: str, amount: int, seconds: int) -> int:
    """Add to a number of all processes that lasts ``seconds``; what it is then.

    Raises CACHE_ERRORS.
    """
    # Most calls are not the first of their window: those cost one trip to the cache.
    with suppress(ValueError):
        return _number(cache.incr(key, amount))
    if cache.add(key, amount, timeout=seconds):
        return amount
    with suppress(ValueError):  # another process has begun the window just now
        return _number(cache.incr(key, amount))
    return amount


def _number(answered: object) -> int:
    """What the cache has counted. Raises OSError where it has answered with something else."""
    if not isinstance(answered, int):
        raise OSError(f"the cache counts {answered!r:.50}")
    return answered


@lru_cache(maxsize=100)
def parse_rate(rate: str) -> tuple[int, int]:
    """``"600/min"`` as (600, 60)."""
    number, _, period = rate.partition("/")
    return int(number), SECONDS[period[0]]
