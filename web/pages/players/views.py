"""The page of a player, and the lists of ratings."""

from typing import Final

from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe

from games.errors import NoSuchPlayer
from games.runtime.limits import address_of
from replays.statistics.asked import asked
from replays.statistics.totals import StatisticsFilter
from tournaments.models import Pool
from tournaments.players.people import hidden, player_named
from tournaments.players.sections import SECTIONS
from tournaments.players.sections.tournaments import Placing, PlayerTournaments, tournaments_of
from tournaments.ratings.reading import ranked, ratings_listed
from web.pages.common.viewer import user_of

PER_PAGE: Final = 50
SIZES: Final = ("2", "3", "4")
POOLS: Final = {
    Pool.OVERALL: gettext_noop("All games"),
    Pool.TWO: gettext_noop("Two players"),
    Pool.MORE: gettext_noop("Three and four players"),
}
"""What the pools are called, in the order of the pages."""


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """All sections of a player, as far as the viewer may see them. Raises Http404."""
    viewer, shown = user_of(request), _player(request, name)
    sections = [
        (section.name, _(section.title), section.build(shown, viewer)) for section in SECTIONS
    ]
    given = {"player": shown, "sections": sections, "hidden": hidden(shown)}
    given["pools"] = pools()
    return render(request, "web/player.html", given)


@require_safe
def tournaments(request: HttpRequest, name: str) -> HttpResponse:
    """All tournaments of a player, page by page. Raises Http404."""
    shown = _player(request, name)
    found = Paginator(tournaments_of(shown, user_of(request)), PER_PAGE)
    page = found.get_page(request.GET.get("page", ""))
    lines = PlayerTournaments([*map(Placing.in_, page.object_list)], more=False)
    return render(
        request, "web/player_tournaments.html", {"player": shown, "page": page, "data": lines}
    )


@require_safe
def clans(request: HttpRequest) -> HttpResponse:
    """How strong clans are, by number of players; no part of any rating."""
    wanted = request.GET.get("players", "")
    players = int(wanted) if wanted in SIZES else None
    query = StatisticsFilter(players=players)
    found = asked("clan", query, caller=address_of(request))
    lines = sorted(found.values, key=lambda line: -(line.win_share or 0))
    given = {"sizes": SIZES, "players": players, "lines": lines, "games": found.all.games}
    return render(request, "web/clan_strength.html", given)


@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    """The list of one pool; an unknown one is that of all games."""
    viewer, wanted = user_of(request), request.GET.get("pool", "")
    pool = Pool(wanted) if wanted in Pool.values else Pool.OVERALL
    page = Paginator(ratings_listed(pool, viewer), PER_PAGE).get_page(request.GET.get("page", ""))
    lines = ranked(list(page.object_list), pool, viewer)
    given = {"pools": pools(), "pool": pool.value, "page": page, "lines": lines}
    return render(request, "web/ratings.html", given)


def _player(request: HttpRequest, name: str) -> User:
    try:
        return player_named(user_of(request), name)
    except NoSuchPlayer as missing:
        raise Http404 from missing


def pools() -> dict[str, str]:
    """The names of the pools in the language of the page."""
    return {pool.value: _(title) for pool, title in POOLS.items()}
