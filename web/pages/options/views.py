"""A new table."""

from math import ceil
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games import bots, engine, packs
from games.errors import InvalidName
from games.models.game import Visibility
from games.names import LONGEST
from games.quota_errors import EventsPerDay, TablesPerHour, TooManyOpenTables
from web import throttling
from web.forms.proposed_names import against_bots, table_of
from web.opening import asks_for_clans, open_table
from web.pages.common.errors import sentence
from web.pages.common.viewer import account_of
from web.pages.options import form as option_form
from web.pages.options import option_labels
from web.pages.options.fields import target_of
from web.pages.options.form import Given, OptionsForm

VISIBILITIES: Final = (
    (
        Visibility.PUBLIC,
        gettext_lazy("Public"),
        gettext_lazy("Listed in the lobby: anyone can join, watch and replay it."),
    ),
    (
        Visibility.UNLISTED,
        gettext_lazy("By link"),
        gettext_lazy("Unlisted: anyone with the link can join or watch."),
    ),
    (
        Visibility.PRIVATE,
        gettext_lazy("Private"),
        gettext_lazy("Players only: others need your invite link to join."),
    ),
)
SEATS: Final = (2, 3, 4)
FIRST_GAME: Final = "first-game"
QUICK_BOT: Final = "steward"
QUOTAS: Final = (TooManyOpenTables, TablesPerHour, EventsPerDay)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """The form of a new table, and what it makes.

    A full table starts at once; otherwise its waiting room comes next. ``preset`` of the query
    fills the form.
    """
    if request.method == "POST":
        return _made(request)
    given: Given = {"players": 2, **option_form.of_preset(request.GET.get("preset", ""))}
    return _page(request, OptionsForm(given=given), QueryDict())


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def quick(request: HttpRequest) -> HttpResponse:
    """A game against as many ``bots`` by the rules of a ``preset``; it starts at once.

    Who comes back here from signing in comes without the form, and finds it in the lobby.
    """
    if request.method != "POST":
        return redirect("web:lobby")
    rules = request.POST.get("preset", "")
    chosen = request.POST.get("bots", "")
    against = int(chosen) if chosen in ("1", "2", "3") else 2
    given: Given = {
        **option_form.of_preset(rules if rules in option_labels.PRESETS else FIRST_GAME),
        "players": against + 1,
    }
    try:
        game = open_table(
            host=account_of(request),
            name=against_bots(account_of(request).get_username(), against),
            options=engine.decode_options(given, packs.current().content),
            visibility=Visibility.UNLISTED,
            bots=[QUICK_BOT] * against,
            now=timezone.now(),
            named_after=account_of(request),
        )
    except QUOTAS as refused:
        messages.error(request, sentence(refused))
        return redirect("web:lobby")
    return redirect("web:table", game.pk)


def _made(request: HttpRequest) -> HttpResponse:
    user, sent = account_of(request), request.POST
    form, typed = OptionsForm(sent), sent.get("name", "").strip()
    visibility = sent.get("visibility", "")
    if visibility not in Visibility.values:
        visibility = Visibility.PUBLIC
    try:
        options = engine.decode_options(form.given, packs.current().content)
        game = open_table(
            host=user,
            name=typed or table_of(user.get_username()),
            options=options,
            visibility=visibility,
            bots=[bot for bot in _seats(sent)[: options.players - 1] if bot],
            now=timezone.now(),
            named_after=None if typed else user,
        )
    except engine.InvalidOptions as refused:
        form.refuse(refused)
        return _page(request, form, sent, status=422)
    except InvalidName as refused:
        return _page(request, form, sent, name_error=sentence(refused), status=422)
    except QUOTAS as refused:
        messages.error(request, sentence(refused))
        shown = _page(request, form, sent, status=409)
        wait = refused.wait
        return shown if wait is None else throttling.refused(shown, ceil(wait.total_seconds()))
    if asks_for_clans(options) and game.seats.count() == options.players:
        messages.info(request, _("Choose which clans you want, then start the game."))
    return redirect("web:table", game.pk)


def _seats(sent: QueryDict) -> list[str]:
    """The bot of each further seat; empty where somebody is to join."""
    chosen = [sent.get(f"seat{number}", "") for number in SEATS]
    return [bot if bot in bots.BOTS else "" for bot in chosen]


def _page(
    request: HttpRequest,
    form: OptionsForm,
    sent: QueryDict,
    *,
    name_error: str = "",
    status: int = 200,
) -> HttpResponse:
    seats = _seats(sent)
    shown = {
        "name": sent.get("name", ""),
        "name_error": name_error,
        "proposal": table_of(account_of(request).get_username()),
        "longest": LONGEST,
        "visibilities": VISIBILITIES,
        "visibility": sent.get("visibility", Visibility.PUBLIC),
        "seats": list(zip(SEATS, seats, strict=True)),
        "bots": [
            (key, option_labels.BOTS.get(key, key)) for key in sorted(bots.BOTS, reverse=True)
        ],
        "players": form.players(),
        "presets": option_form.presets(form.given),
        "sections": form.sections(),
        "problems": _problems(form, name_error),
    }
    return render(request, "web/create.html", shown, status=status)


def _problems(form: OptionsForm, name_error: str) -> dict[str, str]:
    """What is wrong, once, and the id of the field that the reader should look at."""
    problems = {name_error: "table-name"} if name_error else {}
    for option, texts in form.errors.items():
        target = target_of(form[option]) if option in form.fields else "create"
        for text in texts:
            problems.setdefault(str(text), target)
    return problems
