"""MacPherson in the log."""

from collections.abc import Sequence

from games.engine.clans.macpherson import Young
from games.engine.rules.answers import ClanChoice
from replays.narration import vocabulary
from replays.narration.clans.base import ClanPhrases
from replays.narration.language import npgettext


class MacPherson(ClanPhrases):
    """Animals have young."""

    clan = "macpherson"

    def chosen(self, choice: ClanChoice) -> Sequence[str]:
        if not (young := Young.of(choice).young):
            return ()
        text = npgettext(
            "decides to",
            "place a young animal on %(spaces)s",
            "place young animals on %(spaces)s",
            len(young),
        )
        return [text % {"spaces": vocabulary.listed([*young])}]
