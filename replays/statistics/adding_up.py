"""One request of a process at a time adds up the results of many games.

The database goes through all of them for each new question, which over 100,000 games keeps a
processor busy for up to a second: a dozen callers who ask at once would leave no thread, and no
time of the database, to anybody else. Of the few that wait, next is whose last turn is longest ago.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

from games.engine.terms import gettext_noop
from games.errors import GameError
from games.runtime.taking_turns import Turns
from replays.statistics import kept_sums

MANY: Final = 10_000
"""From how many results on requests take turns; fewer are quickly added up."""
RETRY: Final = timedelta(seconds=2)
WAIT_SECONDS: Final = 2.0
WAITING: Final = 3
"""The most requests that wait, each in a thread of the process."""

turns: Final = Turns(WAITING)


class StatisticsBusy(GameError):
    """This process adds up other statistics already."""

    code = "statistics_busy"
    text = gettext_noop(
        "The server is busy with other statistics. Please try again in a few seconds."
    )
    detail = (
        "The server is busy with other statistics: ask again in a moment, one request at a time."
    )
    wait = RETRY


@contextmanager
def turn(address: str) -> Iterator[None]:
    """Take turns with other requests, if there are many results. Raises StatisticsBusy."""
    if kept_sums.counted() < MANY:
        yield
        return
    if not turns.take(address, WAIT_SECONDS):
        raise StatisticsBusy
    try:
        yield
    finally:
        turns.leave()
