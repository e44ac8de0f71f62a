"""Cunningham in the log."""

from games.engine.decisions import ClanChoice
from games.engine.words import Seat
from replays.sentences import vocabulary
from replays.sentences.clans.base import ClanPhrases
from replays.sentences.language import gettext as _
from replays.sentences.narration import Narration


class Cunningham(ClanPhrases):
    """Milk becomes butter."""

    clan = "cunningham"

    def chosen(self, narration: Narration, seat: Seat, choice: ClanChoice) -> None:
        if choice.butter:
            milk = vocabulary.amount("milk", choice.butter)
            narration.say(seat, _("turns %(milk)s into butter") % {"milk": milk})
