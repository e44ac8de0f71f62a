"""The Celery application; its settings are Django's that begin with ``CELERY_``."""

import os
from typing import Any

from celery import Celery, Task, signals
from kombu.transport import TRANSPORT_ALIASES

from games.runtime import tracing

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caledonia.settings")

HEADER = "caledonia_ids"


class TracedTask(Task[Any, Any]):
    """A task that carries the ids of its sender into the log of the worker."""

    abstract = True

    def apply_async(self, *args: Any, **options: Any) -> Any:
        """Send the task, with the ids that are bound here."""
        options["headers"] = {**(options.get("headers") or {}), HEADER: dict(tracing.current())}
        return super().apply_async(*args, **options)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        # A worker finds them among what it knows of the request; without one they stand apart.
        headers = self.request.headers or {}
        with tracing.bound(**(self.request.get(HEADER) or headers.get(HEADER) or {})):
            tracing.bind(task=self.name)
            return super().__call__(*args, **kwargs)


TRANSPORT_ALIASES.update(dict.fromkeys(("redis", "rediss"), "caledonia.broker:Transport"))
app = Celery("caledonia", task_cls=TracedTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["consumer"].add("caledonia.worker:Heartbeat")


@signals.setup_logging.connect
def keep_logging(**kwargs: object) -> None:
    """Leave the log as the settings have it: Celery would raise its level to its own."""


@signals.worker_init.connect
def begin_metrics(**kwargs: object) -> None:
    """The parent of the worker's processes answers for all of them."""
    from caledonia import worker_metrics  # noqa: PLC0415 - settings are loaded only now

    worker_metrics.serve()


@signals.worker_process_shutdown.connect
def end_metrics(pid: int = 0, **kwargs: object) -> None:
    """A process of the worker is done."""
    from games.runtime import metrics  # noqa: PLC0415

    metrics.process_ended(pid)
