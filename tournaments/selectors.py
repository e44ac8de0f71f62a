"""Reading tournaments; what is secret stays with the caller's services."""

from collections.abc import Mapping
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Erasure
from games.models.game import Visibility
from tournaments import store
from tournaments.access import may_see
from tournaments.errors import NoSuchTournament
from tournaments.models import Participant, Tournament
from tournaments.redrawn import tournament_in
from tournaments.state import Person


def tournament_for(user: User | None, tournament_id: UUID, invite: str | None = None) -> Tournament:
    """A tournament that the user may look at. Raises NoSuchTournament."""
    found = Tournament.objects.filter(pk=tournament_id).select_related("director").first()
    if found is None or not may_see(user, found, invite):
        raise NoSuchTournament
    return found


def tournaments_visible_to(user: User | None) -> QuerySet[Tournament]:
    """The tournaments of lists: the public ones and those in which the user has a number.

    A draft that was taken back is in none: its log stays, for those who made it and know where.
    """
    visible = Q(visibility=Visibility.PUBLIC) & ~Q(phase="draft")
    if user is not None:
        visible |= Q(part_of(user)) & (~Q(phase="cancelled") | Q(store.was_opened()))
    found = Tournament.objects.filter(visible).select_related("director")
    return found.order_by("-active_at", "-id")


def part_of(user: User) -> Exists:
    """Whether a tournament of a query is one in which the user has a number."""
    return Exists(Participant.objects.filter(tournament=OuterRef("pk"), user=user))


def drawn_again(user: User, game_id: UUID) -> Tournament | None:
    """The tournament whose table had a game that is gone since its round was drawn again.

    Only for people of that tournament, and while it runs. No log is looked through: everybody may
    ask for any id.
    """
    reasons = Erasure.objects.filter(game=game_id).values_list("reason", flat=True)
    named = [found for reason in reasons if (found := tournament_in(reason))]
    if not named:
        return None
    return Tournament.objects.filter(part_of(user), pk__in=named, phase="running").first()


def people_of(tournament: Tournament) -> dict[Person, Participant]:
    """Who the numbers in a tournament's log are, with their accounts."""
    people = Participant.objects.filter(tournament=tournament).select_related("user")
    return {one.number: one for one in people.order_by("number")}


def names_of(tournament: Tournament) -> dict[Person, str]:
    """The names of all people in a tournament by number; bots of one kind are numbered."""
    return names_among(people_of(tournament))


def names_among(people: Mapping[Person, Participant]) -> dict[Person, str]:
    """The same of people who were read already, in the order of their numbers."""
    bots = bot_numbers(people)
    return {
        number: f"{one.bot} bot {bots[number]}"
        if one.bot
        else (one.user.username if one.user else one.label)
        for number, one in people.items()
    }


def bot_numbers(people: Mapping[Person, Participant]) -> dict[Person, int]:
    """The number of each bot among those of its kind, in the order in which they came."""
    met: dict[str, int] = {}
    found: dict[Person, int] = {}
    for number in sorted(people):
        bot = people[number].bot
        if bot:
            found[number] = met[bot] = met.get(bot, 0) + 1
    return found
