"""Bodies that give way to others, until their requests begin; and how their clients hear of it."""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from uvicorn import Config
from uvicorn.server import ServerState

from caledonia.asgi import Application
from caledonia.bridge import Bridge
from caledonia.http_protocol import BoundedProtocol
from simulation.processes import free_port, listens, wait_until
from tests import proxy
from tests.caledonia.test_bridge import LIMITS, PATIENCE, UNHURRIED, Client, echo, run

pytestmark = pytest.mark.uncounted

Asking = asyncio.Task[Client]
GREEDY, OTHER = "192.0.2.1", "192.0.2.7"
SENT = 8 * 1024 * 1024
"""Bytes of a file, more than the connections on the way to a process take."""


class Held:
    """An application that answers when a test says so, and counts what it has begun with."""

    def __init__(self) -> None:
        self.begun = 0
        self.over = threading.Event()

    def __call__(self, environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        self.begun += 1
        assert self.over.wait(PATIENCE)
        return echo(environ, start)


@pytest.fixture
def held(settings: LazySettings) -> Iterator[Held]:
    settings.REQUESTS_WAIT_SECONDS = settings.REQUESTS_WAIT_SIGNED_IN_SECONDS = PATIENCE
    app = Held()
    yield app
    app.over.set()


async def begun(number: int, app: Bridge, held: Held, **asked: Any) -> list[Asking]:
    """So many requests that have a thread."""
    before = held.begun
    made = [asyncio.create_task(Client(**asked).ask(app)) for _ in range(number)]
    while held.begun < before + number:
        await asyncio.sleep(0.01)
    return made


async def waiting(app: Bridge, size: int, address: str = GREEDY) -> Asking:
    """One whose body is whole, and which has no thread."""
    made = asyncio.create_task(Client(b"x" * size, address=address).ask(app))
    await asyncio.sleep(0.02)
    assert not made.done()
    return made


async def statuses(*asked: Asking) -> list[int]:
    return [(await one).status for one in asked]


def test_bodies_that_wait_for_a_share_give_way(held: Held, settings: LazySettings) -> None:
    """The attack: an address has its places taken, and lines up large bodies behind them."""
    settings.REQUESTS_PER_ADDRESS = 1

    async def watch(app: Bridge) -> None:
        first = await begun(1, app, held, address=GREEDY)
        lined_up = [await waiting(app, 700) for _ in range(2)]
        other = asyncio.create_task(Client(b"x" * 300, address=OTHER).ask(app))
        refused = await lined_up[0]
        assert refused.status == 503
        assert dict(refused.answered[0]["headers"])[b"retry-after"]
        assert app._bodies.held == 1000
        held.over.set()
        assert await statuses(*first, other, lined_up[1]) == [200, 200, 200]
        assert held.begun == 3
        assert app._bodies.held == 0

    run(watch, held, threads=4)


def test_bodies_that_wait_for_a_thread_give_way(held: Held) -> None:
    async def watch(app: Bridge) -> None:
        first = await begun(1, app, held, address="192.0.2.9")
        lined_up = [await waiting(app, 700) for _ in range(2)]
        other = await waiting(app, 300, OTHER)
        assert await statuses(lined_up[0]) == [503]
        held.over.set()
        assert await statuses(*first, lined_up[1], other) == [200, 200, 200]
        assert held.begun == 3

    run(watch, held)


def test_a_request_does_not_begin_when_its_body_has_given_way(held: Held) -> None:
    """It gets a thread at the same moment, before it hears of the body's end."""

    async def watch(app: Bridge) -> None:
        app._threads._beginning = 1
        first = await begun(1, app, held, address="192.0.2.9")
        late = await waiting(app, 700)
        (call,) = app._threads._waiting.pop(GREEDY)
        app._threads._begin(call)
        call.turn.set_result(None)
        app._bodies._shares._end(next(iter(app._bodies._shares._open)))
        assert await statuses(late) == [503]
        held.over.set()
        assert await statuses(*first) == [200]
        assert held.begun == 1
        assert (await Client(b"x", address=OTHER).ask(app)).status == 200

    run(watch, held, threads=2)


def test_bodies_of_requests_that_have_begun_stay_and_count_for_their_address(held: Held) -> None:
    async def watch(app: Bridge) -> None:
        computing = [
            asyncio.create_task(Client(b"x" * 600, address=GREEDY).ask(app)),
            asyncio.create_task(Client(b"x" * 400, address="192.0.2.9").ask(app)),
        ]
        while held.begun < 2:
            await asyncio.sleep(0.01)
        of_greedy = await waiting(app, 100)
        of_other = await waiting(app, 300, OTHER)
        last = await waiting(app, 200, "192.0.2.5")
        assert await statuses(of_greedy) == [503]
        assert (await Client(b"x" * 600, address="192.0.2.8").ask(app)).status == 503
        held.over.set()
        assert await statuses(*computing, of_other, last) == [200] * 4

    run(watch, held, threads=2)


def test_a_small_body_finds_room_beside_those_of_requests_that_compute(held: Held) -> None:
    async def watch(app: Bridge) -> None:
        computing = [
            asyncio.create_task(Client(b"x" * 850, address=f"192.0.2.{n}").ask(app)) for n in (1, 2)
        ]
        while held.begun < 2:
            await asyncio.sleep(0.01)
        assert app._bodies.held == 1500
        assert (await Client(b"x" * 101, address=OTHER).ask(app)).status == 503
        small = await begun(1, app, held, address=OTHER)
        small += [asyncio.create_task(Client(b"x" * 100, address=OTHER).ask(app))]
        held.over.set()
        assert await statuses(*computing, *small) == [200] * 4

    run(watch, held, threads=4, limits=replace(LIMITS, small=100))


@pytest.mark.parametrize("more", [True, False], ids=["goes on", "ends"])
def test_a_body_that_gives_way_is_read_on(more: bool) -> None:
    """A connection closed over what was not read would be reset, and its answer with it."""

    async def watch(app: Bridge) -> None:
        client = Client(b"x" * 900, length=1000)
        asked = asyncio.create_task(client.ask(app))
        await asyncio.sleep(0.01)
        other = asyncio.create_task(Client(b"x" * 650, length=651, address=OTHER).ask(app))
        await asyncio.sleep(0.01)
        assert app._bodies.held == 650
        assert not client.answered, "most look for an answer when they have sent all"
        part = {"type": "http.request", "body": b"x" * 10, "more_body": more}
        client.messages.put_nowait(part)
        await asked
        assert client.messages.empty()
        assert client.status == 503
        assert client.body
        ends = [one["more_body"] for one in client.answered[1:]]
        assert ends == ([True, False] if more else [False]), "it closes when it has read on again"
        other.cancel()

    run(watch, limits=replace(UNHURRIED, drain_seconds=0.2))


def test_what_comes_after_an_answer_is_read_before_the_connection_closes() -> None:
    async def watch(app: Bridge) -> None:
        client = Client(b"x", length=5000)
        asked = asyncio.create_task(client.ask(app))
        while not client.body:
            await asyncio.sleep(0.01)
        assert client.status == 413
        client.messages.put_nowait({"type": "http.request", "body": b"x", "more_body": False})
        await asked
        assert client.messages.empty()

    run(watch, limits=replace(UNHURRIED, drain_seconds=PATIENCE))


@pytest.mark.once
def test_the_proxy_hands_on_an_answer_that_comes_while_it_writes_the_body(tmp_path: Path) -> None:
    """From a connection that is reset meanwhile it would read none, and answer 502."""
    proxy.needed()

    async def main() -> None:
        config = Config(Application(), interface="asgi3", log_level="critical")
        made = partial(BoundedProtocol, config, ServerState(), {})
        server = await asyncio.get_running_loop().create_server(made, "127.0.0.1", 0)
        port, behind = free_port(), server.sockets[0].getsockname()[1]
        running = proxy.start(tmp_path, port=port, web=behind, stream=behind)
        try:
            async with asyncio.timeout(PATIENCE), server:
                await asyncio.to_thread(wait_until, "the proxy answers", lambda: listens(port))
                asked = [asyncio.to_thread(refused_at, port) for _ in range(40)]
                assert set(await asyncio.gather(*asked)) == {b"431"}
        finally:
            running.kill()

    asyncio.run(main())


def refused_at(port: int) -> bytes:
    """The status of the answer to a head that the door refuses, with a large body behind it."""
    head = f"POST / HTTP/1.1\r\nHost: a\r\nX-Long: {'x' * 40_000}\r\nContent-Length: {SENT}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
        with suppress(ConnectionError):
            client.sendall(head.encode() + bytes(SENT))
        return client.recv(12)[9:]
