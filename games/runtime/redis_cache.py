"""The cache in Redis, for a Redis that may hang."""

import time
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import ConnectionPool, Redis
from redis.commands.core import Script
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as RedisTimeoutError

from games.runtime.ratelimit import CountedWindow

QUIET_SECONDS: Final = 5.0
"""How long a Redis that did not answer in time is left alone."""
MOST_BYTES: Final = 8 * 1024 * 1024
"""The most bytes that are read of an entry; ours are far shorter."""

COUNT_IN_TURN: Final = """
local counted = {}
for number, key in ipairs(KEYS) do
  local calls = redis.call('INCR', key)
  if calls == 1 then redis.call('EXPIRE', key, ARGV[2 * number - 1]) end
  counted[number] = calls
  if calls > tonumber(ARGV[2 * number]) then break end
end
return counted
"""
"""Counts one call under each key, which lasts so many seconds, up to the first that is over."""

_quiet_until = 0.0


class FailFastRedis(Redis):
    """Waits for an answer once, not once for each of the commands of every request.

    A Redis that refuses connections costs nothing and is asked every time. Raises
    RedisConnectionError while it is left alone.
    """

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """The answer to a command."""
        global _quiet_until  # noqa: PLW0603 - of the process, as the connections are
        if time.monotonic() < _quiet_until:
            raise RedisConnectionError("it did not answer a moment ago")
        try:
            return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]
        except RedisTimeoutError:
            _quiet_until = time.monotonic() + QUIET_SECONDS
            raise

    def get(self, name: Any) -> Any:
        """The value; of one that is longer than ``MOST_BYTES``, only the beginning is read."""
        return self.getrange(name, 0, MOST_BYTES - 1) or None


class FailFastClient(RedisCacheClient):
    """Django's client, with ``FailFastRedis`` for Redis and connections of the process.

    Django makes a client for each thread. Connections of a thread that ends would stay open until
    the garbage collector finds them.
    """

    _servers: list[str]
    _pool_options: dict[str, Any]

    def get_client(self, key: Any = None, *, write: bool = False) -> FailFastRedis:
        """The client, for reading and writing alike: there is one server."""
        return _client(self._servers[0], **self._pool_options)


@cache
def _client(server: str, **options: Any) -> FailFastRedis:
    """A server with the connections of this process, which know of a fork.

    All threads share it: it takes a connection for each command. To make one takes longer than
    most commands.
    """
    return FailFastRedis(connection_pool=ConnectionPool.from_url(server, **options))


class FailFastRedisCache(RedisCache):
    """Django's cache in Redis, which a Redis that hangs does not slow down much."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = FailFastClient

    def count_in_turn(self, windows: Sequence[CountedWindow]) -> list[int]:
        """Count one call in each window up to the first that is over; what they count now.

        Raises RedisError, also for an answer that is none.
        """
        keys = [self.make_and_validate_key(one.key) for one in windows]
        limits = [number for one in windows for number in (one.seconds, one.most)]
        counted = _counting(self._cache.get_client())(keys, limits)
        if not isinstance(counted, list) or {type(calls) for calls in counted} - {int}:
            raise RedisError("the script that counts calls has not answered with numbers")
        return counted


@cache
def _counting(client: FailFastRedis) -> Script:
    return Script(client, COUNT_IN_TURN)
