"""Collects the bodies of requests on the loop, so that no thread waits for a slow client."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from io import BytesIO
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
    """Of all bodies together, until their requests are answered."""
    drained: int = 64 * 1024 * 1024
    """How much is read of a body that is refused.

    Most clients send all of it before they look for an answer, and a connection that is closed
    meanwhile shows them none.
    """
    collected: int = 512
    """Bodies that are being collected at once; one more ends one of the caller who has most."""
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


class BodyCollector:
    """All bodies that one process collects and holds."""

    def __init__(self, limits: BodyLimits | None = None) -> None:
        self.limits = limits or BodyLimits()
        self._shares = Shares(most=self.limits.collected, held=self.limits.held)

    @property
    def held(self) -> int:
        """Bytes of all bodies whose requests have not been answered."""
        return self._shares.size

    @asynccontextmanager
    async def body(self, scope: Scope, receive: Receive, caller: str) -> AsyncIterator[IO[bytes]]:
        """The whole body of a caller's request, as a file that is closed afterwards.

        Raises BodyRefused, ClientGone.
        """
        length = announced(scope)
        if length == 0:
            yield BytesIO()
            return
        if length is not None and length > self.limits.drained:
            raise BodyRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, LARGE)
        with (
            SpooledTemporaryFile(max_size=self.limits.in_memory) as file,
            self._shares.holding(caller) as held,
        ):
            await self._collect(receive, file, held, self._largest(scope))
            file.seek(0)
            yield file

    def _largest(self, scope: Scope) -> int:
        files = scope["method"] == "POST" and scope["path"] == FILES
        return self.limits.largest if files else self.limits.largest_elsewhere

    async def _collect(
        self, receive: Receive, file: IO[bytes], held: Holding, largest: int
    ) -> None:
        try:
            async with asyncio.timeout(self.limits.seconds) as deadline:
                with held.can_be_ended(deadline):
                    await self._read(receive, file, held, largest)
        except TimeoutError:
            if held.ended:
                raise BodyRefused(HTTPStatus.SERVICE_UNAVAILABLE, FULL) from None
            raise BodyRefused(HTTPStatus.REQUEST_TIMEOUT, SLOW) from None

    async def _read(self, receive: Receive, file: IO[bytes], held: Holding, largest: int) -> None:
        """Read to the end. Writing to a temporary file takes no time worth a thread."""
        size, more = 0, True
        refused: BodyRefused | None = None
        while more and size <= self.limits.drained:
            async with asyncio.timeout(self.limits.gap_seconds):
                message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientGone
            part, more = message.get("body", b""), message.get("more_body", False)
            size += len(part)
            if refused is None and size > largest:
                refused = BodyRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, LARGE)
            elif refused is None and not held.add(len(part)):
                refused = BodyRefused(HTTPStatus.SERVICE_UNAVAILABLE, FULL)
            if refused is None:
                file.write(part)
        if refused is not None:
            raise refused


def announced(scope: Scope) -> int | None:
    """How many bytes the body has, as its header says; None when no header says it."""
    headers = dict(scope["headers"])
    if b"transfer-encoding" in headers:
        return None
    length = headers.get(b"content-length", b"0")
    return int(length) if length.isdigit() else None
