"""The cache in a Redis that takes connections and does not answer."""

import socket
import threading
import time
from collections.abc import Iterator

import pytest
from django.core.cache import cache as shared_cache
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from games.runtime import redis_cache
from games.runtime.redis_cache import FailFastRedisCache


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The port of something that hangs."""
    monkeypatch.setattr(redis_cache, "_quiet_until", 0.0)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


def test_it_is_waited_for_once_and_asked_again_after_a_while(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = FailFastRedisCache(f"redis://127.0.0.1:{port}/0", {"OPTIONS": {"socket_timeout": 0.2}})
    with pytest.raises(RedisTimeoutError):
        cache.get("one")
    for ask in (cache.get, cache.incr, cache.delete):
        with pytest.raises(RedisConnectionError, match="a moment ago"):
            ask("more")
    later = time.monotonic() + redis_cache.QUIET_SECONDS
    monkeypatch.setattr(time, "monotonic", lambda: later)
    with pytest.raises(RedisTimeoutError):
        cache.get("again")
    cache._cache.get_client().connection_pool.disconnect()


def test_one_that_refuses_is_asked_every_time(port: int) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        cache = FailFastRedisCache(f"redis://127.0.0.1:{unused.getsockname()[1]}/0", {})
        for _ in range(2):
            with pytest.raises(RedisConnectionError, match="refused"):
                cache.get("one")


@pytest.mark.services
def test_a_thread_that_ends_leaves_no_connection_behind() -> None:
    """Of a socket that the garbage collector closes, Python complains in whatever runs then."""
    connections: list[int] = []

    def use() -> None:
        connections.append(shared_cache._cache.get_client().client_id())

    for _ in range(3):
        thread = threading.Thread(target=use)
        thread.start()
        thread.join()
    assert len(connections) == 3
    assert len(set(connections)) == 1
