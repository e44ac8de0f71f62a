"""The waiting room: a table before the game starts, and what can be done there."""

from datetime import datetime
from functools import partial
from typing import Final, Protocol
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import User
from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games import bots, services
from games.access import may_see
from games.engine.terms import EXPERIENCE
from games.errors import GameError, NoSuchGame
from games.models import Game
from games.models.game import Status, Visibility
from web.pages.common.errors import sentence
from web.pages.common.viewer import part_wanted, user_of
from web.pages.options import option_labels
from web.pages.room.waiting import WHO, room_of
from web.pages.table import chat

SIGN_IN: Final = "web:login"


class TableService(Protocol):
    """What a user does at a table, as a service."""

    def __call__(self, *, game_id: UUID, user: User, now: datetime) -> Game | None:
        """The game after it; None if it is deleted. Raises GameError."""


def room(request: HttpRequest, game: Game) -> HttpResponse:
    """The page of an open table."""
    talk = chat.box(game, user_of(request))
    return render(request, "web/waiting.html", {**_shown(request, game), "chat": talk})


def _shown(request: HttpRequest, game: Game) -> dict[str, object]:
    shown = room_of(game, user_of(request))
    link = reverse("web:invite", args=[game.pk, shown.code]) if shown.code else ""
    return {
        "room": shown,
        "link": request.build_absolute_uri(link) if link else "",
        "address": request.build_absolute_uri(reverse("web:table", args=[game.pk])),
        "bots": [
            (key, option_labels.BOTS.get(key, key)) for key in sorted(bots.BOTS, reverse=True)
        ],
        "visibilities": list(WHO.items()),
        "experiences": [(one, option_labels.value_label("experience", one)) for one in EXPERIENCE],
    }


@never_cache
@require_safe
def part(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The room as it is now, for htmx: nothing while it looks as ``stamp`` says."""
    user = user_of(request)
    try:
        game = services.visit_game(user, game_id)
    except NoSuchGame:
        messages.info(request, _("This table was closed."))
        return HttpResponseClientRedirect(reverse("web:lobby"))
    if game.status != Status.OPEN:
        return HttpResponseClientRedirect(reverse("web:table", args=[game_id]))
    if room_of(game, user).stamp == request.GET.get("stamp"):
        return HttpResponse(status=204)
    return render(request, "web/parts/room.html", _shown(request, game))


@require_POST
def join(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Take the next free seat; a private table asks for the code of its invite link."""
    code = request.POST.get("code", "")
    return done(request, game_id, partial(services.join_game, invite=code), seating=True)


@require_POST
def leave(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Give up the own seat."""
    return done(request, game_id, services.leave_game, seating=True)


@require_POST
def add_bot(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Give the next free seat to a bot."""
    bot = request.POST.get("bot", "")
    return done(request, game_id, partial(services.add_bot, bot=bot))


@require_POST
def remove_bot(request: HttpRequest, game_id: UUID, seat: int) -> HttpResponse:
    """Free the seat of a bot."""
    return done(request, game_id, partial(services.remove_bot, seat=seat))


@require_POST
def start(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Start the game."""
    return done(request, game_id, services.start_game)


@require_POST
def experience(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Say which clans the viewer wants."""
    wanted = request.POST.get("experience", "")
    return done(request, game_id, partial(services.say_experience, experience=wanted))


@require_POST
def change(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Another name, or other people who may see it."""
    name, visibility = request.POST.get("name"), request.POST.get("visibility")
    if visibility not in Visibility.values:
        visibility = None

    def changed(*, game_id: UUID, user: User, now: datetime) -> Game:
        return services.change_game(game_id=game_id, user=user, name=name, visibility=visibility)

    return done(request, game_id, changed)


@require_POST
def renew(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Another invite link; the old one is void."""
    return done(request, game_id, services.renew_invite)


@require_POST
def close(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Delete the table."""

    def closed(*, game_id: UUID, user: User, now: datetime) -> None:
        services.close_table(game_id=game_id, user=user, now=now)
        messages.success(request, _("The table is closed."))

    return done(request, game_id, closed)


@never_cache
@require_safe
def invite(request: HttpRequest, game_id: UUID, code: str) -> HttpResponse:
    """What an invited person sees before sitting down. Raises Http404 for a void link."""
    user = user_of(request)
    try:
        game = services.visit_game(user, game_id, code)
    except NoSuchGame:
        return render(request, "web/invite_void.html", status=404)
    shown = room_of(game, user) if game.status == Status.OPEN else None
    if shown is None or shown.am_seated or shown.am_asked or shown.am_host:
        return redirect("web:table", game_id)
    return render(request, "web/invite.html", {"room": shown, "code": code})


def done(
    request: HttpRequest, game_id: UUID, service: TableService, *, seating: bool = False
) -> HttpResponse:
    """Call a service for the user, and show the table that it returns.

    After a refusal the table is read, and shown below the refusal.

    ``seating`` says that the user joins or leaves the table by it: the answer then brings the chat.
    Raises Http404 for a game that the user may not know of.
    """
    user = user_of(request)
    table = reverse("web:table", args=[game_id])
    if user is None:
        return _go(request, f"{reverse(SIGN_IN)}?{urlencode({'next': table})}")
    try:
        game = service(game_id=game_id, user=user, now=timezone.now())
    except NoSuchGame as missing:
        raise Http404 from missing
    except GameError as refused:
        messages.error(request, sentence(refused))
        game = _visited(user, game_id)
    else:
        prefetch_related_objects([game] if game else [], "host", "seats__user")
    if game is None or not may_see(user, game):
        # Closed just now, or a private table that the user has left.
        return _go(request, reverse("web:lobby"))
    if game.status == Status.OPEN and part_wanted(request):
        known = {**_shown(request, game), "with_notices": True, "seating": seating}
        if seating:
            known["chat"] = chat.box(game, user)
        return render(request, "web/parts/room.html", known)
    return _go(request, table)


def _visited(user: User, game_id: UUID) -> Game | None:
    try:
        return services.visit_game(user, game_id)
    except NoSuchGame:
        return None


def _go(request: HttpRequest, address: str) -> HttpResponse:
    if part_wanted(request):
        return HttpResponseClientRedirect(address)
    return redirect(address)
