"""The queues, and which tasks go to which.

A worker takes from each in turn, so a full queue does not hold up the others.
"""

from typing import Final

from kombu import Exchange, Queue

JOBS: Final = "jobs"
"""Validations, imports, sweeps, counts, ratings and signatures."""
ALONE: Final = "alone"
"""Many tasks for which no person waits."""
LATER: Final = "later"
"""Tasks of users who have used up their share of computing time."""
MAIL: Final = "mail"
"""Mail: anybody can ask for it, from any number of addresses."""
TASKS: Final = {
    "replays.tasks.validate_games": ALONE,
    "games.tasks.run_bots_alone": ALONE,
    "games.tasks.run_bots_later": LATER,
    "games.tasks.run_round_end_later": LATER,
    "games.tasks.forget_*": JOBS,
    "replays.tasks.*": JOBS,
    "tournaments.tasks.*": JOBS,
    "web.tasks.draw_games": ALONE,
    "web.tasks.*": MAIL,
}
"""All others go to the first queue, for which people wait."""


def name(namespace: str, queue: str) -> str:
    """The name of a queue other than the first one, which is called like the namespace."""
    return f"{namespace}.{queue}"


def names(namespace: str) -> tuple[str, ...]:
    """The names of all queues."""
    return namespace, *(name(namespace, queue) for queue in (JOBS, ALONE, LATER, MAIL))


def queues(namespace: str) -> list[Queue]:
    """All queues, for Celery; a worker without ``--queues`` takes from each in turn."""
    exchange = Exchange(namespace, type="direct")
    return [Queue(one, exchange, routing_key=one) for one in names(namespace)]


def routes(namespace: str) -> dict[str, dict[str, str]]:
    """By task its queue, unless that is the first one."""
    return {task: {"queue": name(namespace, queue)} for task, queue in TASKS.items()}
