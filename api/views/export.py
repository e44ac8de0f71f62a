"""Games as files: one, and many."""

from typing import ClassVar, Final
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from api.errors import Malformed
from api.files import (
    GZIP,
    JSON_LINES,
    TEXT,
    GzipRenderer,
    JSONLinesRenderer,
    TextRenderer,
)
from api.kept import known_tags
from api.replay_bodies import BulkQuery, ExportQuery
from api.schema import document
from api.throttling import USUAL, ExportThrottle
from api.views.base import JSON, ApiView, check_started, user_of
from games import replica, services
from games.access import check_disclosed
from games.runtime import long_games
from replays import bg_stats, bulk, exporting
from replays.bulk import BulkCursor

ENDINGS: Final = {"jsonl": "jsonl", "text": "txt", "bgstats": "bgsplay"}
TYPES: Final = {"jsonl": JSON_LINES, "text": f"{TEXT}; charset=utf-8", "bgstats": JSON}
MAKING: Final = {
    "jsonl": exporting.json_lines,
    "text": exporting.text_record,
    "bgstats": bg_stats.play_of,
}


class ExportView(ApiView):
    """The file of one game."""

    queries: ClassVar[dict[str, type]] = {"GET": ExportQuery}
    open_to_all = ("GET",)
    renderer_classes = [JSONRenderer, JSONLinesRenderer, TextRenderer]

    @document(
        operation="games_export",
        tag="replays",
        query=ExportQuery,
        answers={},
        gives=(JSON_LINES, TEXT, JSON),
        refusals=(400, 404, 409),
        open_to_all=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The whole game as one file, with its content pack and, when it is over, its secrets.

        The same game is always the same bytes. `jsonl` has one line for each event and can be
        verified without a server (`python -m replays.verify`); `text` has the moves in notation,
        with what they did as comments. Both can be imported again when the game is over. `bgstats`
        is the play of a game that is over, in the JSON of the app BG Stats.
        """
        game = services.visit_game(user_of(request), game_id)
        check_started(game)
        check_disclosed(game)
        form = self.query.format
        tag = f'"{exporting.tag_of(game, form)}"'
        headers = {
            # The comments of a record may find better words one day.
            "ETag": tag if form == "jsonl" else f"W/{tag}",
            "Cache-Control": "private, no-cache",
            "Content-Disposition": f'attachment; filename="{game.pk}.{ENDINGS[form]}"',
        }
        if tag in known_tags(request):
            return HttpResponse(status=304, headers=headers)
        long_games.begin(game)
        body = replica.read_of(game, lambda: MAKING[form](game))
        return HttpResponse(body, headers=headers, content_type=TYPES[form])


class BulkExportView(ApiView):
    """The files of many games."""

    queries: ClassVar[dict[str, type]] = {"GET": BulkQuery}
    renderer_classes = [JSONRenderer, GzipRenderer]
    throttle_classes = [*USUAL, ExportThrottle]

    @document(
        operation="replays_export",
        tag="replays",
        query=BulkQuery,
        answers={},
        gives=(GZIP,),
        refusals=(400, 401),
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Public games that are over, in the order in which they finished, as one `.jsonl.gz`.

        Their files stand one after the other, at most `limit` of them and 20,000 events together.
        When there are more, the header `Link` has the address of the next (`rel="next"`). Games
        that were imported are left out. One that becomes public after its end, as in a round with
        duplicate set-ups, stands where it finished: who keeps up asks again from some weeks before,
        and leaves out what is there by its id. A process of the server makes one such file at a
        time; until it is read to its end, others get `long_game_busy` (429).
        """
        games = bulk.published_games(self._place())
        ids, further = bulk.page(games, self.query.limit)
        headers = {"Content-Disposition": 'attachment; filename="caledonia-games.jsonl.gz"'}
        if further is not None:
            headers["Link"] = f'<{self._next(request, further)}>; rel="next"'
        parts = () if request.method == "HEAD" else bulk.Alone(ids)
        return StreamingHttpResponse(parts, headers=headers, content_type=GZIP)

    def _place(self) -> BulkCursor | None:
        """Behind which game to begin. Raises Malformed."""
        text, game = self.query.finished_after, self.query.after
        if text is None:
            if game is not None:
                raise Malformed("The query does not fit: after goes with finished_after only.")
            return None
        try:
            return BulkCursor(bulk.moment_of(text), game)
        except ValueError:
            raise Malformed(
                "finished_after: write a day (2026-01-31) or a time (2026-01-31T20:15:00Z)."
            ) from None

    def _next(self, request: Request, place: BulkCursor) -> str:
        query = {
            "finished_after": place.finished_at.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
            "after": str(place.game),
            "limit": self.query.limit,
        }
        return request.build_absolute_uri(f"/api/v1/replays/export?{urlencode(query)}")
