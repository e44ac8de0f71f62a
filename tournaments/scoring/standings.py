"""Standings: entrants in order, with every number that decided it."""

from collections.abc import Container, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tournaments.scoring.results import Counting, StageResults, collected
from tournaments.scoring.tie_breaks import TIE_BREAKS, deciding
from tournaments.state import EntrantId, RoundNumber, RoundTable, Tournament

FORFEIT: Final = "forfeited"
"""What puts the last who played a stage before the first who forfeited it."""


class RankedRow(Struct, frozen=True):
    """A line of the standings.

    ``place`` counts from 1 and no two share one: the last tie-break is a lot. ``group`` is that of
    a league. ``stage`` is the last stage that the entrant reached. ``points`` and ``columns`` (by
    tie-break, in the order in which they decide; None where one says nothing) are exact.
    ``ahead_by`` names what puts the row before the next one: ``stage``, ``group``, ``forfeited``
    (the next one forfeited the stage), ``points`` or a column; it is empty on the last row, and
    where only the order of registration is left.
    ``played`` counts the tables of the stage that have a result of the entrant.
    ``before`` are the rows in the standings after each stage before, the newest first: they say how
    somebody came this far, and decide nothing any more.
    """

    place: int
    entrant: EntrantId
    points: Fraction
    columns: dict[str, Fraction | None]
    stage: str = ""
    group: int = 0
    ahead_by: str = ""
    before: tuple["RankedRow", ...] = ()
    played: int = 0

    @property
    def stages(self) -> tuple["RankedRow", ...]:
        """The row and those of the stages before, the newest first."""
        return (self, *self.before)


def with_ranked_lots(state: Tournament) -> Tournament:
    """The same with small numbers for lots, which are large: which is the lowest, the next."""
    order = sorted(state.lots, key=lambda one: (state.lots[one], one))
    return replace(state, lots={one: place for place, one in enumerate(order, 1)})


def stage_standings(
    state: Tournament,
    entrants: Sequence[EntrantId],
    *,
    stage: str | None = None,
    number: RoundNumber | None = None,
    group: int = 0,
    rest_points: int = 0,
    counting: Counting | None = None,
    earlier: Mapping[EntrantId, int] | None = None,
) -> list[RankedRow]:
    """Entrants by the points and tie-breaks of a stage's tables; of all stages without one.

    ``number`` limits that to a round, ``group`` to the tables of a group. ``rest_points`` are those
    of a round without a table, ``counting`` chooses which results count. ``earlier`` are places
    after the stage before, which then decide in place of all tie-breaks.
    """
    tables = [
        table
        for table in (state.tables.values() if stage is None else state.of_stage(stage))
        if (number is None or table.round == number) and (not group or table.group == group)
    ]
    results = stage_results(state, tables, counting=counting)
    if rest_points:
        for draw in state.draws:
            counts = stage in {None, draw.stage} and number in {None, draw.round}
            for one in draw.rest if counts else ():
                results.points[one] = results.points.get(one, Fraction(0)) + rest_points
    results.earlier = earlier or {}
    names = deciding(state.settings) if earlier is None else ("earlier", "lot")
    return ranked(results, entrants, names, stage=stage or "", group=group)


def stage_results(
    state: Tournament, tables: Iterable[RoundTable], *, counting: Counting | None = None
) -> StageResults:
    """The results of some tables of a tournament, by its table of points."""
    return collected(state.settings.points, tables, lots=state.lots, counting=counting)


def ranked(
    results: StageResults,
    entrants: Sequence[EntrantId],
    names: Sequence[str],
    *,
    stage: str = "",
    group: int = 0,
) -> list[RankedRow]:
    """Entrants by their points in ``results``, then by the tie-breaks of these names in order.

    Points come first unless they stand among ``names``. A tie-break that knows nothing of one of
    those who are tied decides nothing among them.
    """
    columns = {
        one: {
            name: TIE_BREAKS[name].value(results, one, ()) if name != "among_tied" else None
            for name in names
        }
        for one in entrants
    }
    blocks = [(sorted(entrants), "")]
    for name in names if "points" in names else ("points", *names):
        blocks = [
            part
            for tied, ahead_by in blocks
            for part in _split(results, name, tied, ahead_by, columns)
        ]
    listed = [
        (one, ahead_by if one == tied[-1] else "") for tied, ahead_by in blocks for one in tied
    ]
    return [
        RankedRow(
            place=place,
            entrant=one,
            points=results.points.get(one, Fraction(0)),
            columns=columns[one],
            stage=stage,
            group=group,
            ahead_by=ahead_by,
            played=len(results.every.get(one, ())),
        )
        for place, (one, ahead_by) in enumerate(listed, 1)
    ]


def _split(
    results: StageResults,
    name: str,
    tied: list[EntrantId],
    ahead_by: str,
    columns: dict[EntrantId, dict[str, Fraction | None]],
) -> list[tuple[list[EntrantId], str]]:
    """Those who are tied, parted by one tie-break; each part with what puts it before the next."""
    if len(tied) < 2:
        return [(tied, ahead_by)]
    row = TIE_BREAKS[name]
    # What does not look at the others is known already.
    asked = name == "among_tied" or name not in columns[tied[0]]
    values = {one: row.value(results, one, tied) if asked else columns[one][name] for one in tied}
    if name == "among_tied":
        for one in tied:
            columns[one][name] = values[one]
    known = {value for value in values.values() if value is not None}
    unknown = [one for one in tied if values[one] is None]
    if unknown and not row.unknown_last:
        return [(tied, ahead_by)]
    order = sorted(known, reverse=not row.lowest)
    parts = [[one for one in tied if values[one] == value] for value in order]
    parts += [unknown] if unknown else []
    return [(part, name if index < len(parts) else ahead_by) for index, part in enumerate(parts, 1)]


def joined(*parts: Sequence[RankedRow], by: str = "stage") -> list[RankedRow]:
    """Standings of several parts under each other: finalists before the rest, divisions in order.

    Who stands in an earlier part is left out of later ones. ``by`` is what puts a part before the
    next: ``stage``, ``group`` or ``forfeited``.
    """
    found = list[RankedRow]()
    seen = set[EntrantId]()
    for part in parts:
        rows = without(part, seen)
        if found and rows:
            found[-1] = replace(found[-1], ahead_by=by)
        found += rows
        seen |= {row.entrant for row in rows}
    return [replace(row, place=place) for place, row in enumerate(found, 1)]


def without(rows: Sequence[RankedRow], left_out: Container[EntrantId]) -> list[RankedRow]:
    """The rows of the others; what puts one before the next looks past those who are left out."""
    found = list[RankedRow]()
    since = list[str]()
    for row in rows:
        if row.entrant not in left_out:
            if found:
                found[-1] = replace(found[-1], ahead_by=first_decider(found[-1], since))
            found.append(row)
            since = []
        since.append(row.ahead_by)
    if found:
        found[-1] = replace(found[-1], ahead_by="")
    return found


def first_decider(row: RankedRow, names: Iterable[str]) -> str:
    """Which of the things that part rows under each other comes first; empty if nothing does.

    Rows of an earlier stage have columns that ``row`` has not: these come after all of its own.
    """
    order = deciders(row)
    rank = {name: index for index, name in enumerate(order)}
    return min(filter(None, names), key=lambda name: rank.get(name, len(order)), default="")


PARTS: Final = ("stage", "group", FORFEIT)
"""What can put a whole part of the standings before the next, whatever its numbers."""


def known_columns(rows: Iterable[RankedRow]) -> list[str]:
    """The columns of rows: first those that decide, then others of the stages before."""
    decide = [name for row in rows for name in row.columns]
    before = [name for row in rows for one in row.before for name in one.columns]
    return [*dict.fromkeys([*decide, *before])]


def column_value(row: RankedRow, name: str) -> Fraction | None:
    """What a row has in a column that is no ``points``; else what that of the stage before has."""
    return next((one.columns[name] for one in row.stages if name in one.columns), None)


def deciders(row: RankedRow) -> tuple[str, ...]:
    """All that can put a row before another, in the order in which it decides."""
    return (*PARTS, *(() if "points" in row.columns else ("points",)), *row.columns)
