"""Clan Mackintosh."""

from typing import Final

from games.engine.clans.base import Clan
from games.engine.geometry.board import BIT
from games.engine.state import State
from games.engine.terms import BUILDINGS, Column, Hex, Seat, gettext_noop

PAYING: Final[tuple[Column, ...]] = ("woodcutter", "miner", "worker", *BUILDINGS)
"""What brings something when it is deployed. (CLAN-MACKINTOSH-1, CLAN-MACKINTOSH-6)"""


class Mackintosh(Clan):
    """Workers that profit from what is built beside them. (CLAN-MACKINTOSH-1..7)"""

    name = "mackintosh"
    rule = "CLAN-MACKINTOSH-1"
    text = (
        gettext_noop(
            "Whenever any player deploys a worker or a building adjacent to one of your workers, "
            "you receive £3."
        ),
        gettext_noop("That holds for first workers too, for your own and for those of others."),
    )
    details = (
        gettext_noop(
            "You receive it once the unit is paid for, before anybody buys from neighbours."
        ),
        gettext_noop("Fields and animals pay nothing, nor do units that move."),
    )
    PAY = 3

    def deployment_income(
        self, state: State, seat: Seat, hex_: Hex, column: Column, *, itself: bool
    ) -> int:
        if column not in PAYING:
            return 0
        own_worker = itself and column not in BUILDINGS
        workers = adjacent_workers(state, seat, hex_) - own_worker
        return self.PAY * (workers if state.options.mackintosh_per_worker else min(1, workers))


def adjacent_workers(state: State, seat: Seat, hex_: Hex) -> int:
    """How many workers of a player are on a space and adjacent to it, over rivers too.

    (CLAN-MACKINTOSH-4, IND-DEF-02, IND-DEF-04)
    """
    around = state.board.adjacent[hex_] | BIT[hex_]
    units = state.players[seat].units
    return sum(bool(BIT[piece.hex] & around) for piece in units if piece.unit == "worker")
