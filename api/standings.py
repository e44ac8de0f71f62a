"""Standings of a tournament as clients get them; every number in them is exact."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from api.standings_bodies import (
    StandingsChange,
    StandingsExplanation,
    StandingsMove,
    StandingsOpponent,
    StandingsSide,
    StandingsTable,
)
from api.tournament_bodies import Standings, StandingsColumn, StandingsRow, StandingsStage
from api.tournaments import People, holder, person_info
from tournaments.errors import NoSuchEntrant
from tournaments.formats import FORMATS
from tournaments.scoring.changes import changes
from tournaments.scoring.explaining import ResultLine, reason
from tournaments.scoring.opponents import MetOpponent
from tournaments.scoring.standings import RankedRow, known_columns
from tournaments.scoring.tie_breaks import TIE_BREAKS, TieBreak
from tournaments.selectors import names_among
from tournaments.sentences import Sentence
from tournaments.state import EntrantId, Person
from tournaments.state import Tournament as State
from tournaments.titles import table_title


def exact(value: Fraction) -> str:
    """A number as text: a whole one, or a fraction in lowest terms."""
    return str(value)


def rows_of(state: State) -> list[RankedRow]:
    """The standings by the format of the tournament."""
    return FORMATS[state.settings.format].standings(state)


def column(row: TieBreak) -> StandingsColumn:
    """A tie-break as a column."""
    return StandingsColumn(row.name, row.title, row.meaning, row.kind, row.lowest)


def standings(state: State, people: People) -> Standings:
    """The standings as the results stand in a state."""
    rows = rows_of(state)
    names = known_columns(rows)
    if "points" not in names:  # where other columns decide before them
        names.insert(0, "points")
    return Standings(
        version=state.version,
        round=state.round,
        columns=[column(TIE_BREAKS[name]) for name in names],
        rows=[_row(row, state, people) for row in rows],
    )


def _row(row: RankedRow, state: State, people: People) -> StandingsRow:
    return StandingsRow(
        place=row.place,
        entrant=row.entrant,
        person=holder(state, people, row.entrant),
        status=state.entrants[row.entrant].status,
        stage=row.stage,
        group=row.group,
        points=exact(row.points),
        columns=_values(row),
        ahead_by=row.ahead_by,
        played=row.played,
        before=[
            StandingsStage(
                stage=one.stage,
                place=one.place,
                points=exact(one.points),
                columns=_values(one),
            )
            for one in row.before
        ],
    )


def _values(row: RankedRow) -> dict[str, str | None]:
    return {name: _value(value) for name, value in row.columns.items()}


def explanation(
    state: State, people: People, one: EntrantId, other: EntrantId
) -> StandingsExplanation:
    """Why one of two stands before the other. Raises NoSuchEntrant; the two are not the same."""
    rows = rows_of(state)
    places = {row.entrant: row.place for row in rows}
    if one not in places or other not in places:
        raise NoSuchEntrant
    left_out = FORMATS[state.settings.format].left_out(state)
    found = reason(state, rows, one, other, left_out=left_out)

    def side(
        entrant: EntrantId,
        value: Fraction | None,
        lines: Sequence[ResultLine],
        met: Sequence[MetOpponent],
    ) -> StandingsSide:
        return StandingsSide(
            entrant=entrant,
            person=holder(state, people, entrant),
            place=places[entrant],
            value=_value(value),
            tables=[_table(line, people) for line in lines],
            opponents=[_opponent(one, people) for one in met],
        )

    return StandingsExplanation(
        version=state.version,
        ahead=side(found.ahead, found.values[0], found.ahead_lines, found.ahead_opponents),
        behind=side(found.behind, found.values[1], found.behind_lines, found.behind_opponents),
        column=found.column,
        equal=list(found.equal),
        silent=list(found.silent),
        sentences=worded([*found.sentences, *found.opponent_sentences], state, people),
    )


def standings_change(before: State, after: State, people: People) -> StandingsChange:
    """What moved in the standings from a state to a later one, and by which results."""
    found = changes(before, after, rows_of(before), rows_of(after))
    return StandingsChange(
        since=before.version,
        until=after.version,
        tables=[one.table for one in found.results],
        ruled=[one.table for one in found.results if one.ruled],
        moves=[
            StandingsMove(
                entrant=one.entrant,
                person=holder(after, people, one.entrant),
                before=one.before,
                after=one.after,
                points_before=exact(one.points_before),
                points_after=exact(one.points_after),
            )
            for one in found.places
        ],
        sentences=worded(found.sentences(), after, people),
    )


def worded(sentences: Sequence[Sentence], state: State, people: People) -> list[str]:
    """Sentences with the names of the entrants in them."""
    names = names_among(people)
    return [_worded(one, state, names) for one in sentences]


def _worded(sentence: Sentence, state: State, names: Mapping[Person, str]) -> str:
    named: dict[str, int | str] = dict(sentence.params)
    for name, value in sentence.params.items():
        if not isinstance(value, int):
            continue
        if name.startswith("entrant"):
            named[name] = names[state.entrants[value].person]
        elif name.startswith("person"):
            named[name] = names[value]
        elif name == "table":
            named[name] = str(table_title(state, value))
    return sentence.text % named if named else sentence.text


def _opponent(met: MetOpponent, people: People) -> StandingsOpponent:
    return StandingsOpponent(
        table=met.table,
        entrant=met.entrant,
        person=person_info(people[met.person]),
        mean=exact(met.mean),
        counts=not met.left_out,
    )


def _table(line: ResultLine, people: People) -> StandingsTable:
    return StandingsTable(
        table=line.table,
        round=line.round,
        person=person_info(people[line.person]),
        stage=line.stage,
        place=line.place,
        size=line.size,
        points=exact(line.points),
        score=line.score,
        forfeited=line.forfeited,
        counts=not line.left_out,
    )


def _value(value: Fraction | None) -> str | None:
    return None if value is None else exact(value)
