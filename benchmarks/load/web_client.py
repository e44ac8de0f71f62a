"""A client of HTTP/1.1 on one event loop; it costs little, so that the server is measured."""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from typing import Final

HOST: Final = "127.0.0.1"
PATIENCE: Final = 30.0
"""Seconds; a request that takes longer hangs."""
SILENCE: Final = 60.0
"""Seconds without even a heartbeat, after which a stream is dead."""
IDLE: Final = 60.0
"""Seconds after which a connection that is kept is not trusted any more."""
NO_BODY: Final = (204, 304)


class NoAnswer(Exception):
    """The connection broke, or nothing came, before there was a whole answer."""


@dataclass(frozen=True)
class ServerAnswer:
    """What came back, and after how many seconds."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float


@dataclass
class OpenConnection:
    """A connection to the server; ``used_at`` by the clock of the loop."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    used_at: float = 0.0

    async def send(self, head: str, body: bytes) -> None:
        """One request."""
        self.writer.write(head.encode() + body)
        await self.writer.drain()

    async def head(self) -> tuple[int, dict[str, str]]:
        """Status and headers of an answer, their names in small letters."""
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = (line.partition(": ") for line in lines[1:] if line)
        return int(lines[0].split()[1]), {name.lower(): value for name, _, value in pairs}

    async def chunks(self) -> AsyncIterator[bytes]:
        """The pieces of a body that is sent in chunks."""
        while size := int((await self.reader.readuntil(b"\r\n")).split(b";")[0], 16):
            yield (await self.reader.readexactly(size + 2))[:-2]
        await self.reader.readuntil(b"\r\n")

    async def body(self, status: int, headers: Mapping[str, str]) -> bytes:
        """The whole body."""
        if status in NO_BODY:
            return b""
        if "chunked" in headers.get("transfer-encoding", ""):
            return b"".join([piece async for piece in self.chunks()])
        if "content-length" in headers:
            return await self.reader.readexactly(int(headers["content-length"]))
        return await self.reader.read()

    def close(self) -> None:
        """Let go of it."""
        self.writer.close()


@dataclass
class WebClient:
    """One caller with an address of its own, who keeps connections as a browser does."""

    port: int
    stream_port: int
    address: str
    headers: Mapping[str, str]
    kept: list[OpenConnection] = field(default_factory=list)

    async def ask(
        self, method: str, path: str, more: Mapping[str, str] | None = None, body: bytes = b""
    ) -> ServerAnswer:
        """Ask once. Raises NoAnswer."""
        began = time.perf_counter()
        head = self._head(method, path, more or {}, body)
        try:
            async with asyncio.timeout(PATIENCE):
                status, headers, content = await self._exchange(head, body)
        except (OSError, EOFError, TimeoutError, ValueError) as error:
            raise NoAnswer(repr(error)) from error
        return ServerAnswer(status, headers, content, time.perf_counter() - began)

    async def _exchange(self, head: str, body: bytes) -> tuple[int, dict[str, str], bytes]:
        connection = self._idle() or await self._connect(self.port)
        done = False
        try:
            await connection.send(head, body)
            status, headers = await connection.head()
            content = await connection.body(status, headers)
            done = headers.get("connection", "").lower() != "close"
        finally:
            if done:
                connection.used_at = asyncio.get_running_loop().time()
                self.kept.append(connection)
            else:
                connection.close()
        return status, headers, content

    async def events(self, path: str, more: Mapping[str, str]) -> AsyncIterator[bytes]:
        """The events of a stream, each as its lines, until it ends. Raises NoAnswer.

        A stream that is refused, or over, raises NoAnswer with the status.
        """
        connection: OpenConnection | None = None
        try:
            connection = await self._connect(self.stream_port)
            await connection.send(self._head("GET", path, more, b""), b"")
            async with asyncio.timeout(PATIENCE):
                status, _ = await connection.head()
            if status != 200:
                raise NoAnswer(str(status))
            async with aclosing(blocks_of(connection.chunks())) as blocks:
                async for block in blocks:
                    yield block
        except (OSError, EOFError, TimeoutError, ValueError) as error:
            raise NoAnswer(repr(error)) from error
        finally:
            if connection is not None:
                connection.close()

    def close(self) -> None:
        """Let go of all connections that are kept."""
        while self.kept:
            self.kept.pop().close()

    def _idle(self) -> OpenConnection | None:
        now = asyncio.get_running_loop().time()
        while self.kept:
            one = self.kept.pop()
            if now - one.used_at < IDLE and not one.reader.at_eof():
                return one
            one.close()
        return None

    async def _connect(self, port: int) -> OpenConnection:
        own = (self.address, 0)
        return OpenConnection(*await asyncio.open_connection(HOST, port, local_addr=own))

    def _head(self, method: str, path: str, more: Mapping[str, str], body: bytes) -> str:
        fields = {**self.headers, "X-Forwarded-For": self.address, **more}
        if body or method == "POST":
            fields["Content-Length"] = str(len(body))
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        return f"{method} {path} HTTP/1.1\r\n{lines}\r\n"


async def blocks_of(pieces: AsyncIterator[bytes]) -> AsyncGenerator[bytes, None]:
    """Server-sent events out of whatever pieces they come in; heartbeats are left out."""
    rest = b""
    while True:
        try:
            async with asyncio.timeout(SILENCE):
                piece = await anext(pieces)
        except StopAsyncIteration:
            return
        *blocks, rest = (rest + piece).split(b"\n\n")
        for block in blocks:
            if not block.startswith((b":", b"retry")):
                yield block


def fields_of(block: bytes) -> dict[str, bytes]:
    """The fields of one server-sent event by name."""
    found: dict[str, bytes] = {}
    for line in block.split(b"\n"):
        name, _, value = line.partition(b": ")
        with suppress(UnicodeDecodeError):
            found[name.decode()] = value
    return found
