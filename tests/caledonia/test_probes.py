"""Probes: whether a process lives, and whether it can do its work."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, override_settings

from caledonia import health

pytestmark = pytest.mark.uncounted

STRANGE: dict[str, str] = {"host": "10.1.2.3:8000"}


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """No answer of another test holds."""
    health.readiness.until = 0.0
    yield
    health.readiness.until = 0.0


def get(path: str, **headers: str) -> tuple[int, object]:
    answered = Client().get(path, headers={**STRANGE, **headers})
    assert answered.headers["Cache-Control"] == "no-store"
    return answered.status_code, answered.json()


def test_a_process_that_answers_lives() -> None:
    """Without a database fixture: it is not asked."""
    assert get("/healthz") == (200, {"status": "ok"})


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/readyz", "/health"])
def test_a_process_that_reaches_everything_is_ready(path: str) -> None:
    assert get(path) == (200, {"status": "ok"})


@pytest.mark.django_db
def test_without_its_database_it_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(self: object) -> None:
        raise OperationalError("password authentication failed for user caledonia")

    monkeypatch.setattr(MigrationRecorder, "applied_migrations", away)
    assert get("/readyz") == (503, {"status": "unavailable", "missing": ["database"]})
    assert get("/healthz")[0] == 200


@pytest.mark.django_db
def test_without_a_migration_it_is_not() -> None:
    recorder = MigrationRecorder(connection)
    (last,) = [name for app, name in _leaves() if app == "games"]
    recorder.record_unapplied("games", last)
    assert get("/readyz") == (503, {"status": "unavailable", "missing": ["migrations"]})


def _leaves() -> list[tuple[str, str]]:
    return list(health.MigrationLoader(None, ignore_no_migrations=True).graph.leaf_nodes())


@pytest.mark.django_db
def test_without_redis_it_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: object) -> None:
        raise ConnectionRefusedError("redis://:password@10.0.0.1 refused")

    monkeypatch.setattr(cache, "has_key", away)
    assert get("/readyz") == (503, {"status": "unavailable", "missing": ["redis"]})


@pytest.mark.django_db
def test_who_asks_often_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    # However slow this machine is.
    monkeypatch.setattr(health, "KEPT_SECONDS", 3600.0)
    monkeypatch.setattr(health.readiness, "look", lambda: looked.append(1) or ["database"])
    for _ in range(50):
        assert get("/readyz")[0] == 503
    assert len(looked) == 1
    health.readiness.until -= health.KEPT_SECONDS
    get("/readyz")
    assert len(looked) == 2


@override_settings(SECURE_SSL_REDIRECT=True, ALLOWED_HOSTS=["caledonia.example.org"])
def test_probes_come_by_address_and_without_https() -> None:
    assert get("/healthz")[0] == 200
    assert Client().get("/metrics", headers=STRANGE).status_code == 404
    assert Client().get("/", headers=STRANGE).status_code == 400


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_probes_are_only_read(path: str) -> None:
    assert Client().post(path).status_code == 405
