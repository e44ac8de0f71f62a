"""Requests to a bridge whose application answers when a test says so."""

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.conf import LazySettings

from caledonia.bridge import Bridge
from caledonia.fair_shares import FairShares
from caledonia.middleware import USER
from tests.database import empty_cache

Environ = dict[str, Any]
Message = dict[str, Any]
PATIENCE = 60
"""Seconds; nothing here takes so long unless it is broken."""
WHOLE = {"type": "http.request", "body": b"", "more_body": False}


SLOWER = 20
"""How many times: what counts for some seconds counts until a busy machine has come to the end."""


class SlowLoop(asyncio.SelectorEventLoop):
    """A loop whose clock goes slowly."""

    def time(self) -> float:
        return super().time() / SLOWER


class Asked:
    """Requests of one bridge, with an event loop that runs while a test waits for something."""

    def __init__(self, application: Any = None, *, threads: int = 12) -> None:
        self.shares = FairShares()
        self.bridge = Bridge(application or self.answer, threads=threads, shares=self.shares)
        self.begun: list[str] = []
        """The addresses of the requests that have a thread, or had one."""
        self._runner = asyncio.Runner(loop_factory=SlowLoop)
        self._over = threading.Event()
        self._open: list[asyncio.Task[None]] = []

    def answer(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Says that it has begun, and waits for the end."""
        scope = environ["asgi.scope"]
        self.begun.append(environ["REMOTE_ADDR"])
        scope["test.loop"].call_soon_threadsafe(scope["test.begun"].set)
        assert self._over.wait(PATIENCE)
        start_response("200 OK", [])
        environ[USER] = scope.get("test.user")
        return [b"answer"]

    def ask(self, path: str = "/games/", **given: Any) -> int:
        """The status of one more request, which goes on: 200 as soon as it has a thread."""
        return self.response(path, **given)[0]

    def response(self, path: str = "/games/", **given: Any) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body; those of a request that goes on are empty."""
        return self._runner.run(self._response(path, given))

    def waits(self, path: str = "/games/", **given: Any) -> asyncio.Task[None]:
        """One more request that has neither a thread nor an answer, after all that can happen."""
        return self._runner.run(self._waits(path, given))

    async def _response(self, path: str, given: Environ) -> tuple[int, dict[str, str], bytes]:
        sent: list[Message] = []
        scope = scope_of(path, given)
        task = self._begin(scope, sent)
        begun = asyncio.create_task(scope["test.begun"].wait())
        async with asyncio.timeout(PATIENCE):
            await asyncio.wait({task, begun}, return_when=asyncio.FIRST_COMPLETED)
        if begun.done():
            return 200, {}, b""
        begun.cancel()
        await task
        start, *parts = sent
        headers = {name.decode(): value.decode() for name, value in start["headers"]}
        return int(start["status"]), headers, b"".join(part["body"] for part in parts)

    async def _waits(self, path: str, given: Environ) -> asyncio.Task[None]:
        scope = scope_of(path, given)
        task = self._begin(scope, [])
        for _ in range(20):
            await asyncio.sleep(0)
        assert not task.done()
        assert not scope["test.begun"].is_set()
        return task

    def _begin(self, scope: Environ, sent: list[Message]) -> asyncio.Task[None]:
        async def receive() -> Message:
            return await scope.get("test.receive", whole)()

        async def send(message: Message) -> None:
            sent.append(message)
            await scope.get("test.sent", at_once)(message)

        self._open.append(asyncio.create_task(self.bridge(scope, receive, send)))
        return self._open[-1]

    def close(self) -> None:
        """Have everything answered that is under way."""
        self._over.set()
        self._runner.run(self._all())
        self._over.clear()

    def make_answers(self) -> None:
        """Have the application end, and do not wait for clients that do not read."""
        self._over.set()
        self._runner.run(self._no_thread())
        self._over.clear()

    async def _no_thread(self) -> None:
        made = self.bridge
        pools = (made._threads, made._long, made._costly, made._liveness)
        async with asyncio.timeout(PATIENCE):
            while any(pool._running for pool in pools):
                await asyncio.sleep(0)

    def end(self) -> None:
        """Give up what is still under way."""
        self._over.set()
        self._runner.run(self._no_thread())
        for task in self._open:
            task.cancel()
        with suppress(Exception):
            self._runner.run(self._all())
        self._runner.close()

    async def _all(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*self._open, return_exceptions=True)
        self._open.clear()


async def whole() -> Message:
    """The end of a body that is empty."""
    return WHOLE


async def at_once(message: Message) -> None:
    """A client that reads."""


async def never(*_: object) -> Message:
    """A client that does not send, or does not read."""
    await asyncio.Event().wait()
    return {}


def scope_of(path: str, given: Environ) -> Environ:
    """The request, with what a test gives as WSGI has it, and with its own names."""
    headers = [
        (name.removeprefix("HTTP_").replace("_", "-").lower().encode(), value.encode())
        for name, value in given.items()
        if name.startswith("HTTP_") or name == "CONTENT_LENGTH"
    ]
    return {
        "type": "http",
        "method": given.get("REQUEST_METHOD", "GET"),
        "path": path,
        "client": (given.get("REMOTE_ADDR", "127.0.0.1"), 1),
        "query_string": b"",
        "http_version": "1.1",
        "headers": headers,
        "test.loop": asyncio.get_running_loop(),
        "test.begun": asyncio.Event(),
        **{name: value for name, value in given.items() if name.startswith("test.")},
    }


OTHER = "192.0.2.7"


@pytest.fixture
def small_shares(settings: LazySettings) -> None:
    """One request of a user and two of an address at once, and none that waits."""
    empty_cache()
    settings.REQUESTS_PER_USER, settings.REQUESTS_PER_ADDRESS = 1, 2
    settings.REQUESTS_WAITING = settings.REQUESTS_WAITING_ADDRESS = 0


@pytest.fixture
def asked() -> Iterator[Asked]:
    made = Asked()
    yield made
    made.end()


def bearer(token: str) -> Environ:
    return {"HTTP_AUTHORIZATION": f"Bearer {token}"}


def cookie(session: str) -> Environ:
    return {"HTTP_COOKIE": f"messages=x; sessionid={session}"}
