"""Streams without a loop: under WSGI an answer is a thread, so it is a short one."""

import logging
import threading
import time
from collections.abc import Generator, Iterator
from typing import Final

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import StreamingHttpResponse
from django.utils import timezone

from api.live.feeds import Delivery, Feed, look
from api.live.frames import HEARTBEAT, OPENING

log = logging.getLogger(__name__)

SECONDS: Final = 25.0
LOOK_SECONDS: Final = 1.0
CONTENT_TYPE: Final = "text/event-stream; charset=utf-8"
HEADERS: Final = {"Cache-Control": "private, no-store, no-transform", "X-Accel-Buffering": "no"}

waiters = threading.BoundedSemaphore(settings.STREAM_WAITERS or 1)
"""How many threads of this process may wait for something to happen."""


class LiveResponse(StreamingHttpResponse):
    """A stream. Under ASGI the server takes the feed and goes on by itself."""

    def __init__(self, feed: Feed) -> None:
        self.feed = feed
        super().__init__(bounded(feed), content_type=CONTENT_TYPE, headers=HEADERS)


def bounded(feed: Feed) -> Iterator[bytes]:
    """What is there, and what comes in the next seconds if a thread may be spent on waiting."""
    yield OPENING
    try:
        feed, over = yield from _all_there_is(feed)
        if over or not settings.STREAM_WAITERS or not waiters.acquire(blocking=False):
            return
        try:
            yield from _coming(feed, until=time.monotonic() + SECONDS)
        finally:
            waiters.release()
    except (OperationalError, InterfaceError) as error:
        log.warning("ending a stream, because the database does not answer: %s", error)


def _coming(feed: Feed, *, until: float) -> Iterator[bytes]:
    beat = time.monotonic()
    while time.monotonic() < until:
        time.sleep(LOOK_SECONDS)
        before = feed
        feed, over = yield from _all_there_is(feed)
        if over:
            return
        if feed != before:
            beat = time.monotonic()
        elif time.monotonic() - beat >= settings.STREAM_HEARTBEAT_SECONDS:
            beat = time.monotonic()
            yield HEARTBEAT


def _all_there_is(feed: Feed) -> Generator[bytes, None, tuple[Feed, bool]]:
    delivery = Delivery(feed, more=True)
    while delivery.more and not delivery.over:
        (delivery,) = look([delivery.feed], now=timezone.now())
        if delivery.text:
            yield delivery.text
    return delivery.feed, delivery.over
