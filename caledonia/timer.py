"""The periodic tasks on a server with neither beat nor a worker."""

import logging
from threading import Event, Thread
from typing import Final, TypeAlias

from celery import Task
from django.db import close_old_connections

log = logging.getLogger(__name__)

SECONDS: Final = 60.0
AnyTask: TypeAlias = "Task[..., object]"

LEFT_TO_BEAT: Final = frozenset(
    {"games.tasks.sweep", "replays.tasks.sign_head", "replays.tasks.deliver_heads"}
)
"""What beat sends and the timer does not do: who reads a game takes its overdue steps, and a head
is signed once a day by a worker."""


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
        sweeps = periodic_tasks()
        while not self._stopped.wait(self._seconds):
            for task in sweeps:
                close_old_connections()
                try:
                    task.delay()
                except Exception:
                    log.exception("the task %s failed", task.name)
                finally:
                    close_old_connections()


def periodic_tasks() -> list[AnyTask]:
    """All tasks of beat but ``LEFT_TO_BEAT``; apps have to be loaded."""
    import games.tasks  # noqa: PLC0415
    import replays.tasks  # noqa: PLC0415
    import tournaments.tasks  # noqa: PLC0415
    import web.tasks  # noqa: PLC0415

    return [
        *(web.tasks.mail_turns, web.tasks.sweep_account_mail),
        *(replays.tasks.sweep_imports, replays.tasks.sweep_validations),
        replays.tasks.sweep_results,
        *(tournaments.tasks.remind, tournaments.tasks.sweep_results),
        *(tournaments.tasks.sweep_ratings, tournaments.tasks.forget_receipts),
        *(games.tasks.forget_sessions, games.tasks.forget_receipts),
        *(games.tasks.forget_attempts, games.tasks.forget_unseen),
    ]
