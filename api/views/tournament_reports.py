"""What players say of their tables, and who confirms it."""

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from api.access import MANAGING, PLAYING
from api.parsers import read_body
from api.schema import document, idempotent
from api.tournament_bodies import TournamentInfo, TournamentTable
from api.tournament_requests import ReportRequest, ReportsConfirmation, SeenVersion
from api.views.base import ApiView, signed_in
from api.views.tournament_base import carried_out, shown, table_after
from games.selectors import database_now
from tournaments import services
from tournaments.models import TournamentOperation

REFUSALS = (400, 401, 403, 404, 409, 422)


class ReportView(ApiView):
    """What a player says of the own table."""

    @document(
        operation="tournaments_report_result",
        access=PLAYING,
        tag="results",
        body=ReportRequest,
        parameters=idempotent(200),
        answers={200: TournamentTable},
        refusals=REFUSALS,
    )
    def post(self, request: Request, tournament_id: UUID, table: int) -> HttpResponse:
        """Say what came of the own table, in place of what was said before.

        The others at the table confirm it, then a director: a tournament without
        `director_confirms` does without the director's word, which is enough alone in every one.
        """
        body = read_body(request, ReportRequest)
        made = carried_out(
            request,
            TournamentOperation.REPORT,
            lambda: services.report_result(
                tournament_id=tournament_id,
                user=signed_in(request),
                table=table,
                places=body.places,
                scores=body.scores,
                now=database_now(),
            ),
            str(table),
            body,
            tournament_id=tournament_id,
            version=body.version,
        )
        return table_after(made, request, table)


class ConfirmView(ApiView):
    """The confirmation of a result."""

    @document(
        operation="tournaments_confirm_result",
        access=PLAYING,
        tag="results",
        body=SeenVersion,
        parameters=idempotent(200),
        answers={200: TournamentTable},
        refusals=REFUSALS,
    )
    def post(self, request: Request, tournament_id: UUID, table: int) -> HttpResponse:
        """Confirm the result that another player of the table has reported.

        Name the `version` that you have seen: then it cannot be another report. Without it only
        the first report of a table is confirmed, and one that took its place is refused with 409
        `tournament_changed`, which has the version to name. The word of a director is enough.
        Once all players have confirmed it, it counts, unless the tournament has
        `director_confirms`.
        """
        body = read_body(request, SeenVersion, optional=True)
        made = carried_out(
            request,
            TournamentOperation.CONFIRM,
            lambda: services.confirm_result(
                tournament_id=tournament_id,
                user=signed_in(request),
                table=table,
                first_only=body.version is None,
                now=database_now(),
            ),
            str(table),
            body,
            tournament_id=tournament_id,
            version=body.version,
        )
        return table_after(made, request, table)


class ReportsView(ApiView):
    """The confirmation of all that players agree on in a round."""

    @document(
        operation="tournaments_confirm_reports",
        access=MANAGING,
        tag="results",
        body=ReportsConfirmation,
        parameters=idempotent(200),
        answers={200: TournamentInfo},
        refusals=REFUSALS,
    )
    def post(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Confirm every result of a `round` that all players of its table have confirmed.

        For directors; without a `round` it is the newest one. They are the tables `to_confirm` of
        `GET .../rounds`. Name the `version` that you have seen: then there is no other report among
        them. Where there is none it is 409 `nothing_to_confirm`.
        """
        body = read_body(request, ReportsConfirmation, optional=True)
        made = carried_out(
            request,
            TournamentOperation.CONFIRM,
            lambda: services.confirm_reports(
                tournament_id=tournament_id,
                user=signed_in(request),
                round_number=body.round,
                now=database_now(),
            ),
            "reports",
            body,
            tournament_id=tournament_id,
            version=body.version,
        )
        return shown(made, request)
