"""The chart of points, which stands below the score sheet of a finished game."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games import replica
from games.access import check_disclosed
from games.models.game import Status
from web.pages.replay.page import Replay, ReplayQuery
from web.pages.replay.views import viewer_of, whole_game


@require_safe
def points(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The points that each player would have scored, by event; the replay has all charts."""
    game = whole_game(request, game_id)
    if game.status != Status.FINISHED:
        raise Http404
    check_disclosed(game)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(reverse("web:replay", args=[game.pk]) + "#charts")
    query, viewer = ReplayQuery(game.version, undone=False), viewer_of(request, game)
    charts = replica.read_of(game, lambda: Replay(game, query, viewer).charts)
    chart = next(one for one in charts if one.id == "score")
    return render(request, "web/replay/points.html", {"game": game, "chart": chart})
