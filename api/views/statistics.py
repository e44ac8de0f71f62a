"""Numbers about games."""

from typing import ClassVar
from uuid import UUID

from django.http import HttpResponse
from msgspec import convert
from msgspec.structs import asdict
from rest_framework.request import Request

from api.bodies import Status
from api.schema import document
from api.statistics import GameStatistics, Statistics, TotalsQuery
from api.views.base import ApiView, answer, check_started, user_of
from games import replica, services
from games.access import check_disclosed
from games.runtime import long_games
from games.runtime.limits import address_of
from replays.statistics.asked import asked
from replays.statistics.course import course
from replays.statistics.totals import StatisticsFilter


class CourseView(ApiView):
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
        """The holdings of all players at each version of a game, and the score it would have given.

        Money, goods, Glory, settlements and the lines of the score sheet by player, market prices,
        moves by type, and what each round's production brought.
        """
        game = services.visit_game(user_of(request), game_id)
        check_started(game)
        check_disclosed(game)
        long_games.begin(game)
        found = replica.read_of(game, lambda: course(game))
        return answer(
            GameStatistics(
                **asdict(found),
                game=str(game.pk),
                status=convert(game.status, Status),
                version=game.version,
            )
        )


class TotalsView(ApiView):
    """All finished games in numbers."""

    queries: ClassVar[dict[str, type]] = {"GET": TotalsQuery}
    open_to_all = ("GET",)

    @document(
        operation="statistics",
        tag="statistics",
        query=TotalsQuery,
        answers={200: Statistics},
        refusals=(400,),
        open_to_all=True,
    )
    def get(self, request: Request) -> HttpResponse:
        """Games, wins, scores and the lines of the score sheet, by clan, place, map or tile.

        It counts the games that were played here to their end by all, private ones too, without
        naming players. Games with a resignation are left out.
        `place` is that in the first turn order, `map` the four sides as in `A1 B2 C1 D2`, `side`
        one of them. The other parameters narrow what is counted. `with=people` (the default) counts
        games with at least one person, `only-people` those without bots, `bots`
        those of bots alone; `of` counts the seats of people or of bots only. `rules=usual` (the
        default) counts games in which no option but the number of players and the map was away
        from its default, `variants` the others, `all` both. An answer may be a minute old.
        Over many games the server adds up for one caller at a time; others get `statistics_busy`.
        """
        filters = {name: value for name, value in asdict(self.query).items() if name != "by"}
        found = asked(self.query.by, StatisticsFilter(**filters), caller=address_of(request))
        return answer(Statistics(**asdict(found), by=self.query.by))
