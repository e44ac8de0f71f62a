"""Whether a page of a tournament has changed, found without working anything of it out."""

import hashlib
from collections.abc import Callable
from functools import wraps
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from games.models import Game
from games.models.game import Status
from tournaments.access import number_of
from tournaments.errors import NoSuchTournament
from tournaments.models import Tournament
from tournaments.reading import state_of
from tournaments.selectors import tournament_for
from tournaments.state import Person
from web.pages.common.viewer import part_wanted, user_of

View = Callable[..., HttpResponse]


def stamp_of(tournament: Tournament, person: Person | None) -> str:
    """Changes whenever a page would look different: with the log, and with games that run.

    No state is rebuilt for it once rounds are drawn, since each open page asks every few seconds.
    """
    late = tournament.due_at is not None and tournament.due_at <= timezone.now()
    running = Game.objects.filter(tournament=tournament.pk, status=Status.RUNNING).order_by("pk")
    known = [
        f"{tournament.version} {tournament.active_at} {person} {late}",
        f"{get_language()} {timezone.now():%Y%m%d} {_window(tournament)}",
        *(f"{game} {version}" for game, version in running.values_list("pk", "version")),
    ]
    return hashlib.sha256("\n".join(known).encode()).hexdigest()[:16]


def _window(tournament: Tournament) -> str:
    """Whether registration begins later, and whether it is over, by the clock: no event says so.

    Before the first round, when the log is short.
    """
    if tournament.phase != "open":
        return ""
    settings, now = state_of(tournament).settings, timezone.now()
    closes = settings.registration_closes
    return f"{settings.opens_later(now)} {closes is not None and now >= closes}"


def unless_unchanged(view: View) -> View:
    """A page of which htmx gets nothing (204) while it is as the stamp of the request says."""

    @wraps(view)
    def checked(request: HttpRequest, tournament_id: UUID, **given: str | int) -> HttpResponse:
        stamp = request.GET.get("stamp", "")
        if stamp and part_wanted(request) and _is_current(request, tournament_id, stamp, given):
            answer = HttpResponse(status=204)
            patch_vary_headers(answer, ["HX-Request"])
            return answer
        return view(request, tournament_id, **given)

    return checked


def _is_current(
    request: HttpRequest, tournament_id: UUID, stamp: str, given: dict[str, str | int]
) -> bool:
    """Whether the viewer may see the tournament, and it is as the stamp says."""
    user = user_of(request)
    try:
        tournament = tournament_for(user, tournament_id, str(given.get("code", "")))
    except NoSuchTournament:
        return False
    return stamp_of(tournament, number_of(tournament, user)) == stamp
