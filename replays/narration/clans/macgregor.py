"""MacGregor in the log."""

from games.engine.clans.macgregor import Returned
from games.engine.rules.answers import ClanChoice
from games.engine.terms import Seat
from replays.narration import vocabulary
from replays.narration.base import Narration
from replays.narration.clans.base import ClanPhrases
from replays.narration.language import gettext as _


class MacGregor(ClanPhrases):
    """A sheep goes back to the player board; how sheep graze is said by the effects."""

    clan = "macgregor"

    def chosen(self, narration: Narration, seat: Seat, choice: ClanChoice) -> None:
        if returned := Returned.of(choice).returned:
            phrase = _("puts back the sheep on %(spaces)s")
            own = _("put back the sheep on %(spaces)s")
            narration.say(seat, phrase, own, spaces=vocabulary.listed([*returned]))
