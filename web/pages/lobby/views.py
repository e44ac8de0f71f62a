"""The lobby, the front page of strangers, and the way to the next game."""

from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import selectors
from web.pages.common.viewer import account_of, part_wanted, user_of
from web.pages.lobby.front import scene
from web.pages.lobby.lobby import (
    TITLES,
    columns_of,
    cut_off,
    lobby_query,
    overview,
    page_of,
    waiting_for,
)
from web.pages.options import option_labels
from web.pages.options.presets import titles
from web.pages.tournaments.listing import mine_that_run

MOST_WANTED: Final = 5
"""Of the seats that others offer, and of those that they keep for a rematch."""


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """What this is, for strangers; the lobby for users who have signed in."""
    user = user_of(request)
    if user is not None:
        return shown(request, user)
    query = lobby_query({}, None)
    groups = overview(None, query)
    given = {"columns": columns_of(groups, None), "query": query, "scene": scene(groups)}
    return render(request, "web/front.html", given)


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The games that the viewer may see, by what can be done with them."""
    return shown(request, user_of(request))


def shown(request: HttpRequest, user: User | None) -> HttpResponse:
    """All lists, or the page of one; htmx gets the lists alone."""
    query = lobby_query(request.GET.dict(), user)
    given: dict[str, object] = {
        "query": query,
        "lists": _lists(user),
        "counts": (1, 2, 3, 4),
        "rules": list(titles().items()),
        "quick": list(option_labels.PRESETS.items()),
    }
    if query.show:
        group, page = page_of(user, query, request.GET.get("page", ""))
        given |= {"page": page, "cut": cut_off(page)}
        groups = [group] if group.games or not query.narrowed else []
        given["columns"] = [groups]
    else:
        groups = overview(user, query)
        given["columns"] = columns_of(groups, user)
        at_no_table = all(group.status != "turn" for group in groups)
        if user is not None and at_no_table and not query.narrowed:
            given["newcomer"] = not user.seats.exists()
    given["found"] = bool(groups)
    if user is not None and not part_wanted(request):
        given |= _wanted(user)
        given["tournaments"] = mine_that_run(user)
    template = "web/parts/games.html" if part_wanted(request) else "web/lobby.html"
    response = render(request, template, given)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _wanted(user: User) -> dict[str, object]:
    """The newest seats that others want the user to take, and whether there are more."""
    offers = list(selectors.offers_to(user, timezone.now())[: MOST_WANTED + 1])
    asked = list(selectors.asked(user)[: MOST_WANTED + 1])
    more = max(len(offers), len(asked)) > MOST_WANTED
    return {"offers": offers[:MOST_WANTED], "asked": asked[:MOST_WANTED], "more_wanted": more}


def _lists(user: User | None) -> list[tuple[str, object]]:
    return [(key, title) for key, title in TITLES.items() if user or key not in ("turn", "mine")]


@login_required
@require_safe
def next_game(request: HttpRequest) -> HttpResponse:
    """To the game that has waited for the viewer longest; ``after`` one, to the one behind it."""
    games = [str(pk) for pk in waiting_for(account_of(request)).values_list("pk", flat=True)]
    after = request.GET.get("after", "")
    if after in games:
        place = games.index(after) + 1
        games = [*games[place:], *games[:place]]
    if games:
        return redirect("web:table", games[0])
    messages.info(request, _("No games waiting for you."))
    return redirect("web:lobby")
