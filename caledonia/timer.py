"""What beat would have a worker do, on a server that has neither."""

import logging
from threading import Event, Thread
from typing import Final

from django.db import close_old_connections

log = logging.getLogger(__name__)

SECONDS: Final = 60.0


class Timer:
    """A thread that has mail about turns sent once a minute, until it is stopped."""

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
        from web.tasks import mail_turns  # noqa: PLC0415 - apps are loaded by now

        while not self._stopped.wait(self._seconds):
            close_old_connections()
            try:
                mail_turns.delay()
            except Exception:
                log.exception("mail about turns cannot be sent")
            finally:
                close_old_connections()
