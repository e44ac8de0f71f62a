"""The lists of tournaments: which stand in which, in what order."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db.models import F, QuerySet
from django.db.models.lookups import IsNull
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import Struct
from msgspec.structs import replace

from games.models import Seat
from games.models.game import Status, Visibility
from tournaments import awaiting
from tournaments.formats.finals import TITLES as FINALS
from tournaments.models import Participant, Tournament
from tournaments.selectors import part_of, tournaments_visible_to
from tournaments.state import FINAL
from web.pages.tournaments.wording import WHO, badge_of, format_title, numbered_round

SHOWN: Final = 6
"""Of each list of the overview; all of a list stand on its own pages."""
PER_PAGE: Final = 24
LONGEST_SEARCH: Final = 100

Text = str | Promise

TITLES: Final[Mapping[str, Text]] = {
    "mine": _("My tournaments"),
    "open": _("Open for registration"),
    "running": _("Running"),
    "finished": _("Finished or cancelled"),
}
EMPTY: Final[Mapping[str, Text]] = {
    "mine": _("You take part in no tournament."),
    "open": _("No tournament is open for registration. Make one and others can register."),
    "running": _("No tournament is running."),
    "finished": _("No tournament has finished or was cancelled yet."),
}


AWAITED: Final[Mapping[str, Text]] = {
    awaiting.REPORT: _("give the result of your table"),
    awaiting.CONFIRM: _("a result waits for your confirmation"),
    awaiting.REPORTED: _("results wait for a director"),
    awaiting.RESULT: _("a game has ended without a result"),
    awaiting.ROUND: _("all results are in"),
    awaiting.FINISH: _("it can be finished"),
}


class TournamentSearch(Struct, frozen=True):
    """Which tournaments to list: one list or all (``""``), and of those the ones of this name."""

    show: str = ""
    name: str = ""


class TournamentLine(Struct, frozen=True):
    """One tournament in a list; ``hidden`` says who may see it, of one that is not public.

    ``waits`` is set, in the lobby, where a game of it waits for the viewer, ``asked`` where the
    viewer is asked to direct it, ``awaited`` where the viewer is to do something else.
    ``entrants`` are once it runs all who stand in its standings, as on the pages of players.
    ``round`` is that which is played now.
    """

    id: UUID
    name: str
    phase: str
    phase_title: Text
    badge: str
    hidden: Text
    format: str
    round: str
    entrants: int
    director: str
    active_at: datetime
    directing: bool
    waits: bool = False
    asked: bool = False
    awaited: Text = ""


class TournamentGroup(Struct, frozen=True):
    """One list; ``more`` when there are some that the page leaves out."""

    key: str
    title: Text
    empty: Text
    lines: list[TournamentLine]
    more: bool = False


def query_of(params: Mapping[str, str], user: User | None) -> TournamentSearch:
    """The query of an address; invalid parameters are left out."""
    show = params.get("show", "")
    known = show in TITLES and (user is not None or show != "mine")
    name = params.get("name", "").replace("\0", "").strip()[:LONGEST_SEARCH]
    return TournamentSearch(show if known else "", name)


def overview(user: User | None, query: TournamentSearch) -> list[TournamentGroup]:
    """The beginning of every list; of a search only what it found.

    All stand by their newest activity, one's own that are over after the others.
    """
    keys = [key for key in TITLES if user is not None or key != "mine"]
    groups = [_begin(key, user, query) for key in keys]
    if query.name:
        return [group for group in groups if group.lines]
    return [group for group in groups if group.lines or group.key != "mine"]


def page_of(
    user: User | None, query: TournamentSearch, number: str
) -> tuple[TournamentGroup, Page[Tournament]]:
    """One page of one list, and where it stands among the others."""
    page = Paginator(_of(query.show, user, query), PER_PAGE).get_page(number)
    return _group(query.show, [*page.object_list], user), page


def mine_that_run(user: User) -> list[TournamentLine]:
    """Those of the viewer that are not over, newest activity first, for the lobby."""
    found = _of("mine", user, TournamentSearch()).exclude(phase__in=("finished", "cancelled"))
    lines = [_line(one, user) for one in found[:SHOWN]]
    waiting = Seat.objects.filter(user=user, waiting=True, game__status=Status.RUNNING)
    waiting = waiting.filter(game__tournament__in=[line.id for line in lines])
    # A game at whose table another result was entered counts no more, even if it still runs.
    counting = waiting.filter(game__set_aside=False)
    ids = {*counting.values_list("game__tournament", flat=True)}
    known = Participant.objects.filter(user=user, tournament__in=[line.id for line in lines])
    own = {one.tournament_id: one for one in known}
    return [
        replace(
            line,
            waits=line.id in ids,
            asked=line.id in own and own[line.id].asked_to_direct,
            awaited=AWAITED.get(own[line.id].awaited, "") if line.id in own else "",
        )
        for line in lines
    ]


def _of(key: str, user: User | None, query: TournamentSearch) -> QuerySet[Tournament]:
    found = tournaments_visible_to(user)
    if query.name:
        found = found.filter(name__icontains=query.name)
    if key == "mine" and user is not None:
        over = IsNull(F("finished_at"), False)
        return found.filter(part_of(user)).order_by(over, "-active_at", "-id")
    phases = ("finished", "cancelled") if key == "finished" else (key,)
    return found.filter(phase__in=phases)


def _begin(key: str, user: User | None, query: TournamentSearch) -> TournamentGroup:
    found = list(_of(key, user, query)[: SHOWN + 1])
    return _group(key, found[:SHOWN], user, more=len(found) > SHOWN)


def _group(
    key: str, found: Sequence[Tournament], user: User | None, *, more: bool = False
) -> TournamentGroup:
    return TournamentGroup(key, TITLES[key], EMPTY[key], [_line(one, user) for one in found], more)


def _line(one: Tournament, user: User | None) -> TournamentLine:
    badge = badge_of(one, timezone.now())
    return TournamentLine(
        id=one.pk,
        name=one.name,
        phase=one.phase,
        phase_title=badge.text,
        badge=badge.style,
        hidden=WHO.get(Visibility(one.visibility), ""),
        format=format_title(one.format),
        round=_round(one),
        entrants=one.entrants if one.phase in ("draft", "open") else one.ranked,
        director=one.director.get_username() if one.director else "",
        active_at=one.active_at,
        directing=user is not None and one.director_id == user.pk,
    )


def _round(one: Tournament) -> str:
    """What the round is called that is played now; empty without one."""
    if one.phase != "running" or not one.round:
        return ""
    return gettext(FINALS[FINAL]) if one.final_drawn else numbered_round(one.format, one.round)
