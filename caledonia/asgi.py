"""The door for ASGI servers: streams on the loop, and all the rest as under WSGI.

Django's own ASGI handler would keep a thread for each open stream and collect what is sent in
pieces before it sends any of it; views that are not async are half as fast there.
"""

import re
from http import HTTPStatus
from typing import Any, Final, cast
from urllib.parse import quote

from django.conf import settings

from caledonia.timer import Timer
from caledonia.wsgi import application as wsgi

# After the settings were found and the apps loaded.
from api.live.app import MOST_BODY, LiveApp, Receive, Scope, Send  # isort: skip
from caledonia.bridge import Bridge, refuse  # isort: skip
from caledonia.door import fault_of_head  # isort: skip
from caledonia.fair_shares import FairShares  # isort: skip
from caledonia.stream_openers import StreamOpeners  # isort: skip

STREAM: Final = re.compile(r"/api/v1/(me|(games|tournaments)/[^/]+)/stream")
THREADS: Final = 12
"""More than one address takes of them with what it may have answered at once."""
AT_ONCE: Final = 4
"""Of these, how many compute: enough to use a core while some wait for the database."""
BODY_TOO_LARGE: Final = (
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    f"A stream takes no body; this one has more than {MOST_BODY} bytes.",
)
ASCII: Final = "".join(map(chr, range(128)))


class Application:
    """Which part answers."""

    def __init__(self) -> None:
        shares = FairShares()
        self.live = LiveApp(cast("Any", wsgi), StreamOpeners(shares))
        self.rest = Bridge(cast("Any", wsgi), threads=THREADS, at_once=AT_ONCE, shares=shares)
        self.timer = Timer()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the life of the server."""
        if scope["type"] == "lifespan":
            await self.lifespan(receive, send)
        elif scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1000})
        elif fault := fault_of_head(
            address=len(scope["path"]) + len(scope["query_string"]),
            headers=[len(value) for _, value in scope["headers"]],
        ):
            # uvicorn has no limits, and to join thousands of headers of one name is quadratic.
            await refuse(scope, receive, send, *fault)
        elif scope["method"] == "GET" and STREAM.fullmatch(scope["path"]):
            if announced(scope) > MOST_BODY:
                await refuse(scope, receive, send, *BODY_TOO_LARGE)
            else:
                await self.live(plain(scope), receive, send)
        else:
            await self.rest(plain(scope), receive, send)

    async def lifespan(self, receive: Receive, send: Send) -> None:
        """Start and end; some servers leave this out."""
        while True:
            message = await receive()
            if message["type"] == "lifespan.shutdown":
                self.timer.stop()
                await self.live.close()
            elif settings.EMBEDDED:
                self.timer.start()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return


def announced(scope: Scope) -> int:
    """The length of a body in bytes by its header; 0 without one, or if that is no number."""
    length = dict(scope["headers"]).get(b"content-length", b"")
    return int(length) if re.fullmatch(rb"[0-9]{1,15}", length) else 0


def plain(scope: Scope) -> Scope:
    """The request as a WSGI server would take it.

    Names with an underscore could pass for others with a hyphen, such as those that a proxy sets;
    and queries are ASCII.
    """
    headers = [(name, value) for name, value in scope["headers"] if b"_" not in name]
    query = quote(scope["query_string"], safe=ASCII)
    return {**scope, "headers": headers, "query_string": query.encode("ascii")}


application = Application()
