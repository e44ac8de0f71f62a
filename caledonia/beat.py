"""The scheduler of periodic tasks, which survives changes of the clock."""

import logging
from datetime import datetime, timedelta
from typing import Any, Final

from celery.beat import PersistentScheduler

log = logging.getLogger(__name__)

LONGEST: Final = timedelta(days=1)
"""No task of the schedule is sent less often."""


class Scheduler(PersistentScheduler):
    """Celery's own, but what ran at a time that has not come yet is due now.

    Celery's would wait for that time: a day, after the clock was a day ahead for a moment. The file
    that an earlier process has left may hold such times too.
    """

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due; the seconds until the next look."""
        now: datetime = self.app.now()
        entries = self.schedule.values()
        late = [one for one in entries if one.last_run_at and one.last_run_at > now]
        for entry in late:
            entry.last_run_at = now - LONGEST
        if late:
            log.warning("the clock was set back: %s tasks are due that had run later", len(late))
            # It is sorted by times of the clock as it was.
            self._heap = None
        return float(super().tick(*args, **kwargs))
