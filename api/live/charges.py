"""The CPU time of looks, charged to the viewers for whom they looked."""

from typing import Final

from api.live.viewers import StreamViewer
from games.runtime import computing

REPORTED_FROM: Final = 0.1
"""Seconds of CPU that are added up before they are reported, which may need a call to Redis."""
MOST_CALLERS: Final = 10_000


class Charges:
    """Time not yet reported, by caller, also of streams that have ended. Not thread-safe."""

    def __init__(self) -> None:
        self._spent: dict[tuple[int | None, str], float] = {}

    def add(self, viewer: StreamViewer, seconds: float) -> None:
        """Note that a look at a stream of this viewer took so much CPU time."""
        caller = viewer.user_id, viewer.ip
        spent = self._spent.pop(caller, 0.0) + seconds
        if spent >= REPORTED_FROM:
            computing.spent_by(*caller, spent)
            return
        self._spent[caller] = spent
        if len(self._spent) > MOST_CALLERS:
            # The one that was not looked at for the longest time.
            del self._spent[next(iter(self._spent))]
