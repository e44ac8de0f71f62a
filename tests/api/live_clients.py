"""Clients of the streams' own application, with a server made of a few lines around it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import OperationalError

from api.live import app, hub
from api.live.app import LiveApp, Opened
from api.live.feeds import Delivery, Feed, GameFeed
from api.live.frames import frame
from api.live.hub import Hub
from api.live.viewers import StreamViewer
from caledonia.fair_shares import FairShares
from caledonia.stream_openers import StreamOpeners
from simulation.live import events_in

VIEWER = StreamViewer(None, None, None, "address-192.0.2.1")
Message = dict[str, Any]


def feed(sent: int = 0) -> GameFeed:
    return GameFeed(VIEWER, uuid4(), sent)


class Log:
    """A log without a database: every look gives what was put in since the last one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.length = 0
        self.looks: list[int] = []
        self.fails = 0
        monkeypatch.setattr(hub, "_look", self.look)

    def look(self, feeds: list[Feed]) -> list[Delivery]:
        self.looks.append(len(feeds))
        if self.fails:
            self.fails -= 1
            raise OperationalError("away")
        return [self.delivery(one) for one in feeds if isinstance(one, GameFeed)]

    def delivery(self, one: GameFeed) -> Delivery:
        """A page of at most two."""
        upto = min(one.sent + 2, self.length)
        text = b"".join(frame("event", b"{}", id=n) for n in range(one.sent + 1, upto + 1))
        following = GameFeed(one.viewer, one.game_id, upto)
        return Delivery(following, text, more=upto < self.length)


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Log:
    settings.STREAM_POLL_SECONDS = 60
    monkeypatch.setattr(hub, "ALONE_SECONDS", 60)
    monkeypatch.setattr(hub, "AGAIN_SECONDS", 0.01)
    monkeypatch.setattr(hub, "RedisHints", lambda *_: Deaf())
    return Log(monkeypatch)


class Deaf:
    """No Redis."""

    linked = True

    async def run(self) -> None:
        await asyncio.sleep(60)


class Client:
    """The other end of a stream."""

    def __init__(self, *, reads: bool = True) -> None:
        self.sent: list[Message] = []
        self.reads = reads
        self.gone = asyncio.Event()

    async def send(self, message: Message) -> None:
        while not self.reads:
            await asyncio.sleep(0.005)
        self.sent.append(message)

    async def receive(self) -> Message:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    @property
    def text(self) -> bytes:
        return b"".join(one.get("body", b"") for one in self.sent)

    @property
    def ids(self) -> list[int]:
        return [int(one.id or 0) for one in events_in(self.text)]

    async def until(self, reached: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not reached():
                await asyncio.sleep(0.005)


def run(watch: Callable[[Hub], Awaitable[None]]) -> None:
    """Something with a hub, on a loop of its own."""

    async def main() -> None:
        made = Hub()
        try:
            await watch(made)
        finally:
            await made.close()

    asyncio.run(main())


def serving(made: Hub, client: Client, one: GameFeed) -> "asyncio.Task[None]":
    async def serve() -> None:
        with made.subscribed(one) as subscription:
            opened = Opened(200, [], feed=one)
            await app.stream(subscription, made, opened, client.receive, client.send)

    return asyncio.create_task(serve())


def scope(address: str) -> Message:
    """A request for a stream."""
    return {
        "type": "http",
        "method": "GET",
        "scheme": "http",
        "http_version": "1.1",
        "path": "/api/v1/me/stream",
        "raw_path": b"/api/v1/me/stream",
        "root_path": "",
        "query_string": b"",
        "headers": [],
        "client": (address, 1),
        "server": ("a", 80),
    }


def live_app(view: Any) -> LiveApp:
    """The application as the server makes it, around a view."""
    return LiveApp(view, StreamOpeners(FairShares()))
