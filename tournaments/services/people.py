"""People whose accounts go."""

from typing import Final

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from games.runtime.commit import in_transaction
from tournaments import store
from tournaments.log.events import Cancelled, Changed
from tournaments.models import Participant, Tournament, TournamentReceipt
from tournaments.services.calling_off import disclose_rounds, keep_draft_hidden, seed_for_all
from tournaments.services.writer import LogWriter, lock

NO_DIRECTOR: Final = "The account of its only director was deleted."
"""The reason in the log; it is stored, and so in one language."""


@in_transaction
def forget(user: User, name: str) -> None:
    """Put a name that says nothing in the place of a user; places and results stay.

    A tournament that is not over goes to the first co-director; without one it is cancelled. Where
    the user was only asked to direct, nothing stays: the log says nothing of it.
    """
    asking = Tournament.objects.filter(people__in=_asked(user)).values_list("pk", flat=True)
    directed = Tournament.objects.filter(director=user, finished_at=None)
    found = {*directed.values_list("pk", flat=True), *asking}
    for tournament_id in sorted(found):
        tournament = lock(tournament_id)
        if tournament.director_id == user.pk and tournament.finished_at is None:
            _hand_on(LogWriter(tournament, now=timezone.now(), actor=None))
        for one in _asked(user).filter(tournament=tournament):
            if not store.stands_in(tournament.pk, one.number):
                one.delete()
    Participant.objects.filter(user=user).update(user=None, label=name, asked_to_direct=False)
    Participant.objects.filter(former=user).update(former=None, label=name)
    Tournament.objects.filter(director=user).update(director=None)
    TournamentReceipt.objects.filter(user=user).delete()


def _asked(user: User) -> QuerySet[Participant]:
    """What a user is who has not answered yet whether to direct."""
    return Participant.objects.filter(user=user, asked_to_direct=True)


def _hand_on(writer: LogWriter) -> None:
    heirs = writer.state.co_directors
    people = Participant.objects.filter(tournament=writer.tournament, number__in=heirs)
    found = {one.number: one.user for one in people.select_related("user") if one.user}
    heir = next((one for one in heirs if one in found), None)
    if heir is None:
        keep_draft_hidden(writer)
        writer.add(Cancelled(reason=NO_DIRECTOR, seed=seed_for_all(writer)))
        disclose_rounds(writer)
    else:
        rest = tuple(one for one in heirs if one != heir)
        writer.add(Changed(director=heir, co_directors=rest))
        writer.tournament.director = found[heir]
    writer.save()
