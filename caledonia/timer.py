"""The periodic tasks on a server with neither beat nor a worker."""

import logging
from threading import Event, Thread
from typing import Final

from django.db import close_old_connections

log = logging.getLogger(__name__)

SECONDS: Final = 60.0


class Timer:
    """A thread that once a minute does what beat does on a larger server, until it is stopped."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="timer", daemon=True)

    def start(self) -> None:
        """Begin; the first time is a minute from now."""
        self._thread.start()

    def stop(self) -> None:
        """End; what is being done is not waited for."""
        self._stopped.set()

    def join(self) -> None:
        """Wait until it has ended."""
        self._thread.join()

    def _run(self) -> None:
        # Apps are loaded by now.
        import games.tasks  # noqa: PLC0415
        import tournaments.tasks  # noqa: PLC0415
        from replays.tasks import sweep_imports  # noqa: PLC0415
        from web.tasks import mail_turns, sweep_account_mail  # noqa: PLC0415

        sweeps = (
            *(mail_turns, sweep_account_mail, sweep_imports),
            *(games.tasks.forget_sessions, games.tasks.forget_receipts),
            tournaments.tasks.forget_receipts,
            *(games.tasks.forget_attempts, games.tasks.forget_unseen),
        )
        while not self._stopped.wait(self._seconds):
            for task in sweeps:
                close_old_connections()
                try:
                    task.delay()
                except Exception:
                    log.exception("the task %s failed", task.name)
                finally:
                    close_old_connections()
