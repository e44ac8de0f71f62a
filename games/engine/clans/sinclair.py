"""Clan Sinclair."""

from functools import reduce
from operator import or_
from typing import Final

from games.engine.clans.base import Clan
from games.engine.geometry.board import BIT, Board, hexes_in, within
from games.engine.state import State
from games.engine.terms import Hex, Seat, gettext_noop

CROSSING: Final = 1
"""The shipping level, which stays as it is. (CLAN-SINCLAIR-1)"""
FEE: Final = 2
"""Pounds for a land space, and for each loch space, that is skipped."""
CONNECTED: Final = 2
"""How far apart units are whose settlements are connected. (CLAN-SINCLAIR-6)"""


class Sinclair(Clan):
    """A railway that skips spaces. (CLAN-SINCLAIR-1..13)"""

    name = "sinclair"
    rule = "CLAN-SINCLAIR-1"
    ships = False
    skip_fee = FEE
    port_out_of_reach = "port_out_of_skips"
    text = (
        gettext_noop("You start with shipping across rivers, which never changes."),
        gettext_noop(
            "When you expand to a space that you do not reach anyway, you may skip exactly one "
            "land space without a unit of yours for £2; then you gain an upgrade."
        ),
        gettext_noop(
            "When you expand or use a port tile you may instead skip any number of loch spaces, "
            "for £2 each."
        ),
        gettext_noop(
            "Settlements are connected where at most one space lies between a unit of one and a "
            "unit of the other."
        ),
    )
    details = (
        gettext_noop(
            "The upgrade is taken at once, before you buy from neighbours, or lost. Shipping "
            "cannot be chosen."
        ),
    )
    refusals = {
        "out_of_skips": gettext_noop(
            "%(hex)s is too far away: neither next to a unit of yours nor over a river from one, "
            "nor behind a single land space or behind loch spaces that you could skip."
        ),
        "port_out_of_skips": gettext_noop(
            "The port at %(hex)s is too far away: neither next to a unit of yours nor behind loch "
            "spaces that you could skip. To a port you skip no land."
        ),
        "shipping_stays": gettext_noop("The shipping of your clan never changes."),
    }

    def start_shipping(self, *, small: bool) -> int:
        return CROSSING

    def out_of_reach(self, state: State, seat: Seat) -> tuple[str, str]:
        return "CLAN-SINCLAIR-8", "out_of_skips"

    def extra_reach(self, state: State, seat: Seat) -> int:
        own = state.position.own[seat]
        return behind_land(state, seat) | reduce(or_, behind_lochs(state.board, own), 0)

    def reaching_fees(self, state: State, seat: Seat) -> list[tuple[int, int]]:
        """A land skip costs no more than any loch skip, and gives an upgrade beside."""
        lochs = behind_lochs(state.board, state.position.own[seat])
        skips = [(ring, FEE * skipped) for skipped, ring in enumerate(lochs, start=1)]
        return [(behind_land(state, seat), FEE), *skips]

    def upgrades_by_reaching(self, state: State, seat: Seat, hex_: Hex) -> bool:
        return bool(behind_land(state, seat) & BIT[hex_])

    def port_fee(self, state: State, seat: Seat, hex_: Hex) -> int | None:
        rings = behind_lochs(state.board, state.position.own[seat])
        lochs = (k for k, ring in enumerate(rings, start=1) if ring & BIT[hex_])
        skipped = next(lochs, None)
        return None if skipped is None else FEE * skipped

    def joins(self, state: State, seat: Seat) -> list[int]:
        own = state.position.own[seat]
        return [within(hex_, CONNECTED) & own for hex_ in hexes_in(own)]


def behind_land(state: State, seat: Seat) -> int:
    """The spaces behind one land space, and not in reach otherwise. (CLAN-SINCLAIR-3, -8)"""
    board, position = state.board, state.position
    own = position.own[seat]
    skipped = adjoining(board, own) & board.land & ~own
    return adjoining(board, skipped) & ~position.reach(seat) & ~own


def behind_lochs(board: Board, units: int) -> list[int]:
    """The spaces behind one loch space, behind two at most, and so on. (CLAN-SINCLAIR-9)"""
    found: list[int] = []
    water, crossed = adjoining(board, units) & board.loch, 0
    while water & ~crossed:
        shore = adjoining(board, water & ~crossed)
        crossed |= water
        found.append(shore | (found[-1] if found else 0))
        water |= shore & board.loch
    return found


def adjoining(board: Board, spaces: int) -> int:
    """What is adjacent to some spaces."""
    return reduce(or_, (board.adjacent[hex_] for hex_ in hexes_in(spaces)), 0)
