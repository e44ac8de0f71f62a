"""Encrypted and authenticated entries of the cache, which only this server can write and read.

A state holds what is hidden in its game. With access to Redis an entry can be deleted, and nothing
else: one that was changed, moved to another key, forged or kept beyond its time counts as missing.
"""

import logging
import time
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.utils.module_loading import import_string

from games.runtime import forgeries, keys

log = logging.getLogger(__name__)

PURPOSE: Final = "cache entry"
UNTIL_BYTES: Final = 8

# Importing redis takes half a second, which an embedded server need not spend.
CACHE_ERRORS: tuple[type[Exception], ...] = (
    (OSError,) if settings.EMBEDDED else (OSError, import_string("redis.exceptions.RedisError"))
)


def put(key: str, value: bytes, *, seconds: int, context: str = "") -> None:
    """Keep a value for ``seconds``; only a ``get`` with the same key and context returns it."""
    timed = int(time.time() + seconds).to_bytes(UNTIL_BYTES) + value
    try:
        cache.set(key, keys.encrypt(PURPOSE, timed, about=_about(key, context)), seconds)
    except CACHE_ERRORS as error:
        log.warning("the cache cannot be written: %s", error)


def get(key: str, *, context: str = "") -> bytes | None:
    """The value, or None: no entry, an old one, one that is not ours, or no cache."""
    try:
        stored = cache.get(key)
    except CACHE_ERRORS as error:
        log.warning("the cache cannot be read: %s", error)
        return None
    if not isinstance(stored, bytes):
        return None
    timed = keys.decrypt(PURPOSE, stored, about=_about(key, context))
    if timed is None:
        forgeries.dropped("cache entry")
        return None
    if int.from_bytes(timed[:UNTIL_BYTES]) < time.time():
        return None
    return timed[UNTIL_BYTES:]


def _about(key: str, context: str) -> bytes:
    return f"{settings.NAMESPACE}\n{key}\n{context}".encode()
