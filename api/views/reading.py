"""Looking at a game: its state, its map, its stream."""

from typing import ClassVar, Final
from uuid import UUID

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request

from api.bodies import GameMap, StateQuery
from api.errors import Malformed
from api.events import event_json
from api.kept import KeptKind, Slot, kept_answer
from api.maps import map_view
from api.play_bodies import EventPage, EventsQuery
from api.schema import document
from api.viewing import seat_index, view_as_of, view_now
from api.views.base import ApiView, answer, check_started, user_of
from games import engine, selectors, services
from games.models import Game
from games.models.game import Status
from games.store import STATE_OF_GAME


def state_slot(request: HttpRequest, game: Game, user: User | None) -> Slot | None:
    """Of a game that has begun: one for each seat, and one for all spectators."""
    started = game.status != Status.OPEN
    return ("state", game.pk, seat_index(game, user)) if started else None


STATE: Final = KeptKind(STATE_OF_GAME, state_slot)


class StateView(ApiView):
    """The state of a game."""

    queries: ClassVar[dict[str, type]] = {"GET": StateQuery}
    open_to_all = ("GET",)

    @document(
        operation="games_state",
        tag="reading",
        query=StateQuery,
        answers={200: engine.View, 304: None},
        refusals=(400, 404, 409),
        open_to_all=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The state as the caller may see it, now or as of any version.

        That of now has an `ETag`: with `If-None-Match` the answer is 304 as long as it is the same.
        """
        version, short = self.query.version, self.query.v
        if version is not None and short is not None:
            raise Malformed("Give version or v, not both: they mean the same.")
        seen = services.glance_at_game(user_of(request), game_id, statement=STATE.statement)
        game, seat = seen.game, seat_index(seen.game, user_of(request))
        check_started(game)
        wanted = short if version is None else version
        if wanted is not None and wanted != game.version:
            return answer(view_as_of(game, wanted, seat))
        return kept_answer(request, STATE, seen, lambda: view_now(game, seen.head, seat))


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
