"""What all tests share: which pass this is, a worker for it, and tables that can be emptied."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from uuid import UUID

import msgspec
import pytest
import redis
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from benchmarks.tables import Finished, render, summarise
from games import services
from games.models import Game
from games.models.game import Status
from games.store import partitions
from tests.faults.processes import wait_until
from tests.random_play import FINISHED
from web import catalogues

ONCE = {
    "tests/engine/": "engine",
    "tests/browser/": "browser",
    "tests/test_settings.py": "once",
    "tests/games/test_demo.py": "once",
    # What they show is read by what the tests of tables and replays have read from any database.
    "tests/web/replay/": "once",
    "tests/web/test_panel": "once",
    "tests/web/test_play.py": "once",
    "tests/web/test_presenting.py": "once",
    "tests/web/test_rules.py": "once",
    "tests/web/test_table.py": "once",
    "tests/web/test_sheet.py": "once",
    "tests/web/test_untranslated.py": "once",
    "tests/web/test_languages_complete.py": "once",
}
"""What the embedded pass runs, but for tests that need services; with the markers."""
LONG = (
    "tests/api/test_auction_over_http.py",
    "tests/api/test_fuzz",
    "tests/api/test_live_served.py",
    "tests/api/test_permissions.py",
    "tests/api/test_play_over_http.py",
    "tests/api/test_schemathesis.py",
    "tests/api/test_sealed_bids.py",
    "tests/api/test_two_piles.py",
    "tests/api/test_variants_over_http.py",
    "tests/api/test_whole_game.py",
    "tests/games/test_fork.py",
    "tests/games/test_services_machine.py",
    "tests/replays/test_leaving.py",
    "tests/replays/test_projection.py",
    "tests/replays/test_validate_command.py",
    "tests/replays/test_validation.py",
)
"""What takes long enough that one database has to do, PostgreSQL, where time is short."""
SERVICES = bool(os.environ.get("DATABASE_URL"))
PATIENCE = 30.0
"""Seconds that a worker gets for anything."""

Settled = Callable[[UUID], Game]
"""The fixture ``settled``."""


def pytest_configure(config: pytest.Config) -> None:
    """Tests read the translations as they are now; the processes of a run need to do it once."""
    if not hasattr(config, "workerinput"):
        catalogues.compile_all()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What the database makes no difference to runs once; what needs services says so loudly."""
    for item in items:
        for folder, marker in ONCE.items():
            if item.nodeid.startswith(folder):
                item.add_marker(marker)
        if item.nodeid.startswith(LONG):
            item.add_marker("long")
    if not SERVICES:
        return
    done = [item for item in items if runs_once(item)]
    config.hook.pytest_deselected(items=done)
    items[:] = [item for item in items if item not in done]


def runs_once(item: pytest.Item) -> bool:
    """Whether the embedded pass is enough."""
    marked = any(item.get_closest_marker(marker) for marker in ONCE.values())
    return marked and item.get_closest_marker("services") is None


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Leave nothing of this run in Redis, whatever ran: cached states, the queue, notes on it.

    The worker is gone by now; it is torn down with the last test.
    """
    if not settings.EMBEDDED:
        with suppress(redis.RedisError):
            _delete_keys(f"*{settings.NAMESPACE}*")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips a test whose services are missing; in CI that is a failure."""
    if item.get_closest_marker("services") is None:
        return
    missing = [name for name in ("DATABASE_URL", "REDIS_URL") if not os.environ.get(name)]
    if not missing:
        return
    reason = f"needs PostgreSQL, Redis and a worker: {' and '.join(missing)} not set"
    if os.environ.get("CI", "").lower() in {"1", "true"}:
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Lengths, scores and wins of the random games that the suite has played."""
    games = [
        msgspec.json.decode(str(told), type=Finished)
        for report in terminalreporter.stats.get("passed", [])
        for name, told in report.user_properties
        if name == FINISHED
    ]
    if games:
        terminalreporter.section("random games")
        terminalreporter.write_line(render(summarise(games)))


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """The test database; its events in CALEDONIA_TEST_PARTITIONS partitions if that is set."""
    if number := int(os.environ.get("CALEDONIA_TEST_PARTITIONS", "0")):
        with django_db_blocker.unblock():
            partitions.partition(number)


@pytest.fixture(scope="session")
def worker(django_db_setup: None) -> Iterator[None]:
    """A real worker process on the test database; nothing in the embedded pass."""
    if settings.EMBEDDED:
        yield
        return
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "celery", "-A", "caledonia", "worker"),
            *("--concurrency", "2", "--without-gossip", "--without-mingle", "--without-heartbeat"),
            *("--loglevel", "WARNING"),
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
    """Empty the cache of this process, and nothing else.

    Not by ``cache.clear()``: on Redis that would take the queues of every worker with it.
    """
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
    for game_id in Game.objects.values_list("id", flat=True):
        services.erase_game(game_id=game_id, by=None, reason="test", now=timezone.now())
    if not settings.EMBEDDED:
        # A task and the flush, which both lock one table after the other, may block each other.
        wait_until("the worker has no task left", lambda: not has_tasks(), PATIENCE)


def has_tasks() -> bool:
    """Whether a task waits for the worker, or was taken by it and is not done."""
    queue = settings.NAMESPACE
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        # In this order, so that one that is just taken is seen in its new place.
        return bool(client.llen(queue)) or any(
            queue.encode() in taken for taken in client.hvals("unacked")
        )


@pytest.fixture
def settled() -> Settled:
    """Waits until a game waits for a person or is over, and returns it.

    Embedded that is so at once; otherwise a worker has to get there.
    """

    def wait(game_id: UUID) -> Game:
        end = time.monotonic() + PATIENCE
        while True:
            game = Game.objects.get(pk=game_id)
            if not game.due or game.status == Status.FINISHED:
                return game
            if settings.EMBEDDED or time.monotonic() > end:
                pytest.fail(f"the game does not go on: version {game.version}")
            time.sleep(0.02)

    return wait
