"""Streams over ASGI.

A stream is opened by the same view as under WSGI, in a thread: so hosts, HTTPS, permissions,
throttles, errors and headers are the same as everywhere. Only its text is sent from the loop.
"""

import asyncio
import io
import signal
import threading
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any, Final

import msgspec
from a2wsgi.wsgi import build_environ
from django.conf import settings

from api.live.bounded import LiveResponse
from api.live.feeds import Feed
from api.live.frames import HEARTBEAT, OPENING
from api.live.hub import Hub, Subscription
from api.live.openings import CROWDED, SOON, Opener, OpeningRefused, Openings, address_of
from api.live.viewers import ADDRESS, StreamViewer
from api.problems import CONTENT_TYPE, problem_of

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]
WSGI = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

MOST_BODY: Final = 64 * 1024
"""Bytes of the body of a request for a stream, which takes none."""
UNKNOWN_USER: Final = 0
"""No user has this id."""
RETRY_AFTER: Final = 30
FEW_MORE: Final = (
    "Streams of one user and of one address are bounded: close one that you no longer read."
)
FULL: Final = "This server has as many streams open as it can carry: come back later."
REPLACED: Final = (b"content-type", b"content-length", b"content-disposition", b"cache-control")


@dataclass
class Opened:
    """The view's response: a complete one, or a feed that goes on behind these headers."""

    status: int
    headers: Headers
    body: bytes = b""
    feed: Feed | None = None


class LiveApp:
    """The ASGI application of the streams, around the WSGI application that opens them.

    ``opener`` has it called when it is the caller's turn.
    """

    def __init__(self, wsgi: WSGI, opener: Opener) -> None:
        self._wsgi = wsgi
        self._hub: Hub | None = None
        self._opener = opener
        self._openings = Openings()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one GET of a stream's address."""
        hub = self._running()
        environ: dict[str, Any] = dict(build_environ(scope, io.BytesIO()))  # type: ignore[arg-type]
        address = address_of(environ)
        if not self._has_place(hub, perhaps(environ, address)):
            await answer(send, refusal(503, FULL, []))
            return
        if status := self._openings.refused(address):
            await answer(send, refusal(status, CROWDED, [], retry_after=SOON))
            return
        try:
            with self._openings.counted(address):
                opened = await self._open(environ, address)
        except OpeningRefused as error:
            await answer(send, refused_opening(error))
            return
        feed = opened.feed
        if feed is None:
            await answer(send, opened)
        elif not hub.has_room(feed):
            await answer(send, refusal(429, FEW_MORE, opened.headers))
        elif not self._has_place(hub, feed.viewer, take=True):
            await answer(send, refusal(503, FULL, opened.headers))
        else:
            with hub.subscribed(feed) as subscription:
                await stream(subscription, hub, opened, receive, send)

    def _has_place(self, hub: Hub, viewer: StreamViewer, *, take: bool = False) -> bool:
        """Whether there is one for a stream of this viewer, free or of another one.

        If the viewer is to ``take`` it, the other one ends.
        """
        if hub.stopping:
            return False
        if hub.staying < settings.STREAMS_PER_PROCESS:
            return True
        other = hub.to_end(viewer)
        if other is not None and take:
            other.give_way()
        return other is not None

    async def close(self) -> None:
        """Give back what is held, when the server ends."""
        if self._hub is not None:
            await self._hub.close()
            self._hub = None

    def _running(self) -> Hub:
        """The hub of the loop. Made when it is first needed: a server may leave the start out."""
        if self._hub is None:
            self._hub = Hub()
            stop_with_the_server(self._hub)
        return self._hub

    async def _open(self, environ: dict[str, Any], address: str) -> Opened:
        # The view takes no body.
        environ.pop("CONTENT_LENGTH", None)
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        return await self._opener(environ, address, partial(opened_by, self._wsgi, environ))


def perhaps(environ: dict[str, Any], address: str) -> StreamViewer:
    """The viewer that may come with a request; one with credentials is taken for a user here."""
    signed_in = "HTTP_AUTHORIZATION" in environ or settings.SESSION_COOKIE_NAME in environ.get(
        "HTTP_COOKIE", ""
    )
    return StreamViewer(UNKNOWN_USER if signed_in else None, None, None, f"{ADDRESS}{address}")


def opened_by(wsgi: WSGI, environ: dict[str, Any]) -> Opened:
    """Call the view without starting to read a stream that it returns."""
    started: list[tuple[str, list[tuple[str, str]]]] = []
    response = wsgi(environ, lambda *opened: started.append((opened[0], opened[1])))
    try:
        status, headers = started[0]
        opened = Opened(
            int(status.split()[0]),
            [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        )
        if isinstance(response, LiveResponse):
            opened.feed = response.feed
        else:
            opened.body = b"".join(response)
        return opened
    finally:
        # Ends the request; its thread keeps the connection while it is good.
        getattr(response, "close", lambda: None)()


async def stream(
    subscription: Subscription, hub: Hub, opened: Opened, receive: Receive, send: Send
) -> None:
    """Send what comes until it is over, the client is gone, does not read, or the server ends."""
    await send({"type": "http.response.start", "status": opened.status, "headers": opened.headers})
    await write(send, OPENING)
    watch = asyncio.create_task(until_gone(receive, subscription))
    try:
        while not subscription.stopped:
            delivery = await subscription.next(settings.STREAM_HEARTBEAT_SECONDS)
            if subscription.stopped:
                break
            text = HEARTBEAT if delivery is None else delivery.text
            if text:
                await write(send, text)
            if delivery is not None and delivery.over:
                break
            if delivery is not None and delivery.more:
                hub.wake(subscription)
            hub.ready()
        await write(send, b"", more=False)
    except TimeoutError:
        abort(send)
    finally:
        watch.cancel()


async def write(send: Send, text: bytes, *, more: bool = True) -> None:
    """Send a piece. Raises TimeoutError when the client has not read the ones before it."""
    async with asyncio.timeout(settings.STREAM_WRITE_SECONDS):
        await send({"type": "http.response.body", "body": text, "more_body": more})


async def until_gone(receive: Receive, subscription: Subscription) -> None:
    """Stop the stream when its client hangs up, or sends a body that goes on and on."""
    left = MOST_BODY
    while left >= 0 and (message := await receive())["type"] != "http.disconnect":
        left -= len(message.get("body", b""))
    subscription.stop()


def abort(send: Send) -> None:
    """Cut the connection of a client that does not read.

    ASGI has no word for it, and ending as usual would keep what was not read until it is. The
    server's own ``send`` knows the connection; of one that does not, the answer stays unfinished.
    """
    transport = getattr(getattr(send, "__self__", None), "transport", None)
    if isinstance(transport, asyncio.WriteTransport):
        transport.abort()


async def answer(send: Send, opened: Opened) -> None:
    """Send an answer that is complete."""
    await send({"type": "http.response.start", "status": opened.status, "headers": opened.headers})
    await send({"type": "http.response.body", "body": opened.body})


def refused_opening(error: OpeningRefused) -> Opened:
    """The answer to who gets no stream now."""
    return refusal(error.status, error.detail, [], retry_after=error.wait, code=error.code)


def refusal(
    status: int, detail: str, headers: Headers, *, retry_after: int = RETRY_AFTER, code: str = ""
) -> Opened:
    """A problem document in place of a stream, under the headers that the stream would have had."""
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        code = code or "too_many_streams"
    body = msgspec.json.encode(problem_of(status, detail, code=code))
    kept = [(name, value) for name, value in headers if name not in REPLACED]
    own = {
        "content-type": CONTENT_TYPE,
        "content-length": str(len(body)),
        "retry-after": str(retry_after),
        "cache-control": "private, no-store",
    }
    return Opened(
        status, kept + [(name.encode(), value.encode()) for name, value in own.items()], body
    )


def stop_with_the_server(hub: Hub) -> None:
    """Have the streams end when the process gets a signal to stop.

    Servers wait for open answers before they say that they end, and streams would wait for that.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)
        if not callable(before):
            continue

        def handle(number: int, frame: Any, before: Callable[..., Any] = before) -> None:
            with suppress(RuntimeError):  # the loop has ended already
                loop.call_soon_threadsafe(hub.stop)
            before(number, frame)

        signal.signal(number, handle)
