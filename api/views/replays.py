"""Stepping through games: the table of contents, and frames from one version to the next."""

from typing import ClassVar
from uuid import UUID

from django.http import HttpResponse
from msgspec import Raw, convert
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from api.bodies import Status
from api.errors import Malformed
from api.schema import document
from api.steps import Contents, ContentsQuery, FramePage, FramesQuery
from api.viewing import seat_index
from api.views.base import ApiView, answer, check_started, encoder, user_of
from games import replica, selectors, services
from games.access import check_disclosed
from games.engine import Seat
from games.models import Game
from games.runtime import long_games
from replays.contents import contents, last_turn
from replays.frames import FrameStretch


class ContentsView(ApiView):
    """The table of contents of a game."""

    queries: ClassVar[dict[str, type]] = {"GET": ContentsQuery}
    open_to_all = ("GET",)

    @document(
        operation="replays_contents",
        tag="replays",
        query=ContentsQuery,
        answers={200: Contents},
        refusals=(400, 401, 403, 404, 409),
        open_to_all=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The rounds, phases and turns of a game, with the events of each.

        Moves that were taken back are marked; `undone=hide` leaves them out, and the undos with
        them. `since=my-last-turn` lists what has happened since the caller last decided anything
        in person; `after` does the same for any version.
        """
        game = services.visit_game(user_of(request), game_id)
        check_started(game)
        check_disclosed(game)
        long_games.begin(game)
        after = self._after(game, request)
        undone = self.query.undone == "show"
        listed = replica.read_of(game, lambda: contents(game, after=after, undone=undone))
        more = listed.last < game.version
        path = f"/api/v1/replays/{game.pk}?undone={self.query.undone}&after={listed.last}"
        return answer(
            Contents(
                game=str(game.pk),
                status=convert(game.status, Status),
                version=game.version,
                after=after,
                rounds=listed.rounds,
                next=request.build_absolute_uri(path) if more else None,
            )
        )

    def _after(self, game: Game, request: Request) -> int:
        """The version after which to list. Raises Malformed, NotAuthenticated, NotSeated."""
        after: int | None = self.query.after
        if self.query.since is None:
            return after or 0
        if after is not None:
            raise Malformed("The query does not fit: give since or after, not both.")
        if user_of(request) is None:
            raise NotAuthenticated("Sign in to ask for your own last turn.")
        return last_turn(game, seat_index(game, user_of(request)))


class FramesView(ApiView):
    """A stretch of a game, version by version."""

    queries: ClassVar[dict[str, type]] = {"GET": FramesQuery}
    open_to_all = ("GET",)

    @document(
        operation="replays_frames",
        tag="replays",
        query=FramesQuery,
        answers={200: FramePage},
        refusals=(400, 404, 409),
        open_to_all=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The view of the version `from`, and for each version up to `to` what changes in it.

        A frame says in a sentence what happened and brings a JSON Patch (RFC 6902) that makes the
        view of its version of the view of the version before; the patch of the first frame is
        empty. To step back, keep the views that were made. `include=effects` adds the effects of
        each event. At most 1,000 versions come at once; `next` goes on from the last of them.
        """
        game = services.visit_game(user_of(request), game_id)
        check_started(game)
        check_disclosed(game)
        long_games.begin(game)
        first, last = self._bounds(game)
        seat = seat_index(game, user_of(request))
        stretch, frames = replica.read_of(game, lambda: self._stretch(game, first, last, seat))
        path = f"/api/v1/replays/{game.pk}/frames?from={stretch.last}&to={last}"
        if self.query.include:
            path += f"&include={self.query.include}"
        return answer(
            FramePage(
                game=str(game.pk),
                status=convert(game.status, Status),
                version=game.version,
                first=first,
                last=stretch.last,
                view=stretch.view,
                frames=frames,
                next=request.build_absolute_uri(path) if stretch.last < last else None,
            )
        )

    def _stretch(
        self, game: Game, first: int, last: int, seat: Seat | None
    ) -> tuple[FrameStretch, list[Raw]]:
        """The stretch and its frames. Raises NoSuchVersion."""
        names = selectors.names_of(game)
        stretch = FrameStretch(game, first=first, last=last, seat=seat, names=names)
        # Each frame is encoded at once, so that the parts of all of them are never kept.
        effects = self.query.include == "effects"
        return stretch, [Raw(encoder.encode(one)) for one in stretch.frames(effects=effects)]

    def _bounds(self, game: Game) -> tuple[int, int]:
        """The first and the last version to show. Raises Malformed.

        A version beyond the end of the game is refused by the stretch.
        """
        first = self.query.first
        last = max(first, game.version) if self.query.last is None else self.query.last
        if first > last:
            raise Malformed(f"The query does not fit: from ({first}) is after to ({last}).")
        return first, last
