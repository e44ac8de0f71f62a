"""How many streams one user, one address and one process may have and open."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any
from uuid import uuid4

import pytest

from api.live.app import refusal
from api.live.feeds import GameFeed
from api.live.hub import Hub
from api.live.viewers import StreamViewer
from tests.api.live_clients import Client, Log, Message, live_app, log, run, scope

__all__ = ["log"]


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
        live, client = live_app(lambda *_: []), Client()
        await live(scope("192.0.2.1"), client.receive, client.send)
        await live.close()
        return client.sent

    start, body = asyncio.run(main())
    assert start["status"] == 503
    assert dict(start["headers"])[b"retry-after"]
    assert body["body"].startswith(b"{")


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
        go_on.wait(60)
        start("200 OK", [])
        return []

    async def main() -> list[int]:
        live = live_app(view)
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
