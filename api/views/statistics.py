"""Numbers about games."""

from uuid import UUID

from django.http import HttpResponse
from msgspec import convert
from msgspec.structs import asdict
from rest_framework.request import Request

from api.bodies import Status
from api.schema import document
from api.statistics import GameStatistics
from api.views.base import View, answer, check_started, user_of
from games import selectors
from replays.statistics.course import course


class CourseView(View):
    """One game in numbers."""

    open_to_all = ("GET",)

    @document(
        operation="replays_statistics",
        tag="statistics",
        answers={200: GameStatistics},
        refusals=(404, 409),
        open_to_all=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """What everybody had at each version of a game, and what final scoring would have given.

        Money, goods, Glory, settlements and the lines of the score sheet by player, market prices,
        moves by type, and what each round's production brought.
        """
        game = selectors.game_for(user_of(request), game_id)
        check_started(game)
        told = course(game)
        return answer(
            GameStatistics(
                **asdict(told),
                game=str(game.pk),
                status=convert(game.status, Status),
                version=game.version,
            )
        )
