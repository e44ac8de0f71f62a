"""MacPherson in the log."""

from collections.abc import Sequence

from games.engine.clans.macpherson import Young
from games.engine.rules.answers import ClanChoice
from games.engine.terms import Seat
from replays.narration import vocabulary
from replays.narration.base import Narration
from replays.narration.clans.base import ClanPhrases
from replays.narration.language import pgettext


class MacPherson(ClanPhrases):
    """Animals have young."""

    clan = "macpherson"

    def chosen(self, narration: Narration, seat: Seat, choice: ClanChoice) -> Sequence[str]:
        if not (spaces := Young.of(choice).young):
            return ()
        player = narration.state.players[seat]
        # On a space where young may come there is nothing else of the player's.
        found = {piece.hex: piece.unit for piece in player.units}
        young = [vocabulary.unit_on(found[hex_], hex_) for hex_ in spaces]
        return [pgettext("decides to", "place %(units)s") % {"units": vocabulary.listed(young)}]
