"""Cunningham in the log."""

from games.engine.clans.cunningham import Butter
from games.engine.rules.answers import ClanChoice
from games.engine.terms import Seat
from replays.narration import vocabulary
from replays.narration.base import Narration
from replays.narration.clans.base import ClanPhrases
from replays.narration.language import gettext as _


class Cunningham(ClanPhrases):
    """Milk becomes butter."""

    clan = "cunningham"

    def chosen(self, narration: Narration, seat: Seat, choice: ClanChoice) -> None:
        if butter := Butter.of(choice).butter:
            milk = vocabulary.taken("milk", butter)
            phrase, own = _("turns %(milk)s into butter"), _("turn %(milk)s into butter")
            narration.say(seat, phrase, own, milk=milk)
