"""The opponents of whom an opponents' mean is made up."""

from collections.abc import Container
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from games.engine.terms import gettext_noop
from tournaments.scoring.numbers import mean_text
from tournaments.scoring.standings import RankedRow, stage_results
from tournaments.sentences import Sentence
from tournaments.state import EntrantId, Person, RoundTable, TableId, Tournament

COLUMN = "opponents_mean"

OPPONENT = gettext_noop(
    "%(table)s, opponent of %(entrant)s: %(person)s, points per table: %(mean)s."
)
LOWEST = gettext_noop(
    "%(table)s, opponent of %(entrant)s: %(person)s, points per table: %(mean)s. As the lowest"
    " this is left out."
)
AWAY = gettext_noop(
    "%(table)s, opponent of %(entrant)s: %(person)s. All tables of this opponent were forfeited, so"
    " that none is left for a mean: it is taken as 0."
)
AWAY_LOWEST = gettext_noop(
    "%(table)s, opponent of %(entrant)s: %(person)s. All tables of this opponent were forfeited, so"
    " that none is left for a mean: it is taken as 0. As the lowest this is left out."
)


class MetOpponent(Struct, frozen=True):
    """An opponent at a table; ``mean`` are the points a table of the opponent's place.

    ``person`` sat there then. The lowest of several is ``left_out``. Who is ``away`` has forfeited
    every table, so that the mean is 0.
    """

    table: TableId
    entrant: EntrantId
    person: Person
    mean: Fraction
    left_out: bool = False
    away: bool = False


def opponents_met(
    state: Tournament, row: RankedRow, left_out: Container[TableId] = ()
) -> tuple[MetOpponent, ...]:
    """Whom the opponents' mean in a row of the standings is of; ``left_out`` do not count.

    Nobody where what they say is not the value of the row.
    """
    results = stage_results(state, _tables(state, row))
    parts, means = results.own_means
    met = [
        MetOpponent(
            one.table,
            other,
            person,
            Fraction(means[other], parts),
            away=all(result.forfeited for result in results.every[other]),
        )
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


def opponent_sentence(entrant: EntrantId, met: MetOpponent) -> Sentence:
    """An opponent of an entrant in words."""
    params: dict[str, int | str] = {
        "entrant": entrant,
        "table": met.table,
        "person": met.person,
    }
    if met.away:
        return Sentence(AWAY_LOWEST if met.left_out else AWAY, params)
    params["mean"] = mean_text(met.mean)
    return Sentence(LOWEST if met.left_out else OPPONENT, params)


def _tables(state: Tournament, row: RankedRow) -> list[RoundTable]:
    """The tables that a row of the standings is of: in a league those of its division's season."""
    tables = [*state.tables.values()]
    if row.stage:
        tables = state.of_stage(row.stage)
    if row.group:
        own = [table.round for table in tables if row.entrant in table.seats]
        tables = [table for table in tables if table.group == row.group and table.round == max(own)]
    return tables
