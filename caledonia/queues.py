"""The queues, which tasks go to which, and in which order a worker takes from them.

It takes most from the first one, and from the others in turn, so no full queue stops another one.
"""

from collections.abc import Iterable
from typing import Final

from django.conf import settings
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
FIRST_IN_A_ROW: Final = 4
"""After how many tasks of the first queue one of another queue has its turn."""


def name(namespace: str, queue: str) -> str:
    """The name of a queue other than the first one, which is called like the namespace."""
    return f"{namespace}.{queue}"


def names(namespace: str) -> tuple[str, ...]:
    """The names of all queues."""
    return namespace, *(name(namespace, queue) for queue in (JOBS, ALONE, LATER, MAIL))


def queues(namespace: str) -> list[Queue]:
    """All queues, for Celery; a worker without ``--queues`` takes from each."""
    exchange = Exchange(namespace, type="direct")
    return [Queue(one, exchange, routing_key=one) for one in names(namespace)]


def routes(namespace: str) -> dict[str, dict[str, str]]:
    """By task its queue, unless that is the first one."""
    return {task: {"queue": name(namespace, queue)} for task, queue in TASKS.items()}


class MostlyFirst:
    """The order in which a worker asks its queues for the next task, with the methods of kombu's.

    The first queue goes before the others, which go in turn; after ``FIRST_IN_A_ROW`` tasks of it
    they go before it, until one of them has had a task taken.
    """

    def __init__(self) -> None:
        self.queues: list[str] = []
        self.in_a_row = 0

    def update(self, queues: Iterable[str]) -> None:
        """Note the names of the queues that the worker takes from."""
        self.queues = list(queues)

    def consume(self, n: int) -> list[str]:
        """The first ``n`` queues in the order of asking."""
        is_first = self.in_a_row < FIRST_IN_A_ROW
        order = sorted(self.queues, key=lambda one: (one == settings.NAMESPACE) != is_first)
        return order[:n]

    def rotate(self, last_used: str) -> None:
        """Note from which queue a task was taken."""
        self.in_a_row = self.in_a_row + 1 if last_used == settings.NAMESPACE else 0
        self.queues.sort(key=lambda one: one == last_used)
