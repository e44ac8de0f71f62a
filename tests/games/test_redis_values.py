"""What stands in Redis: numbers, bytes and JSON, and never code."""

import os
import pickle
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
import redis
from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connections

from games import engine, store
from games.errors import StaleVersion
from games.runtime import state_cache
from games.runtime.redis_values import PlainSerializer
from tests.games.tables import Table, started
from tests.marks import in_one_test


@in_one_test(
    "value",
    [
        0,
        7,
        -1,
        10**18,
        b"",
        b"12",
        b"json:1",
        b"\x80\x04.",
        "text",
        None,
        True,
        [1, "a"],
        {"a": 1.5},
    ],
)
def test_what_is_stored_comes_back(value: object) -> None:
    stored = PlainSerializer().dumps(value)
    # Redis gives everything back as bytes.
    raw = stored if isinstance(stored, bytes) else str(stored).encode()
    assert PlainSerializer().loads(raw) == value


@in_one_test(
    "stored",
    [
        b"",
        b"text",
        b"json:",
        b"json:{",
        b"json:" + b"[" * 100_000,
        b"9" * 5_000,
        b"bytes",
        b"\xff\xfe",
        pickle.dumps({"a": 1}),
        pickle.dumps(b"state"),
    ],
)
def test_what_was_not_stored_by_this_is_nothing(stored: bytes) -> None:
    assert PlainSerializer().loads(stored) is None


class Bomb:
    """Runs code when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return os.mkdir, (str(self.path),)


@pytest.mark.services
@pytest.mark.django_db
def test_who_can_write_to_redis_runs_no_code(alice: User, bob: User, tmp_path: Path) -> None:
    table = started([alice, bob])
    honest = engine.dump(table.state)
    name = state_cache._key(table.id, 1)
    bomb = pickle.dumps(Bomb(tmp_path / "exploded"))
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        for poison in (bomb, b"bytes:" + bomb, b"json:null", b"17"):
            client.set(cache.make_key(name), poison)
            assert engine.dump(table.state) == honest
        client.delete(cache.make_key(name))
        client.lpush(cache.make_key(name), "a list, and no text")
        assert engine.dump(table.state) == honest
        client.delete(cache.make_key(name))
    assert not (tmp_path / "exploded").exists()
    # The test can fail: this is what Django would have done.
    pickle.loads(bomb)  # noqa: S301 - our own
    assert (tmp_path / "exploded").exists()


class Together:
    """Readers and writers of one table in threads, and what went wrong in them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.wrong: list[object] = []
        self.done = threading.Event()

    def run(self, *, readers: int, writers: int) -> None:
        """Until the writers are done."""
        reading = [self._thread(self._read) for _ in range(readers)]
        writing = [self._thread(self._play) for _ in range(writers)]
        for thread in writing:
            thread.join()
        self.done.set()
        for thread in reading:
            thread.join()

    def _thread(self, work: Callable[[], None]) -> threading.Thread:
        def guarded() -> None:
            try:
                work()
            except Exception as error:  # noqa: BLE001 - it is the result
                self.wrong.append(error)
            finally:
                connections.close_all()

        thread = threading.Thread(target=guarded)
        thread.start()
        return thread

    def _read(self) -> None:
        while not self.done.is_set():
            game = self.table.game
            head = store.head(game.id, game.version)
            state = state_cache.load(game, head)
            (row,) = store.rows(game.id, after=head.version - 1, upto=head.version)
            if engine.digest(state, row.secret_hash) != head.digest:
                self.wrong.append(head.version)

    def _play(self) -> None:
        for number in range(15):
            with suppress(StaleVersion, engine.EngineError):
                self.table.play()
            if number % 3 == 0:
                cache.delete(state_cache._key(self.table.id, self.table.game.version))


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_readers_and_writers_at_once_agree(alice: User, bob: User) -> None:
    """Six threads load the newest state while two play and the cache is emptied under them."""
    table = started([alice, bob])
    together = Together(table)
    together.run(readers=6, writers=2)
    assert together.wrong == []
    assert table.game.version > 10
    assert engine.dump(table.state) == engine.dump(engine.rebuild(table.rows))
