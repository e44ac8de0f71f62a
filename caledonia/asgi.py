"""The door for ASGI servers: streams on the loop, and all the rest as under WSGI.

Django's own ASGI handler would keep a thread for each open stream and collect what is sent in
pieces before it sends any of it; views that are not async are half as fast there.
"""

import re
from collections.abc import Awaitable
from typing import Any, Final, cast
from urllib.parse import quote

from a2wsgi import WSGIMiddleware
from django.conf import settings

from caledonia.timer import Timer
from caledonia.wsgi import application as wsgi

# After the settings were found and the apps loaded.
from api.live.app import LiveApp, Receive, Scope, Send  # isort: skip

STREAM: Final = re.compile(r"/api/v1/(me|games/[^/]+)/stream")
THREADS: Final = 4
ASCII: Final = "".join(map(chr, range(128)))


class Application:
    """Which part answers."""

    def __init__(self) -> None:
        self.live = LiveApp(cast("Any", wsgi))
        self.rest = WSGIMiddleware(cast("Any", wsgi), workers=THREADS)
        self.timer = Timer()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the life of the server."""
        if scope["type"] == "lifespan":
            await self.lifespan(receive, send)
        elif scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1000})
        elif scope["method"] == "GET" and STREAM.fullmatch(scope["path"]):
            await self.live(plain(scope), receive, send)
        else:
            await cast("Awaitable[None]", self.rest(plain(scope), receive, send))  # type: ignore[arg-type]

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


def plain(scope: Scope) -> Scope:
    """The request as a WSGI server would take it.

    Names with an underscore could pass for others with a hyphen, such as those that a proxy sets;
    and queries are ASCII.
    """
    headers = [(name, value) for name, value in scope["headers"] if b"_" not in name]
    query = quote(scope["query_string"], safe=ASCII)
    return {**scope, "headers": headers, "query_string": query.encode("ascii")}


application = Application()
