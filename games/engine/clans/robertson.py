"""Clan Robertson."""

from games.engine.clans.base import Clan
from games.engine.geometry.board import Board
from games.engine.terms import gettext_noop


class Robertson(Clan):
    """Deltas are cheap. (CLAN-ROBERTSON-01..04)"""

    name = "robertson"
    text = (
        gettext_noop("Deploying on a river delta costs £3 less in all (£2 with 1 or 2 players)."),
        gettext_noop("That holds for your first workers too."),
    )

    def discounts(self, board: Board) -> tuple[tuple[int, int]]:
        return ((board.delta, 2 if board.small else 3),)
