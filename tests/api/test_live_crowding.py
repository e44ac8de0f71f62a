"""A process with as many streams as it can carry: nobody keeps everybody else out."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest

from api.live import hub
from api.live.app import LiveApp
from api.live.bounded import LiveResponse
from api.live.crowding import to_end
from api.live.feeds import GameFeed
from api.live.viewers import StreamViewer
from tests.api.live_clients import Client, Log, live_app, log, scope
from tests.marks import in_one_test

__all__ = ["log"]

PLACES = 8


def viewer(who: str) -> StreamViewer:
    """``a`` is a stranger at address a, ``a7`` is user 7 there."""
    return StreamViewer(int(who[1:] or 0) or None, None, None, f"address-{who[0]}")


@dataclass(eq=False)
class Open:
    who: str

    @property
    def viewer(self) -> StreamViewer:
        return viewer(self.who)


@in_one_test(
    ("streams", "new", "ends"),
    [
        ("", "a", None),
        ("a b b c c", "d1", 1),  # a stranger for a user, of the address with the most
        ("a1 b b2 b3", "c4", 1),
        ("a b", "a1", 0),  # also one at the user's own address
        ("a a b", "c", 0),
        ("a b c", "d", None),  # none is better off: it would go on for ever
        ("a a b", "b", None),
        ("a1 a2 a3 b", "c", None),  # users do not give way to strangers
        ("a1 a2 b3", "c4", 0),
        ("a1 b2 c3", "d4", None),
        ("a1 a2 a3 b4", "b4", 0),
    ],
)
def test_which_stream_ends_for_another_one(streams: str, new: str, ends: int | None) -> None:
    there = [Open(who) for who in streams.split()]
    found = to_end(there, viewer(new))
    assert (None if found is None else there.index(found)) == ends


def asked(who: str) -> dict[str, Any]:
    """A request for a stream; users come with credentials."""
    known = scope(f"192.0.2.{ord(who[0])}")
    return known | {"headers": [(b"authorization", who.encode())] if who[1:] else []}


def view(environ: dict[str, Any], start: Callable[..., object]) -> LiveResponse:
    user = environ.get("HTTP_AUTHORIZATION", "")[1:]
    address = f"address-{environ['REMOTE_ADDR']}"
    start("200 OK", [])
    return LiveResponse(
        GameFeed(StreamViewer(int(user) if user else None, None, None, address), uuid4(), 0)
    )


async def status(live: LiveApp, who: str) -> tuple[int, Client, "asyncio.Task[None]"]:
    client = Client()
    task = asyncio.create_task(live(asked(who), client.receive, client.send))
    await client.until(lambda: bool(client.sent))
    return client.sent[0]["status"], client, task


def test_strangers_who_take_all_places_keep_no_user_out(settings: Any, log: Log) -> None:
    """Eighty addresses without an account had all 800 of a process, at no cost, for ever."""
    settings.STREAMS_PER_PROCESS = PLACES
    held: list[tuple[int, Client, asyncio.Task[None]]] = []

    async def main() -> None:
        live = live_app(view)
        try:
            held.extend([await status(live, "abcd"[number // 2]) for number in range(PLACES)])
            assert {one[0] for one in held} == {200}
            assert (await status(live, "e"))[0] == 200  # the first of the address with two
            await asyncio.wait_for(held[0][2], 60)
            assert held[0][1].sent[-1]["more_body"] is False
            assert (await status(live, "a"))[0] == 503
            for user in range(1, PLACES + 1):
                assert (await status(live, f"u{user}"))[0] == 200, user
            for _, _, task in held:  # no stranger is left
                await asyncio.wait_for(task, 60)
            assert (await status(live, "v9"))[0] == 200  # at address u there are eight
            assert (await status(live, "f"))[0] == 503
        finally:
            await live.close()

    asyncio.run(main())


def test_who_ends_and_reads_nothing_makes_room_for_so_many_only(
    settings: Any, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "MOST_GIVING_WAY", 2)
    settings.STREAMS_PER_PROCESS = 3

    async def main() -> list[int]:
        live = live_app(view)
        try:
            for _ in range(3):
                _, client, _ = await status(live, "a")
                client.reads = False
            return [(await status(live, f"u{user}"))[0] for user in (1, 2, 3)]
        finally:
            await live.close()

    assert asyncio.run(main()) == [200, 200, 503]
