"""Connections that reach a process at the moment at which it is told to end."""

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from uvicorn import Config, Server

from caledonia.http_protocol import BoundedProtocol

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

GET = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
GRACE_SECONDS = 20


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """An ASGI application that takes a moment."""
    await asyncio.sleep(0.2)
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]}
    )
    await send({"type": "http.response.body", "body": b"ok"})


class Site:
    """A server that has answered once, and one more connection that it has accepted."""

    def __init__(self) -> None:
        self.config = Config(
            answer,
            http=BoundedProtocol,
            lifespan="off",
            log_config=None,
            timeout_graceful_shutdown=GRACE_SECONDS,
        )
        self.config.load()
        self.server = Server(self.config)
        self.clients: list[asyncio.StreamWriter] = []
        self.server.servers = []
        self.server.lifespan = self.config.lifespan_class(self.config)

    async def end(self) -> float:
        """End the server; returns how many seconds that took."""
        began = time.monotonic()
        await self.server.shutdown()
        return time.monotonic() - began

    async def accept(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A client on a connection that was waiting to be accepted, whenever that is."""
        ours, theirs = socket.socketpair()
        loop = asyncio.get_running_loop()
        await loop.connect_accepted_socket(self.protocol, theirs)
        reader, writer = await asyncio.open_connection(sock=ours)
        self.clients.append(writer)
        return reader, writer

    def protocol(self) -> asyncio.BaseProtocol:
        """That of a new connection."""
        return BoundedProtocol(
            config=self.config, server_state=self.server.server_state, app_state={}
        )


def scenario(run: Callable[[Site], Awaitable[None]]) -> None:
    async def whole() -> None:
        site = Site()
        async with asyncio.timeout(2 * GRACE_SECONDS):
            reader, writer = await site.accept()
            writer.write(GET)
            assert await reader.readuntil(b"ok")
            writer.close()
            await asyncio.sleep(0.05)
            try:
                await run(site)
            finally:
                for client in site.clients:
                    client.close()
                    await client.wait_closed()

    asyncio.run(whole())


def test_a_connection_accepted_late_has_one_request_and_is_closed() -> None:
    async def run(site: Site) -> None:
        ending = asyncio.create_task(site.end())
        await asyncio.sleep(0.02)
        reader, writer = await site.accept()
        writer.write(GET)
        answered = await reader.read()
        assert answered.startswith(b"HTTP/1.1 200 ")
        assert b"connection: close\r\n" in answered.lower()
        assert await ending < GRACE_SECONDS - 1

    scenario(run)


def test_one_accepted_late_without_a_request_is_closed() -> None:
    async def run(site: Site) -> None:
        ending = asyncio.create_task(site.end())
        await asyncio.sleep(0.02)
        reader, _ = await site.accept()
        assert await reader.read() == b""
        assert await ending < GRACE_SECONDS - 1

    scenario(run)


def test_the_end_waits_for_nothing_else() -> None:
    async def run(site: Site) -> None:
        assert await site.end() < GRACE_SECONDS - 1
        assert not site.server.server_state.connections

    scenario(run)


def test_a_request_under_way_is_answered() -> None:
    async def run(site: Site) -> None:
        reader, writer = await site.accept()
        writer.write(GET)
        await asyncio.sleep(0.05)
        ending = asyncio.create_task(site.end())
        answered = await reader.read()
        assert answered.startswith(b"HTTP/1.1 200 ")
        assert await ending < GRACE_SECONDS - 1

    scenario(run)
