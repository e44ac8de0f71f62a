"""What a replay offers to do: have the game decided again, and play on from a moment of it."""

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST, require_safe

from games import services
from games.errors import (
    GameError,
    GameNotRunning,
    NoSuchVersion,
    NothingToFork,
    NotSeated,
    PositionRefused,
)
from games.models import Game
from games.quota_errors import ForksPerHour, PacksFull
from games.runtime.limits import address_of
from replays.open_jobs import TooManyJobs
from replays.validation import requests
from web.pages.common.errors import sentence
from web.pages.common.forms_only import sent_from
from web.pages.common.viewer import account_of, game_of, user_of
from web.pages.replay.badges import validation_badge
from web.pages.replay.page import seats_to_fork
from web.pages.replay.views import number_in
from web.throttling import count_validation, refused

REFUSED: Final[Mapping[type[GameError], str]] = {
    GameNotRunning: GameNotRunning.not_started,
    NotSeated: gettext_noop("You can play on from finished games and from your own."),
}
"""Why somebody cannot play on from a version, where the refusal is about forks."""


@require_POST
def validate(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Have the game decided again, for everyone who may see it."""
    game = game_of(request, game_id)
    if not game.version:
        raise Http404
    if wait := count_validation(request):
        text = _("Too many requests. Wait a while.")
        return refused(_badge(request, game, error=text), wait)
    address = address_of(request)
    try:
        requests.request_validation(
            game=game, user=user_of(request), address=address, now=timezone.now()
        )
    except TooManyJobs as full:
        text = _("Other validations have to be over first. Please try again in a few seconds.")
        return refused(_badge(request, game, error=text), int(full.wait.total_seconds()))
    if request.htmx:  # type: ignore[attr-defined]
        return _badge(request, game)
    return redirect("web:replay", game_id=game.pk)


@require_safe
def validated(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """What the last validation said, or how far it is."""
    return _badge(request, game_of(request, game_id), opened="opened" in request.GET)


@login_required
@sent_from("web:replay")
def fork(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A private game of the user's own that goes on from a version, against bots or alone."""
    game = game_of(request, game_id)
    version = number_in(request.POST.get("v"))
    back = f"{reverse('web:replay', args=[game.pk])}?v={version or game.version}"
    try:
        made = services.fork_game(
            game_id=game.pk,
            user=account_of(request),
            version=version or 0,
            seats=seats_to_fork(game, request.POST.get("seat", "")),
            now=timezone.now(),
        )
    except tuple(REFUSED) as refused:
        messages.error(request, _(REFUSED[type(refused)]))
        return redirect(back)
    except (
        NoSuchVersion,
        NothingToFork,
        PositionRefused,
        ForksPerHour,
        PacksFull,
    ) as refused:
        messages.error(request, sentence(refused))
        return redirect(back)
    return redirect("web:table", game_id=made.pk)


def _badge(
    request: HttpRequest, game: Game, *, opened: bool = True, error: str = ""
) -> HttpResponse:
    """The badge, as the answer to a request for it."""
    context = {"game": game, "badge": validation_badge(game), "error": error, "opened": opened}
    return render(request, "web/replay/validation.html", context)
