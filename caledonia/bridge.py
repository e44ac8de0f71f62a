"""Runs the WSGI application under an ASGI server, with threads that never wait for a client.

A thread gets a request when its whole body is there and its caller has a share left, and hands its
whole answer back before any of it is sent. So a client that sends or reads slowly, or not at all,
holds a file and no thread; and what waits for other requests of its caller holds none either.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from io import SEEK_END, BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Final, NamedTuple

from a2wsgi.wsgi import build_environ
from django.conf import settings
from django.http import HttpResponse

from api.live.app import WSGI, Headers, Receive, Scope, Send, abort
from caledonia import costly_reads, long_requests, refused
from caledonia.callers import Environ, caller_of
from caledonia.costly_reads import CostlyReads
from caledonia.fair_shares import FairShares, RequestShare, TooMuch
from caledonia.long_requests import computes_long
from caledonia.request_bodies import (
    BodyCollector,
    BodyRefused,
    ClientGone,
    CollectedBody,
    IncomingBody,
    announced,
)
from caledonia.shares import Shares
from caledonia.threads import NoThreadFree, Threads
from caledonia.turns_to_write import TurnsToWrite

IN_MEMORY: Final = 256 * 1024
"""Bytes of one answer; what is larger waits in a temporary file."""
ANSWERS: Final = 96 * 1024 * 1024
"""Bytes of all answers that wait for their clients; one counts as half of it at most."""
DELIVERED: Final = 1024
"""Answers that wait at once."""
PIECE: Final = 64 * 1024
"""Bytes that are sent at a time: as many as uvicorn takes before it waits for the client."""
WRITE_SECONDS: Final = 20.0
"""How long a client may take to read a piece."""
LIVENESS: Final = "/healthz"
"""It has a thread of its own: who asks ends a process that does not answer, however busy it is."""
RETRY_AFTER: Final = "2"
OVERLOADED: Final = (
    "The server has more to do than it can, and has not begun with this: send the same request "
    "again later."
)
CHUNKED: Final = "HTTP_TRANSFER_ENCODING"
"""Set for a body without a declared length; Django reads only as much as the length says."""
Rest = Callable[[], Awaitable[None]]
REQUEST_ID: Final = refused.HEADER.lower().encode()


@dataclass
class BufferedAnswer:
    """A whole answer; ``body`` stands at its beginning."""

    status: int
    headers: Headers
    body: IO[bytes]
    size: int


class RequestWithShare(NamedTuple):
    """A request that has its share, with who asks and what makes its answer in a thread.

    ``begins`` is called on the loop when it gets the thread.
    """

    share: RequestShare
    environ: Environ
    caller: str
    answer: Callable[[], BufferedAnswer]
    begins: Callable[[], None]

    async def run(self, threads: Threads, *, first: bool = False) -> BufferedAnswer:
        """Have it answered by one of these threads. Raises NoThreadFree."""
        return await threads.run(self.caller, self.answer, first=first, begins=self.begins)


class Bridge:
    """The ASGI application around a WSGI application, with so many threads.

    ``at_once`` bounds how many of them compute (``Threads``).
    """

    def __init__(
        self,
        wsgi: WSGI,
        *,
        threads: int,
        at_once: int | None = None,
        bodies: BodyCollector | None = None,
        shares: FairShares | None = None,
    ) -> None:
        self._wsgi = wsgi
        seconds = settings.REQUESTS_WAIT_SECONDS
        self._threads = Threads(threads, seconds=seconds, at_once=at_once)
        self._liveness = Threads(1, seconds=seconds)
        self._long = Threads(1, seconds=long_requests.SECONDS)
        self._costly = Threads(1, seconds=costly_reads.SECONDS)
        self._costly_reads = CostlyReads()
        self._turns = TurnsToWrite()
        self._bodies = bodies or BodyCollector()
        self._shares = shares or FairShares()
        self._answers = Shares(most=DELIVERED, held=ANSWERS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        caller, incoming = caller_of(scope), IncomingBody(receive)
        rest: Rest | None = None
        try:
            async with self._bodies.body(scope, incoming, caller) as body:
                answer = await self._ask(scope, body, caller)
        except ClientGone:
            return
        except BodyRefused as error:
            if error.status == HTTPStatus.SERVICE_UNAVAILABLE:
                # Most clients send all of it before they look for an answer.
                await self._bodies.drain(incoming)
            if incoming.more:
                rest = partial(self._bodies.drain, incoming)
            answer = refusal(scope, error.status, error.detail)
        with answer.body:
            await self._deliver(answer, caller, send, rest)

    async def _deliver(
        self, answer: BufferedAnswer, caller: str, send: Send, rest: Rest | None
    ) -> None:
        """Send an answer; when too many are unread, the client with most of them is cut."""
        with self._answers.holding(caller) as held:
            try:
                async with asyncio.timeout(None) as deadline:
                    with held.can_be_ended(deadline):
                        held.add(min(answer.size, ANSWERS // 2))
                        await deliver(answer, send, rest)
            except TimeoutError:
                abort(send)

    async def _ask(self, scope: Scope, body: CollectedBody, caller: str) -> BufferedAnswer:
        environ: Environ = dict(build_environ(scope, body.file))  # type: ignore[arg-type]
        if environ.pop(CHUNKED, None) is not None:
            environ["CONTENT_LENGTH"] = str(length_of(body.file))
        try:
            async with self._shares.share(environ, caller) as share:
                answer = partial(share.measured, partial(self._answer, environ))
                asking = RequestWithShare(share, environ, caller, answer, body.begin)
                return await self._begin(asking)
        except TooMuch as error:
            why, detail, wait = refused.TOO_MUCH, error.detail, error.wait
        except NoThreadFree:
            why, detail, wait = refused.OVERLOADED, OVERLOADED, int(RETRY_AFTER)
        return whole(refused.come_again(why, detail, environ=environ, wait=wait))

    def _answer(self, environ: Environ) -> BufferedAnswer:
        return self._costly_reads.measured(environ, partial(answer_of, self._wsgi, environ))

    async def _begin(self, asking: RequestWithShare) -> BufferedAnswer:
        """Have a request answered in a thread of its kind. Raises NoThreadFree."""
        environ = asking.environ
        if environ.get("PATH_INFO") == LIVENESS:
            return await asking.run(self._liveness)
        if computes_long(environ):
            return await asking.run(self._long)
        async with self._costly_reads.turn(environ, asking.caller):
            if not self._costly_reads.is_one(environ):
                return await self._usual(asking)
        return await asking.run(self._costly)

    async def _usual(self, asking: RequestWithShare) -> BufferedAnswer:
        share, first = asking.share, asking.share.goes_first
        async with self._turns.turn(asking.environ, seconds=share.patience, first=first):
            return await asking.run(self._threads, first=first)


def length_of(body: IO[bytes]) -> int:
    """How many bytes a body has; it is rewound to its beginning."""
    body.seek(0, SEEK_END)
    length = body.tell()
    body.seek(0)
    return length


def answer_of(wsgi: WSGI, environ: Environ) -> BufferedAnswer:
    """Have the application answer, to the last byte. Raises what it raises."""
    started: list[tuple[str, list[tuple[str, str]]]] = []
    body: IO[bytes] = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - given away
    try:
        response = wsgi(environ, lambda *line: started.append((line[0], line[1])))
        try:
            for part in response:
                body.write(part)
        finally:
            getattr(response, "close", lambda: None)()
        size = body.tell()
        body.seek(0)
        status, headers = started[-1]
    except BaseException:
        body.close()
        raise
    lines = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return BufferedAnswer(int(status.split()[0]), lines, body, size)


async def deliver(answer: BufferedAnswer, send: Send, rest: Rest | None = None) -> None:
    """Send an answer; the connection of a client that does not read it is cut.

    ``rest`` reads what still comes of the body: when all is sent, and before the server closes.
    """
    start = {"type": "http.response.start", "status": answer.status, "headers": answer.headers}
    await send(start)
    piece = answer.body.read(PIECE)
    try:
        while following := answer.body.read(PIECE):
            await _write(send, piece, more=True)
            piece = following
        if rest is not None:
            await _write(send, piece, more=True)
            piece = b""
            await rest()
        await _write(send, piece, more=False)
    except TimeoutError:
        abort(send)


async def _write(send: Send, piece: bytes, *, more: bool) -> None:
    async with asyncio.timeout(WRITE_SECONDS):
        await send({"type": "http.response.body", "body": piece, "more_body": more})


def refusal(scope: Scope, status: HTTPStatus, detail: str) -> BufferedAnswer:
    """The answer to a request that was not taken; its connection ends with it."""
    offered = dict(scope["headers"]).get(REQUEST_ID)
    made = refused.answer(
        status, detail, path=scope["path"], offered=offered and offered.decode("latin-1")
    )
    made.headers["Connection"] = "close"
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        made.headers["Retry-After"] = RETRY_AFTER
    return whole(made)


async def refuse(
    scope: Scope, receive: Receive, send: Send, status: HTTPStatus, detail: str
) -> None:
    """Answer a request whose body has not been read."""
    drain = partial(BodyCollector().drain, IncomingBody(receive))
    await deliver(refusal(scope, status, detail), send, drain if announced(scope) != 0 else None)


def whole(made: HttpResponse) -> BufferedAnswer:
    """An answer that Django has made, without a request."""
    made.headers["Content-Length"] = str(len(made.content))
    lines = [(name.lower().encode(), value.encode()) for name, value in made.items()]
    return BufferedAnswer(made.status_code, lines, BytesIO(made.content), len(made.content))
