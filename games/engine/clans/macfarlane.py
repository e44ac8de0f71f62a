"""Clan MacFarlane."""

from typing import Final

from games.engine.clans.base import Clan
from games.engine.geometry.board import BIT
from games.engine.state import State
from games.engine.terms import Hex, Seat, gettext_noop

CROSSING: Final = 1
"""The shipping level from which canals serve. (CLAN-MACFARLANE-5)"""


class MacFarlane(Clan):
    """Canals along rivers. (CLAN-MACFARLANE-1..9)"""

    name = "macfarlane"
    rule = "CLAN-MACFARLANE-1"
    text = (
        gettext_noop(
            "You start with shipping across rivers and with two more merchants, which count as "
            "upgrades."
        ),
        gettext_noop(
            "If a unit of yours stands along a river, you may expand to every space along that "
            "river, on both banks; your settlements along one river are connected."
        ),
        gettext_noop(
            "A unit that you deploy along a river buys from all opposing units and sells at all "
            "markets along it, as if they were neighbours."
        ),
    )
    details = (
        gettext_noop(
            "A space is along a river if one of its sides is a part of it: the waterfall at its "
            "source is not."
        ),
        gettext_noop("Canals lead to no port tiles, and do not add to shipping across lochs."),
    )
    refusals = {
        "out_of_canals": gettext_noop(
            "%(hex)s is too far away: neither next to a unit of yours, nor within the reach of "
            "your ships, which are at level %(shipping)s, nor along a river with a unit of yours. "
            "The waterfall at the source of a river is not along it."
        ),
        "port_out_of_canals": gettext_noop(
            "The port at %(hex)s is too far away: neither next to a unit of yours nor within the "
            "reach of your ships, which are at level %(shipping)s. Canals lead to no port."
        ),
    }
    port_out_of_reach = "port_out_of_canals"
    MERCHANTS = 2

    def start_shipping(self, *, small: bool) -> int:
        return CROSSING

    def start_merchants(self) -> int:
        return self.MERCHANTS

    def extra_reach(self, state: State, seat: Seat) -> int:
        if state.players[seat].shipping < CROSSING:
            return 0
        return state.board.along_rivers_of(state.position.own[seat])

    def out_of_reach(self, state: State, seat: Seat) -> tuple[str, str]:
        canals = state.players[seat].shipping >= CROSSING
        own = "CLAN-MACFARLANE-2", "out_of_canals"
        return own if canals else super().out_of_reach(state, seat)

    def deals_from(self, state: State, seat: Seat, hex_: Hex) -> int:
        if state.players[seat].shipping < CROSSING:
            return 0
        return state.board.along_rivers_of(BIT[hex_])

    def joins(self, state: State, seat: Seat) -> tuple[int, ...]:
        return state.board.riversides if state.players[seat].shipping >= CROSSING else ()
