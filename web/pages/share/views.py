"""The picture and the animation of a game, and the page that shows both."""

from typing import Final
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from games.models import Game
from web import tasks
from web.pages.common.viewer import game_of, part_wanted
from web.pages.share import making
from web.pages.share.animation import SIZE
from web.pages.share.drawings import Drawings, shareable
from web.throttling import count_animation, count_picture, refused, refused_if

ON_THE_WAY: Final = ("waiting", "missing")
"""What is still missing waits for another one, in a server without workers."""
TYPES: Final = {making.PICTURES: "image/png", making.ANIMATIONS: "image/gif"}


@require_safe
def picture(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The final board with the points, for programs that show a link."""
    return _image(request, game_id, making.PICTURES)


@require_safe
def animation(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The board turn by turn."""
    return _image(request, game_id, making.ANIMATIONS)


def _image(request: HttpRequest, game_id: UUID, kind: Drawings) -> HttpResponse:
    """What was drawn, or a neutral card where the game is not for everybody.

    What is still to be made is asked for, and the neutral card stands in for it. Raises Http404
    for a game that the viewer may not know of.
    """
    game = game_of(request, game_id)
    if wait := count_picture(request):
        return refused(HttpResponse(), wait)
    data = None
    if shareable(game):
        if wait := _ask(request, kind, game, counted=True):
            return refused(HttpResponse(), wait)
        data = kind.made(game)
    if data is None:
        return HttpResponse(making.neutral(), content_type="image/png")
    response = HttpResponse(data, content_type=TYPES[kind])
    tag = quote_etag(kind.stamp(game))
    response["ETag"], response["Cache-Control"] = tag, "private, no-cache"
    return get_conditional_response(request, etag=tag, response=response) or response


@require_safe
def share(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The picture of a finished game, or with ``play`` its animation; a part of the end page.

    A script that waits for one (``wait``) gets 204 as long as it has to.
    """
    game = game_of(request, game_id)
    if not shareable(game):
        raise Http404
    plays = "play" in request.GET
    kind = making.ANIMATIONS if plays else making.PICTURES
    wait = _ask(request, kind, game)
    standing = kind.standing(game, timezone.now())
    if "wait" in request.GET and standing in ON_THE_WAY and not wait:
        return HttpResponse(status=204)
    known = {"game": game, "plays": plays, "standing": standing, "size": SIZE, "too_many": wait}
    if part_wanted(request):  # htmx would not show a 429
        return render(request, "web/parts/share.html", known)
    return refused_if(render(request, "web/share.html", known), wait)


def _ask(request: HttpRequest, kind: Drawings, game: Game, *, counted: bool = False) -> int:
    """Have a game drawn, unless it is, or is on the way; how many seconds the caller has to wait.

    ``counted`` is set where the request has been counted as one for a picture. Without workers it
    is drawn here and now, if nothing else is.
    """
    standing = kind.standing(game, timezone.now())
    if standing == "made" or (standing != "missing" and not settings.EMBEDDED):
        return 0
    if kind is making.ANIMATIONS:
        wait = count_animation(request)
    else:
        wait = 0 if counted else count_picture(request)
    if wait:
        return wait
    if settings.EMBEDDED:
        kind.make_here(game.pk, timezone.now)
    else:
        tasks.ask_for(kind, game.pk)
    return 0
