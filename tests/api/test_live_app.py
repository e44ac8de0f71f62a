"""The streams' own application, with a server made of a few lines around it."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from typing import Any
from uuid import uuid4

import pytest
from django.db import OperationalError

from api.live import app, hub
from api.live.app import LiveApp, Opened, abort, refusal, stop_with_the_server
from api.live.feeds import Delivery, Feed, GameFeed
from api.live.frames import HEARTBEAT, OPENING, frame
from api.live.hub import Hub
from api.live.viewers import StreamViewer
from caledonia.asgi import Application, plain
from games.runtime.notifications import Hint
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
        async with asyncio.timeout(5):
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


def test_pages_come_one_after_the_other_and_hints_bring_the_next(log: Log) -> None:
    async def watch(made: Hub) -> None:
        log.length = 7
        client, one = Client(), feed()
        task = serving(made, client, one)
        await client.until(lambda: len(client.ids) == 7)
        log.length = 8
        made.hear(Hint(uuid4(), (1,)))
        made.hear(Hint(one.game_id))
        await client.until(lambda: len(client.ids) == 8)
        client.gone.set()
        await task
        assert client.text.startswith(OPENING)
        assert client.ids == list(range(1, 9))
        assert client.sent[-1]["more_body"] is False
        assert (made.open, made.counts) == ({}, {})

    run(watch)


def test_a_hint_while_something_is_sent_is_not_lost(log: Log) -> None:
    async def watch(made: Hub) -> None:
        client, one = Client(), feed()
        task = serving(made, client, one)
        for length in range(1, 200):
            log.length = length
            made.hear(Hint(one.game_id))
            if length % 3:
                await asyncio.sleep(0)
        await client.until(lambda: len(client.ids) == 199)
        client.gone.set()
        await task
        assert client.ids == list(range(1, 200))

    run(watch)


def test_a_hint_while_the_client_does_not_read_is_not_lost(log: Log) -> None:
    async def watch(made: Hub) -> None:
        client, one = Client(), feed()
        task = serving(made, client, one)
        await client.until(lambda: bool(client.sent))
        client.reads, log.length = False, 1
        made.hear(Hint(one.game_id))
        await client.until(lambda: len(log.looks) == 2)
        log.length = 2
        made.hear(Hint(one.game_id))
        await asyncio.sleep(0.02)
        client.reads = True
        await client.until(lambda: len(client.ids) == 2)
        client.gone.set()
        await task

    run(watch)


def test_nothing_is_lost_while_the_database_is_away(log: Log) -> None:
    async def watch(made: Hub) -> None:
        log.length, log.fails = 3, 3
        client = Client()
        task = serving(made, client, feed())
        await client.until(lambda: len(client.ids) == 3)
        client.gone.set()
        await task
        assert client.ids == [1, 2, 3]

    run(watch)


def test_many_are_looked_at_together_and_the_woken_ones_first(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "AT_ONCE", {"game": 10, "user": 10})

    async def watch(made: Hub) -> None:
        clients = [Client() for _ in range(25)]
        feeds = [feed() for _ in clients]
        tasks = [serving(made, *one) for one in zip(clients, feeds, strict=True)]
        await clients[0].until(lambda: sum(log.looks) >= 25)
        log.looks.clear()
        log.length = 1
        made.wake_all()
        made.hear(Hint(feeds[-1].game_id))
        await clients[0].until(lambda: all(one.ids for one in clients))
        assert log.looks[0] == 1
        assert max(log.looks) == 10
        made.stop()
        await asyncio.gather(*tasks)

    run(watch)


def test_a_client_that_does_not_read_is_cut_off(log: Log, settings: Any) -> None:
    settings.STREAM_WRITE_SECONDS = 0.05

    async def watch(made: Hub) -> None:
        log.length = 2
        client = Client()
        client.transport = Transport()  # type: ignore[attr-defined]
        task = serving(made, client, feed())
        await client.until(lambda: len(client.ids) == 2)
        client.reads = False
        log.length = 1000
        made.wake_all()
        await asyncio.wait_for(task, 5)
        assert client.transport.aborted  # type: ignore[attr-defined]
        assert made.open == {}
        # No page beyond the one that could not be sent was read.
        assert len(log.looks) <= 3

    run(watch)


def test_a_stream_whose_client_sends_on_ends(log: Log) -> None:
    async def watch(made: Hub) -> None:
        client = Sender(app.MOST_BODY // 1000)
        task = serving(made, client, feed())
        await client.until(lambda: not client.left)
        await asyncio.sleep(0.05)
        assert not task.done()
        client.left = 2
        await asyncio.wait_for(task, 5)
        assert made.open == {}

    run(watch)


class Sender(Client):
    """Sends as many pieces of 1,000 bytes as are left."""

    def __init__(self, left: int) -> None:
        super().__init__()
        self.left = left

    async def receive(self) -> Message:
        while not self.left:
            await asyncio.sleep(0.005)
        self.left -= 1
        return {"type": "http.request", "body": bytes(1000), "more_body": True}


class Transport(asyncio.WriteTransport):
    """Of a server's connection."""

    aborted = False

    def abort(self) -> None:
        self.aborted = True


def test_a_server_that_shows_no_connection_is_left_alone() -> None:
    async def send(message: Message) -> None:
        """An unknown method."""

    abort(send)


def test_heartbeats(log: Log, settings: Any) -> None:
    settings.STREAM_HEARTBEAT_SECONDS = 0.02

    async def watch(made: Hub) -> None:
        client = Client()
        task = serving(made, client, feed())
        await client.until(lambda: client.text.count(HEARTBEAT) > 2)
        client.gone.set()
        await task

    run(watch)


def test_the_server_ends_its_streams_when_it_is_told_to(log: Log) -> None:
    import signal  # noqa: PLC0415

    signals: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: signals.append(number))
    interrupt = signal.getsignal(signal.SIGINT)

    async def watch(made: Hub) -> None:
        stop_with_the_server(made)
        client = Client()
        task = serving(made, client, feed())
        await client.until(lambda: bool(client.sent))
        signal.raise_signal(signal.SIGTERM)
        await asyncio.wait_for(task, 5)
        assert signals == [signal.SIGTERM]
        assert made.stopping

    try:
        run(watch)
    finally:
        signal.signal(signal.SIGTERM, before)
        signal.signal(signal.SIGINT, interrupt)


def test_streams_are_bounded_by_user_and_by_address(settings: Any, log: Log) -> None:
    """Accounts are made in no time, addresses are not."""
    settings.STREAMS_PER_USER, settings.STREAMS_PER_ADDRESS = 2, 3

    def of(user: int | None, address: str) -> GameFeed:
        return GameFeed(StreamViewer(user, None, None, f"address-{address}"), uuid4(), 0)

    async def watch(made: Hub) -> None:
        with ExitStack() as held:
            for user in (1, 1):
                held.enter_context(made.subscribed(of(user, "192.0.2.1")))
            assert not made.has_room(of(1, "192.0.2.2"))
            assert made.has_room(of(2, "192.0.2.1"))
            held.enter_context(made.subscribed(of(None, "192.0.2.1")))
            assert not made.has_room(of(3, "192.0.2.1"))
            assert not made.has_room(of(None, "192.0.2.1"))
            assert made.has_room(of(3, "192.0.2.2"))
        assert made.has_room(of(1, "192.0.2.1"))
        assert not made.counts
        assert not made.of_addresses

    run(watch)


def test_a_full_process_says_so(settings: Any, log: Log) -> None:
    settings.STREAMS_PER_PROCESS = 0

    async def main() -> list[Message]:
        live, client = LiveApp(lambda *_: []), Client()
        await live(scope("192.0.2.1"), client.receive, client.send)
        await live.close()
        return client.sent

    start, body = asyncio.run(main())
    assert start["status"] == 503
    assert dict(start["headers"])[b"retry-after"]
    assert body["body"].startswith(b"{")


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


@pytest.mark.parametrize(
    ("asking", "expected"),
    [
        (["192.0.2.1"] * 4, [200, 200, 429, 429]),
        (["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::"], [200, 200, 429, 200]),
        (["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"], [200, 200, 200, 503]),
    ],
)
def test_openings_are_bounded_by_address_and_in_all(
    settings: Any, log: Log, asking: list[str], expected: list[int]
) -> None:
    settings.STREAM_OPENINGS_PER_ADDRESS, settings.STREAM_OPENINGS = 2, 3
    go_on, asked = threading.Event(), []

    def view(environ: dict[str, Any], start: Callable[..., object]) -> list[bytes]:
        asked.append(environ["REMOTE_ADDR"])
        go_on.wait(10)
        start("200 OK", [])
        return []

    async def main() -> list[int]:
        live = LiveApp(view)
        for _ in range(2):  # What is over makes room.
            clients = [Client() for _ in asking]
            go_on.clear()
            tasks = [
                asyncio.create_task(live(scope(address), client.receive, client.send))
                for address, client in zip(asking, clients, strict=True)
            ]
            refused = [client for client, code in zip(clients, expected, strict=True) if code > 200]
            await clients[0].until(lambda refused=refused: all(one.sent for one in refused))
            go_on.set()
            await asyncio.gather(*tasks)
        await live.close()
        return [client.sent[0]["status"] for client in clients]

    assert asyncio.run(main()) == expected
    assert len(asked) == 2 * expected.count(200)


def test_a_refusal_keeps_the_headers_that_are_not_of_a_stream() -> None:
    headers = [(b"content-type", b"text/event-stream"), (b"x-frame-options", b"DENY")]
    sent = dict(refusal(429, "No.", headers).headers)
    assert sent[b"x-frame-options"] == b"DENY"
    assert sent[b"content-type"] == b"application/problem+json"


def test_headers_and_queries_are_as_wsgi_servers_take_them() -> None:
    names = [(b"x-forwarded-for", b"1"), (b"x_forwarded_for", b"2"), (b"host", b"a")]
    scope = {"headers": names, "query_string": b"a=\xe9%20b&c=d"}
    assert plain(scope) == {"headers": [names[0], names[2]], "query_string": b"a=%E9%20b&c=d"}


def test_life_of_the_server() -> None:
    messages = iter([{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}])
    sent: list[Message] = []

    async def receive() -> Message:
        return next(messages)

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(Application()({"type": "lifespan"}, receive, send))
    assert [one["type"] for one in sent] == [
        "lifespan.startup.complete",
        "lifespan.shutdown.complete",
    ]
