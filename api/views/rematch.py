"""Playing again."""

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from api.access import MANAGING
from api.bodies import GameSummary
from api.schema import document
from api.views.base import ApiView, now, signed_in
from api.views.games import shown
from games import services


class RematchView(ApiView):
    """The table at which the players of a finished game play again."""

    @document(
        operation="games_rematch",
        access=MANAGING,
        tag="games",
        answers={200: GameSummary},
        refusals=(401, 403, 404, 409),
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Make a table with the same options for the same players; for its players.

        A game has one rematch: who asks first is its host, everybody after gets the same table.
        Seats move up by one. Bots sit again; people are `asked`: joining takes the seat that is
        kept, leaving declines it, and the host may free it (`DELETE .../bots/{seat}`). The limits
        of new tables count (409, 429).
        """
        user = signed_in(request)
        services.visit_game(user, game_id)
        made = services.rematch(game_id=game_id, user=user, now=now())
        return shown(services.visit_game(user, made.pk), request)
