"""Reading tournaments; what is secret stays with the caller's services."""

from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models.game import Visibility
from tournaments.access import may_see
from tournaments.errors import NoSuchTournament
from tournaments.models import Participant, Tournament
from tournaments.state import Person


def tournament_for(user: User | None, tournament_id: UUID, invite: str | None = None) -> Tournament:
    """A tournament that the user may look at. Raises NoSuchTournament."""
    found = Tournament.objects.filter(pk=tournament_id).select_related("director").first()
    if found is None or not may_see(user, found, invite):
        raise NoSuchTournament
    return found


def tournaments_visible_to(user: User | None) -> QuerySet[Tournament]:
    """The tournaments of lists: the public ones and those in which the user has a number."""
    visible = Q(visibility=Visibility.PUBLIC) & ~Q(phase="draft")
    if user is not None:
        own = Participant.objects.filter(tournament=OuterRef("pk"), user=user)
        visible |= Q(Exists(own))
    return Tournament.objects.filter(visible).order_by("-active_at", "-id")


def names_of(tournament: Tournament) -> dict[Person, str]:
    """The names of all people in a tournament by number; bots of one kind are numbered."""
    names: dict[Person, str] = {}
    bots: dict[str, int] = {}
    people = Participant.objects.filter(tournament=tournament).select_related("user")
    for one in people.order_by("number"):
        if one.bot:
            bots[one.bot] = bots.get(one.bot, 0) + 1
            names[one.number] = f"{one.bot} {bots[one.bot]}"
        else:
            names[one.number] = one.user.username if one.user else one.label
    return names
