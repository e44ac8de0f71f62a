"""What views of tournaments share: looking at one, and carrying out a request about it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from django.contrib.auth.models import User
from django.http import HttpResponse
from rest_framework.request import Request

from api.errors import Malformed
from api.idempotency import marked, once
from api.tournament_bodies import TournamentInfo
from api.tournaments import People, info, table_info
from api.views.base import answer, signed_in, user_of
from games.selectors import database_now
from tournaments import reading, services
from tournaments.errors import NoSuchTournamentTable
from tournaments.models import Tournament, TournamentOperation
from tournaments.selectors import people_of, tournament_for
from tournaments.services import Outcome
from tournaments.state import Tournament as State


@dataclass
class Viewed:
    """A tournament in a state, for a user who may see it."""

    tournament: Tournament
    state: State
    user: User | None

    @cached_property
    def people(self) -> People:
        """Who its numbers are."""
        return people_of(self.tournament)

    def info(self, request: Request) -> TournamentInfo:
        """The tournament as it is shown to the user."""
        return info(self.tournament, self.state, self.people, user=self.user, request=request)


def viewed(
    request: Request, tournament_id: UUID, as_of: str | None = None, *, invite: str | None = None
) -> Viewed:
    """A tournament for the caller, now or as of a version or time.

    Raises NoSuchTournament, NoSuchMoment, Malformed.
    """
    user = user_of(request)
    tournament = tournament_for(user, tournament_id, invite)
    return Viewed(tournament, state_as_of(tournament, as_of), user)


def state_as_of(tournament: Tournament, as_of: str | None) -> State:
    """The state now, at a version (digits), at the end of a day, or at a time.

    Raises NoSuchMoment, Malformed.
    """
    if as_of is None:
        return reading.state_of(tournament)
    try:
        return reading.state_as_of(tournament, as_of)
    except ValueError:
        raise Malformed(
            "as_of: name a version of the log in digits, a day (2026-01-31) or a time "
            "(2026-01-31T20:15:00Z)."
        ) from None


def carried_out(
    request: Request,
    operation: TournamentOperation,
    action: Callable[[], Tournament],
    *parts: object,
    tournament_id: UUID | None = None,
    version: int | None = None,
    invite: str | None = None,
) -> Outcome:
    """Carry a request out, once if it has a key, which stands for all ``parts``.

    ``version`` is the one that the caller has seen. Raises what ``services.carry_out`` raises.
    """
    return services.carry_out(
        operation=operation,
        user=signed_in(request),
        once=once(request, *parts),
        action=action,
        now=database_now(),
        tournament_id=tournament_id,
        seen_version=version,
        invite=invite,
    )


def shown(outcome: Outcome, request: Request, *, status: int = 200) -> HttpResponse:
    """A tournament after a request, as the caller may see it."""
    found = viewed(request, outcome.tournament.pk)
    return marked(answer(found.info(request), status), repeated=outcome.repeated)


def table_after(made: Outcome, request: Request, table: int) -> HttpResponse:
    """A table after a request."""
    found = viewed(request, made.tournament.pk)
    return marked(table_shown(found, table), repeated=made.repeated)


def table_shown(found: Viewed, number: int) -> HttpResponse:
    """One table. Raises NoSuchTournamentTable."""
    table = found.state.tables.get(number)
    if table is None:
        raise NoSuchTournamentTable
    return answer(table_info(found.state, found.people, table))
