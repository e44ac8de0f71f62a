"""Cunningham in the log."""

from games.engine.clans.cunningham import Butter
from games.engine.decisions import ClanChoice
from games.engine.terms import Seat
from replays.sentences import vocabulary
from replays.sentences.clans.base import ClanPhrases
from replays.sentences.language import gettext as _
from replays.sentences.narration import Narration


class Cunningham(ClanPhrases):
    """Milk becomes butter."""

    clan = "cunningham"

    def chosen(self, narration: Narration, seat: Seat, choice: ClanChoice) -> None:
        if butter := Butter.of(choice).butter:
            milk = vocabulary.taken("milk", butter)
            phrase, own = _("turns %(milk)s into butter"), _("turn %(milk)s into butter")
            narration.say(seat, phrase, own, milk=milk)
