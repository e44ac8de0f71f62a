"""Co-directors: who is asked, who accepts, who leaves."""

from datetime import datetime
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User

from games.accounts import attempts
from games.accounts import names as accounts
from games.errors import NoSuchPlayer
from games.runtime import notifications
from games.runtime.commit import in_transaction
from tournaments import store
from tournaments.errors import DeclinedToDirect, NotAskedToDirect
from tournaments.log.events import Changed
from tournaments.log.people import people_in
from tournaments.models import Participant, Tournament
from tournaments.services.writer import LogWriter, as_user, check_phase, numbered
from tournaments.state import Person

ONE_NO: Final = "1/day"


def appoint(writer: LogWriter, wanted: list[str]) -> tuple[Person, ...] | None:
    """Ask users to direct, by name; those who direct and are named no more do so no longer.

    The co-directors that stay; None if none goes. Who is asked and not named is asked no more.
    Raises NoSuchPlayer, DeclinedToDirect.
    """
    tournament, state = writer.tournament, writer.state
    named = set(_numbers(writer, wanted)) - {state.director}
    stay = tuple(one for one in state.co_directors if one in named)
    gone = {*state.co_directors} - {*stay}
    people = Participant.objects.filter(tournament=tournament)
    for new in people.filter(number__in=named - {*stay}, asked_to_direct=False):
        if attempts.counted(**_declined(new)):
            raise DeclinedToDirect
    no_more = people.filter(asked_to_direct=True).exclude(number__in=named)
    gone.update(no_more.values_list("number", flat=True))
    no_more.update(asked_to_direct=False)
    people.filter(number__in=named - {*stay}).update(asked_to_direct=True)
    for one in gone:
        _let_go(writer, one)
    return None if stay == tuple(state.co_directors) else stay


@in_transaction
def answer_direction(*, tournament_id: UUID, user: User, accept: bool, now: datetime) -> Tournament:
    """Accept to direct with others, or decline; a co-director leaves.

    Who declines is not asked again for a day. Raises NoSuchTournament, NotAskedToDirect,
    WrongPhase.
    """
    writer = as_user(tournament_id, user, now)
    check_phase(writer, "draft", "open", "running")
    state = writer.state
    own = Participant.objects.filter(tournament=writer.tournament, user=user).first()
    directs = own is not None and own.number in state.co_directors
    if own is None or not (own.asked_to_direct or (directs and not accept)):
        raise NotAskedToDirect
    Participant.objects.filter(pk=own.pk).update(asked_to_direct=False)
    if accept:
        writer.add(Changed(co_directors=(*state.co_directors, own.number)))
        return writer.save()
    if directs:
        rest = tuple(one for one in state.co_directors if one != own.number)
        writer.add(Changed(co_directors=rest))
    _let_go(writer, own.number)
    if not directs:
        attempts.count(**_declined(own), rate=ONE_NO)
        notifications.changed(writer.tournament.pk)
        return writer.tournament
    return writer.save()


def _declined(person: Participant) -> dict[str, str]:
    """What counts that a user declines: who is asked and says no loses the number here."""
    return {"kind": "no-director", "caller": f"{person.tournament_id} {person.user_id}"}


def _numbers(writer: LogWriter, wanted: list[str]) -> list[Person]:
    """The numbers of users by name. Raises NoSuchPlayer."""
    numbers = []
    for name in wanted:
        found = accounts.find(name)
        if found is None or not found.is_active:
            raise NoSuchPlayer
        numbers.append(numbered(writer.tournament, user=found))
    return numbers


def _let_go(writer: LogWriter, person: Person) -> None:
    """Take somebody who directs no more, or was only asked, off the lists where that can be.

    Who stands nowhere in the log loses the number; of who directed a draft but a name stays, until
    the account goes (``people.forget``).
    """
    found = Participant.objects.filter(tournament=writer.tournament, number=person)
    pending = people_in(writer.rows)
    if person not in pending and not store.stands_in(writer.tournament.pk, person):
        found.delete()
    elif writer.state.phase == "draft":
        for one in found.select_related("user"):
            if one.user is not None:
                # Unless the account has gone meanwhile, and its name with it.
                still = Participant.objects.filter(pk=one.pk, user=one.user)
                still.update(user=None, former=one.user, label=one.user.get_username())
