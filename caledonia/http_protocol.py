"""HTTP/1.1 for every process: uvicorn's, with an end to what a connection leaves in memory.

uvicorn by itself prepares each request that it has read, whether or not those before it are
answered: one read of 256 KiB holds 14,000. It also keeps heads and trailers that never end. When it
shuts down, it leaves those connections open that it is accepting at that moment.
"""

from asyncio import Transport
from http import HTTPStatus
from typing import Any, Final, cast
from weakref import WeakSet

from httptools import HttpParserError, HttpParserUpgrade
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

LARGEST_HEAD: Final = 64 * 1024
"""Bytes of the headers and trailers of a request, and of whatever else its body does not count.

More than ``caledonia.door`` lets in, so that in general it is the door that answers.
"""
PER_HEADER: Final = 32
"""Bytes that a header counts beside its name and value, as HTTP/2 has it. (RFC 9113, 6.5.2)"""

IDLE_SECONDS: Final = 0.5
"""How long a connection that was accepted at the end may wait for its request."""

_known: Final = WeakSet[ServerState]()
_ending: Final = WeakSet[ServerState]()


class EndNotice:
    """Stands among the connections of a server, so that one hears of its end, and goes then."""

    def __init__(self, state: ServerState) -> None:
        self.state = state
        state.connections.add(cast("Any", self))

    def shutdown(self) -> None:
        """The server shuts down: it calls this once for each of its connections."""
        _ending.add(self.state)
        self.state.connections.discard(cast("Any", self))


class RequestTooEarly(Exception):
    """A request has begun before the one ahead of it was answered."""


class HeadTooLarge(Exception):
    """A request has more headers than any that can be answered."""


class BoundedProtocol(HttpToolsProtocol):
    """One request of a connection at a time, with a head that ends.

    Nothing more is taken of a client that sends its next request too early: it gets the answer to
    the first one, and sends the others again on a new connection. (RFC 9112, 9.3.2)
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.stopped = False
        if self.server_state not in _known:
            _known.add(self.server_state)
            EndNotice(self.server_state)
        self.head = 0
        self.unused = 0
        self.pieces: list[bytes] = []
        """Of the body, as the chunks of what is just being read."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Begin; of a server that shuts down, only for a request that is on its way."""
        super().connection_made(transport)
        if self.server_state in _ending:
            self.loop.call_later(IDLE_SECONDS, self.shutdown)

    @property
    def answering(self) -> bool:
        """Whether a request has no complete answer yet."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def data_received(self, data: bytes) -> None:
        """Read what a client has sent."""
        if self.stopped:
            self.flow.pause_reading()
            return
        self._unset_keepalive_if_required()
        self.unused += len(data)
        try:
            self.parser.feed_data(data)
        except (HttpParserError, HttpParserUpgrade):
            # No other protocol is spoken here; the parser takes nothing after an upgrade either.
            self.hand_on_body()
            self.stop()
        else:
            self.hand_on_body()
            if self.unused > LARGEST_HEAD:
                self.stop()

    def stop(self) -> None:
        """Read no more of this connection, which ends with an answer to what it has sent."""
        self.stopped = True
        if self.answering and (self.cycle.response_started or not self.cycle.more_body):
            self.cycle.keep_alive = False
            self.flow.pause_reading()
        elif max(self.head, self.unused) > LARGEST_HEAD:
            self.refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        else:
            self.refuse(HTTPStatus.BAD_REQUEST)

    def refuse(self, status: HTTPStatus) -> None:
        """Answer what cannot be read as a request."""
        text = f"{status.phrase}\n"
        lines = (
            f"HTTP/1.1 {status.value} {status.phrase}",
            "content-type: text/plain; charset=utf-8",
            f"content-length: {len(text)}",
            "connection: close",
        )
        self.transport.write("\r\n".join((*lines, "", text)).encode("ascii"))
        self.transport.close()

    def on_message_begin(self) -> None:
        """Begin a request. Raises RequestTooEarly."""
        if self.answering:
            raise RequestTooEarly
        self.head = self.unused = 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keep a header. Raises HeadTooLarge.

        A trailer is no header: no proxy in front has looked at it.
        """
        self.head += len(name) + len(value) + PER_HEADER
        if self.head > LARGEST_HEAD:
            raise HeadTooLarge
        if not self.answering:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Have the request answered."""
        self.unused = 0
        super().on_headers_complete()
        if self.server_state in _ending:
            self.cycle.keep_alive = False

    def on_body(self, body: bytes) -> None:
        """Keep a part of the body until all is parsed that was read with it.

        A chunk may have a single byte, and uvicorn copies what it has of a body for each.
        """
        self.unused = 0
        self.pieces.append(body)

    def on_message_complete(self) -> None:
        """End the body."""
        self.hand_on_body()
        super().on_message_complete()

    def hand_on_body(self) -> None:
        """Keep what was read of the body until it is asked for."""
        if self.pieces:
            body = b"".join(self.pieces)
            self.pieces.clear()
            super().on_body(body)
