"""What the pages of a tournament show."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from games.models.game import Visibility
from games.selectors import played_in_person
from tournaments.access import invited
from tournaments.models import Tournament
from tournaments.services.entering import would_wait
from tournaments.state import OVER, RoundTable
from web.pages.common.name_search import MANY, NameFilter
from web.pages.common.viewer import part_wanted
from web.pages.tournaments import cross, forms_shown, rulings, standings, steps, tables
from web.pages.tournaments.about import about_of, announcement_of
from web.pages.tournaments.actions import reported
from web.pages.tournaments.actions.results import awaits_game
from web.pages.tournaments.entrants import entrants_of
from web.pages.tournaments.forms_shown import RefusedForm
from web.pages.tournaments.steps.directors import as_director
from web.pages.tournaments.visit import Visit, for_director, left_to_directors
from web.pages.tournaments.wording import WHO, badge_of, format_title

TABS: Final[tuple[tuple[str, str | Promise], ...]] = (
    ("tournament", gettext_lazy("Overview")),
    ("tournament_rounds", gettext_lazy("Rounds")),
    ("tournament_standings", gettext_lazy("Standings")),
    ("tournament_cross", gettext_lazy("Cross table")),
    ("tournament_entrants", gettext_lazy("Entrants")),
    ("tournament_rulings", gettext_lazy("Rulings")),
    ("tournament_about", gettext_lazy("Format")),
)
LIVE: Final = frozenset(name for name, _title in TABS) | {"tournament_table"}
"""Pages of which a part changes while one looks at them."""
AS_OF: Final = frozenset(
    f"tournament_{one}" for one in ("rounds", "standings", "cross", "entrants")
)
"""Pages that a moment is kept for on the way from one to another."""
NEWEST: Final = 12
"""Challenges of a ladder on its first page."""
A_DAY: Final = 24 * 60 * 60
DIRECT: Final = ("tournament_direct", gettext_lazy("Direct"))


WITHIN: Final = {"tournament_table": "tournament_rounds", "tournament_print": "tournament_rounds"}
"""Pages without a link of their own in the row, and the one that they belong to."""


@dataclass(frozen=True, slots=True)
class PageTab:
    """A page of the tournament in the row of links.

    ``current`` is ``page`` for the page itself, ``true`` where it is a part of this one.
    """

    title: str
    url: str
    current: str


def frame(visit: Visit, page: str) -> dict[str, object]:
    """What all pages of a tournament show."""
    tournament: Tournament = visit.tournament
    badge = badge_of(tournament, timezone.now())
    known = [*TABS, DIRECT] if visit.directs else [*TABS]
    return {
        "visit": visit,
        "tournament": tournament,
        "state": visit.state,
        "phase": badge.text,
        "badge": badge.style,
        "opens": _opens(visit),
        "closed": _closed(visit),
        "to_wait": would_wait(visit.state),
        "who": WHO.get(Visibility(tournament.visibility), ""),
        "active": len(visit.state.competed()),
        "waiting": sum(one.status == "waiting" for one in visit.state.entrants.values()),
        "format_title": format_title(visit.state.settings.format),
        "directors": _directors(visit),
        "tabs": [
            PageTab(
                str(rounds_title(visit) if name == "tournament_rounds" else title),
                _address(visit, name),
                _current(name, page),
            )
            for name, title in known
        ],
        "rounds_title": rounds_title(visit),
    }


def rounds_title(visit: Visit) -> str:
    """What the page of all tables is called: a ladder has no rounds, and a league has seasons."""
    if visit.format is not None and visit.format.endless:
        return gettext("Tables")
    return gettext("Seasons") if visit.seasons else gettext("Rounds")


def _opens(visit: Visit) -> datetime | None:
    """When registration opens, of a tournament that is shown and has to be waited for."""
    settings = visit.state.settings
    later = visit.state.phase == "open" and settings.opens_later(timezone.now())
    return settings.registration_opens if later else None


def _closed(visit: Visit) -> bool:
    """Whether nobody can register any more, though the tournament has not begun."""
    state = visit.state
    return state.registration_closed or state.settings.closed_before(timezone.now())


def _directors(visit: Visit) -> list[str]:
    """The names of the director and the co-directors, as far as they have accounts."""
    state = visit.state
    people = [state.director, *state.co_directors]
    return [visit.names.person(one) for one in people if one in visit.names.accounts]


def _current(tab: str, page: str) -> str:
    if tab == page:
        return "page"
    return "true" if WITHIN.get(page) == tab else ""


def _address(visit: Visit, page: str) -> str:
    """That of a page, at the moment that the viewer looks at."""
    query = {"as_of": visit.as_of} if visit.past and page in AS_OF else None
    return reverse(f"web:{page}", args=[visit.id], query=query)


def address_of(visit: Visit, page: str) -> str:
    """That of a page which the viewer may see: a stranger's goes by the link to a private one."""
    if page == "tournament_table":
        assert visit.table is not None
        return reverse("web:tournament_table", args=[visit.id, visit.table.id])
    stranger = visit.person is None and invited(visit.tournament, visit.invite)
    if page == "tournament" and stranger:
        return reverse("web:tournament_invite", args=[visit.id, visit.invite])
    return reverse(f"web:{page}", args=[visit.id])


def shown(
    request: HttpRequest, visit: Visit, page: str, more: dict[str, object], *, status: int = 200
) -> HttpResponse:
    """A page; htmx gets what changes of it. ``unless_unchanged`` answers where nothing has."""
    template = f"web/tournaments/{page.removeprefix('tournament_')}.html"
    given = {**frame(visit, page), **more, "stamp": visit.stamp, "followed": request.path}
    if request.method == "POST":
        # The address of a form only leads to the page; it knows no stamp.
        given["followed"] = address_of(visit, page)
    if part_wanted(request) and request.method == "GET" and page in LIVE:
        given["part"] = template.replace("tournaments/", "tournaments/parts/")
        template = "web/tournaments/parts/answer.html"
    response = render(request, template, given, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def overview(
    request: HttpRequest, visit: Visit, refused: RefusedForm | None = None, *, status: int = 200
) -> HttpResponse:
    """What is next, the announcement, the newest round, the standings."""
    more = {
        "steps": steps.steps_of(visit, timezone.now()),
        "forms": forms_shown.playing(visit, refused),
        "own_tables": tables.own_tables(visit),
        "rounds": tables.rounds_of(visit, visit.state.draws[-1:]),
        "challenges": tables.table_views(visit, tables.challenges_of(visit)[:NEWEST]),
        "standings": standings.standings_of(visit) if any_result(visit) else None,
        "entrants": entrants_of(visit),
        "about": about_of(visit),
        "announcement": announcement_of(visit, _shared(request, visit)) if visit.directs else "",
        "turns_in": _turns_in(visit),
        "cancelled": rulings.why_cancelled(visit),
        "link": _link(request, visit),
    }
    return shown(request, visit, "tournament", more, status=status)


def _turns_in(visit: Visit) -> int:
    """In how many seconds registration opens or closes; 0 if not within a day."""
    settings, now = visit.state.settings, timezone.now()
    if visit.state.phase not in ("open", "running"):
        return 0
    moments = [one for one in (settings.registration_opens, settings.registration_closes) if one]
    coming = [int((one - now).total_seconds()) + 1 for one in moments if one > now]
    return min((one for one in coming if one <= A_DAY), default=0)


def any_result(visit: Visit) -> bool:
    """Whether there is one; before the first one standings are but lots."""
    return any(table.result for table in visit.state.tables.values())


def searchable(visit: Visit) -> bool:
    """Whether there are so many entrants that a page should offer to look for a name."""
    return len(visit.state.entrants) >= MANY


def _link(request: HttpRequest, visit: Visit) -> str:
    """The link to invite by: with the code for directors of a private one, else the address."""
    endless = visit.format is not None and visit.format.endless
    if visit.state.phase not in (("open", "running") if endless else ("open",)):
        return ""
    return _shared(request, visit)


def _shared(request: HttpRequest, visit: Visit) -> str:
    """The address that a viewer may give to others, whatever the phase; empty if there is none."""
    if visit.tournament.visibility != Visibility.PRIVATE:
        return request.build_absolute_uri(reverse("web:tournament", args=[visit.id]))
    if not visit.directs:
        return ""
    code = visit.tournament.invite_code
    address = reverse("web:tournament_invite", args=[visit.id, code])
    return request.build_absolute_uri(address)


def direct(
    request: HttpRequest, visit: Visit, refused: RefusedForm | None = None, *, status: int = 200
) -> HttpResponse:
    """What directors can do."""
    now = timezone.now()
    over = visit.state.phase in OVER
    next_steps = steps.steps_of(visit, now) if over else as_director(visit)
    more: dict[str, object] = {
        "steps": [step for step in next_steps if step.key not in ("edit", "settings")],
        "sections": forms_shown.directing(visit, refused),
        "cancelled": rulings.why_cancelled(visit),
        "link": _link(request, visit),
        "redraw": _may_draw_again(visit),
        "stands": _stands_by_bots(visit),
    }
    return shown(request, visit, "tournament_direct", more, status=status)


def _may_draw_again(visit: Visit) -> bool:
    """Whether the newest round could be drawn again: nobody has played, no result is known."""
    newest = visit.state.of_round(visit.state.round)
    if visit.state.phase != "running" or visit.state.paused or not newest:
        return False
    return not any(table.begun for table in newest) and not _played(newest)


def _played(tables: Sequence[RoundTable]) -> bool:
    """Whether a person has played in a game of some tables."""
    return played_in_person(UUID(table.game) for table in tables if table.game)


def _stands_by_bots(visit: Visit) -> bool:
    """Whether the newest draw stands only because tables of bots alone have ended."""
    newest = visit.state.of_round(visit.state.round)
    over = [table for table in newest if table.begun]
    if visit.state.phase != "running" or not over or len(over) == len(newest):
        return False
    return all(_by_bots(visit, table) for table in over) and not _played(newest)


def _by_bots(visit: Visit, table: RoundTable) -> bool:
    """Whether a table has the result of a game of bots alone, and nobody has ruled on it."""
    played = table.result is not None and table.result.label == "played" and not table.ruled
    return played and {*visit.state.holders(table)} <= visit.names.bots


def table(
    request: HttpRequest, visit: Visit, refused: RefusedForm | None = None, *, status: int = 200
) -> HttpResponse:
    """One table: who sits there, what came of it, and what the viewer can do about it."""
    assert visit.table is not None
    games, given = tables.games_of(visit, [visit.table]), reported.given_at(visit, [visit.table])
    ruled = rulings.rulings_of(visit, "", table=visit.table.id)
    more: dict[str, object] = {
        "table": tables.table_view(visit, visit.table, games),
        "reported_by": reported.said_by(visit, visit.table),
        "replaced": reported.replaced(visit, visit.table, given),
        "counted": reported.counted(visit, visit.table, given),
        "confirmed": reported.confirmed(visit, visit.table),
        "for_director": for_director(visit, visit.table),
        "director_alone": left_to_directors(visit, visit.table),
        "awaits_game": awaits_game(visit, visit.table),
        "forms": [] if visit.past else forms_shown.at_table(visit, refused),
        "rulings": ruled.lines,
        "more_rulings": ruled.page.has_next(),
    }
    return shown(request, visit, "tournament_table", more, status=status)


def cross_page(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The cross table, all of it or those whose names fit."""
    names = NameFilter.of(request.GET.dict())
    more: dict[str, object] = {
        "cross": cross.cross_table(visit, standings.rows_of(visit), names),
        "names": names,
        "searchable": searchable(visit),
    }
    return shown(request, visit, "tournament_cross", more)
