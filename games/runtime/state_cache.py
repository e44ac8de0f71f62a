"""States of games: out of the cache when it can be trusted, out of the stream otherwise.

An entry is encrypted with a key of the server, and bound to the chain hash that the stream has at
this version. One that is lost, old, cut or forged is not used, and then the stream is read; so
whatever happens to the cache, no answer is wrong. A process also keeps what it has used itself, by
the same chain hash, and asks the cache for what others have done.
"""

import logging
from collections import OrderedDict
from collections.abc import Collection
from threading import Lock
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
MOST_KEPT: Final = 500
"""Games of which a process keeps the state that it has used last, some kilobytes each."""


class OwnStates:
    """The bytes of a state of each of some games, with the chain hash of its version."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._kept: OrderedDict[UUID, tuple[int, str, bytes]] = OrderedDict()

    def get(self, game_id: UUID, head: StreamHead) -> bytes | None:
        """The state after ``head``; None of another one."""
        with self._lock:
            version, chain, dumped = self._kept.get(game_id, (0, "", None))
        return dumped if (version, chain) == (head.version, head.chain) else None

    def put(self, game_id: UUID, head: StreamHead, dumped: bytes) -> None:
        """Keep a state in place of another one of the game; what was kept first goes first."""
        with self._lock:
            self._kept.pop(game_id, None)
            self._kept[game_id] = head.version, head.chain, dumped
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def drop(self, game_id: UUID, versions: Collection[int]) -> None:
        """Keep none of these versions."""
        with self._lock:
            if game_id in self._kept and self._kept[game_id][0] in versions:
                del self._kept[game_id]

    def clear(self) -> None:
        """Begin anew."""
        with self._lock:
            self._kept.clear()


_own: Final = OwnStates(MOST_KEPT)


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
    known = _own.get(game.id, head)
    if known is None:
        known = sealed_cache.get(_key(game.id, head.version), context=head.chain)
        if known is None:
            return None
        _own.put(game.id, head, known)
    return engine.load(known)


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
    _own.put(game.id, head, dumped)
    key = _key(game.id, head.version)
    sealed_cache.put(key, dumped, seconds=KEPT_SECONDS, context=head.chain)


def forget(game_id: UUID, *versions: int) -> None:
    """Drop the bytes of versions that are not needed any more."""
    _own.drop(game_id, versions)
    try:
        cache.delete_many([_key(game_id, version) for version in versions])
    except CACHE_ERRORS as error:
        log.warning("dropping cached states failed: %s", error)


def forget_own() -> None:
    """Forget what this process has kept by itself."""
    _own.clear()


def _key(game_id: UUID, version: int) -> str:
    return f"state/{engine.state_format()}/{game_id}/{version}"
