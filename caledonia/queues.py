"""Which task waits in which queue."""

from typing import Final

from kombu import Exchange, Queue

LATER: Final = "later"
HAVE_TIME: Final = (
    "games.tasks.run_bots_alone",
    "games.tasks.run_round_end_later",
    "games.tasks.forget_*",
    "replays.tasks.*",
)
"""Tasks that take long, come in numbers, or that nobody waits for; the others go first.

So do those of games whose payer has used up what workers give one user at once."""


def later(namespace: str) -> str:
    """The name of the queue of what has time."""
    return f"{namespace}.{LATER}"


def queues(namespace: str) -> list[Queue]:
    """Both queues, as Celery wants them; a worker without ``--queues`` takes from both in turn."""
    exchange = Exchange(namespace, type="direct")
    return [Queue(name, exchange, routing_key=name) for name in (namespace, later(namespace))]


def routes(namespace: str) -> dict[str, dict[str, str]]:
    """The queue of each task that is not in the default one."""
    return {name: {"queue": later(namespace)} for name in HAVE_TIME}
