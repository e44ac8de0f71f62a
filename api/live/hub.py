"""The SSE subscription registry and poller of one process.

Everything here runs on the loop but the look itself, which reads the database in a thread of its
own, for many subscribers at a time. So however many streams are open, they take one connection.
A look is short, streams of each kind have looks of their own in turn, and callers take turns in
all: so the many streams of one caller do not hold up those of others for long.
"""

import asyncio
import logging
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import pairwise
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import InterfaceError, OperationalError, close_old_connections
from django.utils import timezone

from api.live import crowding
from api.live.charges import Charges
from api.live.fair_queue import FairQueue
from api.live.feeds import Delivery, Feed, GameFeed, Kind, TournamentFeed, looking
from api.live.hints import RedisHints
from api.live.viewers import StreamViewer
from games import services
from games.models import Game
from games.runtime import dispatch, metrics, notifications
from games.runtime.notifications import Hint

log = logging.getLogger(__name__)

AT_ONCE: Final[dict[Kind, int]] = {"game": 100, "user": 10, "tournament": 100}
"""The most subscribers of one look. A user may have 200 games that wait."""
LOOK_SECONDS: Final = 0.05
"""So long a look serves its subscribers once it has read what they share, or as long as that took;
then it ends with the one it is at, and the others are the first of the next one.

On a busy machine to read it may take longer than this: were that to count, each look would read
for a hundred and serve one.
"""
ALONE_SECONDS: Final = 2.0
"""How often all subscribers are polled while Redis sends no hints; also embedded."""
MOST_GIVING_WAY: Final = 50
"""Streams that end for others and still have a connection: who reads nothing may take a while."""
AGAIN_SECONDS: Final = 1.0
"""How long the database gets after it did not answer."""

Topic = tuple[str, object]


class Subscription:
    """One open stream. ``next`` returns what it has to send."""

    def __init__(self, feed: Feed) -> None:
        self.feed = feed
        self.waits = False
        self.stopped = False
        self.gives_way = False
        self._delivery: Delivery | None = None
        self._woken = asyncio.Event()

    @property
    def topic(self) -> Topic:
        """The key by which hints wake it: its game or tournament, or its user."""
        if isinstance(self.feed, GameFeed):
            return "game", self.feed.game_id
        if isinstance(self.feed, TournamentFeed):
            return "tournament", self.feed.tournament_id
        return "user", self.feed.viewer.user_id

    @property
    def viewer(self) -> StreamViewer:
        """Who watches."""
        return self.feed.viewer

    @property
    def caller(self) -> str:
        """The caller, whose streams take turns with those of others."""
        return self.viewer.bounded_by

    async def next(self, seconds: float) -> Delivery | None:
        """What is due, as soon as there is something; None when nothing came in that time."""
        self.waits = self._delivery is None
        try:
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        except TimeoutError:
            # Of a look that is under way just now the next call gets what it gave.
            return None
        self._woken.clear()
        delivery, self._delivery = self._delivery, None
        return delivery

    def give(self, delivery: Delivery) -> None:
        """Take the result of a look."""
        self.feed = delivery.feed
        if delivery.text or delivery.over or delivery.more:
            self._delivery = delivery
            self.waits = False
            self._woken.set()

    def stop(self) -> None:
        """Let it end: the client is gone, or the server."""
        self.stopped = True
        self._woken.set()

    def give_way(self) -> None:
        """Let it end for another one, which gets its place at once; its client may come back."""
        self.gives_way = True
        self.stop()


class Hub:
    """The open streams of this process."""

    def __init__(self) -> None:
        self.open: dict[Topic, set[Subscription]] = defaultdict(set)
        self.counts: Counter[str] = Counter()
        """By user, and of strangers by address."""
        self.of_addresses: Counter[str] = Counter()
        """By address, whoever asked."""
        self.stopping = False
        self._all: dict[Subscription, None] = {}
        self._woken: dict[Kind, FairQueue[Subscription]] = {kind: FairQueue() for kind in AT_ONCE}
        self._idle: dict[Kind, FairQueue[Subscription]] = {kind: FairQueue() for kind in AT_ONCE}
        self._kinds = list(AT_ONCE)
        self._bell = asyncio.Event()
        self._looker = ThreadPoolExecutor(1, thread_name_prefix="look")
        self._loop = asyncio.get_running_loop()
        self._hints = None if settings.EMBEDDED else RedisHints(self.hear, self.wake_all)
        notifications.listen(self._overhear)
        work = [self._look_for_all(), self._tick()]
        if self._hints is not None:
            work.append(self._hints.run())
        self._tasks = [self._loop.create_task(one) for one in work]

    @contextmanager
    def subscribed(self, feed: Feed) -> Iterator[Subscription]:
        """An open stream for as long as this lasts. The caller has checked ``has_room``."""
        subscription = Subscription(feed)
        topic, viewer = subscription.topic, feed.viewer
        self.counts[viewer.bounded_by] += 1
        self.of_addresses[viewer.address] += 1
        self.open[topic].add(subscription)
        self._all[subscription] = None
        self.wake(subscription)
        try:
            with metrics.subscribed(feed.kind):
                yield subscription
        finally:
            subscription.stopped = True
            del self._all[subscription]
            self.open[topic].discard(subscription)
            if not self.open[topic]:
                del self.open[topic]
            self._woken[feed.kind].discard(subscription)
            self._idle[feed.kind].discard(subscription)
            _discount(self.counts, viewer.bounded_by)
            _discount(self.of_addresses, viewer.address)

    def has_room(self, feed: Feed) -> bool:
        """Whether this user, and this address, may open one more."""
        own, address = feed.viewer.bounded_by, feed.viewer.address
        return (
            self.counts[own] < settings.STREAMS_PER_USER
            and self.of_addresses[address] < settings.STREAMS_PER_ADDRESS
        )

    def to_end(self, viewer: StreamViewer) -> Subscription | None:
        """The stream that has to end for one more of this viewer, where there is no room.

        None if no other has to, or if so many that have to are still on their way out.
        """
        staying = [one for one in self._all if not one.gives_way]
        if len(self._all) - len(staying) >= MOST_GIVING_WAY:
            return None
        return crowding.to_end(staying, viewer)

    @property
    def staying(self) -> int:
        """How many streams are open, without those that end for others."""
        return sum(not one.gives_way for one in self._all)

    def wake(self, subscription: Subscription) -> None:
        """Look at a subscriber as soon as it can take something."""
        self._woken[subscription.feed.kind].add(subscription)
        self._bell.set()

    def ready(self) -> None:
        """Look for subscribers that were woken while they could not take anything, and now can."""
        if any((*self._woken.values(), *self._idle.values())):
            self._bell.set()

    def hear(self, hint: Hint) -> None:
        """Wake the subscribers that a hint concerns."""
        # A hint says the id of what has changed, not whether that is a game.
        topics: list[Topic] = [("game", hint.game), ("tournament", hint.game)]
        topics += [("user", user) for user in hint.users]
        for topic in topics:
            for subscription in self.open.get(topic, ()):
                self.wake(subscription)

    def wake_all(self) -> None:
        """Look at all subscribers, a part at a time and after those that were woken."""
        for subscriptions in self.open.values():
            for subscription in subscriptions:
                self._idle[subscription.feed.kind].add(subscription)
        self._bell.set()

    def stop(self) -> None:
        """Let all streams end; clients come back, to another process or to the next one."""
        self.stopping = True
        for subscriptions in list(self.open.values()):
            for subscription in subscriptions:
                subscription.stop()

    async def close(self) -> None:
        """Give back what the hub holds; the loop goes on."""
        self.stop()
        notifications.ignore(self._overhear)
        left = set(self._tasks)
        while left:
            # Again and again: redis swallows what cancels it while it connects.
            for task in left:
                task.cancel()
            _, left = await asyncio.wait(left, timeout=0.1)
        self._looker.shutdown(wait=False)

    def _overhear(self, hint: Hint) -> None:
        # From the thread that committed.
        self._loop.call_soon_threadsafe(self.hear, hint)

    async def _tick(self) -> None:
        """Look at all subscribers now and then: hints get lost, and rights end without one."""
        while True:
            heard = self._hints is not None and self._hints.linked
            await asyncio.sleep(settings.STREAM_POLL_SECONDS if heard else self._alone_seconds)
            if settings.EMBEDDED:
                games = [one for kind, one in self.open if kind == "game" and isinstance(one, UUID)]
                await self._loop.run_in_executor(self._looker, _continue, games)
            self.wake_all()

    @property
    def _alone_seconds(self) -> float:
        return min(ALONE_SECONDS, settings.STREAM_POLL_SECONDS)

    async def _look_for_all(self) -> None:
        while True:
            await self._bell.wait()
            self._bell.clear()
            while found := self._chosen():
                if not await self._look_for(*found):
                    await asyncio.sleep(AGAIN_SECONDS)

    def _chosen(self) -> tuple[FairQueue[Subscription], list[Subscription]] | None:
        """The subscribers to look at next: woken ones, else some others; the kinds take turns.

        Returned with the queue that they stood in.
        """
        for lines in (self._woken, self._idle):
            for kind in self._kinds:
                chosen = lines[kind].take(AT_ONCE[kind])
                if chosen:
                    for one in chosen:
                        self._idle[kind].discard(one)
                    self._kinds.remove(kind)
                    self._kinds.append(kind)
                    return lines[kind], chosen
        return None

    async def _look_for(
        self, queue: FairQueue[Subscription], chosen: Sequence[Subscription]
    ) -> bool:
        """Whether the look succeeded; subscribers that it did not reach are first in the next."""
        feeds = [one.feed for one in chosen]
        try:
            deliveries = await self._loop.run_in_executor(self._looker, _look, feeds)
        except Exception as error:
            away = isinstance(error, OperationalError | InterfaceError)
            log.warning("polling the log failed: %s", error, exc_info=None if away else error)
            queue.put_back(one for one in chosen if not one.stopped)
            return False
        for one, delivery in zip(chosen, deliveries, strict=False):
            one.give(delivery)
        queue.put_back(one for one in chosen[len(deliveries) :] if not one.stopped)
        return True


def _continue(games: Sequence[UUID]) -> None:
    """Wake those of these games whose task was lost: without workers nothing else sweeps them.

    Who watches would wait until somebody loads the page.
    """
    close_old_connections()
    try:
        with dispatch.in_background():
            services.catch_up_all(Game.objects.filter(pk__in=games))
    except Exception:
        log.exception("continuing the games that are watched failed")
    finally:
        close_old_connections()


_charges: Final = Charges()


def _look(feeds: Sequence[Feed]) -> list[Delivery]:
    """``looking`` in a thread that keeps its connection while it is good.

    Ends after ``LOOK_SECONDS`` with as many deliveries as there are then, at least one. All whom
    it served pay the same for what they share.
    """
    close_old_connections()
    try:
        began, first = time.monotonic(), time.thread_time()
        coming = looking(feeds, now=timezone.now())
        read, spent = time.monotonic(), [time.thread_time()]
        ends, shared = read + max(LOOK_SECONDS, read - began), spent[0] - first
        deliveries = []
        for delivery in coming:
            deliveries.append(delivery)
            spent.append(time.thread_time())
            if time.monotonic() >= ends:
                break
        for delivery, (before, after) in zip(deliveries, pairwise(spent), strict=True):
            _charges.add(delivery.feed.viewer, after - before + shared / len(deliveries))
        return deliveries
    finally:
        close_old_connections()


def _discount(counts: Counter[str], key: str) -> None:
    counts[key] -= 1
    if not counts[key]:
        del counts[key]
