"""The opponents of whom an opponents' mean is made up."""

from collections.abc import Container
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from tournaments.scoring.standings import RankedRow, stage_results
from tournaments.state import EntrantId, Person, RoundTable, TableId, Tournament

COLUMN = "opponents_mean"


class MetOpponent(Struct, frozen=True):
    """An opponent at a table; ``mean`` are the points a table of the opponent's place.

    ``person`` sat there then. The lowest of several is ``left_out``.
    """

    table: TableId
    entrant: EntrantId
    person: Person
    mean: Fraction
    left_out: bool = False


def opponents_met(
    state: Tournament, row: RankedRow, left_out: Container[TableId] = ()
) -> tuple[MetOpponent, ...]:
    """Whom the opponents' mean in a row of the standings is of; ``left_out`` do not count.

    Nobody where what they say is not the value of the row.
    """
    results = stage_results(state, _tables(state, row))
    parts, means = results.own_means
    met = [
        MetOpponent(one.table, other, person, Fraction(means[other], parts))
        for one in results.every.get(row.entrant, ())
        if not one.forfeited and one.table not in left_out
        for other in one.seats
        if other != row.entrant
        for person in [state.person_at(state.tables[one.table], other)]
    ]
    if len(met) > 1:
        lowest = min(range(len(met)), key=lambda index: met[index].mean)
        met[lowest] = replace(met[lowest], left_out=True)
    counting = [one.mean for one in met if not one.left_out]
    value = sum(counting, Fraction(0)) / len(counting) if counting else None
    return tuple(met) if value == row.columns.get(COLUMN) else ()


def _tables(state: Tournament, row: RankedRow) -> list[RoundTable]:
    """The tables that a row of the standings is of: in a league those of its division's season."""
    tables = [*state.tables.values()]
    if row.stage:
        tables = state.of_stage(row.stage)
    if row.group:
        own = [table.round for table in tables if row.entrant in table.seats]
        tables = [table for table in tables if table.group == row.group and table.round == max(own)]
    return tables
