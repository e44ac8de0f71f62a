"""What pages call the people of a tournament."""

from collections import Counter
from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.models import Participant, Tournament
from tournaments.state import EntrantId, Person
from tournaments.state import Tournament as State


class Names:
    """Names by number; bots of one kind are numbered, as at tables."""

    def __init__(self, people: Iterable[Participant]) -> None:
        self.people = sorted(people, key=lambda one: one.number)
        kinds = Counter(one.bot for one in self.people if one.bot)
        met = Counter[str]()
        self._names: dict[Person, str] = {}
        for one in self.people:
            name = one.user.get_username() if one.user else one.label
            if one.bot:
                met[one.bot] += 1
                # Translators: a player that is a program, by the program's name.
                name = _("%(bot)s bot") % {"bot": one.bot}
                if kinds[one.bot] > 1:
                    name = f"{name} {met[one.bot]}"
            self._names[one.number] = name
        self.bots = frozenset(one.number for one in self.people if one.bot)
        self.accounts = frozenset(one.number for one in self.people if one.user_id is not None)

    @classmethod
    def of(cls, tournament: Tournament) -> "Names":
        """The names of all who ever had a number in a tournament."""
        return cls(Participant.objects.filter(tournament=tournament).select_related("user"))

    def person(self, number: Person | None) -> str:
        """A person's name; of the server itself, which has no number, a word for it."""
        if number is None:
            return _("the server")
        return self._names.get(number, "?")

    def entrant(self, state: State, entrant: EntrantId) -> str:
        """The name of who holds a place now."""
        found = state.entrants.get(entrant)
        return self.person(found.person) if found else "?"
