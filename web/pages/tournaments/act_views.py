"""Where the forms of actions are sent."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect

from games.errors import GameError
from games.selectors import database_now
from tournaments.errors import NoSuchTournament, NotDirector
from web.pages.tournaments import pages
from web.pages.tournaments.actions import AT_TABLES_BY_NAME, BY_NAME
from web.pages.tournaments.actions.base import Action, ActionForm
from web.pages.tournaments.forms_shown import RefusedForm
from web.pages.tournaments.visit import Visit, at_table, visit_of
from web.pages.tournaments.wording import refusal


@login_required
def act(request: HttpRequest, tournament_id: UUID, action: str) -> HttpResponse:
    """Do something to a tournament. Raises Http404 for what is not there, or not for the viewer."""
    found = BY_NAME.get(action)
    if found is None:
        raise Http404
    if request.method != "POST":
        return _led_back(request, "web:" + found.page, tournament_id)
    visit = visit_of(request, tournament_id, request.POST.get("invite", ""))
    return _done(request, visit, found)


@login_required
def act_at_table(
    request: HttpRequest, tournament_id: UUID, table: int, action: str
) -> HttpResponse:
    """Do something at a table. Raises Http404 as ``act`` does."""
    found = AT_TABLES_BY_NAME.get(action)
    if found is None:
        raise Http404
    if request.method != "POST":
        return _led_back(request, "web:tournament_table", tournament_id, table)
    return _done(request, at_table(visit_of(request, tournament_id), table), found)


def _led_back(request: HttpRequest, page: str, *args: object) -> HttpResponse:
    """Who comes by a link, such as from signing in again, finds the page of the form."""
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD", "POST"])
    return redirect(page, *args)


def _done(request: HttpRequest, visit: Visit, action: Action) -> HttpResponse:
    if action.directing and not visit.directs:
        raise Http404
    form = action.form(visit, request.POST)
    if form.is_valid():
        try:
            action.act(visit, form.cleaned_data, database_now())
        except (NoSuchTournament, NotDirector) as gone:
            raise Http404 from gone
        except GameError as error:
            form.add_error(
                action.at if action.at in form.fields else None, refusal(error, visit.state)
            )
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, str(action.said(visit)))
            if noted := str(action.noted(visit, form.cleaned_data)):
                messages.info(request, noted)
            return _page(visit, action, form)
    if not form.visible_fields():
        # A button alone: there is nothing to be shown again.
        for texts in form.errors.values():
            messages.error(request, " ".join(map(str, texts)))
        return _page(visit, action, form)
    return _again(request, visit, action, form)


def _page(visit: Visit, action: Action, form: ActionForm) -> HttpResponse:
    if action.leads_away(visit, form.cleaned_data):
        return redirect("web:tournaments")
    return redirect(pages.address_of(visit, action.page_after(form.cleaned_data)))


def _again(request: HttpRequest, visit: Visit, action: Action, form: ActionForm) -> HttpResponse:
    """The page of the form, with what is wrong in it."""
    again = RefusedForm(action.name, form)
    if action.page == "tournament_table":
        return pages.table(request, visit, again, status=422)
    if action.page == "tournament":
        return pages.overview(request, visit, again, status=422)
    return pages.direct(request, visit, again, status=422)
