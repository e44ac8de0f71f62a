"""States of tournaments out of their logs."""

from collections.abc import Collection, Iterable
from datetime import UTC, date, datetime, time
from itertools import takewhile
from typing import Final, NamedTuple

from django.utils import timezone

from games.engine.terms import gettext_noop
from replays.bulk import moment_of
from tournaments import store
from tournaments.errors import NoSuchMoment
from tournaments.log import LogRow, read_entry, rebuild
from tournaments.log.events import Dropped, ResultRecorded
from tournaments.models import Tournament
from tournaments.state import EntrantId, Person, ResultReport, TableId
from tournaments.state import Tournament as State

MOST_DIGITS: Final = 10
"""Of a version."""
LONGEST_MOMENT: Final = 40
NOT_YET: Final = gettext_noop("There is no version %(version)s yet: the newest one is %(newest)s.")

FUTURE: Final = gettext_noop("That day is still to come: nobody knows how things stand then.")


class MeasuredLog(NamedTuple):
    """The state at the end of a log, and how many bytes of text its events have together."""

    state: State
    size: int


def state_of(tournament: Tournament) -> State:
    """The state as it is stored now."""
    return state_at(tournament, version=tournament.version)


def measured(tournament: Tournament) -> MeasuredLog:
    """The same, with the size of its log."""
    sizes: list[int] = []

    def seen() -> Iterable[LogRow]:
        for row in store.each(tournament.pk, upto=tournament.version):
            sizes.append(size_of(row))
            yield row

    return MeasuredLog(rebuilt(seen()), sum(sizes))


def size_of(row: LogRow) -> int:
    """How many bytes the text of an event has."""
    return len(row.public.encode())


def state_at(tournament: Tournament, *, version: int) -> State:
    """The state after a version. Raises NoSuchMoment."""
    if version > tournament.version:
        raise NoSuchMoment(NOT_YET, version=version, newest=tournament.version)
    if version < 1:
        raise NoSuchMoment
    return rebuilt(store.each(tournament.pk, upto=version))


def state_on(tournament: Tournament, *, moment: datetime) -> State:
    """The state at a time, on a day that has come. Raises NoSuchMoment."""
    first, last = (store.head(tournament.pk, one) for one in (1, tournament.version))
    newest = max(timezone.now(), last.recorded_at if last else moment)
    if moment.astimezone(UTC).date() > newest.date():
        raise NoSuchMoment(FUTURE)
    if first is None or first.recorded_at > moment:
        raise NoSuchMoment
    # No event is recorded as earlier than the one before it.
    rows = store.each(tournament.pk, upto=tournament.version)
    return rebuilt(takewhile(lambda row: row.recorded_at <= moment, rows))


def state_as_of(tournament: Tournament, wanted: str) -> State:
    """The state at a moment as ``as_of`` names it, the same on pages and over the API.

    That is a version of the log in digits, a day (2026-01-31), which is asked about as it ended, or
    a time (2026-01-31T20:15:00Z). Without a zone it is UTC, as all times on pages are. Raises
    NoSuchMoment, and ValueError for anything else.
    """
    wanted = wanted.strip()
    if wanted.isascii() and wanted.isdecimal() and len(wanted) <= MOST_DIGITS:
        return state_at(tournament, version=int(wanted))
    if len(wanted) > LONGEST_MOMENT:
        raise ValueError("no moment is so long")
    try:
        day = date.fromisoformat(wanted)
    except ValueError:
        return state_on(tournament, moment=moment_of(wanted))
    return state_on(tournament, moment=datetime.combine(day, time.max, tzinfo=UTC))


def rebuilt(rows: Iterable[LogRow]) -> State:
    """The state after some rows from the first on."""
    return rebuild(read_entry(row.public) for row in rows)


def reports(tournament: Tournament, table: TableId, person: Person | None = None) -> int:
    """How often a person, or anybody, has said what came of a table."""
    return sum(
        (person is not None or len(one.report.confirmed) == 1)
        for one in _recorded(tournament, {table}, person)
        if one.report is not None
    )


def dropped_by(tournament: Tournament, entrant: EntrantId) -> Person | None:
    """Who has entered last that somebody drops out; None if nobody has."""
    found: Person | None = None
    for row in store.each(tournament.pk, upto=tournament.version, kinds=("dropped",)):
        entry = read_entry(row.public)
        if isinstance(entry, Dropped) and entry.entrant == entrant:
            found = row.actor
    return found


def reports_of(
    tournament: Tournament, tables: Collection[TableId]
) -> dict[TableId, list[ResultReport]]:
    """What players have said came of some tables, in order, each as it was first said."""
    found: dict[TableId, list[ResultReport]] = {}
    for one in _recorded(tournament, tables) if tables else ():
        if one.report is not None and len(one.report.confirmed) == 1:
            found.setdefault(one.table, []).append(one.report)
    return found


def _recorded(
    tournament: Tournament, tables: Collection[TableId], person: Person | None = None
) -> Iterable[ResultRecorded]:
    """The results of some tables, and what was said of them, by a person or by anybody."""
    for row in store.each(tournament.pk, upto=tournament.version, kinds=("result",)):
        if person in (None, row.actor):
            entry = read_entry(row.public)
            if isinstance(entry, ResultRecorded) and entry.table in tables:
                yield entry
