"""Statistics over all games: who wins, from where, with whom, and by which lines.

Everything is added up in whole numbers, so the same games give the same answer whatever the
database and the order of its rows.
"""

from collections.abc import Mapping
from math import sqrt
from typing import Any, Final, Literal

from django.conf import settings
from django.db.models import Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.utils import timezone
from msgspec import Struct
from msgspec.structs import asdict

from games import engine
from replays.models import SeatResult, Trait
from replays.statistics import results
from replays.statistics.results import WIN

By = Literal["clan", "place", "players", "map", "side", "scoring_tile", "port_tile", "start_tile"]
With = Literal["people", "only-people", "bots", "all"]
Of = Literal["people", "bots", "all"]
Rules = Literal["usual", "variants", "all"]

COLUMNS: Final[Mapping[str, str]] = {
    "clan": "clan",
    "place": "place",
    "start_tile": "start_tile",
    "players": "result__players",
    "map": "result__modules",
}
"""By what a seat has one value, where that value stands."""
PLAYED_WITH: Final[Mapping[With, Q]] = {
    "people": Q(result__people__gt=0),
    "only-people": Q(result__people=F("result__players")),
    "bots": Q(result__people=0),
    "all": Q(),
}
PLAYED_BY: Final[Mapping[Rules, Q]] = {
    "usual": Q(result__usual=True),
    "variants": Q(result__usual=False),
    "all": Q(),
}
SEATS_OF: Final[Mapping[Of, Q]] = {"people": Q(bot=""), "bots": ~Q(bot=""), "all": Q()}


SUMS: Final[Mapping[str, Any]] = {
    "seats": Count("pk"),
    "contested": Count("pk", filter=Q(result__players__gt=1)),
    "games": Count("result", distinct=True),
    "twelfths": Sum("win", default=0),
    "sum": Sum("total", default=0),
    "squares": Sum(F("total") * F("total"), default=0),
}
"""What is summed up over some seats, beside the lines of the score sheet."""


class Choice(Struct, frozen=True, kw_only=True):
    """Which games and which of their seats are counted; what is None narrows nothing.

    Games played alone are counted only where they are asked for, or by number of players.
    ``with_`` asks who sat at the table: at least one person, people alone, bots alone, or anybody.
    ``of`` takes the seats of people or bots only. ``rules`` asks for games by the usual rules, for
    those with a variant or with a switch of the rules away from its default, or for both.
    """

    players: int | None = None
    clan: str | None = None
    place: int | None = None
    start_tile: int | None = None
    map: str | None = None
    side: str | None = None
    scoring_tile: int | None = None
    port_tile: int | None = None
    with_: With = "people"
    of: Of = "all"
    rules: Rules = "usual"


class Line(Struct, frozen=True):
    """How the counted seats of one kind did.

    ``wins`` splits shared wins; ``win_share`` is their part of the seats that had rivals, null
    without any. ``spread`` is the sample standard deviation of the score, null for
    a single seat; ``lines`` holds the mean of each line of the score sheet. With no seat at all
    there are no means.
    """

    games: int
    seats: int
    wins: float
    win_share: float | None
    score: float | None
    spread: float | None
    lines: dict[str, float]


class ValueLine(Line, frozen=True, kw_only=True):
    """The same for one value of what it was asked by."""

    value: str


class Totals(Struct, frozen=True):
    """All counted seats together, and by value."""

    all: Line
    values: list[ValueLine]


def totals(by: By, choice: Choice) -> Totals:
    """The statistics of the chosen games. Embedded, games that were missed are read first."""
    if settings.EMBEDDED:
        results.record_forgotten(now=timezone.now())
    seats = chosen(choice)
    if choice.players is None and by != "players":
        # Alone other things count, and nobody wins: such games only come in where they are named.
        seats = seats.filter(result__players__gt=1)
    if by == "clan":
        seats = seats.exclude(clan="")  # played without clans
    if by in COLUMNS:
        grouped = seats.annotate(value=F(COLUMNS[by]))
    else:
        grouped = seats.filter(result__traits__kind=by).annotate(value=F("result__traits__value"))
    sums = {**SUMS, **sums_of_lines()}
    rows = grouped.order_by().values("value").annotate(**sums)
    lines = [ValueLine(value=str(row["value"]), **asdict(_line(row))) for row in rows]
    return Totals(all=_line(seats.aggregate(**sums)), values=sorted(lines, key=_place))


def sums_of_lines() -> dict[str, Sum]:
    """The sum of each line of the score sheet, as ``sum_`` and its name."""
    return {
        f"sum_{line.name}": Sum(Cast(KT(f"lines__{line.name}"), IntegerField()), default=0)
        for line in engine.score_lines()
    }


def chosen(choice: Choice) -> QuerySet[SeatResult]:
    """The seats that a choice counts."""
    seats = SeatResult.objects.filter(
        PLAYED_WITH[choice.with_], SEATS_OF[choice.of], PLAYED_BY[choice.rules]
    )
    for name, column in COLUMNS.items():
        value = getattr(choice, name)
        if value is not None:
            seats = seats.filter(**{column: value})
    for kind in Trait.Kind.values:
        value = getattr(choice, kind)
        if value is not None:
            having = Trait.objects.filter(result=OuterRef("result"), kind=kind, value=str(value))
            seats = seats.filter(Exists(having))
    return seats


def _place(line: ValueLine) -> tuple[int, str]:
    """Where a line stands in the list: numbers by size, names by the alphabet."""
    return (int(line.value) if line.value.isdigit() else 0, line.value)


def _line(row: Mapping[str, Any]) -> Line:
    seats, contested, wins = row["seats"], row["contested"], row["twelfths"] / WIN
    return Line(
        games=row["games"],
        seats=seats,
        wins=wins,
        win_share=wins / contested if contested else None,
        score=row["sum"] / seats if seats else None,
        spread=_spread(seats, row["sum"], row["squares"]),
        lines=_means(row, seats) if seats else {},
    )


def _means(row: Mapping[str, Any], seats: int) -> dict[str, float]:
    """The mean of each line of the score sheet over at least one seat."""
    return {line.name: row[f"sum_{line.name}"] / seats for line in engine.score_lines()}


def _spread(count: int, sum_: int, squares: int) -> float | None:
    """The sample standard deviation of whole numbers, of which the sums are known."""
    if count < 2:
        return None
    return sqrt((count * squares - sum_ * sum_) / (count * (count - 1)))
