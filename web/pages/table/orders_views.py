"""Standing orders: what a seat makes in production while its player is away."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import errors, selectors, services
from games.models import Game
from games.standing_orders import StandingOrder
from web.forms.orders import OrderForm
from web.pages.common.errors import sentence
from web.pages.common.viewer import account_of, game_of
from web.pages.table import orders


@login_required
@never_cache
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """The own games that are not over, with what is ordered in each, page by page."""
    shown = orders.page_of(account_of(request), request.GET.get("page", ""))
    return render(request, "web/orders.html", {"lines": shown.lines, "page": shown.page})


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def order(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The standing order of the own seat in a game, to be set or withdrawn."""
    game, user = game_of(request, game_id), account_of(request)
    if selectors.seat_of(game, user) is None:
        raise Http404
    clan = orders.clan_of(game, user)
    if request.method != "POST":
        return _page(request, game, OrderForm.of(orders.order_of(game, user), clan))
    if "withdraw" in request.POST:
        return _set(request, game, None, OrderForm.of(None, clan))
    form = OrderForm(clan, request.POST)
    if not form.is_valid():
        return _page(request, game, form, status=422)
    return _set(request, game, form.order(), form)


def _set(
    request: HttpRequest, game: Game, wanted: StandingOrder | None, form: OrderForm
) -> HttpResponse:
    user = account_of(request)
    try:
        services.set_standing_order(game_id=game.pk, user=user, order=wanted, now=timezone.now())
    except errors.GameError as refused:
        messages.error(request, sentence(refused))
        return _page(request, game, form, status=409)
    said = _("Standing order removed.") if wanted is None else _("Standing order saved.")
    messages.success(request, said)
    return redirect("web:order", game.pk)


def _page(request: HttpRequest, game: Game, form: OrderForm, *, status: int = 200) -> HttpResponse:
    sentences = orders.sentences(orders.order_of(game, account_of(request)))
    return render(
        request,
        "web/order.html",
        {"game": game, "form": form, "sentences": sentences},
        status=status,
    )
