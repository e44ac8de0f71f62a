"""What entrants have done at the tables that count: the material of points and tie-breaks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from tournaments.scoring.numbers import total
from tournaments.scoring.points import PointRows, nobody_played, result_points
from tournaments.state import EntrantId, RoundNumber, RoundTable, TableId

Counting: TypeAlias = Callable[[list["SeatOutcome"]], list["SeatOutcome"]]
"""Which results of an entrant count, out of all of them, in the order of the tables."""


class SeatOutcome(Struct, frozen=True):
    """What came of a table for one entrant.

    ``sharing`` seats have the same place. ``out`` is a seat that was forfeited or resigned,
    ``forfeited`` one that was forfeited. ``void`` is a table of which every seat was.
    """

    table: TableId
    round: RoundNumber
    stage: str
    seats: tuple[EntrantId, ...]
    place: int
    sharing: int
    points: Fraction
    score: int | None
    out: bool
    forfeited: bool
    void: bool


class OwnMeans(NamedTuple):
    """Means of entrants as whole numbers of parts, of which so many make 1.

    On a ladder one entrant meets others thousands of times; whole numbers are added and compared
    much faster than fractions.
    """

    parts: int
    means: dict[EntrantId, int]


class StageResults(Struct):
    """All results of some tables, by entrant in the order of the tables.

    ``by_entrant`` has those that count, ``every`` all. ``best`` is the best score of a round among
    its tables of one size, which have the same set-up where set-ups are duplicate. ``points`` are
    those of results that count and of rounds without a table. ``earlier`` are places after the
    stage before, ``ratings`` those of a ladder. ``means`` remembers what
    ``own_means`` has found, ``among`` what entrants have against each other, ``compared`` their
    scores and the best others at their tables.
    """

    by_entrant: dict[EntrantId, list[SeatOutcome]]
    every: dict[EntrantId, list[SeatOutcome]]
    points: dict[EntrantId, Fraction]
    best: dict[tuple[RoundNumber, int], int]
    at_table: dict[TableId, dict[EntrantId, SeatOutcome]]
    lots: Mapping[EntrantId, int]
    earlier: Mapping[EntrantId, int] = {}
    ratings: Mapping[EntrantId, int] = {}
    means: "OwnMeans | None" = None
    among: dict[tuple[EntrantId, ...], dict[EntrantId, Fraction] | None] = {}
    compared: dict[EntrantId, list[tuple[int, int]]] = {}

    @property
    def own_means(self) -> "OwnMeans":
        """Points of each for each table that the entrant did not forfeit; 0 where there is none.

        A forfeited table so counts as the mean of the others: opponents lose nothing by it.
        """
        if self.means is None:
            self.means = _own_means(self.every)
        return self.means

    def of(self, entrant: EntrantId) -> list[SeatOutcome]:
        """The results of an entrant that count."""
        return self.by_entrant.get(entrant, [])


def _own_means(every: Mapping[EntrantId, Sequence[SeatOutcome]]) -> OwnMeans:
    means = dict[EntrantId, Fraction]()
    for entrant, results in every.items():
        played = [one.points.as_integer_ratio() for one in results if not one.forfeited]
        means[entrant] = total(played) / max(1, len(played))
    parts = lcm(*{mean.denominator for mean in means.values()})
    return OwnMeans(parts, {one: int(mean * parts) for one, mean in means.items()})


def forfeited_at(table: RoundTable) -> tuple[EntrantId, ...]:
    """Who forfeited a table, as its result says; nobody while it has none."""
    return table.result.forfeited if table.result is not None else ()


def seat_results(points: PointRows, table: RoundTable) -> dict[EntrantId, SeatOutcome]:
    """What came of a table, in the order of the seats; nothing while it has no result."""
    result = table.result
    if result is None:
        return {}
    given = result_points(points, table.seats, result)
    return {
        entrant: SeatOutcome(
            table=table.id,
            round=table.round,
            stage=table.stage,
            seats=table.seats,
            place=place,
            sharing=result.places.count(place),
            points=given[index],
            score=result.score(index),
            out=entrant in result.forfeited or entrant in result.resigned,
            forfeited=entrant in result.forfeited,
            void=nobody_played(table.seats, result),
        )
        for index, (entrant, place) in enumerate(zip(table.seats, result.places, strict=True))
    }


def collected(
    points: PointRows,
    tables: Iterable[RoundTable],
    *,
    lots: Mapping[EntrantId, int],
    counting: Counting | None = None,
) -> StageResults:
    """The results of ``tables``; all count unless ``counting`` chooses."""
    found = StageResults({}, {}, {}, {}, {}, lots)
    for table in tables:
        at_table = seat_results(points, table)
        if at_table:
            found.at_table[table.id] = at_table
        for entrant, one in at_table.items():
            found.every.setdefault(entrant, []).append(one)
            if one.score is not None and not one.out:
                key = (one.round, len(one.seats))
                found.best[key] = max(one.score, found.best.get(key, one.score))
    for entrant, results in found.every.items():
        chosen = counting(results) if counting else results
        found.by_entrant[entrant] = chosen
        found.points[entrant] = total(one.points.as_integer_ratio() for one in chosen)
    return found
