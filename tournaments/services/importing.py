"""Players and results out of CSV: all of a file or nothing."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from uuid import UUID

from django.contrib.auth.models import User

from games.engine.terms import gettext_noop
from games.errors import InvalidName
from games.runtime.commit import in_transaction
from tournaments.errors import TABLE_ID, AlreadyEntered, BadResult, WrongPhase
from tournaments.files.csv_tables import same_name
from tournaments.files.players_csv import (
    BadLine,
    BadTable,
    ResultRow,
    read_players,
    read_results,
)
from tournaments.log.events import ResultRecorded
from tournaments.models import Tournament
from tournaments.scoring.places import ranked_places
from tournaments.selectors import names_of
from tournaments.sentences import Sentence
from tournaments.services.calling_off import disclose_rounds
from tournaments.services.entering import enter, names_taken, stranger
from tournaments.services.forfeiting import check_entered
from tournaments.services.results import checked
from tournaments.services.writer import LogWriter, as_director, check_phase
from tournaments.state import Person, TableOutcome
from tournaments.titles import table_title

NO_TABLE = gettext_noop("There is no table %(table)s in this tournament.")
HAS_RESULT = gettext_noop("%(table)s has its result; a ruling corrects it.")
OTHER_SEATS = gettext_noop("%(table)s: name each entrant there once, and nobody else.")
OTHER_NAME = gettext_noop("Entrant %(number)s is %(name)s, not %(text)s.")
NOTHING_GIVEN = gettext_noop("%(table)s: %(name)s has neither a place nor a score.")


@in_transaction
def import_players(*, tournament_id: UUID, user: User, data: bytes, now: datetime) -> Tournament:
    """Enter the players in the column ``name`` of a CSV file. For directors.

    Raises NoSuchTournament, NotDirector, WrongPhase, BadTable, TournamentFull.
    """
    writer = as_director(tournament_id, user, now)
    check_phase(writer, "draft", "open", "running")
    names, bad = read_players(data)
    taken = names_taken(writer)
    for line, name in names.items():
        try:
            enter(writer, stranger(writer, "", name, taken))
        except InvalidName as error:
            bad.append(BadLine(line, Sentence(error.message, dict(error.facts))))
        except AlreadyEntered as error:
            bad.append(BadLine(line, error.sentence))
    _refuse(bad)
    return writer.save()


@in_transaction
def import_results(*, tournament_id: UUID, user: User, data: bytes, now: datetime) -> Tournament:
    """Enter the results of tables out of a CSV file, a row for each seat. For directors.

    Rows that say what a table has already change nothing.
    Raises NoSuchTournament, NotDirector, WrongPhase, BadTable.
    """
    writer = as_director(tournament_id, user, now)
    check_phase(writer, "running")
    read, bad = read_results(data)
    unread = bool(bad)
    named = {
        (one.round, writer.state.number_of(one)): one.id for one in writer.state.tables.values()
    }
    names = names_of(writer.tournament) if any(row.name for row in read) else {}
    rows = sorted(read, key=_table_named)
    for (table, number, in_round), seats in groupby(rows, key=_table_named):
        found, given = table or named.get((number, in_round), 0), list(seats)
        if all(row.place is None and row.score is None for row in given):
            continue  # An export says of tables without a result who has forfeited.
        misnamed = [*_misnamed(writer, found, given, names)]
        if misnamed:
            bad += misnamed
            continue
        fault = _take(writer, found, given)
        # A seat that is not there may be that of a line that cannot be read.
        if fault is not None and not (unread and _lacks_seats(writer, found, given)):
            bad.append(fault)
    _refuse(bad)
    disclose_rounds(writer)
    return writer.save()


def _misnamed(
    writer: LogWriter, number: int, rows: list[ResultRow], names: Mapping[Person, str]
) -> Iterator[BadLine]:
    """The rows of a table without a result that name somebody else than their number.

    Who had the place of an entrant before is no other: a file may be older than a substitute.
    """
    table = writer.state.tables.get(number)
    if table is None or table.result is not None:
        return
    for row in rows:
        entrant = writer.state.entrants.get(row.entrant)
        if entrant is None or not row.name:
            continue
        if not any(same_name(row.name, names[person]) for person in entrant.people):
            known = names[entrant.person]
            facts: dict[str, int | str] = {"number": row.entrant, "name": known, "text": row.name}
            yield BadLine(row.line, Sentence(OTHER_NAME, facts))


def _lacks_seats(writer: LogWriter, number: int, rows: list[ResultRow]) -> bool:
    """Whether no row of a table is wrong in itself, but not all of its seats are there."""
    table = writer.state.tables.get(number)
    named = {row.entrant for row in rows}
    return table is not None and len(named) == len(rows) and named < set(table.seats)


def _refuse(bad: list[BadLine]) -> None:
    """Raises BadTable with all that is wrong, in the order of the lines."""
    if bad:
        raise BadTable(sorted(bad, key=lambda one: one.line))


def _table_named(row: ResultRow) -> tuple[int, int, int]:
    return row.table, row.round, row.table_in_round


def _says(result: TableOutcome, seated: list[ResultRow]) -> bool:
    """Whether rows repeat what a table has already, as those of an exported file do."""
    return all(
        row.place in (None, result.places[seat]) and row.score in (None, result.score(seat))
        for seat, row in enumerate(seated)
    )


def _places(seated: list[ResultRow]) -> Sequence[int]:
    """The places of a table, where they are named; who has forfeited needs none, and comes last."""
    if any(row.place is None and not row.forfeited for row in seated):
        return ()
    if all(row.place is not None for row in seated):
        return [row.place or 0 for row in seated]
    last = len(seated) + 1
    return ranked_places([-(last if row.place is None else row.place) for row in seated])


def _take(writer: LogWriter, number: int, rows: list[ResultRow]) -> BadLine | None:
    """Take the result of one table up; what is wrong with it, if anything is."""
    line = rows[0].line
    first = rows[0]
    called = f"{first.round}.{first.table_in_round}"
    facts: dict[str, int | str] = {"table": first.table or called}
    table = writer.state.tables.get(number)
    if table is None:
        return BadLine(line, Sentence(NO_TABLE, facts))
    facts = {"table": str(table_title(writer.state, table.id)), TABLE_ID: table.id}
    by_entrant = {row.entrant: row for row in rows}
    if len(rows) != len(by_entrant) or set(by_entrant) != set(table.seats):
        return BadLine(line, Sentence(OTHER_SEATS, facts))
    seated = [by_entrant[one] for one in table.seats]
    if table.result is not None:
        same = _says(table.result, seated)
        return None if same else BadLine(line, Sentence(HAS_RESULT, facts))
    for row in seated:
        if row.place is None and row.score is None and not row.forfeited:
            name = names_of(writer.tournament)[writer.state.entrants[row.entrant].person]
            return BadLine(row.line, Sentence(NOTHING_GIVEN, {**facts, "name": name}))
    scored = any(row.score is not None for row in seated)
    forfeited = [row.entrant for row in seated if row.forfeited]
    try:
        check_entered(writer, table, forfeited)
        result = checked(
            table,
            _places(seated),
            [row.score for row in seated] if scored else (),
            forfeited,
        )
    except (BadResult, WrongPhase) as error:
        return BadLine(line, error.sentence)
    writer.add(ResultRecorded(table=number, result=result))
    return None
