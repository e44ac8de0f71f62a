"""MacGregor in the log."""

from collections.abc import Sequence

from games.engine.clans.macgregor import Returned
from games.engine.rules.answers import ClanChoice
from games.engine.terms import Seat
from replays.narration import vocabulary
from replays.narration.base import Narration
from replays.narration.clans.base import ClanPhrases
from replays.narration.language import pgettext


class MacGregor(ClanPhrases):
    """A sheep goes back to the player board; how sheep graze is said by the effects."""

    clan = "macgregor"

    def chosen(self, narration: Narration, seat: Seat, choice: ClanChoice) -> Sequence[str]:
        if not (returned := Returned.of(choice).returned):
            return ()
        text = pgettext("decides to", "put back the sheep on %(spaces)s")
        return [text % {"spaces": vocabulary.listed([*returned])}]
