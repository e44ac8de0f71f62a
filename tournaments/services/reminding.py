"""Reminders of deadlines, a day before: one a round, unless it is put off by more than a day.

Of one tournament a player gets ``MOST_A_DAY``: an address gets so many mails of a kind in a day,
and those are for all its tournaments together.
"""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User

from games.accounts import attempts
from games.runtime.commit import in_transaction
from tournaments.models import Participant, Tournament
from tournaments.reading import state_of
from tournaments.services.giving_up import given_up
from tournaments.services.writer import lock
from tournaments.signals import deadline_near
from tournaments.state import Person, RoundTable, TableId
from tournaments.state import Tournament as State

BEFORE: Final = timedelta(days=1)
MOST_A_DAY: Final = "3/day"


def due(now: datetime) -> list[UUID]:
    """The tournaments of whose next deadline nobody was reminded yet."""
    near = Tournament.objects.filter(phase="running", due_at__gt=now, due_at__lte=now + BEFORE)
    return [one.pk for one in near if not _reminded(one)]


@in_transaction
def remind(*, tournament_id: UUID, now: datetime) -> int:
    """Remind the players of unfinished tables of the next deadline, once; how many they are.

    Idempotent. Raises NoSuchTournament.
    """
    tournament = lock(tournament_id)
    if tournament.due_at is None or _reminded(tournament):
        return 0
    state = state_of(tournament)
    if state.paused:
        return 0  # until it goes on
    tournament.reminded_of, tournament.reminded_in = tournament.due_at, tournament.round
    tournament.save(update_fields=["reminded_of", "reminded_in"])
    numbers = {person for _table, person in _to_play(state)}
    people = Participant.objects.filter(tournament=tournament, number__in=numbers)
    users = [
        user
        for user in User.objects.filter(pk__in=people.values("user")).order_by("pk")
        if not attempts.count(kind="deadline", caller=f"{tournament.pk} {user.pk}", rate=MOST_A_DAY)
    ]
    deadline_near.send(sender=Tournament, users=users, now=now)
    return len(users)


def _reminded(tournament: Tournament) -> bool:
    """Whether players were reminded of the next deadline, or of one close to it in this round."""
    due_at, reminded = tournament.due_at, tournament.reminded_of
    if due_at is None or reminded is None:
        return False
    moved_on = tournament.reminded_in != tournament.round
    return due_at == reminded or (not moved_on and abs(due_at - reminded) <= BEFORE)


def tables_due(user: User, now: datetime) -> list[tuple[Tournament, State, TableId]]:
    """The tables without a result of which somebody is to be reminded, with their tournaments."""
    near = Tournament.objects.filter(phase="running", due_at__gt=now, due_at__lte=now + BEFORE)
    people = Participant.objects.filter(user=user, tournament__in=near).select_related("tournament")
    found = list[tuple[Tournament, State, TableId]]()
    for person in people.order_by("tournament__due_at", "tournament"):
        state = state_of(person.tournament)
        if not state.paused:
            own = [table for table, one in _to_play(state) if one == person.number]
            found += [(person.tournament, state, table) for table in own]
    return found


def _to_play(state: State) -> list[tuple[TableId, Person]]:
    """Who still plays at tables without a result in rounds with a deadline."""
    tables = _unfinished(state)
    out = given_up(tables)
    return [
        (table.id, state.person_at(table, one))
        for table in tables
        for one in table.seats
        if (table.id, one) not in out
    ]


def _unfinished(state: State) -> list[RoundTable]:
    """The tables without a result in rounds with a deadline."""
    return [
        table
        for number in state.deadlines
        for table in state.of_round(number)
        if table.result is None
    ]
