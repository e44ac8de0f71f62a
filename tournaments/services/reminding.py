"""Reminders of deadlines: one for each, a day before it."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User

from games.runtime.commit import in_transaction
from tournaments.models import Participant, Tournament
from tournaments.reading import state_of
from tournaments.services.writer import lock
from tournaments.signals import deadline_near
from tournaments.state import RoundTable, TableId
from tournaments.state import Tournament as State

BEFORE: Final = timedelta(days=1)


def due(now: datetime) -> list[UUID]:
    """The tournaments of whose next deadline nobody was reminded yet."""
    near = Tournament.objects.filter(phase="running", due_at__gt=now, due_at__lte=now + BEFORE)
    return [one.pk for one in near if one.reminded_of != one.due_at]


@in_transaction
def remind(*, tournament_id: UUID, now: datetime) -> int:
    """Remind the players of unfinished tables of the next deadline, once; how many they are.

    Idempotent. Raises NoSuchTournament.
    """
    tournament = lock(tournament_id)
    if tournament.due_at is None or tournament.reminded_of == tournament.due_at:
        return 0
    state = state_of(tournament)
    if state.paused:
        return 0  # until it goes on
    tournament.reminded_of = tournament.due_at
    tournament.save(update_fields=["reminded_of"])
    numbers = {one for table in _unfinished(state) for one in state.holders(table)}
    people = Participant.objects.filter(tournament=tournament, number__in=numbers)
    users = list(User.objects.filter(pk__in=people.values("user")))
    deadline_near.send(sender=Tournament, users=users, now=now)
    return len(users)


def tables_due(user: User, now: datetime) -> list[tuple[Tournament, State, TableId]]:
    """The tables without a result of which somebody is to be reminded, with their tournaments."""
    near = Tournament.objects.filter(phase="running", due_at__gt=now, due_at__lte=now + BEFORE)
    people = Participant.objects.filter(user=user, tournament__in=near).select_related("tournament")
    found = list[tuple[Tournament, State, TableId]]()
    for person in people.order_by("tournament__due_at", "tournament"):
        state = state_of(person.tournament)
        if not state.paused:
            own = [one for one in _unfinished(state) if person.number in state.holders(one)]
            found += [(person.tournament, state, table.id) for table in own]
    return found


def _unfinished(state: State) -> list[RoundTable]:
    """The tables without a result in rounds with a deadline."""
    return [
        table
        for number in state.deadlines
        for table in state.of_round(number)
        if table.result is None
    ]
