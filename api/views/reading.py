"""Looking at a game: its state, its map, its stream."""

from typing import ClassVar
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from api.bodies import GameMap, StateQuery
from api.errors import Malformed
from api.events import event_json
from api.maps import map_view
from api.play_bodies import EventPage, EventsQuery
from api.schema import document
from api.viewing import view_of
from api.views.base import ApiView, answer, check_started, user_of
from games import engine, selectors, services


class StateView(ApiView):
    """The state of a game."""

    queries: ClassVar[dict[str, type]] = {"GET": StateQuery}
    open_to_all = ("GET",)

    @document(
        operation="games_state",
        tag="reading",
        query=StateQuery,
        answers={200: engine.View},
        refusals=(400, 404, 409),
        open_to_all=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The state as the caller may see it, now or as of any version."""
        version, short = self.query.version, self.query.v
        if version is not None and short is not None:
            raise Malformed("Give version or v, not both: they mean the same.")
        game = services.visit_game(user_of(request), game_id)
        check_started(game)
        return answer(view_of(game, short if version is None else version, user_of(request)))


class GameMapView(ApiView):
    """The map of a game."""

    open_to_all = ("GET",)

    @document(
        operation="games_map",
        tag="reading",
        answers={200: GameMap},
        refusals=(404, 409),
        open_to_all=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Spaces, rivers and ports of the map; it stays the same for the whole game."""
        game = services.visit_game(user_of(request), game_id)
        check_started(game)
        return answer(map_view(selectors.state_of(game)))


class EventsView(ApiView):
    """The stream of a game."""

    queries: ClassVar[dict[str, type]] = {"GET": EventsQuery}
    open_to_all = ("GET",)

    @document(
        operation="games_events",
        tag="reading",
        query=EventsQuery,
        answers={200: EventPage},
        refusals=(400, 404),
        open_to_all=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Events after a version, oldest first; `next` is null on the last page."""
        game = services.visit_game(user_of(request), game_id)
        after, limit = self.query.after, self.query.limit
        rows = selectors.events_after(game, after=after, limit=limit)
        last = rows[-1].version if rows else after
        more = len(rows) == limit and last < game.version
        path = f"/api/v1/games/{game.pk}/events?after={last}&limit={limit}"
        return answer(
            EventPage(
                version=game.version,
                events=[event_json(row) for row in rows],
                next=request.build_absolute_uri(path) if more else None,
            )
        )
