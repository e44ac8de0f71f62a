"""The shapes of requests and responses for statistics."""

from api.bodies import Status
from replays.statistics.course import Course


class GameStatistics(Course, frozen=True, kw_only=True):
    """The course of a game in numbers, for plots; the game stands at ``version``.

    Every series has one value for each of ``versions``, in order; after a version that is not
    among them nothing of it has changed. Moves that were taken back are left out. ``score`` is
    what final scoring would have given at a version, line by line, with total and rank. Lists go
    by seat. ``actions`` counts moves by type. ``production`` sums up income and goods by round:
    ``gained`` is all that came in, ``used`` went into other goods.
    """

    game: str
    status: Status
    version: int
