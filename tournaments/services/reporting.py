"""What players say of their tables, and who confirms it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

import msgspec
from django.contrib.auth.models import User

from games.engine.terms import gettext_noop
from games.runtime.commit import in_transaction
from tournaments.access import directs
from tournaments.errors import (
    NotEntered,
    NothingToConfirm,
    TournamentAhead,
    TournamentChanged,
    WrongPhase,
)
from tournaments.log.events import ResultRecorded
from tournaments.models import Tournament
from tournaments.reading import reports, state_at
from tournaments.services.calling_off import disclose_rounds
from tournaments.services.results import checked, open_table
from tournaments.services.writer import LogWriter, as_director, as_user, check_phase
from tournaments.state import (
    EntrantId,
    ResultReport,
    RoundNumber,
    RoundTable,
    TableId,
    TableOutcome,
)

MOST_REPORTS: Final = 10
"""Of one player on one table: each adds to the log."""
REPORTED_OFTEN: Final = gettext_noop(
    "You have given results of this table very often: a director enters what counts."
)


@in_transaction
def report_result(
    *,
    tournament_id: UUID,
    user: User,
    table: TableId,
    places: Sequence[int] = (),
    scores: Sequence[int | None] = (),
    now: datetime,
) -> Tournament:
    """Say what came of one's own table, in place of what was said before.

    ``confirm_result`` says when it counts. Players without an account cannot confirm: then a
    director has to. Raises NoSuchTournament, NotEntered, NoSuchTournamentTable, WrongPhase,
    ResultStands, BadResult.
    """
    writer = as_user(tournament_id, user, now)
    found = open_table(writer, table)
    own = _own_seat(writer, found)
    if found.game is not None:
        raise WrongPhase(gettext_noop("This table is played here: its game gives the result."))
    assert writer.actor is not None
    heard = found.report is not None or found.ruled
    if heard and reports(writer.tournament, table, writer.actor) >= MOST_REPORTS:
        raise WrongPhase(REPORTED_OFTEN)
    result = checked(found, places, scores, ())
    report = ResultReport(result=result, by=writer.actor, confirmed=(own,))
    writer.add(ResultRecorded(table=table, report=report))
    return writer.save()


@in_transaction
def confirm_result(
    *,
    tournament_id: UUID,
    user: User,
    table: TableId,
    seen: TableOutcome | None = None,
    first_only: bool = False,
    now: datetime,
) -> Tournament:
    """Confirm what another player has said of the table; a director's word is enough.

    Where all at the table have confirmed it, it counts, unless the settings ask for a director.
    With ``seen`` it has to be this result, with ``first_only`` what was said first: somebody who
    does not say what was seen may have read what stood there before. Raises NoSuchTournament,
    NotEntered, NoSuchTournamentTable, WrongPhase, NothingToConfirm, TournamentChanged.
    """
    writer = as_user(tournament_id, user, now)
    found = open_table(writer, table)
    report = found.report
    if report is None:
        raise NothingToConfirm
    state = writer.state
    replaced = first_only and reports(writer.tournament, table) > 1
    if replaced or (seen is not None and seen != report.result):
        raise TournamentChanged(state.version)
    if directs(state, writer.actor):
        writer.add(ResultRecorded(table=table, result=report.result))
        disclose_rounds(writer)
        return writer.save()
    own = _own_seat(writer, found)
    if own in report.confirmed:
        return writer.tournament
    confirmed = (*report.confirmed, own)
    if set(confirmed) >= set(found.seats) and not state.settings.director_confirms:
        writer.add(ResultRecorded(table=table, result=report.result))
        disclose_rounds(writer)
    else:
        waiting = msgspec.structs.replace(report, confirmed=confirmed)
        writer.add(ResultRecorded(table=table, report=waiting))
    return writer.save()


@in_transaction
def confirm_reports(
    *,
    tournament_id: UUID,
    user: User,
    round_number: RoundNumber | None = None,
    seen_version: int | None = None,
    now: datetime,
) -> Tournament:
    """Confirm at once what all players of their tables have confirmed, in a round. For directors.

    It is the newest one unless it is named; tables without rounds are those of round 0. With
    ``seen_version`` only results that stood so at that version. Raises NoSuchTournament,
    NotDirector, WrongPhase, NothingToConfirm, TournamentAhead, NoSuchMoment.
    """
    writer = as_director(tournament_id, user, now)
    check_phase(writer, "running")
    number = writer.state.round if round_number is None else round_number
    agreed = [table for table in writer.state.of_round(number) if table.agreed]
    if seen_version is not None:
        agreed = _seen(writer, agreed, seen_version)
    if not agreed:
        raise NothingToConfirm
    for table in agreed:
        assert table.report is not None
        writer.add(ResultRecorded(table=table.id, result=table.report.result))
    disclose_rounds(writer)
    return writer.save()


def _seen(writer: LogWriter, tables: Sequence[RoundTable], version: int) -> list[RoundTable]:
    """The tables whose report stood at a version as it stands now. Raises TournamentAhead."""
    newest = writer.state.version
    if version > newest:
        raise TournamentAhead(version, newest)
    known = state_at(writer.tournament, version=version).tables
    return [one for one in tables if one.id in known and known[one.id].report == one.report]


def _own_seat(writer: LogWriter, table: RoundTable) -> EntrantId:
    """The entrant at the table whose place the actor holds. Raises NotEntered."""
    for one in table.seats:
        if writer.actor is not None and writer.state.entrants[one].person == writer.actor:
            return one
    raise NotEntered
