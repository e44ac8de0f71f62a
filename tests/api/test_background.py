"""Without workers: no call waits for the bots that it sets playing."""

from collections.abc import Callable, Hashable
from typing import Any

import pytest
from django.conf import settings

from games.models import Game
from games.runtime import dispatch
from tests.api.conftest import Caller

Work = Callable[[], object]

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not settings.EMBEDDED, reason="tasks would go to a worker"),
]


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> list[Work]:
    """What was left to the thread, which does none of it."""
    monkeypatch.setattr(settings, "BACKGROUND_TASKS", True)
    found: list[Work] = []

    def add(name: Hashable, work: Work, **more: Any) -> None:
        found.append(work)

    monkeypatch.setattr(dispatch.background_queue, "add", add)
    return found


@pytest.mark.uncounted
def test_a_start_does_not_wait_for_bots(alice: Caller, waiting: list[Work]) -> None:
    made = alice.post("games", {"name": "x", "options": {"players": 2}}).json()
    path = f"games/{made['id']}"
    for _ in range(2):
        alice.post(f"{path}/leave")
        alice.post(f"{path}/bots")
    assert alice.post(f"{path}/start").json()["version"] == 1
    assert len(waiting) == 1
    assert alice.get(path).json()["version"] == 1
    waiting.pop()()
    assert alice.get(path).json()["version"] > 1


def test_who_looks_wakes_bots_and_waits_for_none(alice: Caller, waiting: list[Work]) -> None:
    made = alice.post("games", {"name": "x", "options": {"players": 1}}).json()
    path = f"games/{made['id']}"
    alice.post(f"{path}/leave")
    alice.post(f"{path}/bots")
    alice.post(f"{path}/start")
    waiting.clear()
    Game.objects.update(active_at=made["created_at"].replace("20", "19", 1))
    assert alice.get(path).json()["version"] == 1
    assert len(waiting) == 1
    waiting.clear()
    assert alice.get("games").json()["results"][0]["version"] == 1
    assert len(waiting) == 1
