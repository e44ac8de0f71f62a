"""MacLeod in the log."""

from collections.abc import Sequence

from games.engine.clans.macleod import flags, shipyards
from games.engine.terms import Seat
from replays.narration.base import Narration
from replays.narration.clans.base import ClanPhrases
from replays.narration.language import gettext as _


class MacLeod(ClanPhrases):
    """Shipyards are used."""

    clan = "macleod"

    def state_set(self, narration: Narration, seat: Seat, values: Sequence[int]) -> None:
        state = narration.state
        before = flags(state.players[seat])
        for tile, old, new in zip(shipyards(state), before, values, strict=False):
            if new > old:
                phrase, own = _("uses shipyard %(tile)s"), _("use shipyard %(tile)s")
                narration.say(seat, phrase, own, tile=tile)
