"""What pages call the people of a tournament."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.models import Participant, Tournament
from tournaments.players.people import open_to_all
from tournaments.selectors import bot_numbers
from tournaments.state import EntrantId, Person
from tournaments.state import Tournament as State


class Names:
    """Names by number; bots are numbered by kind, in the games of the tournament, too.

    Who has no account is marked where somebody else of this name has one. That somebody was asked
    to direct is for directors alone, so it marks nobody.
    """

    def __init__(self, people: Iterable[Participant]) -> None:
        self.people = sorted(people, key=lambda one: one.number)
        bots = bot_numbers({one.number: one for one in self.people})
        self._names: dict[Person, str] = {}
        for one in self.people:
            name = one.user.get_username() if one.user else one.label
            if one.bot:
                # Translators: a player that is a program, by the program's name.
                name = f"{_('%(bot)s bot') % {'bot': one.bot}} {bots[one.number]}"
            self._names[one.number] = name
        self._plain = {
            one.number: one.user.get_username() if one.user else one.label for one in self.people
        }
        accounts = {
            one.user.get_username().casefold()
            for one in self.people
            if one.user and not one.asked_to_direct
        }
        for one in self.people:
            if not one.user and not one.bot and one.label.casefold() in accounts:
                # Translators: a player of the same name as one who has an account.
                self._names[one.number] = _("%(name)s (no account)") % {"name": one.label}
        self.bots = frozenset(one.number for one in self.people if one.bot)
        self.accounts = frozenset(one.number for one in self.people if one.user_id is not None)
        self._pages = open_to_all({one.number: one.user for one in self.people if one.user})

    @classmethod
    def of(cls, tournament: Tournament) -> "Names":
        """The names of all who ever had a number in a tournament."""
        return cls(Participant.objects.filter(tournament=tournament).select_related("user"))

    def person(self, number: Person | None) -> str:
        """A person's name; of the server itself, which has no number, a word for it."""
        if number is None:
            return _("the server")
        return self._names.get(number, "?")

    def plain(self, number: Person) -> str:
        """A person's name without a mark; empty for one who is not known."""
        return self._plain.get(number, "")

    def page(self, number: Person | None) -> str:
        """The user name of a person with a page that everybody may see; else empty."""
        return self._pages.get(number, "") if number is not None else ""

    def entrant(self, state: State, entrant: EntrantId) -> str:
        """The name of who holds a place now."""
        found = state.entrants.get(entrant)
        return self.person(found.person) if found else "?"
