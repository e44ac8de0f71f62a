"""The queues, and which tasks are in which.

A worker takes from them in turn, so nothing waits behind the many that another queue may hold.
"""

from typing import Final

from kombu import Exchange, Queue

JOBS: Final = "jobs"
"""Validations and imports, and what is swept, counted and signed."""
ALONE: Final = "alone"
"""What comes in numbers and no person waits for."""
LATER: Final = "later"
"""What the server does in games of users who have had what it gives one user at once."""
TASKS: Final = {
    "replays.tasks.validate_games": ALONE,
    "games.tasks.run_bots_alone": ALONE,
    "games.tasks.run_bots_later": LATER,
    "games.tasks.run_round_end_later": LATER,
    "games.tasks.forget_*": JOBS,
    "replays.tasks.*": JOBS,
    "web.tasks.draw_games": ALONE,
}
"""All others are in the first queue, for which people wait."""


def name(namespace: str, queue: str) -> str:
    """The name of a queue but the first one, which has that of the namespace."""
    return f"{namespace}.{queue}"


def names(namespace: str) -> tuple[str, ...]:
    """The names of all queues."""
    return namespace, *(name(namespace, queue) for queue in (JOBS, ALONE, LATER))


def queues(namespace: str) -> list[Queue]:
    """All queues for Celery; a worker without ``--queues`` takes from each in turn."""
    exchange = Exchange(namespace, type="direct")
    return [Queue(one, exchange, routing_key=one) for one in names(namespace)]


def routes(namespace: str) -> dict[str, dict[str, str]]:
    """The queue of each task that is not in the first one."""
    return {task: {"queue": name(namespace, queue)} for task, queue in TASKS.items()}
