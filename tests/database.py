"""Fixtures for tests that need Django: a worker, and tables that can be emptied."""

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from typing import Any
from uuid import UUID

import pytest
import redis
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.test import TransactionTestCase, client
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from caledonia.queues import names
from games import services
from games.models import Game
from games.models.game import Status
from games.runtime import computing, ratelimit, state_cache
from games.store import partitions
from simulation import migrated
from simulation.processes import wait_until
from tests import settings as test_settings
from tournaments.models import Tournament
from tournaments.store.triggers import TABLES
from web import catalogues

KEPT_TABLES = {"django_content_type", "auth_permission"}
"""What migrating writes into them stays."""
PATIENCE = 120.0
"""Seconds that a worker gets for anything, also on a machine that is busy with other things."""

Settled = Callable[[UUID], Game]
"""The fixture ``settled``."""


def pytest_sessionstart(session: pytest.Session) -> None:
    """Tests read the translations as they are now; the processes of a run need to do it once."""
    if not hasattr(session.config, "workerinput"):
        catalogues.compile_all()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Leave nothing of this run in Redis, whatever ran: cached states, the queue, notes on it.

    The worker is gone by now; it is torn down with the last test.
    """
    if not settings.EMBEDDED:
        with suppress(redis.RedisError):
            _delete_keys(f"*{settings.NAMESPACE}*")
    if test_settings.BEGAN_RUN and connection.vendor != "sqlite":
        migrated.forget_template()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> Iterator[None]:
    """The test database begins as a copy of one that is migrated, so that nothing is left to do."""
    if connection.vendor != "sqlite":
        connection.settings_dict["TEST"]["TEMPLATE"] = migrated.template()
        yield
        return
    name = connection.creation._get_test_db_name()
    # What is in memory lives as long as somebody has it open.
    with closing(sqlite3.connect(name, uri=True)) as memory:
        if migrated.image().exists():
            migrated.copy(migrated.image(), memory)
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """The test database; its events in CALEDONIA_TEST_PARTITIONS partitions if that is set."""
    if connection.vendor == "sqlite" and not migrated.image().exists():
        with django_db_blocker.unblock():
            migrated.keep(connection.connection)
    if number := int(os.environ.get("CALEDONIA_TEST_PARTITIONS", "0")):
        with django_db_blocker.unblock():
            partitions.partition(number)
    TransactionTestCase._fixture_teardown = lambda _: empty_tables()
    client.store_rendered_templates = partial(keep_page, client.store_rendered_templates)


def keep_page(
    keep: Callable[..., None], store: dict[str, Any], signal: object, **rendered: Any
) -> None:
    """Keep the context of a page, as Django's client does, but none for each part that is in it."""
    if "context" not in store:
        keep(store, signal, **rendered)


@pytest.fixture(scope="session")
def worker(django_db_setup: None) -> Iterator[None]:
    """A real worker process on the test database; nothing in the embedded pass."""
    if settings.EMBEDDED:
        yield
        return
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "celery", "-A", "caledonia", "worker"),
            *("--concurrency", "2", "--loglevel", "WARNING"),
        ],
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "DATABASE_URL": test_database(),
        },
        cwd=settings.BASE_DIR,
    )
    yield
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def test_database() -> str:
    """DATABASE_URL with the name that the test database has."""
    server, _, _ = os.environ["DATABASE_URL"].partition("?")[0].rpartition("/")
    return f"{server}/{connection.settings_dict['NAME']}"


def empty_cache() -> None:
    """Empty the cache and the counts of this process, and nothing else.

    Not by ``cache.clear()``: on Redis that would take the queues of every worker with it.
    """
    ratelimit.forget_own()
    computing.forget()
    state_cache.forget_own()
    if settings.EMBEDDED:
        cache.clear()
        return
    _delete_keys(f"{settings.NAMESPACE}:*")


def _delete_keys(pattern: str) -> None:
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        keys = list(client.scan_iter(match=pattern, count=1000))
        if keys:
            client.delete(*keys)


@pytest.fixture(autouse=True)
def _tables(request: pytest.FixtureRequest) -> Iterator[None]:
    """After a test that commits, erase its games by the one way there is.

    The flush that follows would not get past the triggers on SQLite.
    """
    marker = request.node.get_closest_marker("django_db")
    if marker is None or not marker.kwargs.get("transaction"):
        yield
        return
    request.getfixturevalue("transactional_db")
    request.getfixturevalue("worker")
    yield
    empty_logs()
    for game_id in Game.objects.values_list("id", flat=True):
        services.erase_game(game_id=game_id, by=None, reason="test", now=timezone.now())
    if not settings.EMBEDDED:
        # A task and the flush, which both lock one table after the other, may block each other.
        wait_until("the worker has no task left", lambda: not has_tasks(), PATIENCE)


def empty_tables() -> None:
    """Delete all rows that a test has committed.

    Django's flush would truncate every table and then make permissions and triggers anew, which
    takes longer than most tests.
    """
    named = connection.introspection.django_table_names(include_views=False)
    tables = {name: connection.ops.quote_name(name) for name in named if name not in KEPT_TABLES}
    filled = " UNION ALL ".join(
        f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {quoted})"  # noqa: S608
        for name, quoted in tables.items()
    )
    # Foreign keys are looked at when the transaction ends, so that any order will do.
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(filled)
        for (name,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {tables[name]}")  # noqa: S608


def empty_logs() -> None:
    """Delete the logs of tournaments past their triggers: there is no other way."""
    if not Tournament.objects.exists():
        return
    table = next(iter(TABLES.keys))
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            TABLES.triggers.remove(connection)
            cursor.execute(f"DELETE FROM {table}")  # noqa: S608
            TABLES.install(connection)
            return
        cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        cursor.execute(f"DELETE FROM {table}")  # noqa: S608
        cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def has_tasks() -> bool:
    """Whether a task waits for the worker, or was taken by it and is not done."""
    name = settings.NAMESPACE
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        # In this order, so that one that is just taken is seen in its new place.
        queued = any(client.llen(queue) for queue in names(name))
        return bool(queued or client.hlen(f"{name}.unacked"))


@pytest.fixture
def settled() -> Settled:
    """Waits until a game waits for a person or is over, and returns it.

    Embedded that is so at once; otherwise a worker has to get there, and as long as it gets on with
    the game, it may take its time.
    """

    def wait(game_id: UUID) -> Game:
        version, end = 0, time.monotonic()
        while True:
            game = Game.objects.get(pk=game_id)
            if not game.due or game.status == Status.FINISHED:
                return game
            if game.version > version:
                version, end = game.version, time.monotonic() + PATIENCE
            if settings.EMBEDDED or time.monotonic() > end:
                pytest.fail(f"the game does not go on: version {game.version}")
            time.sleep(0.02)

    return wait
