"""Has the writers of one game or tournament wait for each other before they take threads.

Each of them locks its row. A draw of many players holds the lock for seconds, and whoever else
writes there would wait for it in a thread: a few addresses took all threads of every process so.
"""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from caledonia.callers import Environ
from caledonia.fair_shares import READING
from caledonia.threads import NoThreadFree
from games.runtime.in_flight import InFlight

UUID: Final = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
ROW: Final = re.compile(rf"(?:/api/v1)?/(?:games|tournaments|invite)/({UUID})(?:/.*)?")
"""Addresses of the API and of pages that write to one game or tournament."""
AT_ONCE: Final = 2
"""One that has the lock, and one that is ready when it is free."""


class TurnsToWrite:
    """The writers of a process, by what they write to."""

    def __init__(self) -> None:
        self._in_flight = InFlight()

    @asynccontextmanager
    async def turn(
        self, environ: Environ, *, seconds: float, first: bool = False
    ) -> AsyncIterator[None]:
        """Until the end of the block, one of the few that write there; others wait for ``seconds``.

        Who is a user goes ``first``: strangers can write to nothing, but could line up. Raises
        NoThreadFree. What reads, or names no game and no tournament, waits for nothing.
        """
        row = row_of(environ)
        if row is None:
            yield
            return
        rows = {row: AT_ONCE}
        if not await self._in_flight.enter(rows, rooms={}, seconds=seconds, first=first):
            raise NoThreadFree
        try:
            yield
        finally:
            self._in_flight.leave(rows)


def row_of(environ: Environ) -> str | None:
    """The id of the game or tournament that a request may write to."""
    if environ.get("REQUEST_METHOD") in READING:
        return None
    found = ROW.fullmatch(environ.get("PATH_INFO", ""))
    return found and found[1]
