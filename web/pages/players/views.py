"""The page of a player, and the lists of ratings."""

from typing import Final

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe

from games.errors import NoSuchPlayer
from tournaments.models import Pool
from tournaments.players.people import hidden, player_named
from tournaments.players.sections import SECTIONS
from tournaments.ratings.reading import ranked, ratings_listed
from web.pages.common.viewer import user_of

PER_PAGE: Final = 50
POOLS: Final = {
    Pool.OVERALL: gettext_noop("All games"),
    Pool.TWO: gettext_noop("Two players"),
    Pool.MORE: gettext_noop("Three and four players"),
}
"""What the pools are called, in the order of the pages."""


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """All sections of a player, as far as the viewer may see them. Raises Http404."""
    viewer = user_of(request)
    try:
        shown = player_named(viewer, name)
    except NoSuchPlayer as missing:
        raise Http404 from missing
    sections = [
        (section.name, _(section.title), section.build(shown, viewer)) for section in SECTIONS
    ]
    given = {"player": shown, "sections": sections, "hidden": hidden(shown)}
    given["pools"] = pools()
    return render(request, "web/player.html", given)


@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    """The list of one pool; an unknown one is that of all games."""
    viewer, wanted = user_of(request), request.GET.get("pool", "")
    pool = Pool(wanted) if wanted in Pool.values else Pool.OVERALL
    page = Paginator(ratings_listed(pool, viewer), PER_PAGE).get_page(request.GET.get("page", ""))
    lines = ranked(list(page.object_list), pool, viewer)
    given = {"pools": pools(), "pool": pool.value, "page": page, "lines": lines}
    return render(request, "web/ratings.html", given)


def pools() -> dict[str, str]:
    """The names of the pools in the language of the page."""
    return {pool.value: _(title) for pool, title in POOLS.items()}
