"""Results by clan, by place in the turn order, and by number of players."""

from typing import Any, ClassVar, Final

from django.contrib.auth.models import User
from django.db.models import Avg, Count, F, Q, QuerySet, Sum
from msgspec import Struct

from games.engine.terms import gettext_noop
from games.models import Seat
from replays.statistics.results import WIN
from tournaments.players.people import games_shown
from tournaments.players.sections.base import PlayerSection

SEAT: Final = "game__result__seats"
MOST_PLACES: Final = 4


class ResultCount(Struct, frozen=True):
    """How the games of one kind came out.

    ``wins`` splits shared wins, ``win_share`` is their part of the games. ``score`` is the mean.
    ``places`` counts the games that ended in the first place, the second and so on, ties in the
    better one.
    """

    value: str
    games: int
    wins: float
    win_share: float
    score: float
    places: list[int]


class Results(Struct, frozen=True):
    """Games that were played here to their end by all, with at least one rival.

    Bots are rivals here, and variants count. ``place`` is that in the first turn order.
    """

    games: int
    clan: list[ResultCount]
    place: list[ResultCount]
    players: list[ResultCount]


class ResultsSection(PlayerSection):
    """The results that the viewer may see."""

    name: ClassVar = "results"
    title: ClassVar = gettext_noop("Results")
    shape: ClassVar = Results

    def build(self, player: User, viewer: User | None) -> Results:
        """All of them added up, kind by kind."""
        seats = seats_of(player, viewer).filter(game__result__players__gt=1)
        return Results(
            games=seats.count(),
            clan=lines(seats.exclude(**{f"{SEAT}__clan": ""}), f"{SEAT}__clan"),
            place=lines(seats, f"{SEAT}__place"),
            players=lines(seats, "game__result__players"),
        )


def seats_of(player: User, viewer: User | None) -> QuerySet[Seat]:
    """The seats of a player in games with a result that a viewer may see, each with its result."""
    return Seat.objects.filter(
        user=player,
        game__in=games_shown(viewer).values("pk"),
        **{f"{SEAT}__seat": F("index")},
    ).order_by()


def lines(seats: QuerySet[Seat], by: str) -> list[ResultCount]:
    """The seats added up by what ``by`` names."""
    places = {
        f"place_{place}": Count("pk", filter=Q(**{f"{SEAT}__rank": place}))
        for place in range(1, MOST_PLACES + 1)
    }
    found = seats.values(value=F(by)).annotate(
        games=Count("pk"), twelfths=Sum(f"{SEAT}__win"), mean=Avg(f"{SEAT}__total"), **places
    )
    return [_line({**row}) for row in found.order_by("value")]


def _line(row: dict[str, Any]) -> ResultCount:
    wins = row["twelfths"] / WIN
    return ResultCount(
        value=str(row["value"]),
        games=row["games"],
        wins=wins,
        win_share=wins / row["games"],
        score=float(row["mean"]),
        places=[row[f"place_{place}"] for place in range(1, MOST_PLACES + 1)],
    )
