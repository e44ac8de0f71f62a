"""The two queues, and the tasks of the slow one."""

from typing import Final

from kombu import Exchange, Queue

LATER: Final = "later"
SLOW_TASKS: Final = (
    "games.tasks.run_bots_alone",
    "games.tasks.run_round_end_later",
    "games.tasks.forget_*",
    "replays.tasks.*",
)
"""Tasks that take long, come in numbers, or for which no person waits; the others go first.

So do those of games whose payer has used up what workers give one user at once."""


def later(namespace: str) -> str:
    """The name of the slow queue."""
    return f"{namespace}.{LATER}"


def queues(namespace: str) -> list[Queue]:
    """Both queues for Celery; a worker without ``--queues`` takes from both in turn."""
    exchange = Exchange(namespace, type="direct")
    return [Queue(name, exchange, routing_key=name) for name in (namespace, later(namespace))]


def routes(namespace: str) -> dict[str, dict[str, str]]:
    """The queue of each task that is not in the default one."""
    return {name: {"queue": later(namespace)} for name in SLOW_TASKS}
