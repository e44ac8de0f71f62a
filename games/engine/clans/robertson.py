"""Clan Robertson."""

from games.engine.clans.base import Clan
from games.engine.geometry.board import BIT, Board
from games.engine.terms import Hex, gettext_noop


class Robertson(Clan):
    """Deltas are cheap. (CLAN-ROBERTSON-01..04)"""

    name = "robertson"
    text = (
        gettext_noop("Deploying on a river delta costs £3 less in all (£2 with 1 or 2 players)."),
        gettext_noop("That holds for your first workers too."),
    )

    def deployment_discount(self, board: Board, hex_: Hex) -> int:
        if not board.delta & BIT[hex_]:
            return 0
        return 2 if board.small else 3
