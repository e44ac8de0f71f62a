"""Values in Redis that this server did not write: counted, and logged in few lines."""

import logging
import time
from threading import Lock
from typing import Final

from games.runtime import metrics

log = logging.getLogger(__name__)

LOG_SECONDS: Final = 1.0
"""The least time between two lines of the log: a flood makes one line a second."""


class Notes:
    """Counts what was dropped; ``note`` logs it, or adds it to the next line."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._number = 0
        self._silent_until = 0.0

    def note(self, kind: str) -> None:
        """Count a dropped value of this kind."""
        metrics.DROPPED.labels(kind).inc()
        with self._lock:
            self._number += 1
            if time.monotonic() < self._silent_until:
                return
            number, self._number = self._number, 0
            self._silent_until = time.monotonic() + LOG_SECONDS
        log.warning(
            "%s values in Redis were dropped, the last one a %s: this server did not write them",
            number,
            kind,
        )


dropped: Final = Notes().note
