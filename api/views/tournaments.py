"""Tournaments: the list, making one, and its course as a whole."""

from typing import ClassVar
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponse
from msgspec import UNSET
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from api.access import MANAGING
from api.filters import Pages
from api.idempotency import marked
from api.parsers import read_body
from api.schema import document, idempotent
from api.standings import column
from api.tournament_bodies import FormatList, TournamentInfo, TournamentPage
from api.tournament_requests import (
    Cancellation,
    Finishing,
    NewTournament,
    SeenVersion,
    TournamentChange,
    TournamentListQuery,
    TournamentQuery,
)
from api.tournaments import format_info, settings_of, summary
from api.views.base import ApiView, answer, signed_in, user_of
from api.views.tournament_base import carried_out, shown, viewed
from games.selectors import database_now
from tournaments import services
from tournaments.errors import NoSuchTournament
from tournaments.formats import FORMATS
from tournaments.models import Tournament, TournamentOperation
from tournaments.scoring.tie_breaks import TIE_BREAKS
from tournaments.selectors import part_of, tournaments_visible_to
from tournaments.services import Outcome
from tournaments.settings_check import MOST_ENTRANTS
from tournaments.state import DEFAULT_POINTS, DEFAULT_TIE_BREAKS


class TournamentsView(ApiView):
    """All tournaments that the caller may see."""

    queries: ClassVar[dict[str, type]] = {"GET": TournamentListQuery}
    open_to_all = ("GET",)

    @document(
        operation="tournaments_list",
        tag="tournaments",
        query=TournamentListQuery,
        answers={200: TournamentPage},
        refusals=(400, 401),
        open_to_all=True,
    )
    def get(self, request: Request) -> HttpResponse:
        """Tournaments, newest activity first: public ones, and those of the caller.

        `phase` is `draft`, `open`, `running`, `finished` or `cancelled`. `mine=all` keeps those in
        which the caller directs or has had a place, `mine=directed` those that the caller made.
        """
        pages = Pages(self.query)
        found = pages.paginate_queryset(self._chosen(request), request, view=self) or []
        return answer(
            TournamentPage(
                next=pages.get_next_link(),
                previous=pages.get_previous_link(),
                results=[summary(one) for one in found],
            )
        )

    def _chosen(self, request: Request) -> QuerySet[Tournament]:
        """Raises NotAuthenticated."""
        query: TournamentListQuery = self.query
        user = user_of(request)
        found = tournaments_visible_to(user)
        if query.mine is not None:
            if user is None:
                raise NotAuthenticated("Sign in to ask for your own tournaments.")
            directed = query.mine == "directed"
            found = found.filter(director=user) if directed else found.filter(part_of(user))
        if query.phase is not None:
            found = found.filter(phase=query.phase)
        if query.format is not None:
            found = found.filter(format=query.format)
        if query.name is not None:
            found = found.filter(name__icontains=query.name)
        return found

    @document(
        operation="tournaments_create",
        access=MANAGING,
        tag="tournaments",
        body=NewTournament,
        parameters=idempotent(201),
        answers={201: TournamentInfo},
        refusals=(400, 401, 403, 409, 422),
    )
    def post(self, request: Request) -> HttpResponse:
        """Create a tournament with the caller as its director.

        It is a draft, which its directors alone see, until registration is opened. How many
        tournaments one user directs and makes in a day is limited (409). A request that is
        repeated with its `Idempotency-Key` makes no second one.
        """
        body, user = read_body(request, NewTournament), signed_in(request)
        settings = settings_of(body.settings)
        made = carried_out(
            request,
            TournamentOperation.CREATE,
            lambda: services.create_tournament(
                user=user,
                name=body.name,
                settings=settings,
                visibility=body.visibility,
                announcement=body.announcement,
                now=database_now(),
            ),
            body,
        )
        response = shown(made, request, status=201)
        path = f"/api/v1/tournaments/{made.tournament.pk}"
        response.headers["Location"] = request.build_absolute_uri(path)
        return response


class TournamentView(ApiView):
    """One tournament."""

    queries: ClassVar[dict[str, type]] = {"GET": TournamentQuery}
    open_to_all = ("GET",)

    @document(
        operation="tournaments_get",
        tag="tournaments",
        query=TournamentQuery,
        answers={200: TournamentInfo},
        refusals=(400, 404),
        open_to_all=True,
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """A tournament: settings, phase, directors, and what the caller is in it.

        `as_of` asks for an earlier version of its log, or for a time. With its `invite` code
        everybody may look at a private tournament.
        """
        found = viewed(request, tournament_id, self.query.as_of, invite=self.query.invite)
        return answer(found.info(request))

    @document(
        operation="tournaments_change",
        access=MANAGING,
        tag="tournaments",
        body=TournamentChange,
        parameters=idempotent(200, 204),
        answers={200: TournamentInfo, 204: None},
        refusals=(400, 401, 403, 404, 409, 422),
    )
    def patch(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Change what is named; for directors.

        Settings and the order of a seeding are fixed from the first round on. Somebody else's
        change in between is not overwritten when the request names the `version` that it has seen
        (409 `tournament_changed`, with the version of now). A co-director whom a change took off a
        draft sees it no more: the answer is then 204.
        """
        body = read_body(request, TournamentChange)
        settings = None if body.settings is UNSET else settings_of(body.settings)
        made = carried_out(
            request,
            TournamentOperation.CHANGE,
            lambda: services.change_tournament(
                tournament_id=tournament_id,
                user=signed_in(request),
                now=database_now(),
                name=None if body.name is UNSET else body.name,
                announcement=None if body.announcement is UNSET else body.announcement,
                visibility=None if body.visibility is UNSET else body.visibility,
                settings=settings,
                co_directors=None if body.co_directors is UNSET else body.co_directors,
                paused=None if body.paused is UNSET else body.paused,
                registration_closed=(
                    None if body.registration_closed is UNSET else body.registration_closed
                ),
                deadline=None if body.deadline is UNSET else body.deadline,
                order=None if body.order is UNSET else body.order,
            ),
            body,
            tournament_id=tournament_id,
            version=body.version,
        )
        try:
            return shown(made, request)
        except NoSuchTournament:
            return marked(HttpResponse(status=204), repeated=made.repeated)


class OpenView(ApiView):
    """The opening of registration."""

    @document(
        operation="tournaments_open",
        access=MANAGING,
        tag="tournaments",
        body=SeenVersion,
        parameters=idempotent(200),
        answers={200: TournamentInfo},
        refusals=(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Show a draft and let people register; for directors.

        From now on the seed of all draws is fixed: its SHA-256 is the `commitment`.
        """
        body = read_body(request, SeenVersion, optional=True)
        return shown(
            carried_out(
                request,
                TournamentOperation.OPEN,
                lambda: services.open_registration(
                    tournament_id=tournament_id, user=signed_in(request), now=database_now()
                ),
                body,
                tournament_id=tournament_id,
                version=body.version,
            ),
            request,
        )


class FinishView(ApiView):
    """The end of a tournament."""

    @document(
        operation="tournaments_finish",
        access=MANAGING,
        tag="tournaments",
        body=Finishing,
        parameters=idempotent(200),
        answers={200: TournamentInfo},
        refusals=(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """End a tournament with the standings as they are, and reveal its seed; for directors.

        Every table has a result by then; rounds may be left over. The seed waits for games that
        still run beside an entered result, unless `end_games` says why they end now.
        """
        body = read_body(request, Finishing, optional=True)
        return shown(
            carried_out(
                request,
                TournamentOperation.FINISH,
                lambda: services.finish_tournament(
                    tournament_id=tournament_id,
                    user=signed_in(request),
                    end_games=body.end_games or "",
                    now=database_now(),
                ),
                body,
                tournament_id=tournament_id,
                version=body.version,
            ),
            request,
        )


class CancelView(ApiView):
    """Giving a tournament up."""

    @document(
        operation="tournaments_cancel",
        access=MANAGING,
        tag="tournaments",
        body=Cancellation,
        parameters=idempotent(200),
        answers={200: TournamentInfo},
        refusals=(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Give a tournament up and say why; for directors. Its games go on by themselves."""
        body = read_body(request, Cancellation)
        return shown(
            carried_out(
                request,
                TournamentOperation.CANCEL,
                lambda: services.cancel_tournament(
                    tournament_id=tournament_id,
                    user=signed_in(request),
                    reason=body.reason,
                    now=database_now(),
                ),
                body,
                tournament_id=tournament_id,
                version=body.version,
            ),
            request,
        )


class AcceptDirectingView(ApiView):
    """Directing with others."""

    @document(
        operation="tournaments_accept_directing",
        access=MANAGING,
        tag="tournaments",
        body=SeenVersion,
        parameters=idempotent(200),
        answers={200: TournamentInfo},
        refusals=(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Accept to direct a tournament with those who have asked for it."""
        return shown(_answered(request, tournament_id, accept=True), request)


class StopDirectingView(ApiView):
    """Directing no more."""

    @document(
        operation="tournaments_leave_directing",
        access=MANAGING,
        tag="tournaments",
        body=SeenVersion,
        parameters=idempotent(204),
        answers={204: None},
        refusals=(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Decline to direct a tournament, or direct it no more as a co-director."""
        made = _answered(request, tournament_id, accept=False)
        return marked(HttpResponse(status=204), repeated=made.repeated)


class FormatsView(ApiView):
    """What tournaments can be like."""

    open_to_all = ("GET",)

    @document(
        operation="tournaments_formats",
        tag="tournaments",
        answers={200: FormatList},
        open_to_all=True,
    )
    def get(self, request: Request) -> HttpResponse:
        """The formats with their options, the tie-breaks to choose from, and the defaults."""
        return answer(
            FormatList(
                formats=[format_info(form) for form in FORMATS.values()],
                tie_breaks=[column(row) for row in TIE_BREAKS.values() if row.chosen],
                points=[list(row) for row in DEFAULT_POINTS],
                default_tie_breaks=list(DEFAULT_TIE_BREAKS),
                entrants_most=MOST_ENTRANTS,
            )
        )


def _answered(request: Request, tournament_id: UUID, *, accept: bool) -> Outcome:
    """Answer to being asked to direct."""
    body = read_body(request, SeenVersion, optional=True)
    return carried_out(
        request,
        TournamentOperation.CHANGE,
        lambda: services.answer_direction(
            tournament_id=tournament_id, user=signed_in(request), accept=accept, now=database_now()
        ),
        "co-directors",
        str(accept),
        body,
        tournament_id=tournament_id,
        version=body.version,
    )
