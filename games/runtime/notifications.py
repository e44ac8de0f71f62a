"""Hints to those who watch a game that it has changed.

A receiver reads the log, and polls it now and then anyway. So a lost hint only delays, and a
superfluous one costs a read.
"""

import logging
import time
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import TYPE_CHECKING, Final
from uuid import UUID

import msgspec
from django.conf import settings

from games.runtime.commit import after_commit

if TYPE_CHECKING:
    from redis import Redis

log = logging.getLogger(__name__)

CHANNEL: Final = f"{settings.NAMESPACE}/live"
QUIET_SECONDS: Final = 5.0
"""How long Redis is left alone after it did not answer: a move must not wait for it each time."""

Listener = Callable[["Hint"], None]


class Hint(msgspec.Struct, frozen=True):
    """A game has changed; it may have begun or ceased to wait for these users."""

    game: UUID
    users: tuple[int, ...] = ()


_listeners: list[Listener] = []
_quiet_until = 0.0


def listen(listener: Listener) -> None:
    """Have a function called with every hint of this process, in the thread that commits."""
    _listeners.append(listener)


def ignore(listener: Listener) -> None:
    """Undo ``listen``."""
    _listeners.remove(listener)


def changed(game_id: UUID, users: Iterable[int | None] = ()) -> None:
    """Publish, once the transaction is committed, that a game has changed.

    ``users`` are those for whose moves it may wait now, or may have waited before.
    """
    hint = Hint(game_id, tuple(sorted({user for user in users if user is not None})))
    after_commit(partial(_deliver, hint))


def _deliver(hint: Hint) -> None:
    for listener in tuple(_listeners):
        listener(hint)
    if not settings.EMBEDDED:
        _publish(hint)


def _publish(hint: Hint) -> None:
    global _quiet_until  # noqa: PLW0603 - of the process, as the connection is
    if time.monotonic() < _quiet_until:
        return
    from redis.exceptions import RedisError  # noqa: PLC0415 - takes half a second to import

    try:
        _redis().publish(CHANNEL, msgspec.json.encode(hint))
    except (RedisError, OSError) as error:
        _quiet_until = time.monotonic() + QUIET_SECONDS
        log.warning("publishing a live update failed: %s", error)


@cache
def _redis() -> "Redis":
    from redis import Redis  # noqa: PLC0415
    from redis.backoff import NoBackoff  # noqa: PLC0415
    from redis.retry import Retry  # noqa: PLC0415

    # One more try, for a connection that Redis has closed meanwhile.
    return Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=0.5,
        socket_timeout=0.5,
        retry=Retry(NoBackoff(), 1),
    )
