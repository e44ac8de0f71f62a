"""The Celery worker: it touches a heartbeat file, and takes no commands.

Celery's workers talk to each other over Redis and take commands there, neither of them signed. A
worker here does nothing but to take signed tasks.
"""

from pathlib import Path
from typing import Any, Final

from celery import bootsteps
from celery.worker import consumer
from django.conf import settings

SECONDS: Final = 5.0
"""How often a worker that takes tasks touches its file."""


class Consumer(consumer.Consumer):
    """Celery's consumer without events, gossip and mingling, whatever the command line says."""

    def __init__(self, *args: Any, **options: Any) -> None:
        silent = {"without_gossip": True, "without_mingle": True, "without_heartbeat": True}
        super().__init__(*args, **{**options, **silent, "task_events": False})


class Heartbeat(bootsteps.StartStopStep):
    """Touches the file of WORKER_HEARTBEAT as long as the worker takes tasks.

    It runs in the loop that takes them, and stops when Redis has not answered for a while.
    """

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, parent: consumer.Consumer, **options: Any) -> None:
        super().__init__(parent, **options)
        self.file = Path(settings.WORKER_HEARTBEAT)
        self.enabled = bool(settings.WORKER_HEARTBEAT)
        self.entry: Any = None

    def start(self, parent: consumer.Consumer) -> None:
        """Begin, with every connection to Redis."""
        self.stop(parent)
        self.entry = parent.timer.call_repeatedly(SECONDS, self.beat, (parent,))

    def stop(self, parent: consumer.Consumer) -> None:
        """End, until there is a connection again."""
        if self.entry is not None:
            self.entry.cancel()
            self.entry = None

    def beat(self, parent: Any) -> None:
        """Touch the file, if tasks can come."""
        if parent.task_consumer is not None and parent.task_consumer.channel.takes_tasks:
            self.file.touch()
