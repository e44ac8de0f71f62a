"""Pages of tournaments: lists, and what everybody sees of one."""

from typing import Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec import Struct

from tournaments import exporting
from web.pages.common.name_search import NameFilter
from web.pages.common.viewer import part_wanted, user_of
from web.pages.tournaments import listing, pages, rulings, standings, tables
from web.pages.tournaments.about import about_of
from web.pages.tournaments.entrants import SORTS, entrants_of, numbering_of
from web.pages.tournaments.pages import searchable, shown
from web.pages.tournaments.scheduled import coming_rounds
from web.pages.tournaments.stamps import unless_unchanged
from web.pages.tournaments.visit import at_table, visit_as_of, visit_of
from web.pages.tournaments.wording import round_title

PRINTED: Final = {
    "": gettext_lazy("everything"),
    "tables": gettext_lazy("pairings by table"),
    "names": gettext_lazy("pairings by name"),
    "standings": gettext_lazy("standings"),
}
"""What can be printed alone."""
MOST_DIGITS = 4
"""Of the number of an entrant in an address."""


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """All lists, or the page of one; htmx gets the lists alone."""
    user = user_of(request)
    query = listing.query_of(request.GET.dict(), user)
    lists = [(key, title) for key, title in listing.TITLES.items() if user or key != "mine"]
    given: dict[str, object] = {"query": query, "lists": lists}
    if query.show:
        group, given["page"] = listing.page_of(user, query, request.GET.get("page", ""))
        given["groups"] = [group] if group.lines or not query.name else []
    else:
        given["groups"] = listing.overview(user, query)
    template = "parts/lists.html" if part_wanted(request) else "list.html"
    response = render(request, f"web/tournaments/{template}", given)
    patch_vary_headers(response, ["HX-Request"])
    return response


@never_cache
@require_safe
@unless_unchanged
def tournament(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """What is next, the announcement, the newest round, the standings."""
    return pages.overview(request, visit_of(request, tournament_id))


@never_cache
@require_safe
@unless_unchanged
def invite(request: HttpRequest, tournament_id: UUID, code: str) -> HttpResponse:
    """The same for who has the link to a private one. Raises Http404 for a void link."""
    visit = visit_of(request, tournament_id, code)
    if visit.person is not None:
        return redirect("web:tournament", tournament_id)
    return pages.overview(request, visit)


@never_cache
@require_safe
@unless_unchanged
def rounds(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Rounds with tables, or challenges of a ladder, newest first; now or ``as_of`` a moment."""
    visit = visit_as_of(request, tournament_id)
    names = NameFilter.of(request.GET.dict())
    page = tables.page_of(visit, request.GET.get("page", ""), names)
    first = page.page.number == 1 and not names
    more: dict[str, object] = {
        "rounds": tables.rounds_of(visit, page.draws, names),
        "coming": coming_rounds(visit, names),
        "bracket": tables.bracket_of(visit) if first else [],
        "challenges": tables.table_views(visit, page.challenges),
        "page": page.page,
        "names": names,
        "searchable": searchable(visit),
    }
    return shown(request, visit, "tournament_rounds", more)


@never_cache
@require_safe
@unless_unchanged
def standings_page(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The standings, now or ``as_of`` a moment; with ``a`` and ``b`` why one is ahead."""
    visit = visit_as_of(request, tournament_id)
    rows = standings.rows_of(visit)
    shown_rows, names = standings.standings_of(visit, rows), NameFilter.of(request.GET.dict())
    pair = [_number(request.GET.get(name, "")) for name in ("a", "b")]
    more: dict[str, object] = {
        "standings": shown_rows.of(names),
        "people": shown_rows.lines,
        "names": names,
        "searchable": searchable(visit),
        "unplayed": not pages.any_result(visit),
        "moments": rulings.moments_of(visit),
        "pair": pair,
        "why": standings.why(visit, rows, *pair) if all(pair) else None,
    }
    return shown(request, visit, "tournament_standings", more)


@never_cache
@require_safe
@unless_unchanged
def cross(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The cross table, now or ``as_of`` a moment."""
    return pages.cross_page(request, visit_as_of(request, tournament_id))


@never_cache
@require_safe
@unless_unchanged
def entrants(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Who takes part, or took part ``as_of`` a moment: all, or those whose names fit."""
    visit = visit_as_of(request, tournament_id)
    names, sort = NameFilter.of(request.GET.dict()), request.GET.get("sort", "")
    found = entrants_of(visit, sort)
    more: dict[str, object] = {
        "entrants": [one for one in found if names.finds(one.name)],
        "all": len(found),
        "numbering": numbering_of(visit),
        "names": names,
        "sort": sort,
        "sorts": [*SORTS.items()],
        "searchable": searchable(visit),
    }
    return shown(request, visit, "tournament_entrants", more)


@never_cache
@require_safe
def print_page(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """A round by table and by name, and the standings, for paper; now or ``as_of`` a moment."""
    visit = visit_as_of(request, tournament_id)
    number = _number(request.GET.get("round", "")) or visit.state.round
    found = tables.rounds_of(visit, [one for one in visit.state.draws if one.round == number])
    more: dict[str, object] = {
        "round": found[0] if found else None,
        "numbers": [(draw.round, round_title(visit.state, draw)) for draw in visit.state.draws],
        "by_name": _seats_by_name(found[0]) if found else [],
        "standings": standings.standings_of(visit),
        "unplayed": not pages.any_result(visit),
        "what": what if (what := request.GET.get("what", "")) in PRINTED else "",
        "printed": [*PRINTED.items()],
        "now": visit.stood_at or timezone.now(),
    }
    return shown(request, visit, "tournament_print", more)


@never_cache
@require_safe
@unless_unchanged
def rulings_page(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The log of rulings."""
    visit = visit_of(request, tournament_id)
    found = rulings.rulings_of(visit, request.GET.get("page", ""))
    more: dict[str, object] = {"rulings": found.lines, "page": found.page}
    return shown(request, visit, "tournament_rulings", more)


@never_cache
@require_safe
@unless_unchanged
def about(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The format in sentences, the settings, the seed."""
    visit = visit_of(request, tournament_id)
    file = exporting.file_name(visit.tournament, "jsonl")
    return shown(request, visit, "tournament_about", {"about": about_of(visit), "file": file})


@never_cache
@require_safe
@unless_unchanged
def table(request: HttpRequest, tournament_id: UUID, table: int) -> HttpResponse:
    """One table, now or ``as_of`` a moment. Raises Http404 for one that is not there."""
    return pages.table(request, at_table(visit_as_of(request, tournament_id), table))


def _number(text: str) -> int:
    plain = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
    return int(text) if plain else 0


class _PlacedName(Struct, frozen=True):
    """Where somebody sits in a round; ``table`` is 0 for who has none."""

    name: str
    table: int
    seat: int


def _seats_by_name(one: tables.ShownRound) -> list[_PlacedName]:
    """Who sits where in a round, by name."""
    found = [
        _PlacedName(seat.name, place, seat.number)
        for place, table in enumerate(one.tables, 1)
        for seat in table.seats
    ]
    found += [_PlacedName(name, 0, 0) for name in one.rest]
    return sorted(found, key=lambda placed: placed.name.casefold())
