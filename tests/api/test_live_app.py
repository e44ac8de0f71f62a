"""The streams' own application, with a server made of a few lines around it."""

import asyncio
from typing import Any
from uuid import uuid4

import pytest

from api.live import app, hub
from api.live.app import abort, stop_with_the_server
from api.live.frames import HEARTBEAT, OPENING
from api.live.hub import Hub
from caledonia.asgi import Application, plain
from games.runtime.notifications import Hint
from tests.api.live_clients import Client, Log, Message, feed, log, run, serving

__all__ = ["log"]


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
        await asyncio.wait_for(task, 60)
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
        await asyncio.wait_for(task, 60)
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
        await asyncio.wait_for(task, 60)
        assert signals == [signal.SIGTERM]
        assert made.stopping

    try:
        run(watch)
    finally:
        signal.signal(signal.SIGTERM, before)
        signal.signal(signal.SIGINT, interrupt)


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
