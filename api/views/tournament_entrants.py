"""Places in a tournament: registering, leaving, bots, substitutes."""

from collections.abc import Callable
from typing import ClassVar
from uuid import UUID

from django.http import HttpResponse
from msgspec import UNSET
from rest_framework.request import Request

from api.access import MANAGING, PLAYING
from api.errors import Malformed
from api.idempotency import marked
from api.parsers import read_body
from api.schema import document, idempotent
from api.tournament_bodies import EntrantList, TournamentInfo
from api.tournament_requests import (
    AsOfQuery,
    InviteQuery,
    NewEntrants,
    Registration,
    SeenVersion,
    Substitution,
)
from api.tournaments import entrant_list
from api.views.base import ApiView, answer, signed_in
from api.views.tournament_base import carried_out, shown, viewed
from games.selectors import database_now
from tournaments import services
from tournaments.models import Tournament, TournamentOperation
from tournaments.services import Outcome

REFUSALS = (400, 401, 403, 404, 409, 422)


class RegisterView(ApiView):
    """Taking a place."""

    queries: ClassVar[dict[str, type]] = {"POST": InviteQuery}

    @document(
        operation="tournaments_register",
        access=PLAYING,
        tag="entrants",
        body=Registration,
        query=InviteQuery,
        parameters=idempotent(200),
        answers={200: TournamentInfo},
        refusals=REFUSALS,
    )
    def post(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Take a place; `own.entrant` of the answer is its number.

        Who comes when all places are taken, or the first round is drawn, waits for one. A private
        tournament needs the code of its invite link, in the body or in the query.
        """
        body = read_body(request, Registration, optional=True)
        invite = body.invite or self.query.invite
        return shown(
            carried_out(
                request,
                TournamentOperation.REGISTER,
                lambda: services.register(
                    tournament_id=tournament_id,
                    user=signed_in(request),
                    invite=invite,
                    now=database_now(),
                ),
                invite,
                tournament_id=tournament_id,
                version=body.version,
                invite=invite,
            ),
            request,
        )


class WithdrawView(ApiView):
    """Leaving."""

    @document(
        operation="tournaments_withdraw",
        access=PLAYING,
        tag="entrants",
        body=SeenVersion,
        parameters=idempotent(200),
        answers={200: TournamentInfo},
        refusals=REFUSALS,
    )
    def post(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Give the own place up before the first round, or drop out of further rounds after it.

        A table that has been drawn is still played.
        """
        return shown(
            _own(request, tournament_id, TournamentOperation.WITHDRAW, services.withdraw), request
        )


class CheckInView(ApiView):
    """Being there."""

    @document(
        operation="tournaments_check_in",
        access=PLAYING,
        tag="entrants",
        body=SeenVersion,
        parameters=idempotent(200),
        answers={200: TournamentInfo},
        refusals=REFUSALS,
    )
    def post(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Say to be there, where the settings ask for it: who has not plays no part."""
        return shown(
            _own(request, tournament_id, TournamentOperation.CHECK_IN, services.check_in), request
        )


class EntrantsView(ApiView):
    """All entrants."""

    queries: ClassVar[dict[str, type]] = {"GET": AsOfQuery}
    open_to_all = ("GET",)

    @document(
        operation="tournaments_entrants",
        tag="entrants",
        query=AsOfQuery,
        answers={200: EntrantList},
        refusals=(400, 404),
        open_to_all=True,
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Who is in, waits, has withdrawn or dropped out; now or as of a version or time."""
        found = viewed(request, tournament_id, self.query.as_of)
        return answer(entrant_list(found.state, found.people))

    @document(
        operation="tournaments_add_entrants",
        access=MANAGING,
        tag="entrants",
        body=NewEntrants,
        parameters=idempotent(201),
        answers={201: EntrantList},
        refusals=REFUSALS,
    )
    def post(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Enter bots, and players without accounts by their names; for directors.

        All of them are entered, or none. People with accounts register by themselves.
        """
        body = read_body(request, NewEntrants)
        if not body.bots and not body.labels:
            raise Malformed("Name whom to enter: bots, labels, or both.")
        made = carried_out(
            request,
            TournamentOperation.ADD,
            lambda: services.add_entrants(
                tournament_id=tournament_id,
                user=signed_in(request),
                bots=body.bots,
                labels=body.labels,
                now=database_now(),
            ),
            body,
            tournament_id=tournament_id,
            version=body.version,
        )
        return _listed(made, request, status=201)


class EntrantAdmitView(ApiView):
    """The waiting list."""

    @document(
        operation="tournaments_admit",
        access=MANAGING,
        tag="entrants",
        body=SeenVersion,
        parameters=idempotent(200),
        answers={200: EntrantList},
        refusals=REFUSALS,
    )
    def post(self, request: Request, tournament_id: UUID, entrant: int) -> HttpResponse:
        """Let an entrant from the waiting list in, from the next round on; for directors."""
        return _named(request, tournament_id, entrant, TournamentOperation.ADMIT, services.admit)


class EntrantWithdrawView(ApiView):
    """An entrant who leaves."""

    @document(
        operation="tournaments_withdraw_entrant",
        access=MANAGING,
        tag="entrants",
        body=SeenVersion,
        parameters=idempotent(200),
        answers={200: EntrantList},
        refusals=REFUSALS,
    )
    def post(self, request: Request, tournament_id: UUID, entrant: int) -> HttpResponse:
        """Have an entrant withdraw before the first round, or drop out after it; for directors.

        Results stay, and so does the seat in a game that runs, until it is resigned or forfeited.
        """
        return _named(
            request, tournament_id, entrant, TournamentOperation.WITHDRAW, services.withdraw
        )


class EntrantCheckInView(ApiView):
    """An entrant who is there."""

    @document(
        operation="tournaments_check_in_entrant",
        access=MANAGING,
        tag="entrants",
        body=SeenVersion,
        parameters=idempotent(200),
        answers={200: EntrantList},
        refusals=REFUSALS,
    )
    def post(self, request: Request, tournament_id: UUID, entrant: int) -> HttpResponse:
        """Check an entrant in; for directors."""
        return _named(
            request, tournament_id, entrant, TournamentOperation.CHECK_IN, services.check_in
        )


class SubstituteView(ApiView):
    """A place that somebody else takes over."""

    @document(
        operation="tournaments_substitute",
        access=MANAGING,
        tag="entrants",
        body=Substitution,
        parameters=idempotent(200),
        answers={200: EntrantList},
        refusals=REFUSALS,
    )
    def post(self, request: Request, tournament_id: UUID, entrant: int) -> HttpResponse:
        """Give an entrant's place to somebody else, with its results and seat; for directors.

        `waiting` is an entrant of the waiting list, `bot` the name of a bot, `label` that of a
        player without an account: exactly one of them. A seat that has resigned, or was forfeited,
        stays lost, and with who had it. With duplicate set-ups, who has held a place at another
        table of a round takes over none of it that still runs: 409 `set_up_known`. A bot takes over
        the last seat of a person only where the director may have one more game of bots alone: else
        409 `too_many_bot_games`.
        """
        body = read_body(request, Substitution)
        if [body.waiting, body.bot, body.label].count(UNSET) != 2:
            raise Malformed("Name exactly one who takes the place over: waiting, bot or label.")
        made = carried_out(
            request,
            TournamentOperation.SUBSTITUTE,
            lambda: services.substitute(
                tournament_id=tournament_id,
                user=signed_in(request),
                entrant=entrant,
                waiting=None if body.waiting is UNSET else body.waiting,
                bot="" if body.bot is UNSET else body.bot,
                label="" if body.label is UNSET else body.label,
                now=database_now(),
            ),
            str(entrant),
            body,
            tournament_id=tournament_id,
            version=body.version,
        )
        return _listed(made, request)


def _own(
    request: Request,
    tournament_id: UUID,
    operation: TournamentOperation,
    verb: Callable[..., Tournament],
) -> Outcome:
    """What the caller does with the own place."""
    body = read_body(request, SeenVersion, optional=True)
    return carried_out(
        request,
        operation,
        lambda: verb(tournament_id=tournament_id, user=signed_in(request), now=database_now()),
        body,
        tournament_id=tournament_id,
        version=body.version,
    )


def _named(
    request: Request,
    tournament_id: UUID,
    entrant: int,
    operation: TournamentOperation,
    verb: Callable[..., Tournament],
) -> HttpResponse:
    """What a director does with the place of an entrant."""
    body = read_body(request, SeenVersion, optional=True)
    made = carried_out(
        request,
        operation,
        lambda: verb(
            tournament_id=tournament_id,
            user=signed_in(request),
            entrant=entrant,
            now=database_now(),
        ),
        str(entrant),
        body,
        tournament_id=tournament_id,
        version=body.version,
    )
    return _listed(made, request)


def _listed(made: Outcome, request: Request, *, status: int = 200) -> HttpResponse:
    """The entrants after a request."""
    found = viewed(request, made.tournament.pk)
    return marked(answer(entrant_list(found.state, found.people), status), repeated=made.repeated)
