"""Cunningham in the log."""

from collections.abc import Sequence

from games.engine.clans.cunningham import Butter
from games.engine.rules.answers import ClanChoice
from games.engine.terms import Seat
from replays.narration import vocabulary
from replays.narration.base import Narration
from replays.narration.clans.base import ClanPhrases
from replays.narration.language import pgettext


class Cunningham(ClanPhrases):
    """Milk becomes butter."""

    clan = "cunningham"

    def chosen(self, narration: Narration, seat: Seat, choice: ClanChoice) -> Sequence[str]:
        if not (butter := Butter.of(choice).butter):
            return ()
        milk = vocabulary.taken("milk", butter)
        return [pgettext("decides to", "turn %(milk)s into butter") % {"milk": milk}]
