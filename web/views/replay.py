"""The replay of a game: the page, the parts of the table as of each version, and what it offers."""

from collections.abc import Mapping
from typing import Final, cast
from uuid import UUID

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games import selectors, services
from games.errors import (
    GameError,
    GameNotRunning,
    NoSuchGame,
    NoSuchVersion,
    NothingToFork,
    NotSeated,
)
from games.models import Game
from replays import validation
from web.presenting import replay_moments
from web.presenting.badges import validation_badge
from web.presenting.moment import Viewer
from web.presenting.replay import Wish, page_of, seats_to_fork
from web.throttling import may_validate
from web.views.viewer import user_of

KEPT_SECONDS: Final = 3600
"""How long a browser keeps the parts of past versions; names and words may change some day."""
REFUSED: Final[Mapping[type[GameError], str]] = {
    NoSuchVersion: gettext_noop("This game has no such event: choose one from the log."),
    NothingToFork: gettext_noop("The game is over there: choose an earlier one."),
    GameNotRunning: gettext_noop("This game has not started."),
    NotSeated: gettext_noop("You can play on from games that are over, and from your own."),
}
"""Why somebody cannot play on from a version."""
LONG: Final = 9
"""Digits of a number that is no version of any game."""


@require_safe
@gzip_page
def replay(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """The table as of a version (``v``), the log and the charts of the whole game."""
    game = _game(request, game_id)
    if not game.version:
        return redirect("web:table", game_id=game.pk)
    wish, status = _wish(request, game)
    context = page_of(game, wish, viewer_of(request, game))
    return render(request, "web/replay.html", context, status=status)


@require_safe
@gzip_page
@vary_on_headers("Cookie", "Accept-Language")
def moments(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The parts of the versions from ``v`` on, to the end of its stretch, as JSON."""
    game = _game(request, game_id)
    version = _number(request.GET.get("v"))
    if version is None:
        return HttpResponse(_("Name a version: ?v=57"), status=400, content_type="text/plain")
    try:
        first = replay_moments.first_of(version)
        made = replay_moments.stretch(game, first, viewer_of(request, game))
    except NoSuchVersion as missing:
        raise Http404 from missing
    response = HttpResponse(msgspec.json.encode(made), content_type="application/json")
    kept = f"private, max-age={KEPT_SECONDS}, immutable" if made.complete else "private, no-cache"
    response["Cache-Control"] = kept
    return response


@require_POST
def validate(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Have the game decided again; whoever may see it may ask."""
    game = _game(request, game_id)
    if not game.version:
        raise Http404
    if not may_validate(request):
        text = _("That was asked for too often. Please wait a while.")
        return _badge(request, game, error=text, status=429)
    validation.request_validation(game=game, user=user_of(request), now=timezone.now())
    if request.htmx:  # type: ignore[attr-defined]
        return _badge(request, game)
    return redirect("web:replay", game_id=game.pk)


@require_safe
def validated(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """What the last validation said, or how far it is."""
    return _badge(request, _game(request, game_id))


@require_POST
@login_required
def fork(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A private game of the user's own that goes on from a version, against bots or alone."""
    game = _game(request, game_id)
    version = _number(request.POST.get("v"))
    back = f"{reverse('web:replay', args=[game.pk])}?v={version or game.version}"
    try:
        made = services.fork_game(
            game_id=game.pk,
            user=cast("User", request.user),
            version=version or 0,
            seats=seats_to_fork(game, request.POST.get("seat", "")),
            now=timezone.now(),
        )
    except tuple(REFUSED) as refused:
        messages.error(request, _(REFUSED[type(refused)]))
        return redirect(back)
    return redirect("web:table", game_id=made.pk)


def viewer_of(request: HttpRequest, game: Game) -> Viewer:
    """Who looks at a game, with the seat."""
    user = user_of(request)
    seat = selectors.seat_of(game, user)
    return Viewer(user=user, seat=None if seat is None else seat.index)


def _game(request: HttpRequest, game_id: UUID) -> Game:
    """The game, if the user may see it; else there is no such page."""
    try:
        return selectors.game_for(user_of(request), game_id)
    except NoSuchGame as missing:
        raise Http404 from missing


def _wish(request: HttpRequest, game: Game) -> tuple[Wish, int]:
    """What is to be shown, and the status of the answer; a bad version leads to the newest."""
    undone = request.GET.get("undone") == "show"
    asked = request.GET.get("v")
    if asked is None:
        return Wish(None, undone), 200
    version = _number(asked)
    if version is not None and 0 < version <= game.version:
        return Wish(version, undone), 200
    told = {"newest": game.version}
    messages.error(request, _("This game has versions 1 to %(newest)s: here is the newest.") % told)
    return Wish(game.version, undone), 400 if version is None else 404


def _number(text: str | None) -> int | None:
    """The number that a text is; None for anything else."""
    plain = text is not None and text.isascii() and text.isdigit() and len(text) < LONG
    return int(text or 0) if plain else None


def _badge(request: HttpRequest, game: Game, *, error: str = "", status: int = 200) -> HttpResponse:
    context = {"game": game, "badge": validation_badge(game), "error": error}
    return render(request, "web/replay/validation.html", context, status=status)
