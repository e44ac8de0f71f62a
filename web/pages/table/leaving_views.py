"""Leaving a table: the page for handing a seat over or resigning, and that for taking it."""

from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import selectors, services
from games.errors import GameError, NoSuchGame
from games.models import Game, Handover
from games.models.game import Status
from tournaments.models import Tournament
from web.pages.common.errors import sentence
from web.pages.common.forms_only import sent_from
from web.pages.common.games import stage
from web.pages.common.viewer import account_of, game_of
from web.throttling import count_offer, refused


class OfferForm(forms.Form):
    """To whom a seat is offered."""

    taker = forms.CharField(
        label=gettext_lazy("User name of the other player"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )


class ResignForm(forms.Form):
    """Confirms leaving the game."""

    sure = forms.BooleanField(label=gettext_lazy("I leave this game for good"))


class AbandonForm(forms.Form):
    """Confirms ending the game without a result."""

    agreed = forms.BooleanField(label=gettext_lazy("I agree to end this game without a result"))


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def hand_over(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Offer the own seat in a running game to somebody."""
    game, user = _own_game(request, game_id)
    if request.method != "POST":
        return _page(request, game, user, OfferForm())
    form = OfferForm(request.POST)
    if not form.is_valid():
        return _page(request, game, user, form, status=422)
    if wait := count_offer(request):
        form.add_error(None, _("You have offered seats very often. Try again later."))
        return refused(_page(request, game, user, form), wait)
    taker = form.cleaned_data["taker"]
    try:
        services.offer_seat(game_id=game.pk, user=user, taker=taker, now=timezone.now())
    except GameError as error:
        form.add_error("taker", sentence(error))
        return _page(request, game, user, form, status=422)
    messages.success(request, _("Your seat is offered."))
    return redirect("web:hand_over", game.pk)


@login_required
@sent_from("web:hand_over")
def withdraw(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Take the offer back."""
    game, user = _own_game(request, game_id)
    services.withdraw_offer(game_id=game.pk, user=user)
    messages.success(request, _("Your offer is withdrawn."))
    return redirect("web:hand_over", game.pk)


@login_required
@sent_from("web:hand_over")
def resign(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Leave a running game for good, with all seats that the viewer has in it."""
    game, user = _own_game(request, game_id)
    form = ResignForm(request.POST)
    if not form.is_valid():
        return _page(request, game, user, OfferForm(), status=422, resigning=form)
    try:
        services.resign(game_id=game.pk, user=user, now=timezone.now())
    except GameError as error:
        messages.error(request, sentence(error))
    else:
        messages.success(request, _("You have resigned."))
    return redirect("web:table", game.pk)


@login_required
@sent_from("web:hand_over")
def abandon(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Agree to end a running game without a result, or take that back."""
    game, user = _own_game(request, game_id)
    form = AbandonForm(request.POST)
    withdrawn = "withdraw" in request.POST
    if not withdrawn and not form.is_valid():
        return _page(request, game, user, OfferForm(), status=422, abandoning=form)
    try:
        if withdrawn:
            game = services.withdraw_abandoning(game_id=game.pk, user=user)
        else:
            game = services.agree_to_abandon(game_id=game.pk, user=user, now=timezone.now())
    except GameError as error:
        messages.error(request, sentence(error))
        return redirect("web:table", game.pk)
    if game.status != Status.RUNNING:
        messages.success(request, _("The game has ended without a result."))
        return redirect("web:table", game.pk)
    message = (
        _("You no longer agree.") if withdrawn else _("You agree. The game ends when all agree.")
    )
    messages.success(request, message)
    return redirect("web:hand_over", game.pk)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def offer(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """What is offered to the viewer in a game; a POST takes the seat."""
    user = account_of(request)
    found = _offered(user, game_id)
    if request.method != "POST":
        return render(
            request,
            "web/offer.html",
            {"game": found[0].game, "stage": stage(found[0].game, 0), "offers": found},
        )
    seat = next((one.seat for one in found if str(one.seat) == request.POST.get("seat")), None)
    if seat is None:
        raise Http404
    try:
        services.take_seat(game_id=game_id, user=user, seat=seat, now=timezone.now())
    except NoSuchGame as missing:
        raise Http404 from missing
    except GameError as error:
        messages.error(request, sentence(error))
        return redirect("web:lobby")
    messages.success(request, _("The seat is yours. Good luck!"))
    return redirect("web:table", game_id)


@login_required
@sent_from("web:offer")
def decline(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Decline what is offered to the viewer in a game."""
    user = account_of(request)
    _offered(user, game_id)
    services.decline_offer(game_id=game_id, user=user)
    messages.success(request, _("You have declined."))
    return redirect("web:lobby")


def _own_game(request: HttpRequest, game_id: UUID) -> tuple[Game, User]:
    """A running game in which the viewer still plays. Raises Http404."""
    game, user = game_of(request, game_id), account_of(request)
    seat = selectors.seat_of(game, user)
    if seat is None or seat.resigned or game.status != Status.RUNNING:
        raise Http404
    return game, user


def _offered(user: User, game_id: UUID) -> list[Handover]:
    """The seats of a game that are offered to a user. Raises Http404."""
    found = list(selectors.offers_to(user, timezone.now()).filter(game=game_id))
    if not found:
        raise Http404
    return found


def _page(
    request: HttpRequest,
    game: Game,
    user: User,
    form: OfferForm,
    *,
    status: int = 200,
    resigning: ResignForm | None = None,
    abandoning: AbandonForm | None = None,
) -> HttpResponse:
    made = game.handovers.filter(giver=user, at=None).select_related("taker").first()
    agree = [seat.user for seat in game.seats.filter(abandons=True).select_related("user")]
    known = {
        "game": game,
        "form": form,
        "offer": made,
        "link": request.build_absolute_uri(reverse("web:offer", args=[game.pk])),
        "resigning": resigning or ResignForm(),
        "abandoning": abandoning or AbandonForm(),
        "agree": [one.username for one in dict.fromkeys(agree) if one],
        "agreed": user in agree,
        "counts": _counts_for_a_tournament(game),
        "shared": game.seats.filter(user=user, shared=True).exists(),
    }
    return render(request, "web/hand_over.html", known, status=status)


def _counts_for_a_tournament(game: Game) -> bool:
    """Whether a tournament that runs waits for the end of a game."""
    if game.tournament is None or game.set_aside:
        return False
    return Tournament.objects.filter(pk=game.tournament, finished_at=None).exists()
