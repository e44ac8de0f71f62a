"""Leaving a game that runs."""

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from api.access import PLAYING
from api.bodies import GameSummary
from api.schema import document
from api.views.base import ApiView, now, signed_in
from api.views.games import shown
from games import services


class ResignView(ApiView):
    """Resigning."""

    @document(
        operation="games_resign",
        access=PLAYING,
        tag="playing",
        answers={200: GameSummary},
        refusals=(401, 403, 404, 409),
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Leave a running game for good, also out of turn; this cannot be taken back.

        A user with several seats leaves with all of them. The game goes on: it makes default moves
        for the seat, and ranks it last. With fewer than two people left it ends at
        once and is scored as it stands. Resigning again changes nothing.
        """
        user = signed_in(request)
        services.resign(game_id=game_id, user=user, now=now())
        return shown(services.visit_game(user, game_id), request)


class AbandonView(ApiView):
    """Agreeing to end a game."""

    @document(
        operation="games_abandon",
        access=PLAYING,
        tag="playing",
        answers={200: GameSummary},
        refusals=(401, 403, 404, 409),
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Agree to end a running game without a result; it ends when everybody does.

        Only people who have not resigned have to agree. A resignation resets all agreements.
        A table that has not started is closed by its host instead: `DELETE /games/{id}`.
        """
        user = signed_in(request)
        services.agree_to_abandon(game_id=game_id, user=user, now=now())
        return shown(services.visit_game(user, game_id), request)

    @document(
        operation="games_abandon_withdraw",
        access=PLAYING,
        tag="playing",
        answers={200: GameSummary},
        refusals=(401, 403, 404, 409),
    )
    def delete(self, request: Request, game_id: UUID) -> HttpResponse:
        """Take the agreement to end the game back, as long as it runs."""
        user = signed_in(request)
        services.withdraw_abandoning(game_id=game_id, user=user)
        return shown(services.visit_game(user, game_id), request)
