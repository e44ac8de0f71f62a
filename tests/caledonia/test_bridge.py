"""The bridge between the loop and the threads: no client, however slow, holds a thread."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest
from django.conf import LazySettings

from caledonia import bridge
from caledonia.bridge import Bridge
from caledonia.request_bodies import BodyCollector, BodyLimits
from tests.marks import in_one_test

pytestmark = pytest.mark.uncounted

Message = dict[str, Any]
PATIENCE = 30
LIMITS = BodyLimits(
    largest=1000,
    largest_elsewhere=900,
    in_memory=100,
    held=1500,
    small=0,
    drained=4000,
    drain_seconds=0,
    collected=3,
    seconds=0.4,
    gap_seconds=0.2,
)
UNHURRIED = replace(LIMITS, seconds=PATIENCE, gap_seconds=PATIENCE)
"""For bodies that are still to come when a test looks, however long it takes until it does."""


class Client:
    """One request and what was answered; parts of its body arrive when ``send`` is called."""

    def __init__(
        self,
        *parts: bytes,
        length: int | None = None,
        reads: bool = True,
        address: str = "192.0.2.1",
        path: str = "/api/v1/replays/import",
    ) -> None:
        self.address, self.path = address, path
        size = sum(map(len, parts)) if length is None else length
        self.headers = [(b"content-length", b"%d" % size)] if size >= 0 else []
        if size < 0:
            self.headers = [(b"transfer-encoding", b"chunked")]
        self.messages: asyncio.Queue[Message] = asyncio.Queue()
        self.answered: list[Message] = []
        self.reads = reads
        self.transport = Transport()
        for number, part in enumerate(parts, 1):
            over = number == len(parts) and size in (-1, sum(map(len, parts)))
            self.messages.put_nowait({"type": "http.request", "body": part, "more_body": not over})

    async def receive(self) -> Message:
        return await self.messages.get()

    async def send(self, message: Message) -> None:
        if not self.reads and message["type"] == "http.response.body":
            await asyncio.Event().wait()
        self.answered.append(message)

    async def ask(self, app: Bridge) -> "Client":
        scope = {
            "type": "http",
            "method": "POST",
            "path": self.path,
            "client": (self.address, 1),
            "query_string": b"",
            "http_version": "1.1",
            "headers": self.headers,
        }
        await app(scope, self.receive, self.send)
        return self

    @property
    def status(self) -> int:
        return int(self.answered[0]["status"]) if self.answered else 0

    @property
    def body(self) -> bytes:
        return b"".join(one["body"] for one in self.answered[1:])


class Transport(asyncio.WriteTransport):
    """Of the server's connection."""

    aborted = False

    def abort(self) -> None:
        self.aborted = True


def echo(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
    """Answers with the body, as far as its length goes, in many pieces."""
    assert "HTTP_TRANSFER_ENCODING" not in environ
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    start("200 OK", [("Content-Length", str(len(body))), ("X-Length", str(len(body)))])
    return [body[index : index + 10] for index in range(0, len(body), 10)]


def run(
    watch: Callable[[Bridge], Awaitable[None]],
    app: Any = echo,
    threads: int = 1,
    limits: BodyLimits = LIMITS,
) -> None:
    async def main() -> None:
        async with asyncio.timeout(PATIENCE):
            await watch(Bridge(app, threads=threads, bodies=BodyCollector(limits)))

    asyncio.run(main())


@in_one_test(
    ("client", "status", "body"),
    [
        (Client, 200, b""),
        (lambda: Client(b"one", b"two"), 200, b"onetwo"),
        (lambda: Client(b"one", b"two", length=-1), 200, b"onetwo"),
        (lambda: Client(b"a" * 600, b"b" * 400), 200, b"a" * 600 + b"b" * 400),
        (lambda: Client(b"a" * 600, b"b" * 401), 413, None),
        (lambda: Client(*[b"a" * 600] * 3, length=-1), 413, None),
        (lambda: Client(*[b"a" * 600] * 20, length=-1), 413, None),
        (lambda: Client(length=4001), 413, None),
        (lambda: Client(length=10), 408, None),
        (lambda: Client(b"some", length=10), 408, None),
        (lambda: Client(b"some", length=10**30), 413, None),
    ],
)
def test_bodies(client: Callable[[], Client], status: int, body: bytes | None) -> None:
    async def watch(app: Bridge) -> None:
        asked = await client().ask(app)
        assert asked.status == status
        if body is None:
            answer, headers = json.loads(asked.body), dict(asked.answered[0]["headers"])
            assert answer["status"] == status
            assert headers[b"x-request-id"].decode() == answer["request_id"]
            assert (b"connection", b"close") in asked.answered[0]["headers"]
        else:
            assert asked.body == body
            assert (b"x-length", b"%d" % len(body)) in asked.answered[0]["headers"]
        assert app._bodies.held == 0

    run(watch)


def test_a_body_that_drips_has_a_deadline() -> None:
    """Each part comes before the gap is over, and all of them together take too long."""

    async def watch(app: Bridge) -> None:
        client = Client(length=100)
        asked = asyncio.create_task(client.ask(app))
        while not asked.done():
            client.messages.put_nowait({"type": "http.request", "body": b"x", "more_body": True})
            await asyncio.sleep(0.05)
        assert client.status == 408

    run(watch)


def test_a_client_that_hangs_up_gets_no_answer() -> None:
    async def watch(app: Bridge) -> None:
        client = Client(b"some", length=10)
        client.messages.put_nowait({"type": "http.disconnect"})
        assert (await client.ask(app)).answered == []
        assert app._bodies.held == 0

    run(watch)


def test_one_body_too_many_ends_the_oldest_of_who_has_most() -> None:
    async def watch(app: Bridge) -> None:
        addresses = ("192.0.2.9", "192.0.2.1", "192.0.2.1")
        slow = [asyncio.create_task(Client(b"x", length=9, address=a).ask(app)) for a in addresses]
        await asyncio.sleep(0.01)
        assert (await Client(b"quick", address="192.0.2.5").ask(app)).status == 200
        assert (await slow[1]).status == 503
        assert [one.done() for one in slow] == [False, True, False]

    run(watch, limits=UNHURRIED)


def test_a_network_is_one_caller() -> None:
    """A client with one IPv6 address has all of its network."""

    async def watch(app: Bridge) -> None:
        addresses = ("192.0.2.9", "2001:db8::1", "2001:db8::2")
        slow = [asyncio.create_task(Client(b"x", length=9, address=a).ask(app)) for a in addresses]
        await asyncio.sleep(0.01)
        assert (await Client(b"quick").ask(app)).status == 200
        assert (await slow[1]).status == 503
        assert [one.done() for one in slow] == [False, True, False]

    run(watch, limits=UNHURRIED)


def test_bodies_of_all_requests_together_are_bounded() -> None:
    """The caller with most makes room, in whatever order they came."""

    async def watch(app: Bridge) -> None:
        small = asyncio.create_task(Client(b"x" * 300, length=301, address="192.0.2.7").ask(app))
        await asyncio.sleep(0.01)
        large = [asyncio.create_task(Client(b"x" * 550, length=900).ask(app)) for _ in range(2)]
        await asyncio.sleep(0.01)
        assert (await Client(b"x" * 200, address="192.0.2.5").ask(app)).status == 200
        refused = await large[0]
        assert [one.done() for one in (small, *large)] == [False, True, False]
        assert refused.status == 503
        assert dict(refused.answered[0]["headers"])[b"retry-after"]
        assert app._bodies.held == 850

    run(watch, limits=UNHURRIED)


@pytest.mark.parametrize(("path", "status"), [("/api/v1/replays/import", 200), ("/login/", 413)])
def test_only_files_are_large(path: str, status: int) -> None:
    async def watch(app: Bridge) -> None:
        assert (await Client(b"x" * 950, path=path).ask(app)).status == status

    run(watch)


def test_answers_of_all_requests_together_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the client with most unread responses is cut."""
    monkeypatch.setattr(bridge, "ANSWERS", 2000)

    async def watch(app: Bridge) -> None:
        other = Client(b"x" * 500, reads=False, address="192.0.2.7")
        greedy = [Client(b"x" * 800, reads=False) for _ in range(2)]
        waiting = []
        for one in (other, *greedy):
            waiting.append(asyncio.create_task(one.ask(app)))
            while not one.answered:
                await asyncio.sleep(0.05)
            await asyncio.sleep(0.05)
        while not greedy[0].transport.aborted:
            await asyncio.sleep(0.01)
        assert [one.transport.aborted for one in (other, *greedy)] == [False, True, False]
        assert (await Client(b"quick", address="192.0.2.5").ask(app)).body == b"quick"
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert app._answers.size == 0

    run(watch)


def test_slow_clients_hold_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread; others send slowly, and others read nothing of large answers."""
    monkeypatch.setattr(bridge, "PIECE", 50)

    async def watch(app: Bridge) -> None:
        clients = [Client(b"x", length=9), Client(b"x" * 900, reads=False)]
        clients += [Client(b"x" * 55, reads=False) for _ in range(10)]
        slow = [asyncio.create_task(one.ask(app)) for one in clients]
        while not all(one.answered for one in clients[1:]):
            await asyncio.sleep(0.01)
        assert (await Client(b"quick").ask(app)).body == b"quick"
        assert not any(one.done() for one in slow)
        for one in slow:
            one.cancel()
        await asyncio.gather(*slow, return_exceptions=True)

    run(watch, limits=replace(UNHURRIED, collected=20))


def test_a_client_that_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge, "WRITE_SECONDS", 0.02)

    async def watch(app: Bridge) -> None:
        client = await Client(b"x" * 900, reads=False).ask(app)
        assert client.transport.aborted

    run(watch)


def test_an_application_that_raises_ends_its_answer() -> None:
    """The server answers for it; what was being written is closed, in the application's thread."""
    closed: list[str] = []

    class Failing:
        def __iter__(self) -> "Failing":
            return self

        def __next__(self) -> bytes:
            raise ZeroDivisionError

        def close(self) -> None:
            closed.append(threading.current_thread().name)

    def app(environ: dict[str, Any], start: Callable[..., object]) -> Failing:
        start("200 OK", [])
        return Failing()

    async def watch(app: Bridge) -> None:
        with pytest.raises(ZeroDivisionError):
            await Client().ask(app)
        assert [name[:7] for name in closed] == ["request"]

    run(watch, app)


@pytest.mark.parametrize(
    ("path", "body"),
    [("/api/v1/games", b'"code":"overloaded"'), ("/games/", b"<h1>The server is busy</h1>")],
)
def test_what_gets_no_thread_in_time_may_come_again(
    path: str, body: bytes, settings: LazySettings
) -> None:
    settings.REQUESTS_WAIT_SECONDS = 0.05
    held, begun = threading.Event(), list[str]()

    def hold(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        begun.append(environ["PATH_INFO"])
        assert held.wait(PATIENCE)
        return echo(environ, start)

    async def watch(app: Bridge) -> None:
        first = asyncio.create_task(Client(address="192.0.2.9", path="/first").ask(app))
        while not begun:
            await asyncio.sleep(0.01)
        refused = await Client(path=path).ask(app)
        assert refused.status == 503
        assert body in refused.body
        assert (b"retry-after", b"2") in refused.answered[0]["headers"]
        held.set()
        assert (await first).status == 200
        assert (await Client(path=path).ask(app)).status == 200
        assert begun == ["/first", path]

    run(watch, hold)
