"""Statistics over all games: wins by clan, seat and other values, and points by line.

Everything is added up in whole numbers, so the same games give the same answer whatever the
database and the order of its rows.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import partial
from math import sqrt
from typing import Any, Final, Literal

from django.conf import settings
from django.db.models import Count, F, GeneratedField, IntegerField, Q, QuerySet, Sum, Value
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Concat, StrIndex
from django.utils import timezone
from msgspec import Struct
from msgspec.structs import asdict

from games import engine
from replays.models import SeatResult
from replays.statistics import kept_sums, results
from replays.statistics.kept_sums import SeatSums
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
OF_SEATS: Final = {"clan", "place", "start_tile"}
"""Those of them in which all seats of a game differ, by the rules."""
TEXTS: Final[Mapping[str, str]] = {
    "side": "result__modules",
    "scoring_tile": "result__scoring_tiles",
    "port_tile": "result__port_tiles",
}
"""By what a game has several values, where they stand as one text."""
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


DERIVED: Final = frozenset(
    field.name for field in SeatResult._meta.get_fields() if isinstance(field, GeneratedField)
)
"""The columns that hold the points of a line."""
SEATS: Final = Count("pk")
FIRST_SEATS: Final = Count("pk", filter=Q(seat=0))
"""Each game has one."""
SUMS: Final[Mapping[str, Any]] = {
    "seats": SEATS,
    "first_seats": FIRST_SEATS,
    "contested": Count("pk", filter=Q(result__players__gt=1)),
    "twelfths": Sum("win", default=0),
    "sum": Sum("total", default=0),
    "squares": Sum(F("total") * F("total"), default=0),
}
"""What is summed up over some seats, beside games and the lines of the score sheet."""


class StatisticsFilter(Struct, frozen=True, kw_only=True):
    """Which games and which of their seats are counted; what is None narrows nothing.

    Solo games are counted only on request, or by number of players.
    ``with_`` filters by the players: at least one person, people alone, bots alone, or any.
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

    @property
    def is_kept(self) -> bool:
        """Whether sums are kept for it; of what narrows more there are too many to keep."""
        narrower = (*OF_SEATS, "map", *TEXTS)
        return all(getattr(self, name) is None for name in narrower)


class AskedSums(Struct, frozen=True):
    """What is asked of all results."""

    by: By
    query: StatisticsFilter


class StatisticsLine(Struct, frozen=True):
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


class ValueLine(StatisticsLine, frozen=True, kw_only=True):
    """The same for one value of the grouping."""

    value: str


class Totals(Struct, frozen=True):
    """All counted seats together, and by value."""

    all: StatisticsLine
    values: list[ValueLine]


def totals(by: By, query: StatisticsFilter) -> Totals:
    """The statistics of the chosen games. Embedded, games that were missed are read first.

    Seats are added up by what has few values, and once; what a game has several of is one text
    there, and its sums count for each part. Of many results most sums are kept.
    """
    if settings.EMBEDDED:
        results.record_forgotten(now=timezone.now())
    counter = kept_sums.many() if query.is_kept else None
    if counter is None:
        found = _added_up(by, query)
    else:
        question = AskedSums(by, query)
        found = kept_sums.up_to_date(counter, question, partial(_added_up, by, query))
    every, values = Counter[str](), defaultdict[str, Counter[str]](Counter)
    for value, row in found.values.items():
        every.update(row)
        for part in value.split() if by in TEXTS else [value]:
            values[part].update(row)
    if by in OF_SEATS:  # a game has seats of several values
        every["games"] = found.games
    lines = [ValueLine(value=value, **asdict(_line(row))) for value, row in values.items()]
    return Totals(all=_line(every), values=sorted(lines, key=_place))


def _added_up(by: By, query: StatisticsFilter, after: int = 0, upto: int = 0) -> SeatSums:
    """The sums of seats by value; with ``upto`` only of results with numbers in between."""
    seats = chosen(query)
    if upto:
        seats = seats.filter(result__number__gt=after, result__number__lte=upto)
    if query.players is None and by != "players":
        # A solo game has other lines and no winner: such games are counted only on request.
        seats = seats.filter(result__players__gt=1)
    if by == "clan":
        seats = seats.exclude(clan="")  # played without clans
    sums = {**SUMS, **sums_of_lines()}
    grouped = seats.order_by().values(value=F(COLUMNS.get(by) or TEXTS[by]))
    values: dict[str, dict[str, int]] = {}
    for found in grouped.annotate(**sums, games=_games(query, by)):
        row: dict[str, Any] = dict(found)
        values[str(row.pop("value"))] = row
    games = sum(row["first_seats"] for row in values.values())
    if by in OF_SEATS and _games(query) != FIRST_SEATS:
        games = seats.aggregate(games=_games(query))["games"]
    return SeatSums(games, values)


def _games(query: StatisticsFilter, by: By | None = None) -> Count:
    """How to count the games of chosen seats, of one value if ``by`` is given.

    To count distinct games, the database sorts them; that is done only where it is necessary.
    """
    if by in OF_SEATS or any(getattr(query, name) is not None for name in OF_SEATS):
        return SEATS  # no two of them are of one game
    return FIRST_SEATS if query.of == "all" else Count("result", distinct=True)


def sums_of_lines() -> dict[str, Sum]:
    """The sum of each line of the score sheet, as ``sum_`` and its name."""
    return {
        f"sum_{line.name}": Sum(points_in(line.name), default=0) for line in engine.score_lines()
    }


def points_in(line: str) -> F | Cast:
    """The points of a line, from its column or else from the JSON of all lines."""
    column = f"{line}_points"
    if column in DERIVED:
        return F(column)
    return Cast(KT(f"lines__{line}"), IntegerField())


def chosen(query: StatisticsFilter) -> QuerySet[SeatResult]:
    """The seats that a choice counts."""
    seats = SeatResult.objects.filter(
        PLAYED_WITH[query.with_], SEATS_OF[query.of], PLAYED_BY[query.rules]
    )
    for name, column in COLUMNS.items():
        value = getattr(query, name)
        if value is not None:
            seats = seats.filter(**{column: value})
    for name, column in TEXTS.items():
        value = getattr(query, name)
        if value is not None:
            padded = Concat(Value(" "), column, Value(" "))
            seats = seats.alias(**{f"at_{name}": StrIndex(padded, Value(f" {value} "))})
            seats = seats.filter(**{f"at_{name}__gt": 0})
    return seats


def _place(line: ValueLine) -> tuple[int, str]:
    """Where a line stands in the list: numbers by size, names by the alphabet."""
    return (int(line.value) if line.value.isdigit() else 0, line.value)


def _line(row: Mapping[str, Any]) -> StatisticsLine:
    seats, contested, wins = row["seats"], row["contested"], row["twelfths"] / WIN
    return StatisticsLine(
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
