"""In which order and for how long streams are looked at, and who pays for it."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from types import SimpleNamespace
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import OperationalError

from api.live import charges, hub
from api.live.charges import Charges
from api.live.fair_queue import FairQueue
from api.live.feeds import Delivery, Feed, GameFeed, Kind, WaitingFeed
from api.live.hub import Hub, Subscription
from api.live.viewers import StreamViewer
from games.runtime import computing
from tests.api.conftest import Caller, problem

ADDRESS = "192.0.2.1"


def viewer(user: int) -> StreamViewer:
    return StreamViewer(user, 1, None, f"address-{ADDRESS}")


def game(user: int) -> GameFeed:
    return GameFeed(viewer(user), UUID(int=user), 0)


def mine(user: int) -> WaitingFeed:
    return WaitingFeed(viewer(user))


@dataclass(eq=False)
class Somebody:
    """In a line: a letter for the caller, and a number."""

    name: str
    waits: bool = True

    @property
    def caller(self) -> str:
        return self.name[0]


def line(names: str) -> tuple[FairQueue[Somebody], dict[str, Somebody]]:
    made, people = FairQueue[Somebody](), {name: Somebody(name) for name in names.split()}
    for one in people.values():
        made.add(one)
    return made, people


def taken(made: FairQueue[Somebody], most: int) -> str:
    return " ".join(one.name for one in made.take(most))


def test_callers_take_turns_however_many_streams_they_have() -> None:
    made, people = line("a1 a2 a3 a4 b1 b2 c1")
    assert taken(made, 2) == "a1 b1"
    # Who had no turn yet comes before those who had one, also those who come back.
    made.add(people["a1"])
    assert taken(made, 3) == "c1 a2 b2"
    assert taken(made, 9) == "a3 a4 a1"
    assert not made
    assert made.take(9) == []


def test_who_can_take_nothing_now_stays_and_holds_up_nobody() -> None:
    made, people = line("a1 a2 b1")
    people["a1"].waits = people["b1"].waits = False
    assert taken(made, 9) == "a2"
    assert taken(made, 9) == ""
    people["a1"].waits = people["b1"].waits = True
    made.discard(people["b1"])
    made.discard(people["a2"])
    assert taken(made, 9) == "a1"
    assert not made


def test_whom_a_look_did_not_come_to_is_the_first_of_the_next_one() -> None:
    made, people = line("a1 b1 c1 d1")
    _, *left = made.take(3)
    made.add(people["a1"])
    made.add(people["c1"])  # woken again while the look went on
    made.put_back(left)
    assert taken(made, 9) == "b1 c1 d1 a1"


# --- Looks ----------------------------------------------------------------------------------------


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """A clock that goes only by hand; CPU goes with it, at half the speed."""
    now = [100.0]

    def go(seconds: float) -> None:
        now[0] += seconds

    made = SimpleNamespace(monotonic=lambda: now[0], thread_time=lambda: now[0] / 2)
    monkeypatch.setattr(hub, "time", made)
    monkeypatch.setattr(hub, "close_old_connections", lambda: None)
    return go


def taking(
    clock: Callable[[float], None], seconds: list[float], shared: float
) -> Callable[..., Iterator[Any]]:
    """Looks that take these times for the feeds one after the other, and one for all of them."""

    def looking(feeds: list[Feed], *, now: datetime) -> Iterator[Delivery]:
        clock(shared)
        return (_after(each, Delivery(feed)) for feed, each in zip(feeds, seconds, strict=True))

    def _after(seconds: float, delivery: Delivery) -> Delivery:
        clock(seconds)
        return delivery

    return looking


@pytest.mark.parametrize(
    ("shared", "seconds", "served"),
    [
        (0.0, [0.01] * 9, 5),
        (0.0, [0.5, 0.01, 0.01], 1),
        (0.0, [0.01] * 3, 3),
        (0.0, [0.04, 0.2, 0.01], 2),
        # What it reads for all takes longer than the look may: as long it serves them.
        (0.2, [0.01] * 15, 15),
        (0.2, [0.03] * 9, 7),
    ],
)
def test_a_look_ends_when_its_time_is_over(
    clock: Callable[[float], None],
    monkeypatch: pytest.MonkeyPatch,
    shared: float,
    seconds: list[float],
    served: int,
) -> None:
    monkeypatch.setattr(hub, "LOOK_SECONDS", 0.049)
    monkeypatch.setattr(hub, "looking", taking(clock, seconds, shared))
    paid: list[tuple[int | None, float]] = []
    noting = SimpleNamespace(add=lambda viewer, spent: paid.append((viewer.user_id, spent)))
    monkeypatch.setattr(hub, "_charges", noting)
    feeds = [mine(user) for user in range(len(seconds))]
    assert [one.feed for one in hub._look(feeds)] == feeds[:served]
    each = [spent + shared / served for spent in seconds[:served]]
    expected = [(user, pytest.approx(spent / 2)) for user, spent in enumerate(each)]
    assert paid == expected


class Given(Subscription):
    """Notes that a look came to it."""

    def __init__(self, feed: Feed) -> None:
        super().__init__(feed)
        self.waits = True
        self.given = False

    def give(self, delivery: Delivery) -> None:
        super().give(delivery)
        self.given = True


class Looks:
    """What the hub looks at; of each look only the first ``served`` get something."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made: list[tuple[Kind, list[int]]] = []
        self.served = 100
        self.fails = 0
        monkeypatch.setattr(hub, "_look", self.look)

    def look(self, feeds: list[Feed]) -> list[Delivery]:
        (kind,) = {feed.kind for feed in feeds}
        self.made.append((kind, [feed.viewer.user_id or 0 for feed in feeds]))
        if self.fails:
            self.fails -= 1
            raise OperationalError("away")
        return [Delivery(feed) for feed in feeds[: self.served]]


def looks(monkeypatch: pytest.MonkeyPatch, feeds: list[Feed], **given: Any) -> list[Any]:
    """The looks of a hub whose subscribers are all woken at once."""
    made = Looks(monkeypatch)
    vars(made).update(given)
    monkeypatch.setattr(hub, "AGAIN_SECONDS", 0)

    async def main() -> None:
        own = Hub()
        subscriptions = [Given(feed) for feed in feeds]
        for one in subscriptions:
            own.wake(one)
        async with asyncio.timeout(60):
            while not all(one.given for one in subscriptions):
                await asyncio.sleep(0.001)
        await own.close()

    asyncio.run(main())
    return made.made


def test_games_and_users_have_looks_of_their_own_in_turn(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.STREAM_POLL_SECONDS = 60
    monkeypatch.setattr(hub, "ALONE_SECONDS", 60)
    monkeypatch.setattr(hub, "AT_ONCE", {"game": 3, "user": 2})
    feeds: list[Feed] = [*map(mine, range(1, 6)), *map(game, range(11, 16))]
    assert looks(monkeypatch, feeds) == [
        *(("game", [11, 12, 13]), ("user", [1, 2])),
        *(("game", [14, 15]), ("user", [3, 4]), ("user", [5])),
    ]


def test_a_look_that_ended_early_goes_on_with_the_others(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.STREAM_POLL_SECONDS = 60
    monkeypatch.setattr(hub, "ALONE_SECONDS", 60)
    feeds: list[Feed] = [*map(game, (1, 2, 3, 4, 5)), mine(9)]
    found = looks(monkeypatch, feeds, served=2, fails=1)
    assert found == [
        *(("game", [1, 2, 3, 4, 5]), ("user", [9])),
        *(("game", [1, 2, 3, 4, 5]), ("game", [3, 4, 5]), ("game", [5])),
    ]


def test_a_hub_is_closed_though_a_task_swallows_what_cancels_it() -> None:
    """As a client of Redis does that is just connecting."""

    async def stubborn() -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(60)
        await asyncio.sleep(60)

    async def main() -> None:
        own = Hub()
        own._tasks.append(asyncio.create_task(stubborn()))
        await asyncio.sleep(0)
        async with asyncio.timeout(60):
            await own.close()
        assert all(task.cancelled() for task in own._tasks)

    asyncio.run(main())


# --- Who pays -------------------------------------------------------------------------------------


def test_small_looks_add_up_for_their_caller_until_they_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    charged: list[tuple[Any, ...]] = []
    monkeypatch.setattr(computing, "spent_by", lambda *given: charged.append(given))
    monkeypatch.setattr(charges, "MOST_CALLERS", 2)
    made = Charges()
    made.add(viewer(1), 0.06)
    made.add(viewer(2), 0.06)
    made.add(viewer(1), 0.06)
    assert charged == [(1, ADDRESS, pytest.approx(0.12))]
    made.add(viewer(1), 0.06)
    made.add(viewer(3), 0.06)
    assert len(charged) == 1, "what was reported does not count again, and the oldest goes"
    made.add(viewer(2), 0.06)
    assert len(charged) == 1
    made.add(viewer(4), 3)
    assert charged[1] == (4, ADDRESS, 3)


def test_no_stream_opens_for_who_has_used_up_all_computing_time(
    alice: Caller, bob: Caller, settings: Any
) -> None:
    settings.COMPUTING_RATES = {"user": "4/d", "address": "9/d", "anonymous": "9/d"}
    assert not computing.wait_of(alice.user.pk, ADDRESS)  # type: ignore[union-attr]
    Charges().add(viewer(alice.user.pk), 4)  # type: ignore[union-attr]
    refused = alice.get("me/stream")
    problem(refused, 429)
    assert 0 < int(refused["Retry-After"]) <= 86_400
    problem(alice.get(f"games/{uuid4()}/stream"), 429)
    assert bob.get("me/stream").status_code == 200
