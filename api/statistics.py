"""The shapes of requests and responses for statistics."""

from typing import Annotated

from msgspec import Meta

from api.bodies import Request, Status
from replays.statistics.course import Course
from replays.statistics.totals import By, Of, Rules, Totals, With

Number = Annotated[int, Meta(ge=1, le=99)]
Word = Annotated[str, Meta(min_length=1, max_length=40)]


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


class TotalsQuery(Request, frozen=True, rename={"with_": "with"}):
    """By what to group, and which games and seats to count.

    Games played alone are counted only with `players=1` and `by=players`, games with variants only
    with `rules=variants` or `rules=all`.
    """

    by: By = "clan"
    players: Number | None = None
    clan: Word | None = None
    place: Number | None = None
    start_tile: Number | None = None
    map: Word | None = None
    side: Word | None = None
    scoring_tile: Number | None = None
    port_tile: Number | None = None
    with_: With = "people"
    of: Of = "all"
    rules: Rules = "usual"


class Statistics(Totals, frozen=True, kw_only=True):
    """How the counted seats did, all together and by each value of ``by``.

    ``wins`` splits shared wins; ``win_share`` is their part of the seats that had rivals, null
    without any. ``score`` is the mean, ``spread`` the sample standard deviation,
    ``lines`` has the mean of each line of the score sheet.
    """

    by: By
