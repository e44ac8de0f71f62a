"""MacLeod in the log."""

from collections.abc import Sequence

from games.engine import effects as fx
from games.engine.clans.macleod import flags, shipyards
from games.engine.terms import Seat
from games.engine.tiles.ports import COPY_COST, COPYING
from replays.narration import vocabulary
from replays.narration.base import Narration
from replays.narration.clans.base import ClanPhrases
from replays.narration.language import gettext as _
from replays.narration.stocks import discarded


class MacLeod(ClanPhrases):
    """Shipyards are used."""

    clan = "macleod"
    keeps_tiles = True

    def state_set(self, narration: Narration, seat: Seat, values: Sequence[int]) -> None:
        state = narration.state
        before = flags(state.players[seat])
        for tile, old, new in zip(shipyards(state), before, values, strict=False):
            if new > old:
                _used(narration, seat, tile)


def _used(narration: Narration, seat: Seat, tile: int) -> None:
    """Which shipyard, or which one it copies and for how much. (CLAN-MACLEOD-6)"""
    move = narration.event.move
    copied = move.copied_tile() if move and tile == COPYING else None
    if copied is None:
        phrase, own = _("uses shipyard %(tile)s"), _("use shipyard %(tile)s")
        narration.say_also(seat, phrase, own, tile=tile)
        discarded(narration, seat, tile)
        return
    paid = fx.MoneyChanged(seat, -COPY_COST)
    narration.drop([effect for effect in narration.all(fx.MoneyChanged) if effect == paid][:1])
    narration.say_also(
        seat,
        _("uses shipyard %(tile)s as tile %(copied)s for %(cost)s"),
        _("use shipyard %(tile)s as tile %(copied)s for %(cost)s"),
        tile=tile,
        copied=copied,
        cost=vocabulary.money(COPY_COST),
    )
    discarded(narration, seat, copied)
