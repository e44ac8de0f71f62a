"""MacPherson in the log."""

from games.engine.clans.macpherson import Young
from games.engine.rules.answers import ClanChoice
from games.engine.terms import Seat
from replays.narration import vocabulary
from replays.narration.base import Narration
from replays.narration.clans.base import ClanPhrases
from replays.narration.language import gettext as _


class MacPherson(ClanPhrases):
    """Animals have young."""

    clan = "macpherson"

    def chosen(self, narration: Narration, seat: Seat, choice: ClanChoice) -> None:
        if young := Young.of(choice).young:
            phrase = _("places young animals on %(spaces)s")
            own = _("place young animals on %(spaces)s")
            narration.say(seat, phrase, own, spaces=vocabulary.listed([*young]))
