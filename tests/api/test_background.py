"""Without workers: no call waits for the bots that it sets playing."""

import asyncio
from collections.abc import Callable, Hashable
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings

from api.live import hub
from api.live.feeds import GameFeed
from api.live.viewers import StreamViewer
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


@pytest.mark.long
def test_who_watches_wakes_bots_whose_task_was_lost(
    alice: Caller, waiting: list[Work], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An open page asks for nothing until the stream says something."""
    made = alice.post("games", {"name": "x", "options": {"players": 1}}).json()
    path = f"games/{made['id']}"
    alice.post(f"{path}/leave")
    alice.post(f"{path}/bots")
    alice.post(f"{path}/start")
    waiting.clear()
    Game.objects.update(active_at=made["created_at"].replace("20", "19", 1))
    monkeypatch.setattr(hub, "ALONE_SECONDS", 0.01)
    monkeypatch.setattr(hub, "_look", lambda _: [])
    viewer = StreamViewer(None, None, None, "address-192.0.2.1")

    async def watch() -> None:
        own = hub.Hub()
        with own.subscribed(GameFeed(viewer, UUID(made["id"]), 1)):
            async with asyncio.timeout(60):
                while not waiting:
                    await asyncio.sleep(0.01)
        await own.close()

    asyncio.run(watch())
    waiting.pop()()
    assert alice.get(path).json()["version"] > 1
