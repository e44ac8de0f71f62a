"""Clan Fergusson."""

from games.engine.clans.base import Clan
from games.engine.errors import IllegalMove
from games.engine.geometry.board import BIT, Board
from games.engine.terms import Hex, gettext_noop


class Fergusson(Clan):
    """Seafarers who settle the border first. (CLAN-FERGUSSON-01..05)"""

    name = "fergusson"
    experience = "easier"
    text = (
        gettext_noop(
            "You start with shipping across two lochs (across one loch with 1 or 2 players)."
        ),
        gettext_noop("You place three first workers, all on border spaces."),
    )

    def start_shipping(self, *, small: bool) -> int:
        return 2 if small else 3

    def first_workers(self) -> int:
        return 3

    def check_first_worker(self, board: Board, hex_: Hex) -> None:
        if not self.first_spaces(board) & BIT[hex_]:
            raise IllegalMove("CLAN-FERGUSSON-02", "border_only", hex=hex_)

    def first_spaces(self, board: Board) -> int:
        return board.border
