"""Tournaments as files, and what organisers bring with them."""

from typing import Any, ClassVar, Final
from uuid import UUID

from django.http import HttpResponse
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from api.access import MANAGING
from api.files import CSV, JSON_LINES, TEXT, CsvParser, CsvRenderer, JSONLinesRenderer, TextRenderer
from api.schema import document, idempotent
from api.tournament_bodies import TournamentInfo
from api.tournament_requests import TournamentExportQuery
from api.views.base import ApiView, signed_in
from api.views.tournament_base import Viewed, carried_out, shown, viewed
from games.selectors import database_now
from tournaments import exporting, services
from tournaments.files import csv_tables, trf
from tournaments.models import TournamentOperation
from tournaments.selectors import names_of

UTF_8: Final = "; charset=utf-8"


class TournamentExportView(ApiView):
    """The files of one tournament."""

    queries: ClassVar[dict[str, type]] = {"GET": TournamentExportQuery}
    open_to_all = ("GET",)
    renderer_classes = [JSONRenderer, JSONLinesRenderer, CsvRenderer, TextRenderer]

    @document(
        operation="tournaments_export",
        tag="tournaments",
        query=TournamentExportQuery,
        answers={},
        gives=(JSON_LINES, CSV, TEXT),
        refusals=(400, 404, 409),
        open_to_all=True,
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """A tournament as a file.

        `jsonl` is its whole log, with its secrets once it is over, and can be verified without a
        server (`python -m tournaments.verify`). `standings` and `results` are CSV, also `as_of` a
        version or time; `trf` is FIDE's report of a tournament whose tables all have two seats.
        """
        found = viewed(request, tournament_id, self.query.as_of)
        data, kind, ending = self._made(found)
        part = "" if self.query.format == ending else self.query.format
        name = exporting.file_name(found.tournament, ending, part)
        headers = {
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "private, no-cache",
        }
        return HttpResponse(data, headers=headers, content_type=kind)

    def _made(self, found: Viewed) -> tuple[bytes | str, str, str]:
        """The file, its media type and the ending of its name. Raises FormatRefused."""
        tournament, names = found.tournament, names_of(found.tournament)
        if self.query.format == "jsonl":
            return exporting.json_lines(tournament), JSON_LINES, "jsonl"
        if self.query.format == "standings":
            return csv_tables.standings_csv(found.state, names), CSV + UTF_8, "csv"
        if self.query.format == "results":
            return exporting.results(tournament, found.state), CSV + UTF_8, "csv"
        over = tournament.finished_at
        report = trf.trf(
            found.state,
            names,
            title=tournament.name,
            begun=tournament.created_at.date(),
            over=over.date() if over else None,
        )
        return report, TEXT + UTF_8, "trf"


class PlayersCsvView(ApiView):
    """Players out of a CSV file."""

    parser_classes = [CsvParser]

    @document(
        operation="tournaments_import_players",
        access=MANAGING,
        tag="tournaments",
        parameters=idempotent(200),
        answers={200: TournamentInfo},
        takes=(CSV,),
        refusals=(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Enter the players in the column `name` of a CSV file, all or none. For directors.

        The first line names the columns; others are left alone. A refusal lists each bad line.
        """
        user, data = signed_in(request), body_of(request)
        outcome = carried_out(
            request,
            TournamentOperation.ADD,
            lambda: services.import_players(
                tournament_id=tournament_id, user=user, data=data, now=database_now()
            ),
            data.hex(),
            tournament_id=tournament_id,
        )
        return shown(outcome, request)


class ResultsCsvView(ApiView):
    """Results out of a CSV file."""

    parser_classes = [CsvParser]

    @document(
        operation="tournaments_import_results",
        access=MANAGING,
        tag="tournaments",
        parameters=idempotent(200),
        answers={200: TournamentInfo},
        takes=(CSV,),
        refusals=(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Enter the results of tables out of a CSV file, all or none. For directors.

        A line for each seat has the columns `table`, `entrant`, and `place` or `score`; `note` may
        say `forfeited`. The CSV of results that is exported has these columns: fill it in and send
        it back. Lines without place and score are left out; a refusal lists each bad line.
        """
        user, data = signed_in(request), body_of(request)
        outcome = carried_out(
            request,
            TournamentOperation.RECORD,
            lambda: services.import_results(
                tournament_id=tournament_id, user=user, data=data, now=database_now()
            ),
            data.hex(),
            tournament_id=tournament_id,
        )
        return shown(outcome, request)


def body_of(request: Request) -> bytes:
    """The file that a request brings; empty without one."""
    body: Any = request.data
    return bytes(body) if isinstance(body, bytes) else b""
