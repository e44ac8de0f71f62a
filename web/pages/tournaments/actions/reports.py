"""What players say of their tables, and confirming it."""

from datetime import datetime
from typing import Final

import msgspec
from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments import services
from tournaments.errors import TournamentChanged
from tournaments.state import TableOutcome
from web.pages.tournaments.actions.base import Action, Data, Text
from web.pages.tournaments.actions.results import (
    LONGEST_RESULT,
    SCORES,
    ResultAction,
    result_fields,
    result_given,
    result_rows,
    the_table,
)
from web.pages.tournaments.visit import Visit, for_director

MOST_NUMBER: Final = 2**31 - 1


class ReportResult(ResultAction):
    """Say what came of one's own table."""

    name = "report"
    title = _("Give the result")
    button = _("Give the result")
    done = _("The result is noted. It counts once it is confirmed.")
    hint = _(
        "Give the scores, or the places: who ties shares a place, and the next one stays empty (1,"
        " 2, 2, 4). It counts once it is confirmed."
    )
    for_directors = _("The result is noted. It counts once a director confirms it.")
    for_both = _(
        "The result is noted. The others at the table confirm it, then a director; a director's"
        " word is enough."
    )
    another = _("Give another result")
    instead = _("It takes the place of the one above, and the others have to confirm it again.")
    directing = False

    def title_for(self, visit: Visit) -> Text:
        """Whether one was given before."""
        return self.another if the_table(visit).report else self.title

    def hint_for(self, visit: Visit) -> Text:
        """What scores are good for, too, and what becomes of a result that was given before."""
        said = f"{self.hint} {SCORES}"
        return f"{said} {self.instead}" if the_table(visit).report else said

    def said(self, visit: Visit) -> Text:
        """Whose word it waits for."""
        table = the_table(visit)
        others = {visit.state.entrants[one].person for one in table.seats} - {visit.person}
        if visit.names.accounts.isdisjoint(others):
            return self.for_directors
        return self.for_both if for_director(visit, table) else self.done

    def offered(self, visit: Visit) -> bool:
        """Who sits at a table that is not played here and has no result."""
        table, own = the_table(visit), visit.own
        waits = table.result is None and table.game is None and visit.state.phase == "running"
        return waits and own is not None and own.id in table.seats

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """Scores and places."""
        report = the_table(visit).report
        return result_fields(visit, report.result if report else None, forfeits=False)

    def rows(self, visit: Visit) -> list[tuple[str, list[str]]]:
        """By seat."""
        return result_rows(visit, forfeits=False)

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Report it."""
        assert visit.user is not None
        given = result_given(visit, data)
        services.report_result(
            tournament_id=visit.id,
            user=visit.user,
            table=the_table(visit).id,
            places=given.places,
            scores=given.scores,
            now=now,
        )


class Confirm(Action):
    """Agree to what another player says of the table."""

    name = "confirm"
    title = _("Confirm the result")
    button = _("It is right")
    done = _("You have confirmed the result.")
    directing = False
    page = "tournament_table"

    def offered(self, visit: Visit) -> bool:
        """Directors, and who sits there and has not agreed yet."""
        table, own = the_table(visit), visit.own
        if table.report is None or table.result is not None or visit.state.phase != "running":
            return False
        here = own is not None and own.id in table.seats
        return visit.directs or (here and own.id not in table.report.confirmed)  # type: ignore[union-attr]

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """Which result the page has shown."""
        report = the_table(visit).report
        shown = msgspec.json.encode(report.result).decode() if report else ""
        return {
            "seen": forms.CharField(
                required=False,
                max_length=LONGEST_RESULT,
                widget=forms.HiddenInput,
                initial=shown,
            )
        }

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Confirm it, if it is still the one that was shown."""
        assert visit.user is not None
        try:
            seen = msgspec.json.decode(data["seen"], type=TableOutcome)
        except msgspec.MsgspecError as error:
            raise TournamentChanged(visit.state.version) from error
        services.confirm_result(
            tournament_id=visit.id, user=visit.user, table=the_table(visit).id, seen=seen, now=now
        )


class ConfirmReports(Action):
    """A director confirms all that the players of their tables agree on, in a round."""

    name = "confirm-reports"
    title = _("Results that all players have confirmed")
    button = _("Confirm all")
    done = _("The results count.")
    page = "tournament"

    def offered(self, visit: Visit) -> bool:
        """While a table has such a result."""
        agreed = any(table.agreed for table in visit.state.tables.values())
        return agreed and visit.state.phase == "running"

    def fields(self, visit: Visit) -> dict[str, forms.Field]:
        """The round, and the version that the page has shown."""
        return {
            "round": forms.IntegerField(
                min_value=0, max_value=MOST_NUMBER, widget=forms.HiddenInput
            ),
            "version": forms.IntegerField(
                min_value=1, max_value=MOST_NUMBER, widget=forms.HiddenInput
            ),
        }

    def act(self, visit: Visit, data: Data, now: datetime) -> None:
        """Confirm those that were shown so."""
        assert visit.user is not None
        services.confirm_reports(
            tournament_id=visit.id,
            user=visit.user,
            round_number=data["round"],
            seen_version=data["version"],
            now=now,
        )
