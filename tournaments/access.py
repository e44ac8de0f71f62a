"""Access to tournaments: who may see one, and who directs it."""

import secrets

from django.contrib.auth.models import User

from games.models.game import Visibility
from tournaments.errors import NoSuchTournament, NotDirector
from tournaments.models import Participant, Tournament
from tournaments.state import Person
from tournaments.state import Tournament as State


def number_of(tournament: Tournament, user: User | None) -> Person | None:
    """The number of a user in a tournament; None for one who has none."""
    if user is None:
        return None
    found = Participant.objects.filter(tournament=tournament, user=user)
    return found.values_list("number", flat=True).first()


def invited(tournament: Tournament, invite: str | None) -> bool:
    """Whether this is the invite code of the tournament."""
    return secrets.compare_digest((invite or "").encode(), tournament.invite_code.encode())


def may_see(user: User | None, tournament: Tournament, invite: str | None = None) -> bool:
    """Whether a user may see that a tournament exists.

    A private one is for those who have a number in it, or its invite code. A draft is for those who
    have a number: its directors, and who is asked to be one. Nobody enters it with an account yet,
    and who directs it no more has lost the number. So no log is read here.
    """
    return (
        open_to_all(tournament)
        or number_of(tournament, user) is not None
        or (tournament.phase != "draft" and invited(tournament, invite))
    )


def open_to_all(tournament: Tournament) -> bool:
    """Whether strangers may see that a tournament exists."""
    return tournament.phase != "draft" and tournament.visibility != Visibility.PRIVATE


def directs(state: State, person: Person | None) -> bool:
    """Whether a person is a director or co-director."""
    return person is not None and (person == state.director or person in state.co_directors)


def check_director(tournament: Tournament, state: State, user: User) -> Person:
    """The number of a director. Raises NotDirector, NoSuchTournament for who may not see it."""
    person = number_of(tournament, user)
    if person is None or not directs(state, person):
        raise NotDirector if may_see(user, tournament) else NoSuchTournament
    return person
