"""What directors do: making a tournament, changing it, drawing rounds."""

from collections.abc import Callable
from typing import Final, TypeVar

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import engine
from games.errors import GameError
from games.selectors import database_now
from tournaments import services
from tournaments.errors import TooManyTournaments
from tournaments.reading import state_of
from tournaments.services import PreviewedDraw
from tournaments.state import FINAL, Draw, RoundTable, Settings
from web.pages.common.name_search import MANY, NameFilter
from web.pages.common.viewer import account_of
from web.pages.tournaments import pages
from web.pages.tournaments.actions import round_results
from web.pages.tournaments.actions.between_rounds import changed_texts, counted_text, over_text
from web.pages.tournaments.actions.results import RANKED, drawn_since
from web.pages.tournaments.actions.round_results import ResultEntry, Saved
from web.pages.tournaments.scheduled import drawn_tables
from web.pages.tournaments.settings_fields import limit_texts
from web.pages.tournaments.settings_form import TournamentForm, WordsForm
from web.pages.tournaments.steps.directors import as_director, check_in_text
from web.pages.tournaments.visit import Visit, for_directors, visit_of
from web.pages.tournaments.wording import (
    numbered_round,
    own_stage,
    refusal,
    rest_text,
)
from web.throttling import count_draw, refused

Found = TypeVar("Found")

MOST_DIGITS: Final = 4
"""Of the number of a round in an address."""
FIRST_SETTINGS = ("draft", "open")
"""The phases in which settings can be changed."""


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """The form of a new tournament, and what it makes: a draft."""
    if request.method != "POST":
        return _form(request, TournamentForm())
    form = TournamentForm(request.POST)
    if not form.is_valid():
        return _form(request, form, status=422)
    settings = form.settings()
    try:
        made = services.create_tournament(
            user=account_of(request), settings=settings, now=database_now(), **form.words()
        )
    except (GameError, engine.InvalidOptions) as error:
        form.refuse(error)
        return _form(request, form, status=409 if isinstance(error, TooManyTournaments) else 422)
    messages.success(request, _("The draft is made. Look at it, then open registration."))
    for text in limit_texts(settings, 0):
        messages.warning(request, text)
    return redirect("web:tournament", made.pk)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_directors
def edit(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The settings; from the first round on name, announcement and visibility alone."""
    form = _edited(request, visit)
    if request.method != "POST":
        return _form(request, form, visit)
    if not form.is_valid():
        return _form(request, form, visit, status=422)
    words = form.words()
    settings: Settings | None = form.settings() if isinstance(form, TournamentForm) else None
    try:
        services.change_tournament(
            tournament_id=visit.id,
            user=account_of(request),
            now=database_now(),
            settings=settings,
            name=words["name"],
            announcement=words["announcement"],
            visibility=words["visibility"],
        )
    except (GameError, engine.InvalidOptions) as error:
        form.refuse(error)
        return _form(request, form, visit, status=422)
    messages.success(request, _("The changes are saved."))
    if settings is not None:
        for text in limit_texts(settings, len(visit.state.active())):
            messages.warning(request, text)
    return redirect("web:tournament", visit.id)


def _edited(request: HttpRequest, visit: Visit) -> WordsForm:
    sent = request.POST if request.method == "POST" else None
    if visit.state.phase in FIRST_SETTINGS:
        return TournamentForm(sent, tournament=visit.tournament, settings=visit.state.settings)
    return WordsForm(sent, tournament=visit.tournament)


def _form(
    request: HttpRequest, form: WordsForm, visit: Visit | None = None, *, status: int = 200
) -> HttpResponse:
    given: dict[str, object] = {"form": form, "problems": form.problems(), "full": False}
    if isinstance(form, TournamentForm):
        given |= {"full": True, "formats": form.formats()}
    if visit is not None:
        given |= pages.frame(visit, "tournament_direct")
    return render(request, "web/tournaments/form.html", given, status=status)


@login_required
@never_cache
@require_safe
@for_directors
def direct(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What directors can do."""
    return pages.direct(request, visit)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_directors
def draw(request: HttpRequest, visit: Visit) -> HttpResponse:
    """A preview of the next round, or of the newest one drawn ``again``; a POST publishes it."""
    sent = request.POST if request.method == "POST" else request.GET
    again = sent.get("again") == "yes"
    if wait := count_draw(request):
        text = _("You have asked for very many draws. Wait a minute, then try again.")
        return refused(_preview(request, visit, None, text, again=again), wait)
    if request.method == "POST":
        seen = sent.get("version", "")
        version = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 10 else 0
        return _publish(request, visit, version, again=again)
    found, fault = _try(
        lambda: services.preview_draw(
            tournament_id=visit.id, user=account_of(request), again=again, now=database_now()
        )
    )
    return _preview(request, visit, found, fault, again=again)


def _publish(request: HttpRequest, visit: Visit, version: int, *, again: bool) -> HttpResponse:
    done, fault = _try(
        lambda: services.publish_draw(
            tournament_id=visit.id,
            user=account_of(request),
            again=again,
            seen_version=version,
            now=database_now(),
        )
    )
    if done is None:
        return _preview(request, visit, None, fault, again=again, status=409)
    drawn = state_of(done)
    if drawn.is_final(done.round):
        messages.success(request, _("The final is drawn, and its table is set up."))
    else:
        text = _("%(round)s: the draw is published, and the tables are set up.")
        title = numbered_round(visit.state.settings.format, done.round)
        messages.success(request, text % {"round": title})
    return redirect("web:tournament", visit.id)


def _try(what: Callable[[], Found]) -> tuple[Found | None, str]:
    """What it gives, or why it is refused."""
    try:
        return what(), ""
    except GameError as error:
        return None, refusal(error)


def _preview(
    request: HttpRequest,
    visit: Visit,
    preview: PreviewedDraw | None,
    fault: str,
    *,
    again: bool,
    status: int = 200,
) -> HttpResponse:
    given = pages.frame(visit, "tournament_direct") | {
        "fault": fault,
        "again": again,
        "missing": check_in_text(visit),
        "counted": counted_text(visit) if fault and not again else "",
        "changed": [] if again else changed_texts(visit),
        "over": "" if again else over_text(visit),
    }
    if preview is not None:
        draw = preview.draw
        final = draw.stage == FINAL and len(draw.tables) == 1
        name = numbered_round(visit.state.settings.format, draw.round)
        stage = own_stage(visit.state, draw.stage)
        drawn = drawn_tables(visit, draw)
        given |= {
            "version": preview.version,
            "round": draw.round,
            "later": len({one.stage for one in visit.state.draws if one.round < draw.round}) > 1,
            "title": stage if final else f"{name}: {stage}" if stage else name,
            "drawn": drawn,
            "some_elsewhere": any(why for *_table, why in drawn),
            "bots_alone": _bots_alone(visit, draw),
            "substitutes": _substitutes(visit, draw),
            "moved": _moved(visit, draw),
            "coming_in": _coming_in(visit, draw),
            "rests": rest_text(visit.state, draw, [visit.name(one) for one in draw.rest]),
        }
    return render(request, "web/tournaments/draw.html", given, status=status)


def _bots_alone(visit: Visit, draw: Draw) -> bool:
    """Whether a table of a draw has nobody but bots, which play it at once."""
    entrants, bots = visit.state.entrants, visit.names.bots
    tables = ({entrants[one].person for one in table.seats} for table in draw.tables)
    return visit.state.settings.played_here and any(table <= bots for table in tables)


def _substitutes(visit: Visit, draw: Draw) -> list[str]:
    """Who sits there in somebody's place, and has met whom that place has met."""
    if draw.round == 1:
        return []
    seated = [one for table in draw.tables for one in table.seats]
    return [visit.name(one) for one in seated if visit.before(one)]


def _coming_in(visit: Visit, draw: Draw) -> str:
    """Who gets a place with this draw, in place of somebody who is not there."""
    seated = [*(one for table in draw.tables for one in table.seats), *draw.rest]
    names = [visit.name(one) for one in seated if visit.state.entrants[one].status == "waiting"]
    text = _("From the waiting list: %(names)s.")
    return text % {"names": ", ".join(names)} if names else ""


def _moved(visit: Visit, draw: Draw) -> list[str]:
    """Who changes the division from the season before to this one, in words."""
    if not visit.seasons or draw.round == 1:
        return []
    before, after = (
        {entrant: table.group for table in one.tables for entrant in table.seats}
        for one in (visit.state.draws[draw.round - 2], draw)
    )
    both = [one for one in after if one in before]
    rising = [visit.name(one) for one in both if after[one] < before[one]]
    falling = [visit.name(one) for one in both if after[one] > before[one]]
    return [
        text % {"names": ", ".join(names)}
        for text, names in (
            (_("Into a higher division: %(names)s."), rising),
            (_("Into a lower division: %(names)s."), falling),
        )
        if names
    ]


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_directors
def results(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The tables of a round with their results to fill in; a POST saves what has changed."""
    number = round_of(visit, request.GET.get("round", ""))
    names = NameFilter.of(request.GET.dict())
    show = shown if (shown := request.GET.get("show", "")) in round_results.SHOWN else ""
    found = round_results.page_of(visit, number, request.GET.get("page", ""), names, show)
    sent = round_results.ticked(request.POST) if request.method == "POST" else None
    shown_tables = round_results.with_those_sent(visit, found, sent) if sent else found
    entries = round_results.entries_of(visit, shown_tables, sent)
    if sent is None or all(entry.closed for entry in entries):
        return _results_page(request, visit, number, found, entries, show=show)
    saved = round_results.save(visit, entries, database_now())
    _say(request, saved)
    if saved.refused:
        visit = visit_of(request, visit.id)
        entries = round_results.after_saving(visit, entries, saved)
        return _results_page(request, visit, number, found, entries, show=show, status=422)
    address = reverse("web:tournament_results", args=[visit.id])
    return redirect(f"{address}?{request.GET.urlencode()}" if request.GET else address)


def round_of(visit: Visit, text: str) -> int:
    """The round that an address names; else the newest."""
    plain = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
    wanted = int(text) if plain else visit.state.round
    return wanted if visit.state.of_round(wanted) else visit.state.round


def _say(request: HttpRequest, saved: Saved) -> None:
    if saved.ruled:
        text = ngettext(
            "%(count)s ruling counts, and is listed with its reason.",
            "%(count)s rulings count, and are listed with their reasons.",
            saved.ruled,
        )
        messages.success(request, text % {"count": saved.ruled})
    if count := len(saved.tables) - saved.ruled:
        text = ngettext(
            "The result of %(count)s table is saved.",
            "The results of %(count)s tables are saved.",
            count,
        )
        messages.success(request, text % {"count": count})
    if saved.noted:
        said = sorted(dict.fromkeys(saved.noted), key=str(RANKED).__eq__)
        messages.info(request, " ".join(said))
    if not saved.tables and not saved.refused:
        messages.info(request, _("Nothing was changed, so nothing was saved."))


def _results_page(
    request: HttpRequest,
    visit: Visit,
    number: int,
    found: Page[RoundTable],
    entries: list[ResultEntry],
    *,
    show: str,
    status: int = 200,
) -> HttpResponse:
    given = pages.frame(visit, "tournament_direct") | {
        "entries": entries,
        "can_save": not all(entry.closed for entry in entries),
        "steps": [*as_director(visit)] if visit.state.round_over() else [],
        "page": found,
        "round": number,
        "rounds": round_results.rounds_to_choose(visit, number),
        "choices": round_results.tables_to_choose(visit, number, show),
        "show": show,
        "drawn_since": drawn_since(visit, number),
        "agreed": sum(table.agreed for table in visit.state.of_round(number)),
        "names": NameFilter.of(request.GET.dict()),
        "searchable": len(visit.state.of_round(number)) * 3 >= MANY,
        "wrong": [*round_results.refused_tables(entries)],
    }
    return render(request, "web/tournaments/results.html", given, status=status)
