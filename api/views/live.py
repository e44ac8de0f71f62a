"""Server-sent events: a game or tournament as it goes on, and games that wait for the caller."""

from typing import ClassVar, Final
from uuid import UUID

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from api.errors import Malformed
from api.files import FileRenderer
from api.live.bounded import CONTENT_TYPE, HEADERS, LiveResponse
from api.live.feeds import Feed, GameFeed, TournamentFeed, WaitingFeed
from api.live.viewers import viewer_of
from api.play_bodies import MyStreamQuery, StreamQuery
from api.schema import LAST_EVENT_ID, document
from api.views.base import ApiView, user_of
from games import services
from games.errors import VersionAhead
from games.models import Game
from games.models.game import Status
from tournaments.errors import TournamentAhead
from tournaments.selectors import tournament_for
from tournaments.state import OVER

EVENT_STREAM: Final = "text/event-stream"
HEADER: Final = "Last-Event-ID"
LONGEST_ID: Final = 64
MOST_DIGITS: Final = 10


class EventStreamRenderer(FileRenderer):
    """Of server-sent events."""

    media_type = EVENT_STREAM
    format = "event-stream"


class StreamView(ApiView):
    """The stream of a game."""

    queries: ClassVar[dict[str, type]] = {"GET": StreamQuery}
    open_to_all = ("GET",)
    renderer_classes = [JSONRenderer, EventStreamRenderer]

    @document(
        operation="games_stream",
        tag="live",
        query=StreamQuery,
        parameters=[LAST_EVENT_ID],
        answers={204: None},
        gives=(EVENT_STREAM,),
        refusals=(400, 401, 404),
        open_to_all=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponseBase:
        """A game as server-sent events, straight from its log.

        `event: event` has as `data` an event as `/games/{id}/events` gives it and as `id` its
        version. The stream begins after the version that `Last-Event-ID` or, without it, the query
        names (`after`, or `last_event_id`, which mean the same), else after the newest one; there
        is neither a gap nor an event twice. `event: table` comes first, and again whenever the
        status of the game or its seats change. Those at the table also learn by `event: chat`,
        without an id, that there are messages in its chat, which pages show. `event: end` is the
        last one, with a `reason`: `finished`, `gone` (the game is no more, or no longer for you) or
        `signed_out`. Resuming at the end of a game that is over gives 204. Comments come while
        nothing happens.
        """
        after = after_of(request, self.query)
        game = services.visit_game(user_of(request), game_id)
        if after is not None and after > game.version:
            raise VersionAhead(after, game.version)
        if after == game.version and game.status == Status.FINISHED:
            return HttpResponse(status=204, headers=HEADERS)
        return streamed(request, feed_of(request, game, after))


class TournamentStreamView(ApiView):
    """The stream of a tournament."""

    queries: ClassVar[dict[str, type]] = {"GET": StreamQuery}
    open_to_all = ("GET",)
    renderer_classes = [JSONRenderer, EventStreamRenderer]

    @document(
        operation="tournaments_stream",
        tag="live",
        query=StreamQuery,
        parameters=[LAST_EVENT_ID],
        answers={204: None},
        gives=(EVENT_STREAM,),
        refusals=(400, 401, 404),
        open_to_all=True,
    )
    def get(self, request: Request, tournament_id: UUID) -> HttpResponseBase:
        """A tournament as server-sent events, straight from its log.

        `event: entry` has as `data` an entry as `/tournaments/{id}/log` gives it and as `id` its
        version; where the stream begins is said as for games. `event: tournament` comes first, and
        again whenever its name, visibility, phase, round, number of entrants or next deadline
        change. `event: end` is the last one, with a `reason`: `finished` (also when it was
        cancelled), `gone` or `signed_out`. Resuming at the end of one that is over gives 204.
        """
        after = after_of(request, self.query)
        tournament = tournament_for(user_of(request), tournament_id)
        if after is not None and after > tournament.version:
            raise TournamentAhead(after, tournament.version)
        if after == tournament.version and tournament.phase in OVER:
            return HttpResponse(status=204, headers=HEADERS)
        begin = tournament.version if after is None else after
        return streamed(request, TournamentFeed(viewer_of(request), tournament.pk, begin))


class MyStreamView(ApiView):
    """The games that wait for the caller."""

    queries: ClassVar[dict[str, type]] = {"GET": MyStreamQuery}
    renderer_classes = [JSONRenderer, EventStreamRenderer]

    @document(
        operation="me_stream",
        tag="live",
        query=MyStreamQuery,
        parameters=[LAST_EVENT_ID],
        answers={},
        gives=(EVENT_STREAM,),
        refusals=(400, 401),
    )
    def get(self, request: Request) -> HttpResponseBase:
        """The games that wait for you, as server-sent events.

        `event: waiting` comes first, with the `games` that wait now, of more than 200 those whose
        ids come first, and the id of the `user` for whom; a client that resumes with the id of an
        earlier event as `Last-Event-ID`, and for which nothing has changed, does not get it. Then
        `event: turn` for each game that begins to wait for you, and `event: done` for each that no
        longer does. `event: end` is the last one, with the `reason` `signed_out`.
        """
        last_id = last_id_of(request) or self.query.last_event_id or ""
        if len(last_id) > LONGEST_ID:
            raise Malformed(f"{HEADER}: send the id of an event of this stream, or leave it out.")
        return streamed(request, WaitingFeed(viewer_of(request), last_id))


def streamed(request: Request, feed: Feed) -> HttpResponseBase:
    """The answer that goes on; to HEAD its headers only."""
    if request.method == "HEAD":
        return HttpResponse(headers=HEADERS, content_type=CONTENT_TYPE)
    return LiveResponse(feed)


def feed_of(request: Request, game: Game, after: int | None) -> GameFeed:
    """Where a new subscriber stands."""
    return GameFeed(viewer_of(request), game.pk, game.version if after is None else after)


def after_of(request: Request, query: StreamQuery) -> int | None:
    """The version that the caller has already, if it names one. Raises Malformed.

    The header goes first: a browser that reconnects sends it with the address that it began with.
    """
    last_id = last_id_of(request)
    if last_id is None:
        if query.after is not None and query.last_event_id is not None:
            raise Malformed("after and last_event_id mean the same: name one of them.")
        return query.last_event_id if query.after is None else query.after
    if last_id.isascii() and last_id.isdecimal() and len(last_id) <= MOST_DIGITS:
        return int(last_id)
    raise Malformed(f"{HEADER}: send the id of an event, which is its version, in digits.")


def last_id_of(request: Request) -> str | None:
    """The header, if there is something in it."""
    return request.headers.get(HEADER, "").strip() or None
