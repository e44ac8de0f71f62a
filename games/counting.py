"""Counting who asks how often, in fixed windows in the cache; for the API and the pages alike."""

import hashlib
import logging
import time
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Final

from django.core.cache import cache

from games.states import CACHE_ERRORS

log = logging.getLogger(__name__)

SECONDS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}
NETWORK_BITS: Final = 64
"""Of an IPv6 address: what a provider gives to one customer, at least."""


def within(scope: str, caller: str, rate: str) -> tuple[bool, float]:
    """Count one more call; whether ``rate`` admits it, and how many seconds the window lasts."""
    most, seconds = parse_rate(rate)
    window, into = divmod(time.time(), seconds)
    calls = count(f"throttle/{scope}/{caller}/{int(window)}", seconds)
    return calls <= most, seconds - into


def by_name(name: str) -> str:
    """A caller by a name that was claimed; hashed, for it may hold what a key must not."""
    return f"name-{hashlib.sha256(name.casefold().encode()).hexdigest()}"


def by_address(told: str) -> str:
    """A caller by address; by network with IPv6, for who has one address there has all of them."""
    try:
        address = ip_address(told)
    except ValueError:
        return told
    if isinstance(address, IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((int(address), NETWORK_BITS), strict=False).network_address)


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
