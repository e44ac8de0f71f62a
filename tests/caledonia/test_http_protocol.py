"""What one connection can leave in a process, whatever it sends."""

import asyncio
import gc
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

import pytest
import yaml
from django.conf import settings
from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from caledonia.http_protocol import LARGEST_HEAD, BoundedProtocol
from caledonia.web_worker import WebWorker
from tests.marks import in_one_test
from web.management.commands.serve import server_arguments

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

NAME: Final = "caledonia.http_protocol:BoundedProtocol"
GET: Final = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
STREAM: Final = b"GET /stream HTTP/1.1\r\nHost: a\r\n\r\n"
CHUNKED: Final = b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"


class Site:
    """A server whose application answers when it may, with the headers that it was given."""

    def __init__(self) -> None:
        self.asked = self.streams = 0
        self.may_answer = asyncio.Event()
        self.state = ServerState()
        self.config = Config(self.answer, interface="asgi3", log_level="critical")

    async def answer(self, scope: Any, receive: Any, send: Any) -> None:
        """The ASGI application."""
        self.asked += 1
        if scope["path"] == "/stream":
            await self.stream(receive, send)
            return
        while (await receive()).get("more_body"):
            pass
        await self.may_answer.wait()
        text = repr(scope["headers"]).encode()
        length = [(b"content-length", b"%d" % len(text))]
        await send({"type": "http.response.start", "status": 200, "headers": length})
        await send({"type": "http.response.body", "body": text})

    async def stream(self, receive: Any, send: Any) -> None:
        """Send something now and then, until the client is gone."""
        self.streams += 1
        await receive()
        gone = asyncio.create_task(receive())
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while not gone.done():
            await send({"type": "http.response.body", "body": b"more", "more_body": True})
            await asyncio.sleep(0.05)
        self.streams -= 1

    def protocol(self) -> BoundedProtocol:
        """That of a new connection."""
        return BoundedProtocol(config=self.config, server_state=self.state, app_state={})


class Client:
    """A connection, on which what was read first counts even if it is reset afterwards."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.loop = asyncio.get_running_loop()

    async def send(self, sent: bytes) -> None:
        """Send all of it."""
        await self.loop.sock_sendall(self.connection, sent)

    async def read(self) -> bytes:
        """What the server sends next; empty when it has ended the connection."""
        try:
            return await self.loop.sock_recv(self.connection, 1 << 20)
        except ConnectionResetError:
            return b""

    async def read_all(self) -> bytes:
        """What the server sends until it ends the connection."""
        read = b""
        while more := await self.read():
            read += more
        return read


@asynccontextmanager
async def connected(site: Site) -> AsyncIterator[Client]:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(site.protocol, "127.0.0.1", 0)
    with socket.socket() as connection:
        connection.setblocking(False)
        await loop.sock_connect(connection, server.sockets[0].getsockname())
        async with asyncio.timeout(60), server:
            yield Client(connection)


def with_a_client(scenario: Callable[[Site, Client], Awaitable[None]]) -> None:
    async def run() -> None:
        site = Site()
        async with connected(site) as client:
            await scenario(site, client)

    asyncio.run(run())


async def until(reached: Callable[[], object]) -> None:
    while not reached():
        await asyncio.sleep(0.01)


def test_of_requests_sent_ahead_one_is_prepared_and_answered() -> None:
    async def scenario(site: Site, client: Client) -> None:
        await client.send(GET * 5000)
        await until(lambda: site.asked)
        prepared = sum(type(one) is RequestResponseCycle for one in gc.get_objects())
        assert prepared == 1
        site.may_answer.set()
        answered = await client.read_all()
        assert answered.count(b"HTTP/1.1 ") == 1
        assert answered.startswith(b"HTTP/1.1 200 ")
        assert b"connection: close\r\n" in answered
        assert site.asked == 1

    with_a_client(scenario)


def test_who_has_sent_ahead_and_hangs_up_is_gone() -> None:
    """A stream would otherwise go on, for a client that is not there."""

    async def scenario(site: Site, client: Client) -> None:
        site.may_answer.set()
        await client.send(STREAM + GET)
        assert (await client.read()).startswith(b"HTTP/1.1 200 ")
        client.connection.close()
        await until(lambda: not site.streams)

    with_a_client(scenario)


def test_requests_sent_after_the_answer_share_a_connection() -> None:
    async def scenario(site: Site, client: Client) -> None:
        site.may_answer.set()
        for request in (GET, CHUNKED + b"1\r\na\r\n0\r\n\r\n", b"\r\n" + GET):
            await client.send(request)
            assert (await client.read()).startswith(b"HTTP/1.1 200 ")
        await client.send(b"GET / HTTP/3.7\r\n\r\n")
        assert (await client.read_all()).startswith(b"HTTP/1.1 400 ")

    with_a_client(scenario)


@in_one_test(
    "begun",
    [b"GET /", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nX: "],
)
@in_one_test("more", [b"a", b"b: c\r\n"])
def test_a_head_has_an_end(begun: bytes, more: bytes) -> None:
    async def scenario(site: Site, client: Client) -> None:
        await client.send(begun)
        await asyncio.sleep(0.1)
        await client.send((more * LARGEST_HEAD)[: LARGEST_HEAD - 3])
        await asyncio.sleep(0.1)
        await client.send(b"aaaa")
        assert (await client.read_all()).startswith(b"HTTP/1.1 4")
        assert site.asked == 0

    with_a_client(scenario)


@pytest.mark.parametrize("begun", [b"", CHUNKED + b"1\r\na\r\n0\r\n"], ids=["headers", "trailers"])
def test_of_many_headers_few_are_looked_at(begun: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = BoundedProtocol.on_header
    seen: list[bytes] = []

    def on_header(self: BoundedProtocol, name: bytes, value: bytes) -> None:
        seen.append(name)
        kept(self, name, value)

    monkeypatch.setattr(BoundedProtocol, "on_header", on_header)

    async def scenario(site: Site, client: Client) -> None:
        await client.send((begun or GET[:-2]) + b"a: b\r\n" * 40_000)
        assert (await client.read_all()).startswith(b"HTTP/1.1 431 ")
        assert len(seen) < 2000

    with_a_client(scenario)


@pytest.mark.parametrize("begun", [b"1;", b"0\r\n"], ids=["line of a chunk", "trailer"])
def test_what_is_around_a_body_has_an_end(begun: bytes) -> None:
    async def scenario(site: Site, client: Client) -> None:
        await client.send(CHUNKED + b"1\r\na\r\n" + begun)
        await until(lambda: site.asked)
        await client.send(b"a" * LARGEST_HEAD)
        await asyncio.sleep(0.1)
        await client.send(b"a" * 300)
        assert (await client.read_all()).startswith(b"HTTP/1.1 431 ")

    with_a_client(scenario)


def test_a_body_has_no_such_end() -> None:
    async def scenario(site: Site, client: Client) -> None:
        site.may_answer.set()
        size = 4 * LARGEST_HEAD
        await client.send(CHUNKED + b"%x\r\n" % size + bytes(size) + b"\r\n0\r\n\r\n")
        assert (await client.read()).startswith(b"HTTP/1.1 200 ")

    with_a_client(scenario)


def test_what_is_read_at_once_of_a_body_is_taken_up_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However small its chunks are: to join them one by one is quadratic, and holds the loop."""
    taken: list[bytes] = []
    reads: list[int] = []
    of_the_server, of_ours = HttpToolsProtocol.on_body, BoundedProtocol.data_received

    def on_body(self: HttpToolsProtocol, body: bytes) -> None:
        taken.append(body)
        of_the_server(self, body)

    def data_received(self: BoundedProtocol, data: bytes) -> None:
        reads.append(len(data))
        of_ours(self, data)

    monkeypatch.setattr(HttpToolsProtocol, "on_body", on_body)
    monkeypatch.setattr(BoundedProtocol, "data_received", data_received)

    async def scenario(site: Site, client: Client) -> None:
        site.may_answer.set()
        letters = bytes(range(97, 123)) * 1000
        chunks = b"".join(b"1\r\n%c\r\n" % letter for letter in letters)
        await client.send(CHUNKED + chunks + b"0\r\n\r\n")
        assert (await client.read()).startswith(b"HTTP/1.1 200 ")
        assert b"".join(taken) == letters
        assert len(taken) <= len(reads)

    with_a_client(scenario)


def test_a_trailer_is_no_header() -> None:
    """Headers that a proxy sets, it sets at the beginning."""

    async def scenario(site: Site, client: Client) -> None:
        site.may_answer.set()
        await client.send(CHUNKED + b"1\r\na\r\n0\r\nX-Forwarded-For: 9.9.9.9\r\nB: c\r\n\r\n")
        answered = await client.read()
        assert b"transfer-encoding" in answered
        assert b"9.9.9.9" not in answered

    with_a_client(scenario)


def test_an_offer_of_another_protocol_ends_the_connection_after_the_answer() -> None:
    async def scenario(site: Site, client: Client) -> None:
        site.may_answer.set()
        await client.send(GET[:-2] + b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n")
        answered = await client.read_all()
        assert answered.startswith(b"HTTP/1.1 200 ")
        assert b"connection: close\r\n" in answered

    with_a_client(scenario)


def test_every_process_speaks_it() -> None:
    compose = yaml.safe_load((settings.BASE_DIR / "docker-compose.yml").read_text())
    documented = (settings.BASE_DIR / "docs/live.md").read_text().split()
    commands = (compose["services"]["stream"]["command"], server_arguments("a", 1), documented)
    for command in commands:
        assert command[command.index("--http") + 1] == NAME
    assert WebWorker.CONFIG_KWARGS["http"] is BoundedProtocol
