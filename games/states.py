"""States of games: out of the cache when it can be trusted, out of the stream otherwise.

The cache holds bytes, sealed with the game's salt together with the digest that the stream gives
for this version. An entry that is lost, old, cut or made up by somebody else fails the seal, and
then the stream is read; so whatever happens to the cache, no answer is wrong.
"""

import hashlib
import hmac
import logging
from uuid import UUID

from django.conf import settings
from django.core.cache import cache
from django.utils.module_loading import import_string

from games import engine, packs, store
from games.models import Game
from games.store import Head

log = logging.getLogger(__name__)

SEAL_BYTES = 32
KEPT_SECONDS = 3600

# Importing redis takes half a second, which an embedded server need not spend.
CACHE_ERRORS: tuple[type[Exception], ...] = (
    (OSError,) if settings.EMBEDDED else (OSError, import_string("redis.exceptions.RedisError"))
)


def load(game: Game, head: Head) -> engine.State:
    """The state after ``head``, an object of the caller's own.

    What it costs does not depend on the length of the game, as long as the cache knows it.
    """
    packs.pack(game.content_id)
    known = _read(game, head)
    if known is not None:
        return engine.load(known)
    state = rebuild(game, head.version)
    remember(game, head, engine.dump(state))
    return state


def rebuild(game: Game, version: int) -> engine.State:
    """The state as of a version, folded from the stream."""
    packs.pack(game.content_id)
    return engine.rebuild(store.rows(game.id, upto=version))


def remember(game: Game, head: Head, dumped: bytes) -> None:
    """Keep the bytes of the state after ``head``. To be called after commit."""
    try:
        cache.set(_key(game.id, head.version), _seal(game, head, dumped) + dumped, KEPT_SECONDS)
    except CACHE_ERRORS as error:
        log.warning("the cache cannot be written: %s", error)


def forget(game_id: UUID, *versions: int) -> None:
    """Drop the bytes of versions that nobody needs any more."""
    try:
        cache.delete_many([_key(game_id, version) for version in versions])
    except CACHE_ERRORS as error:
        log.warning("the cache cannot be reached: %s", error)


def _read(game: Game, head: Head) -> bytes | None:
    try:
        value = cache.get(_key(game.id, head.version))
    except CACHE_ERRORS as error:
        log.warning("the cache cannot be read: %s", error)
        return None
    if not isinstance(value, bytes) or len(value) <= SEAL_BYTES:
        return None
    seal, dumped = value[:SEAL_BYTES], value[SEAL_BYTES:]
    if not hmac.compare_digest(seal, _seal(game, head, dumped)):
        log.warning("game %s: the cached state of version %s is not ours", game.id, head.version)
        return None
    return dumped


def _key(game_id: UUID, version: int) -> str:
    return f"state/{engine.STATE_FORMAT}/{game_id}/{version}"


def _seal(game: Game, head: Head, dumped: bytes) -> bytes:
    known = f"state\n{game.id}\n{head.version}\n{head.digest}\n".encode()
    return hmac.digest(bytes(game.salt), known + dumped, hashlib.sha256)
