"""Bounds the requests that a connection may send before their answers are there.

uvicorn keeps any number of them, each with its headers, and goes on reading as soon as one has
begun: a connection that reads nothing would fill the memory. Browsers and proxies send one at a
time.
"""

from collections.abc import Callable
from functools import wraps
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_WAITING: Final = 10
"""Requests of one connection behind the one that is answered."""

_Headers = Callable[[HttpToolsProtocol], None]


def bound() -> None:
    """Cut connections with more, in this process.

    The command line of uvicorn takes no protocol of one's own, so its class is changed.
    """
    original = HttpToolsProtocol.on_headers_complete
    if not hasattr(original, "__wrapped__"):
        HttpToolsProtocol.on_headers_complete = _bounded(original)  # type: ignore[method-assign, assignment]


def _bounded(original: _Headers) -> _Headers:
    @wraps(original)
    def on_headers_complete(self: HttpToolsProtocol) -> None:
        # What came together is parsed to its end, also after the connection is cut.
        if self.transport.is_closing():
            return
        original(self)
        if len(self.pipeline) > MOST_WAITING:
            self.pipeline.clear()
            self.transport.abort()

    return on_headers_complete
