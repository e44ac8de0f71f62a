"""The cache in a Redis that takes connections and does not answer."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from unittest.mock import Mock
from uuid import uuid4

import pytest
from django.core.cache import cache as shared_cache
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as RedisTimeoutError

from games.runtime import ratelimit, redis_cache
from games.runtime.ratelimit import CountedWindow
from games.runtime.redis_cache import FailFastRedis, FailFastRedisCache
from games.runtime.sealed_cache import CACHE_ERRORS


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


def windows(*, most: int) -> list[CountedWindow]:
    """Of a caller, and of the address, which has room for more."""
    name = uuid4()
    return [
        CountedWindow(f"own/{name}", seconds=60, most=most, left=1.0),
        CountedWindow(f"address/{name}", seconds=60, most=9, left=2.0),
    ]


@pytest.mark.services
def test_counts_go_in_one_trip_and_end_with_their_window(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = windows(most=9)
    assert ratelimit.wait_of(counted) == 0
    client = shared_cache._cache.get_client()
    sent: list[object] = []
    execute = FailFastRedis.execute_command

    def noting(self: FailFastRedis, *args: object, **options: object) -> object:
        sent.append(args[0])
        return execute(self, *args, **options)

    with monkeypatch.context() as patch:
        patch.setattr(FailFastRedis, "execute_command", noting)
        assert ratelimit.wait_of(counted) == 0
    assert sent == ["EVALSHA"]
    assert [shared_cache.get(one.key) for one in counted] == [2, 2]
    assert all(0 < client.ttl(shared_cache.make_key(one.key)) <= 60 for one in counted)


@pytest.mark.parametrize("known", ["to all processes", "to this process"])
def test_who_is_over_takes_nothing_of_what_the_address_has(known: str) -> None:
    counted = windows(most=2)
    own, address = counted
    assert [ratelimit.wait_of(counted) for _ in range(2)] == [0, 0]
    if known == "to all processes":
        ratelimit.forget_own()
    assert [ratelimit.wait_of(counted) for _ in range(3)] == [own.left] * 3
    assert shared_cache.get(address.key) == 2


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> Callable[[object], None]:
    """Let the limits count in a Redis that gives this answer to everything."""

    def give(answer: object) -> None:
        monkeypatch.setattr(ratelimit, "cache", FailFastRedisCache("redis://unasked/0", {}))
        monkeypatch.setattr(ratelimit, "CACHE_ERRORS", (OSError, RedisError))
        monkeypatch.setattr(FailFastRedis, "execute_command", lambda *_, **__: answer)

    return give


@pytest.mark.parametrize("nonsense", [None, b"abc", 7, [b"abc"], [[1]], [None]], ids=repr)
def test_an_answer_that_is_none_counts_as_no_cache(
    answering: Callable[[object], None], nonsense: object
) -> None:
    answering(nonsense)
    counted = windows(most=1)
    assert ratelimit.wait_of(counted) == 0
    assert ratelimit.wait_of(counted) == counted[0].left


def test_what_other_processes_have_counted_is_believed(
    answering: Callable[[object], None],
) -> None:
    answering([1, 10])
    own, address = windows(most=1)
    assert ratelimit.wait_of([own, address]) == address.left


@pytest.mark.parametrize("nonsense", [None, b"7", [1]], ids=repr)
def test_a_sum_that_is_no_number_counts_as_no_cache(
    monkeypatch: pytest.MonkeyPatch, nonsense: object
) -> None:
    monkeypatch.setattr(ratelimit, "cache", Mock(incr=lambda *_: nonsense))
    with pytest.raises(CACHE_ERRORS):
        ratelimit.add("key", 1, 60)
