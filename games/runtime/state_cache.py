"""States of games: out of the cache when it can be trusted, out of the stream otherwise.

An entry is encrypted with a key of the server, and bound to the chain hash that the stream has at
this version. One that is lost, old, cut or forged is not used, and then the stream is read; so
whatever happens to the cache, no answer is wrong.
"""

import logging
from typing import Final
from uuid import UUID

from django.core.cache import cache

from games import engine, packs, store
from games.models import Game
from games.runtime import long_games, sealed_cache
from games.runtime.sealed_cache import CACHE_ERRORS
from games.store import StreamHead

log = logging.getLogger(__name__)

KEPT_SECONDS: Final = 3600


def load(game: Game, head: StreamHead) -> engine.State:
    """The state after ``head``, an object of the caller's own.

    What it costs does not depend on the length of the game, as long as the cache knows it.
    """
    return _known(game, head) or _made(game, head)


def load_earlier(game: Game, version: int) -> engine.State:
    """The state as of an earlier version, which the cache may know. Raises LongGameBusy."""
    head = store.head(game.id, version)
    known = _known(game, head)
    if known is not None:
        return known
    with long_games.going_through(game):
        return _made(game, head)


def _known(game: Game, head: StreamHead) -> engine.State | None:
    packs.pack(game.content_id)
    known = sealed_cache.get(_key(game.id, head.version), context=head.chain)
    return None if known is None else engine.load(known)


def _made(game: Game, head: StreamHead) -> engine.State:
    state = rebuild(game, head.version)
    remember(game, head, engine.dump(state))
    return state


def rebuild(game: Game, version: int) -> engine.State:
    """The state as of a version, replayed from the stream."""
    packs.pack(game.content_id)
    return engine.rebuild(store.rows(game.id, upto=version))


def remember(game: Game, head: StreamHead, dumped: bytes) -> None:
    """Keep the bytes of the state after ``head``. To be called after commit."""
    key = _key(game.id, head.version)
    sealed_cache.put(key, dumped, seconds=KEPT_SECONDS, context=head.chain)


def forget(game_id: UUID, *versions: int) -> None:
    """Drop the bytes of versions that are not needed any more."""
    try:
        cache.delete_many([_key(game_id, version) for version in versions])
    except CACHE_ERRORS as error:
        log.warning("dropping cached states failed: %s", error)


def _key(game_id: UUID, version: int) -> str:
    return f"state/{engine.state_format()}/{game_id}/{version}"
