"""Branching games off."""

from typing import Final
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from api.bodies import GameSummary
from api.parsers import read_body
from api.replay_bodies import ForkRequest
from api.schema import document
from api.views.base import View, now, signed_in
from api.views.games import shown
from games import selectors, services

ME: Final = "me"


class ForkView(View):
    """New games that start from positions of others."""

    @document(
        operation="games_fork",
        tag="replays",
        body=ForkRequest,
        answers={201: GameSummary},
        refusals=(400, 401, 403, 404, 409),
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Start a private game of the caller's own from a version of this one.

        The game has to be over, or one in which the caller sits. What is hidden in the position is
        drawn anew, and the new game is not rated. `seats` says for each seat who plays: `me`, or a
        bot by its name; without it the caller plays all of them in turn. Requests then act for
        whichever of the caller's seats has to decide.
        """
        wish = read_body(request, ForkRequest)
        user = signed_in(request)
        seats = None if wish.seats is None else [None if s == ME else s for s in wish.seats]
        selectors.game_for(user, game_id)
        game = services.fork_game(
            game_id=game_id,
            user=user,
            version=wish.version,
            seats=seats,
            name=wish.name,
            now=now(),
        )
        made = shown(selectors.game_for(user, game.pk), request)
        made.headers["Location"] = request.build_absolute_uri(f"/api/v1/games/{game.pk}")
        made.status_code = 201
        return made
