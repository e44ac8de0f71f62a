"""Branching games off."""

from typing import Final
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from api.access import MANAGING
from api.bodies import GameSummary
from api.idempotency import once
from api.parsers import read_body
from api.replay_bodies import ForkRequest
from api.schema import document, idempotent
from api.views.base import ApiView, now, signed_in
from api.views.games import created
from games import services
from games.models.records import Operation

ME: Final = "me"


class ForkView(ApiView):
    """New games that start from positions of others."""

    @document(
        operation="games_fork",
        access=MANAGING,
        tag="replays",
        body=ForkRequest,
        parameters=idempotent(201),
        answers={201: GameSummary},
        refusals=(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Start a private game of the caller's own from a version of this one.

        The game has to be over, or one in which the caller sits. What is hidden in the position is
        drawn anew, and the new game is not rated. `seats` names the player of each seat: `me`, or a
        bot by its name; without it the caller plays all of them in turn. Requests then act for
        whichever of the caller's seats has to decide. How many games a user branches off in an
        hour is limited (429).
        """
        body = read_body(request, ForkRequest)
        user = signed_in(request)
        seats = None if body.seats is None else [None if s == ME else s for s in body.seats]
        services.visit_game(user, game_id)
        made = services.carry_out_once(
            operation=Operation.FORK,
            user=user,
            once=once(request, game_id, body.version, seats, body.name),
            action=lambda: services.fork_game(
                game_id=game_id,
                user=user,
                version=body.version,
                seats=seats,
                name=body.name,
                now=now(),
            ),
            now=now(),
        )
        return created(made, request)
