"""Opens streams in threads of their own, each opening with a share of its caller.

Whatever comes of it, a stream or a refusal, its computing time counts with that of requests.
"""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Final, TypeVar

from api.live.openings import CROWDED, SOON, OpeningRefused
from caledonia import refused
from caledonia.callers import Environ
from caledonia.fair_shares import FairShares, TooMuch
from caledonia.threads import NoThreadFree, Threads

T = TypeVar("T")

OPENERS: Final = 4
"""Threads that open streams, each with a connection of its own to the database."""
SECONDS: Final = 10.0
"""How long an opening waits for others of its caller, and then for a thread."""


class StreamOpeners:
    """The threads that open streams, fair to addresses and users."""

    def __init__(self, shares: FairShares) -> None:
        self._shares = shares
        self._seconds = SECONDS
        self._threads = Threads(OPENERS, seconds=SECONDS)

    async def __call__(self, environ: Environ, address: str, opening: Callable[[], T]) -> T:
        """What ``opening`` returns or raises, which is called in a thread. Raises OpeningRefused.

        ``environ`` is that of its request, in which the application notes whose it is.
        """
        try:
            async with self._shares.opening(environ, address, seconds=self._seconds) as share:
                return await self._threads.run(address, partial(share.measured, opening))
        except TooMuch as error:
            much = refused.TOO_MUCH
            raise OpeningRefused(much.status, error.detail, error.wait, much.code) from None
        except NoThreadFree:
            raise OpeningRefused(HTTPStatus.SERVICE_UNAVAILABLE, CROWDED, SOON) from None
