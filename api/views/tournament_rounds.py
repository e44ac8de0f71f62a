"""Draws, rounds and tables of a tournament, and the results of tables."""

from typing import ClassVar
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from api.access import MANAGING, PLAYING
from api.parsers import read_body
from api.schema import document, idempotent
from api.throttling import USUAL, DrawThrottle
from api.tournament_bodies import (
    DrawPreview,
    RoundList,
    TournamentInfo,
    TournamentTable,
    TournamentTablePage,
)
from api.tournament_requests import (
    AsOfQuery,
    Challenge,
    DrawQuery,
    DrawRequest,
    RecordRequest,
    RulingRequest,
    TablesQuery,
)
from api.tournaments import preview_info, round_list, table_info
from api.views.base import ApiView, answer, signed_in
from api.views.tournament_base import carried_out, shown, table_after, table_shown, viewed
from games.selectors import database_now
from tournaments import services
from tournaments.models import TournamentOperation

REFUSALS = (400, 401, 403, 404, 409, 422)


class DrawView(ApiView):
    """The draw of a round."""

    queries: ClassVar[dict[str, type]] = {"GET": DrawQuery}
    throttle_classes = [*USUAL, DrawThrottle]

    @document(
        operation="tournaments_preview_draw",
        tag="rounds",
        query=DrawQuery,
        answers={200: DrawPreview},
        refusals=(400, 401, 403, 404, 409),
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """The next round as it would be drawn now, or the newest one `again`; for directors.

        Nothing is stored. `POST` with the `version` of this answer publishes exactly this.
        """
        preview = services.preview_draw(
            tournament_id=tournament_id,
            user=signed_in(request),
            again=self.query.again,
            now=database_now(),
        )
        found = viewed(request, tournament_id)
        return answer(preview_info(preview, found.state, found.people))

    @document(
        operation="tournaments_draw",
        access=MANAGING,
        tag="rounds",
        body=DrawRequest,
        parameters=idempotent(200),
        answers={200: TournamentInfo},
        refusals=REFUSALS,
    )
    def post(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Draw and publish the next round, and start its games; for directors.

        The first draw ends registration: who comes later waits. The newest round is drawn `again`
        only until a person has made a move in it, or a result has been given; moves of bots do not
        count.
        """
        body = read_body(request, DrawRequest, optional=True)
        made = carried_out(
            request,
            TournamentOperation.DRAW,
            lambda: services.publish_draw(
                tournament_id=tournament_id,
                user=signed_in(request),
                again=body.again,
                now=database_now(),
            ),
            body,
            tournament_id=tournament_id,
            version=body.version,
        )
        return shown(made, request)


class ChallengesView(ApiView):
    """Tables that entrants of a ladder make by themselves."""

    @document(
        operation="tournaments_challenge",
        access=PLAYING,
        tag="rounds",
        body=Challenge,
        parameters=idempotent(200),
        answers={200: TournamentInfo},
        refusals=REFUSALS,
    )
    def post(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Challenge others, in a format without rounds; the table is the newest one.

        Who takes part in a ladder has agreed to be challenged. `table_refused` (409) says why a
        table cannot be made: among others, one to which the caller has challenged one of them is
        open, or as many of the caller, or of others with one of them, as the ladder allows. Of the
        latter, tables at which the caller sits do not count, and who is challenged can in turn
        challenge the caller, as far as the same limits let them.
        """
        body = read_body(request, Challenge)
        made = carried_out(
            request,
            TournamentOperation.CHALLENGE,
            lambda: services.challenge(
                tournament_id=tournament_id,
                user=signed_in(request),
                opponents=body.opponents,
                now=database_now(),
            ),
            body,
            tournament_id=tournament_id,
            version=body.version,
        )
        return shown(made, request)


class RoundsView(ApiView):
    """All rounds."""

    queries: ClassVar[dict[str, type]] = {"GET": AsOfQuery}
    open_to_all = ("GET",)

    @document(
        operation="tournaments_rounds",
        tag="rounds",
        query=AsOfQuery,
        answers={200: RoundList},
        refusals=(400, 404),
        open_to_all=True,
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """The rounds that were drawn, with the numbers of their tables and of who rests."""
        return answer(round_list(viewed(request, tournament_id, self.query.as_of).state))


class TablesView(ApiView):
    """All tables."""

    queries: ClassVar[dict[str, type]] = {"GET": TablesQuery}
    open_to_all = ("GET",)

    @document(
        operation="tournaments_tables",
        tag="rounds",
        query=TablesQuery,
        answers={200: TournamentTablePage},
        refusals=(400, 404),
        open_to_all=True,
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Tables with their seats and results, of a `round` or of all; `next` is null at the end.

        Now, or as of a version or time.
        """
        query: TablesQuery = self.query
        found = viewed(request, tournament_id, query.as_of)
        chosen = [
            table
            for table in found.state.tables.values()
            if table.id > query.after and query.round in (None, table.round)
        ]
        page = chosen[: query.limit]
        further = {
            "after": page[-1].id if page else 0,
            "limit": query.limit,
            **({} if query.round is None else {"round": query.round}),
            # A page after this one is of the same moment.
            "as_of": found.state.version,
        }
        path = f"/api/v1/tournaments/{tournament_id}/tables?{urlencode(further)}"
        return answer(
            TournamentTablePage(
                version=found.state.version,
                tables=[table_info(found.state, found.people, table) for table in page],
                next=request.build_absolute_uri(path) if len(chosen) > len(page) else None,
            )
        )


class TableView(ApiView):
    """One table."""

    queries: ClassVar[dict[str, type]] = {"GET": AsOfQuery}
    open_to_all = ("GET",)

    @document(
        operation="tournaments_table",
        tag="rounds",
        query=AsOfQuery,
        answers={200: TournamentTable},
        refusals=(400, 404),
        open_to_all=True,
    )
    def get(self, request: Request, tournament_id: UUID, table: int) -> HttpResponse:
        """A table: its seats, its game, its result and what is said to be it."""
        return table_shown(viewed(request, tournament_id, self.query.as_of), table)


class ResultView(ApiView):
    """The result of a table."""

    @document(
        operation="tournaments_record_result",
        access=MANAGING,
        tag="results",
        body=RecordRequest,
        parameters=idempotent(200),
        answers={200: TournamentTable},
        refusals=REFUSALS,
    )
    def post(self, request: Request, tournament_id: UUID, table: int) -> HttpResponse:
        """Enter the result of a table that has none, by its seats; for directors.

        Without `places` they follow from the `scores`. `game` takes them out of a game that was
        imported from a file, whose seats are in the order of the table's. Games played here report
        by themselves: until the deadline of the round a result is entered beside one that runs only
        if all at the table are bots or have dropped out.
        """
        body = read_body(request, RecordRequest)
        made = carried_out(
            request,
            TournamentOperation.RECORD,
            lambda: services.record_result(
                tournament_id=tournament_id,
                user=signed_in(request),
                table=table,
                places=body.places,
                scores=body.scores,
                forfeited=body.forfeited,
                game_id=body.game,
                now=database_now(),
            ),
            str(table),
            body,
            tournament_id=tournament_id,
            version=body.version,
        )
        return table_after(made, request, table)


class RulingView(ApiView):
    """A ruling on a table."""

    @document(
        operation="tournaments_rule",
        access=MANAGING,
        tag="results",
        body=RulingRequest,
        parameters=idempotent(200),
        answers={200: TournamentTable},
        refusals=REFUSALS,
    )
    def post(self, request: Request, tournament_id: UUID, table: int) -> HttpResponse:
        """Decide what counts at a table, and say why; for directors.

        It takes the place of the result, or of an earlier ruling; both stay in the log. What was
        drawn since stays as it is, and so does who plays on.
        """
        body = read_body(request, RulingRequest)
        made = carried_out(
            request,
            TournamentOperation.RULE,
            lambda: services.rule(
                tournament_id=tournament_id,
                user=signed_in(request),
                table=table,
                reason=body.reason,
                places=body.places,
                scores=body.scores,
                forfeited=body.forfeited,
                reopen=body.reopen,
                end_game=body.end_game,
                now=database_now(),
            ),
            str(table),
            body,
            tournament_id=tournament_id,
            version=body.version,
        )
        return table_after(made, request, table)
