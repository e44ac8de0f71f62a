"""What opening a stream takes is charged to who asks, and the openings of one caller take turns."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.conf import LazySettings

from api.live.bounded import LiveResponse
from api.live.feeds import GameFeed
from caledonia.middleware import USER
from games.runtime import computing
from tests.api.live_clients import VIEWER, Client, Log, Message, feed, live_app, log, scope
from tests.database import empty_cache

__all__ = ["log"]

pytestmark = pytest.mark.uncounted

HERE, THERE = "192.0.2.1", "192.0.2.7"
RATES = ("user", "address", "anonymous")
Start = Callable[..., object]


@pytest.fixture(autouse=True)
def fresh_counts(log: Log) -> None:
    empty_cache()
    computing.forget()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> list[int]:
    """The time of each thread, which moves when a test says so; a day's limit is a second."""
    settings.COMPUTING_RATES = dict.fromkeys(RATES, "1/d")
    now = [0]
    monkeypatch.setattr("caledonia.fair_shares.time.thread_time", lambda: now[0])
    return now


class Stranger:
    """A view that takes a second and finds nothing."""

    def __init__(self, clock: list[int], user: int | None = None) -> None:
        self.clock, self.user, self.calls = clock, user, 0

    def __call__(self, environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        self.calls += 1
        self.clock[0] += 1
        environ[USER] = self.user
        start("404 Not Found", [])
        return [b"nothing"]


def asking(address: str = HERE, user: str = "") -> Message:
    headers = [(b"authorization", f"Bearer of-{user}".encode())] if user else []
    return scope(address) | {"headers": headers}


def answers(view: Any, *asked: Message) -> list[list[Message]]:
    """What is sent to callers who come one after the other."""

    async def main() -> list[list[Message]]:
        live, sent = live_app(view), []
        for one in asked:
            client = Client()
            client.gone.set()
            await live(one, client.receive, client.send)
            sent.append(client.sent)
        await live.close()
        return sent

    return asyncio.run(main())


def test_an_opening_that_is_refused_is_charged_and_then_none_begins(clock: list[int]) -> None:
    view = Stranger(clock)
    first, second, other = answers(view, asking(), asking(), asking(THERE))
    assert [one[0]["status"] for one in (first, second, other)] == [404, 429, 404]
    assert view.calls == 2
    headers, problem = dict(second[0]["headers"]), json.loads(second[1]["body"])
    assert 0 < int(headers[b"retry-after"]) <= 86_400
    assert (headers[b"content-type"], problem["code"]) == (b"application/problem+json", "throttled")
    assert "computing time" in problem["detail"]


def test_a_user_is_charged_and_the_strangers_of_the_address_are_not(clock: list[int]) -> None:
    view = Stranger(clock, user=7)
    first, second = answers(view, asking(HERE, "anna"), asking(THERE, "anna"))
    assert [one[0]["status"] for one in (first, second)] == [404, 429]
    assert computing.wait_of(7, "192.0.2.9")
    assert not computing.wait_of(None, HERE)


def test_an_opening_that_succeeds_is_charged_once(clock: list[int]) -> None:
    def view(environ: dict[str, Any], start: Start) -> LiveResponse:
        clock[0] += 1
        start("200 OK", [])
        return LiveResponse(GameFeed(VIEWER, feed().game_id, 0))

    answers(view, asking())
    assert computing.wait_of(None, HERE)
    account = computing._accounts._accounts["anonymous", HERE]
    assert account.known + account.own == 1000


class Held:
    """A view whose answers wait until a test lets them go."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.over = threading.Event()

    def __call__(self, environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        self.begun.append(environ["REMOTE_ADDR"])
        assert self.over.wait(60)
        environ[USER] = 7 if "HTTP_AUTHORIZATION" in environ else None
        start("404 Not Found", [])
        return []


def test_openings_of_an_address_wait_for_each_other_and_others_for_none_of_them() -> None:
    view = Held()

    async def main() -> list[int]:
        live, clients = live_app(view), [Client() for _ in range(21)]
        addresses = [HERE] * 20 + [THERE]
        tasks = [
            asyncio.create_task(live(asking(address), client.receive, client.send))
            for address, client in zip(addresses, clients, strict=True)
        ]
        await clients[0].until(lambda: THERE in view.begun)
        assert view.begun.count(HERE) <= 2
        view.over.set()
        await asyncio.gather(*tasks)
        await live.close()
        return [client.sent[0]["status"] for client in clients]

    assert asyncio.run(main()) == [404] * 21
    assert view.begun.count(HERE) == 20


def test_openings_of_a_user_wait_for_each_other_wherever_they_come_from() -> None:
    view = Held()

    async def main() -> None:
        live = live_app(view)

        async def opened(address: str, user: str = "anna") -> None:
            client = Client()
            await live(asking(address, user), client.receive, client.send)

        view.over.set()
        await opened(HERE)  # from now on the process knows whose the token is
        view.over.clear()
        view.begun.clear()
        tasks = [asyncio.create_task(opened(f"192.0.2.{number}")) for number in range(3)]
        tasks.append(asyncio.create_task(opened(THERE, "")))
        await Client().until(lambda: THERE in view.begun)
        assert sorted(view.begun) == ["192.0.2.0", THERE]
        view.over.set()
        await asyncio.gather(*tasks)
        await live.close()

    asyncio.run(main())
    assert len(view.begun) == 4


def test_where_no_thread_is_free_in_time_an_opening_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = Held()
    monkeypatch.setattr("caledonia.stream_openers.SECONDS", 0.05)

    async def main() -> list[Message]:
        live, held = live_app(view), []
        for number in range(4):
            client = Client()
            call = live(asking(f"192.0.2.{number}"), client.receive, client.send)
            held.append(asyncio.create_task(call))
        await Client().until(lambda: len(view.begun) == 4)
        late = Client()
        await live(asking("192.0.2.9"), late.receive, late.send)
        view.over.set()
        await asyncio.gather(*held)
        await live.close()
        return late.sent

    start, body = asyncio.run(main())
    assert (start["status"], dict(start["headers"])[b"retry-after"]) == (503, b"5")
    assert b"come back in a few seconds" in body["body"]
