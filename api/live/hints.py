"""Receiving hints from Redis: one connection for all streams of a process."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

import msgspec
from django.conf import settings

from games.runtime import forgeries
from games.runtime.notifications import CHANNEL, Hint

log = logging.getLogger(__name__)

SILENT_SECONDS: Final = 5.0
"""After so much silence Redis is pinged, and gets as long to answer."""
LONGEST_PAUSE: Final = 5.0
MOST_BYTES: Final = 4096
"""More than a hint has. Longer ones are dropped unread."""


class RedisHints:
    """Listens for as long as ``run`` does, and comes back when Redis does.

    ``linked`` is whether hints arrive now. ``missed`` is called whenever that begins.
    """

    def __init__(self, heard: Callable[[Hint], None], missed: Callable[[], None]) -> None:
        self.heard = heard
        self.missed = missed
        self.linked = False

    async def run(self) -> None:
        """Never ends by itself."""
        from redis.asyncio import Redis  # noqa: PLC0415 - an embedded server has none
        from redis.asyncio.retry import Retry  # noqa: PLC0415
        from redis.backoff import NoBackoff  # noqa: PLC0415
        from redis.exceptions import RedisError  # noqa: PLC0415

        pause = 0.1
        while True:
            client = Redis.from_url(
                settings.REDIS_URL,
                socket_connect_timeout=2,
                socket_timeout=SILENT_SECONDS,
                retry=Retry(NoBackoff(), 0),
            )
            try:
                async with client, client.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    pause = 0.1
                    await self._listen(channel)
            except (RedisError, OSError, TimeoutError) as error:
                log.warning("hints from Redis fail, polling the log more often: %s", error)
            finally:
                self.linked = False
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _listen(self, channel: Any) -> None:
        """Raises TimeoutError when Redis does not even answer a ping."""
        pinged = False
        while True:
            message = await channel.get_message(timeout=SILENT_SECONDS)
            if message is None:
                if pinged:
                    raise TimeoutError("no answer")
                await channel.ping()
                pinged = True
                continue
            pinged = False
            if message["type"] == "subscribe":
                self.linked = True
                self.missed()
            elif message["type"] == "message":
                self._hear(message["data"])

    def _hear(self, data: bytes) -> None:
        try:
            hint = msgspec.json.decode(data if len(data) <= MOST_BYTES else b"", type=Hint)
        except msgspec.MsgspecError:
            forgeries.dropped("hint")
            return
        self.heard(hint)
