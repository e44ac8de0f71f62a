"""Collects the bodies of requests on the loop, so that no thread waits for a slow client."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import IO, Final

from api.live.app import Receive, Scope
from caledonia.shares import Holding, Shares

FILES: Final = "/api/v1/replays/import"
"""Where bodies are files; nowhere else are they larger than forms and JSON."""
SLOW: Final = "The body of the request did not arrive in time: send it again without pauses."
LARGE: Final = "The body of the request is too large."
FULL: Final = "This server holds as many request bodies as it can: try again in a moment."


@dataclass(frozen=True)
class BodyLimits:
    """What bodies may take of a process: bytes and seconds."""

    largest: int = 16 * 1024 * 1024
    """Of a file; more than its view takes, so that the view refuses with a limit of its own."""
    largest_elsewhere: int = 512 * 1024
    """As much more than forms and JSON may have."""
    in_memory: int = 16 * 1024
    """Of one body; a longer one goes to a temporary file."""
    held: int = 96 * 1024 * 1024
    """Of all bodies together, until their requests are answered, beyond ``small`` of each.

    A request that has a thread keeps its body; as a rule four have (``caledonia.threads``).
    """
    small: int = 64 * 1024
    """A body of this size always finds room; only their number bounds these bytes."""
    drained: int = 64 * 1024 * 1024
    """How much is read of a body that is refused.

    Most clients send all of it before they look for an answer, and a connection that is closed
    meanwhile shows them none.
    """
    drain_seconds: float = 3
    """How long the rest of a body that had to give way is read, and again after its answer.

    A server that closes a connection with bytes unread resets it, and then the proxy, which is
    still writing, loses the answer and makes a 502 of it.
    """
    collected: int = 512
    """Bodies whose requests have not begun; one more ends one of the caller who has most."""
    seconds: float = 60
    gap_seconds: float = 10


class BodyRefused(Exception):
    """The body is not taken: ``status`` and ``detail`` are for the client."""

    def __init__(self, status: HTTPStatus, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail


class ClientGone(Exception):
    """The client hung up before the end of its body."""


class IncomingBody:
    """The body of a request, as it comes."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self.size = 0
        """Bytes that have come."""
        self.more = True
        """Whether there is any more to come."""

    async def part(self) -> bytes:
        """What comes next. Raises ClientGone."""
        message = await self._receive()
        if message["type"] == "http.disconnect":
            self.more = False
            raise ClientGone
        part: bytes = message.get("body", b"")
        self.more = message.get("more_body", False)
        self.size += len(part)
        return part

    async def drain(self, *, seconds: float, most: int) -> None:
        """Read on and keep nothing, for so long at most and up to so many bytes of the body."""
        with suppress(TimeoutError, ClientGone):
            async with asyncio.timeout(seconds):
                while self.more and self.size <= most:
                    await self.part()


@dataclass(frozen=True)
class CollectedBody:
    """A whole body; it may have to give way until its request begins."""

    file: IO[bytes]
    held: Holding

    def begin(self) -> None:
        """Keep the body until the answer. Raises BodyRefused if it has given way already."""
        if self.held.ended:
            raise BodyRefused(HTTPStatus.SERVICE_UNAVAILABLE, FULL)
        self.held.settle()


class BodyCollector:
    """All bodies that one process collects and holds."""

    def __init__(self, limits: BodyLimits | None = None) -> None:
        self.limits = limits or BodyLimits()
        self._shares = Shares(most=self.limits.collected, held=self.limits.held)

    @property
    def held(self) -> int:
        """Bytes that count, of all bodies whose requests have not been answered."""
        return self._shares.size

    @asynccontextmanager
    async def body(
        self, scope: Scope, incoming: IncomingBody, caller: str
    ) -> AsyncIterator[CollectedBody]:
        """The whole body of a caller's request, whose file is closed afterwards.

        Raises BodyRefused, ClientGone; BodyRefused also out of the block, as long as the request
        has not begun.
        """
        length = announced(scope)
        if length is not None and length > self.limits.drained:
            raise BodyRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, LARGE)
        with (
            SpooledTemporaryFile(max_size=self.limits.in_memory) as file,
            self._shares.holding(caller) as held,
        ):
            body = CollectedBody(file, held)
            if length == 0:
                yield body
                return
            async with self._deadline(held) as deadline:
                await self._read(incoming, body, self._largest(scope))
                deadline.reschedule(None)
                yield body

    def _largest(self, scope: Scope) -> int:
        files = scope["method"] == "POST" and scope["path"] == FILES
        return self.limits.largest if files else self.limits.largest_elsewhere

    @asynccontextmanager
    async def _deadline(self, held: Holding) -> AsyncIterator[asyncio.Timeout]:
        """For a body to come; another one may end it meanwhile. Raises BodyRefused."""
        deadline = asyncio.timeout(self.limits.seconds)
        try:
            async with deadline:
                with held.can_be_ended(deadline):
                    yield deadline
        except TimeoutError:
            if held.ended:
                raise BodyRefused(HTTPStatus.SERVICE_UNAVAILABLE, FULL) from None
            if not deadline.expired():
                raise
            raise BodyRefused(HTTPStatus.REQUEST_TIMEOUT, SLOW) from None

    async def _read(self, incoming: IncomingBody, body: CollectedBody, largest: int) -> None:
        """Read to the end. Writing to a temporary file takes no time worth a thread."""
        refused: BodyRefused | None = None
        while incoming.more and incoming.size <= self.limits.drained:
            counted = self._counted(incoming.size)
            part = await self._part(incoming)
            if refused is None and incoming.size > largest:
                refused = BodyRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, LARGE)
            elif refused is None and not body.held.add(self._counted(incoming.size) - counted):
                refused = BodyRefused(HTTPStatus.SERVICE_UNAVAILABLE, FULL)
            if refused is None:
                body.file.write(part)
        if refused is not None:
            raise refused
        body.file.seek(0)

    def _counted(self, size: int) -> int:
        return max(0, size - self.limits.small)

    async def _part(self, incoming: IncomingBody) -> bytes:
        try:
            async with asyncio.timeout(self.limits.gap_seconds):
                return await incoming.part()
        except TimeoutError:
            raise BodyRefused(HTTPStatus.REQUEST_TIMEOUT, SLOW) from None

    async def drain(self, incoming: IncomingBody) -> None:
        """Read what comes of a body that was refused, within its limits."""
        await incoming.drain(seconds=self.limits.drain_seconds, most=self.limits.drained)


def announced(scope: Scope) -> int | None:
    """How many bytes the body has, as its header says; None when no header says it."""
    headers = dict(scope["headers"])
    if b"transfer-encoding" in headers:
        return None
    length = headers.get(b"content-length", b"0")
    return int(length) if length.isdigit() else None
