"""Who looks at which tournament, now or as it was."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import wraps
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game
from tournaments import reading, store
from tournaments.access import directs, number_of
from tournaments.errors import NoSuchMoment, NoSuchTournament
from tournaments.formats import FORMATS
from tournaments.formats.base import Format
from tournaments.models import Tournament
from tournaments.reading import state_of
from tournaments.selectors import tournament_for
from tournaments.state import Entrant, EntrantId, Person, RoundTable
from tournaments.state import Tournament as State
from web.pages.common.viewer import user_of
from web.pages.tournaments.names import Names
from web.pages.tournaments.stamps import stamp_of
from web.pages.tournaments.wording import refusal

SHOWN: Final = 40
"""So much of the moment that somebody has asked for is shown again."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A tournament as somebody sees it; ``table`` where the page is about one.

    ``person`` is the viewer's number, if the viewer has one. ``invite`` is the code of a link by
    which the viewer came. ``as_of`` is the moment that was asked for, ``as_of_fault`` what is wrong
    with it; ``stood_at`` is when the version was recorded that it names. ``stamp`` was taken before
    anything else was read, and ``games`` are those that were: all of a page is of one moment.
    """

    tournament: Tournament
    state: State
    names: Names
    user: User | None
    person: Person | None
    invite: str = ""
    table: RoundTable | None = None
    as_of: str = ""
    as_of_fault: str = ""
    stood_at: datetime | None = None
    stamp: str = ""
    games: dict[str, Game] = field(default_factory=dict)

    @property
    def past(self) -> bool:
        """Whether this is an earlier version than that of now."""
        return self.state.version != self.tournament.version

    @property
    def id(self) -> UUID:
        """That of the tournament."""
        return self.tournament.pk

    @property
    def directs(self) -> bool:
        """Whether the viewer is a director."""
        return directs(self.state, self.person)

    @property
    def asked(self) -> bool:
        """Whether the viewer is asked to direct, and has not answered yet."""
        return any(one.number == self.person and one.asked_to_direct for one in self.names.people)

    @property
    def own(self) -> Entrant | None:
        """The place that the viewer holds."""
        for entrant in self.state.entrants.values():
            if entrant.person == self.person and entrant.status != "withdrawn":
                return entrant
        return None

    @property
    def format(self) -> Format | None:
        """None for a format that is no longer there."""
        return FORMATS.get(self.state.settings.format)

    @property
    def seasons(self) -> bool:
        """Whether its rounds are seasons, as those of a league."""
        return self.format is not None and not self.format.one_table

    def not_there(self) -> list[EntrantId]:
        """Who would be left out of the first round for not having checked in."""
        asked = self.state.settings.check_in and self.state.phase == "open"
        return self.state.not_there() if asked else []

    def name(self, entrant: EntrantId) -> str:
        """The name of who holds a place."""
        return self.names.entrant(self.state, entrant)

    def holder(self, table: RoundTable, entrant: EntrantId) -> str:
        """The name of who held a place when the table had its result; before that, who holds it."""
        return self.names.person(self.state.person_at(table, entrant))

    def before(self, entrant: EntrantId) -> list[str]:
        """The names of those who held a place before who holds it now."""
        return [self.names.person(one) for one in self.state.entrants[entrant].people[:-1]]

    def page(self, entrant: EntrantId) -> str:
        """The user name of who holds a place, if that has a page that everybody may see."""
        return self.names.page(self.state.entrants[entrant].person)


def without_accounts(visit: Visit) -> list[EntrantId]:
    """Who takes part and has no account here; bots need none."""
    able = visit.names.accounts | visit.names.bots
    people = visit.state.entrants
    return [one for one in visit.state.active() if people[one].person not in able]


def guests(visit: Visit, seats: Sequence[EntrantId]) -> list[str]:
    """The names of those who keep a game from being here, since they have no account."""
    if not visit.state.settings.played_here:
        return []
    able = visit.names.accounts | visit.names.bots
    people = {one: visit.state.entrants[one].person for one in seats}
    return [visit.name(one) for one, person in people.items() if person not in able]


def left_to_directors(visit: Visit, table: RoundTable) -> bool:
    """Whether nobody who could still confirm a report of the table has an account."""
    confirmed = table.report.confirmed if table.report else ()
    people = [visit.state.entrants[one].person for one in table.seats if one not in confirmed]
    return visit.names.accounts.isdisjoint(people)


def for_director(visit: Visit, table: RoundTable) -> bool:
    """Whether what players say of a table counts only once a director confirms it.

    Who has no account confirms nothing.
    """
    people = {visit.state.entrants[one].person for one in table.seats}
    return visit.state.settings.director_confirms or not people <= visit.names.accounts


def elsewhere_text(visit: Visit, table: RoundTable) -> str:
    """Why a table has no game here, and who plays for its bots; empty where nobody has to know."""
    waits = table.game is None and table.result is None and visit.state.phase == "running"
    return by_hand_text(visit, table.seats) if waits else ""


def by_hand_text(visit: Visit, seats: Sequence[EntrantId]) -> str:
    """Why who sits there has no game here, and who plays for the bots; empty if there is one."""
    found = guests(visit, seats)
    if not found:
        return ""
    why = ngettext(
        "No game on this site: %(names)s has no account.",
        "No game on this site: %(names)s have no account.",
        len(found),
    ) % {"names": ", ".join(found)}
    bots = [one for one in seats if visit.state.entrants[one].person in visit.names.bots]
    if not bots:
        return why
    by_hand = ngettext(
        "%(names)s plays only in games on this site: agree with a director who plays for it.",
        "%(names)s play only in games on this site: agree with a director who plays for them.",
        len(bots),
    ) % {"names": ", ".join(map(visit.name, bots))}
    return f"{why} {by_hand}"


def visit_of(request: HttpRequest, tournament_id: UUID, invite: str = "") -> Visit:
    """The tournament with this id. Raises Http404, also where the viewer may not see it."""
    user = user_of(request)
    try:
        tournament = tournament_for(user, tournament_id, invite)
    except NoSuchTournament as missing:
        raise Http404 from missing
    person = number_of(tournament, user)
    return Visit(
        tournament=tournament,
        stamp=stamp_of(tournament, person),
        state=state_of(tournament),
        names=Names.of(tournament),
        user=user,
        person=person,
        invite=invite,
    )


def at_table(visit: Visit, table: int) -> Visit:
    """The same at one of its tables. Raises Http404."""
    found = visit.state.tables.get(table)
    if found is None:
        raise Http404
    return replace(visit, table=found)


def for_directors(
    view: Callable[[HttpRequest, Visit], HttpResponse],
) -> Callable[[HttpRequest, UUID], HttpResponse]:
    """A page for directors alone: others who see the tournament are led to the page of that."""

    @wraps(view)
    def checked(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
        visit = visit_of(request, tournament_id)
        if not visit.directs:
            given = {"tournament": visit.tournament}
            return render(request, "web/tournaments/directors_alone.html", given, status=404)
        return view(request, visit)

    return checked


def visit_as_of(request: HttpRequest, tournament_id: UUID) -> Visit:
    """The tournament at the moment that the address names by ``as_of``, else as it is now.

    ``reading.state_as_of`` says which moments there are. Where there was none the visit is of now
    and says what is wrong. Raises Http404.
    """
    visit = visit_of(request, tournament_id)
    wanted = request.GET.get("as_of", "").strip()
    if not wanted:
        return visit
    try:
        state = reading.state_as_of(visit.tournament, wanted)
    except NoSuchMoment as refused:
        return replace(visit, as_of=wanted[:SHOWN], as_of_fault=refusal(refused))
    except ValueError:
        wrong = _("Give a date such as 2026-05-31, a date with a time, or a version number.")
        return replace(visit, as_of=wanted[:SHOWN], as_of_fault=wrong)
    head = store.head(visit.id, state.version)
    return replace(visit, state=state, as_of=wanted, stood_at=head.recorded_at if head else None)
