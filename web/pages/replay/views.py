"""The replay of a game: the page, its parts for every version, and what is new in it."""

import hashlib
from typing import Final
from uuid import UUID

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games import replica, selectors
from games.access import check_disclosed
from games.errors import NoSuchVersion
from games.models import Game
from games.models.game import Visibility
from games.runtime import long_games
from web.pages.common.viewer import game_of, user_of
from web.pages.replay import moments as replay_moments
from web.pages.replay.moment import ReplayViewer
from web.pages.replay.page import Replay, ReplayQuery

KEPT_SECONDS: Final = 3600
"""How long a browser keeps the parts of past versions; names and words may change some day."""
LONG: Final = 9
"""Digits of a number that is no version of any game."""


@require_safe
@gzip_page
def replay(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """The table as of a version (``v``), the log and the charts of the whole game."""
    game = whole_game(request, game_id)
    check_disclosed(game)
    if not game.version:
        return redirect("web:table", game_id=game.pk)
    query, status = _query(request, game)
    viewer = viewer_of(request, game)

    def shown() -> HttpResponse:
        made = Replay(game, query, viewer)
        context = {"game": game, "replay": made, "table": made.table}
        return render(request, "web/replay.html", context, status=status)

    return replica.read_of(game, shown)


@require_safe
@gzip_page
@vary_on_headers("Accept-Language")
def moments(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The parts of the versions from ``v`` on, to the end of its stretch, as JSON.

    ``for=table`` asks for those on which a table shows moves.
    """
    game = whole_game(request, game_id)
    if request.GET.get("for") != "table":
        check_disclosed(game)
    version = number_in(request.GET.get("v"))
    if version is None:
        return _nameless()
    try:
        first = replay_moments.first_of(version)
        on_table = request.GET.get("for") == "table"
        viewer = viewer_of(request, game)
        made = replica.read_of(
            game, lambda: replay_moments.stretch(game, first, viewer, on_table=on_table)
        )
    except NoSuchVersion as missing:
        raise Http404 from missing
    body = msgspec.json.encode(made)
    response = HttpResponse(body, content_type="application/json")
    if made.complete and game.visibility != Visibility.PRIVATE:
        response["Cache-Control"] = f"private, max-age={KEPT_SECONDS}, immutable"
        return response
    # Who signs out, or leaves a private game, does not read on out of the browser's cache.
    tag = quote_etag(hashlib.sha256(body).hexdigest()[:32])
    response["ETag"], response["Cache-Control"] = tag, "private, no-cache"
    return get_conditional_response(request, etag=tag, response=response) or response


@require_safe
@gzip_page
def log(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The log around a version (``v``), for the page to put in the place of its own."""
    return _part(request, game_id, "web/replay/log.html")


@require_safe
@gzip_page
def news(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """All of the page that grows with the game: the log around ``v``, charts, badges, offers."""
    return _part(request, game_id, "web/replay/news.html")


def _part(request: HttpRequest, game_id: UUID, template: str) -> HttpResponse:
    game = whole_game(request, game_id)
    check_disclosed(game)
    version = number_in(request.GET.get("v"))
    if version is None:
        return _nameless()
    query, viewer = (
        ReplayQuery(version, request.GET.get("undone") == "show"),
        viewer_of(request, game),
    )

    def shown() -> HttpResponse:
        known = {"game": game, "replay": Replay(game, query, viewer)}
        return render(request, template, known)

    try:
        return replica.read_of(game, shown)
    except NoSuchVersion as missing:
        raise Http404 from missing


def _nameless() -> HttpResponse:
    return HttpResponse(_("Name a version: ?v=57"), status=400, content_type="text/plain")


def viewer_of(request: HttpRequest, game: Game) -> ReplayViewer:
    """Who looks at a game, with the seat."""
    user = user_of(request)
    seat = selectors.seat_of(game, user)
    return ReplayViewer(user=user, seat=None if seat is None else seat.index)


def whole_game(request: HttpRequest, game_id: UUID) -> Game:
    """The game, for a request that goes through all of it. Raises Http404, LongGameBusy."""
    game = game_of(request, game_id)
    long_games.begin(game)
    return game


def _query(request: HttpRequest, game: Game) -> tuple[ReplayQuery, int]:
    """What is to be shown, and the status of the answer; a bad version leads to the newest."""
    undone = request.GET.get("undone") == "show"
    asked = request.GET.get("v")
    if asked is None:
        return ReplayQuery(None, undone), 200
    version = number_in(asked)
    if version is not None and 0 < version <= game.version:
        return ReplayQuery(version, undone), 200
    facts = {"newest": game.version}
    messages.error(
        request, _("This game has versions 1 to %(newest)s: here is the newest.") % facts
    )
    return ReplayQuery(game.version, undone), 400 if version is None else 404


def number_in(text: str | None) -> int | None:
    """The number that a text is; None for anything else."""
    plain = text is not None and text.isascii() and text.isdigit() and len(text) < LONG
    return int(text or 0) if plain else None
