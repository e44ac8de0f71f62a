"""What a player does at a table: the panel, moves, taking them back, and what is new."""

import hashlib
import re
from collections.abc import Callable
from typing import Final
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import engine, errors, services
from games.models import Game
from web.pages.common.errors import forbidden, sentence
from web.pages.common.viewer import user_of
from web.pages.panel import rendering as panels
from web.pages.panel.max_bid import wanted_maximum
from web.pages.panel.page import Trouble
from web.pages.table import swaps as parts
from web.pages.table import views as table

KEY: Final = re.compile(r"[!-~]{1,64}")


@require_safe
@never_cache
def panel(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """What the viewer can do now, narrowed by the choices that ``p`` names."""
    game = table.started_game(request, game_id)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(f"{reverse('web:table', args=[game_id])}?{request.GET.urlencode()}#panel")
    shown = table.table_of(request, game)
    return HttpResponse(panels.rendered(request, shown, path=panels.path_of(request)))


@require_POST
def play(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Make the move that a form names, and end the turn after it if that was wanted.

    Its key makes a second click harmless.
    """
    notation, ends = request.POST.get("move", ""), request.POST.get("ends") == "1"

    def played(user: User, seen: int) -> services.Played:
        key = key_in(request)
        asked = f"{seen} {notation} then end" if ends else f"{seen} {notation}"
        return services.play_moves(
            game_id=game_id,
            user=user,
            moves=[engine.parse(notation)],
            then=engine.parse("end") if ends else None,
            seen_version=seen,
            seat=seat_of(request),
            key=key,
            request_hash=hashlib.sha256(asked.encode()).hexdigest(),
            now=timezone.now(),
        )

    return answered(request, game_id, played)


@require_POST
def undo(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Take back the turn, or all after the version ``to``."""
    wanted = request.POST.get("to", "")

    def undone(user: User, _seen: int) -> services.Played:
        return services.undo(
            game_id=game_id,
            user=user,
            to_version=int(wanted[:9]) if wanted.isdecimal() else None,
            seat=seat_of(request),
            now=timezone.now(),
        )

    return answered(request, game_id, undone)


@require_POST
def max_bid(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Set the maximum bid that a form names, or withdraw it."""

    def noted(user: User, _seen: int) -> services.Played:
        return services.set_max_bid(
            game_id=game_id,
            user=user,
            wanted=wanted_maximum(request.POST),
            seat=seat_of(request),
            now=timezone.now(),
        )

    return answered(request, game_id, noted)


def answered(
    request: HttpRequest, game_id: UUID, service: Callable[[User, int], services.Played]
) -> HttpResponse:
    """Call a service with the user and the version that the page shows; the answer to the form."""
    user, seen = user_of(request), seen_in(request)
    if user is None or seen is None:
        return unknown(request, game_id)
    try:
        played = service(user, seen)
    except (errors.GameError, engine.EngineError) as refusal:
        return failed(request, game_id, refusal)
    trouble = None if played.refused is None else trouble_of(played.refused)[0]
    return done(request, played, since=seen, trouble=trouble)


def seen_in(request: HttpRequest) -> int | None:
    """The version that the page shows on which a form stands; None if the form does not say."""
    written = request.POST.get("version", "")
    return int(written) if written.isascii() and written.isdecimal() and len(written) < 10 else None


def unknown(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The answer to a form without a user or a version; a whole table would cost much."""
    message = _("Please sign in and try again.")
    if user_of(request) is None:
        there = redirect_to_login(reverse("web:table", args=[game_id]))
        if not request.htmx:  # type: ignore[attr-defined]
            return there
        return HttpResponse(message, status=403, headers={"HX-Redirect": there.headers["Location"]})
    return refused(request, table.started_game(request, game_id), Trouble(message), 400)


def key_in(request: HttpRequest) -> str | None:
    """The idempotency key of a form, if it has one. Raises MalformedMove for one no page gives."""
    key = request.POST.get("key", "")
    if not key or KEY.fullmatch(key):
        return key or None
    raise engine.MalformedMove("key: it is none that a page has given out")


def seat_of(request: HttpRequest) -> int | None:
    """The seat that a form names, for those who have several."""
    seat = request.POST.get("seat", "")
    return int(seat) if seat.isdecimal() and len(seat) == 1 else None


def trouble_of(refusal: Exception) -> tuple[Trouble, int]:
    """A refusal in words, with its rule, and the status of the answer."""
    match refusal:
        case engine.IllegalMove():
            return Trouble(forbidden(refusal), refusal.rule), 422
        case engine.NotYourDecision():
            return Trouble(_("It is not your turn.")), 409
        case errors.NotSeated() | errors.NotYourSeat():
            return Trouble(sentence(refusal)), 403
        case engine.MalformedMove() | errors.VersionAhead():
            return Trouble(_("This is not a valid move. Choose again.")), 400
        case errors.GameError():
            return Trouble(sentence(refusal)), 409
        case _:
            return Trouble(_("This cannot be done now. Reload the page.")), 409


def failed(request: HttpRequest, game_id: UUID, refusal: Exception) -> HttpResponse:
    """The answer to what was not done: how it stands, and why."""
    trouble, status = trouble_of(refusal)
    return refused(request, table.started_game(request, game_id), trouble, status)


def refused(request: HttpRequest, game: Game, trouble: Trouble, status: int) -> HttpResponse:
    """The panel with what is wrong; without htmx the whole page."""
    shown = table.table_of(request, game)
    if not request.htmx:  # type: ignore[attr-defined]
        return table.page(request, shown, trouble=trouble, status=status)
    return HttpResponse(panels.rendered(request, shown, trouble=trouble), status=status)


def done(
    request: HttpRequest, played: services.Played, *, since: int, trouble: Trouble | None
) -> HttpResponse:
    """The answer to what was done: the panel, and all parts that have changed since a version.

    ``trouble`` says why a part of it was not done.
    """
    if not request.htmx:  # type: ignore[attr-defined]
        if trouble is not None:
            messages.error(request, trouble.text)
        return redirect("web:table", game_id=played.game.pk)
    shown = table.table_after(request, played)
    changed = parts.changed(shown, since)
    if changed is None:
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    panel_now = panels.rendered(request, shown, trouble=trouble)
    return HttpResponse(panel_now + parts.swaps(request, shown, changed))
