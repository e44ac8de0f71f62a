"""What players have said came of a table, and who agrees."""

from collections.abc import Collection, Mapping, Sequence

from django.utils.translation import gettext as _

from tournaments.reading import reports_of
from tournaments.state import ResultReport, RoundTable, TableId, TableOutcome
from web.pages.tournaments.visit import Visit

Given = Mapping[TableId, Sequence[ResultReport]]
"""What was said of tables, the newest last."""


def given_at(visit: Visit, tables: Collection[RoundTable]) -> Given:
    """What was said of those tables whose result waits, or may be what a player has said."""
    asked = {table.id for table in tables if table.report is not None or _may_be_said(visit, table)}
    return reports_of(visit.tournament, asked)


def said_by(visit: Visit, table: RoundTable) -> str:
    """Who has given a result that does not count yet; empty without one."""
    return visit.names.person(table.report.by) if table.report else ""


def confirmed(visit: Visit, table: RoundTable) -> list[str]:
    """Who has confirmed what another player has said of the table."""
    report = table.report
    if report is None:
        return []
    by = report.by
    return [visit.name(one) for one in report.confirmed if visit.state.entrants[one].person != by]


def replaced(visit: Visit, table: RoundTable, given: Given) -> str:
    """Which other result was given before the one that waits, and by whom; else empty."""
    report = table.report
    if report is None:
        return ""
    others = [one for one in given.get(table.id, ()) if one.result != report.result]
    if not others:
        return ""
    text = _(
        "It stands in place of another one that was given before, by %(name)s: %(result)s. Ask at"
        " the table if you are in doubt."
    )
    return text % {
        "name": visit.names.person(others[-1].by),
        "result": _result(visit, table, others[-1].result),
    }


def counted(visit: Visit, table: RoundTable, given: Given) -> str:
    """Who has given the result that counts now, if a player has; else empty."""
    said = [one for one in given.get(table.id, ()) if one.result == table.result]
    if not said or not _may_be_said(visit, table):
        return ""
    text = _("%(name)s has given this result, and it was confirmed.")
    return text % {"name": visit.names.person(said[-1].by)}


def _may_be_said(visit: Visit, table: RoundTable) -> bool:
    entered = table.result is not None and table.result.label == "entered"
    return entered and table.id not in visit.state.remarks.judged


def _result(visit: Visit, table: RoundTable, result: TableOutcome) -> str:
    """A result in a few words, the first place first, with the scores that are known."""
    seats = sorted(
        (result.places[seat], visit.holder(table, entrant), result.score(seat))
        for seat, entrant in enumerate(table.seats)
    )
    return ", ".join(
        f"{place}. {name}" if score is None else f"{place}. {name} ({score})"
        for place, name, score in seats
    )
