"""Clan Campbell."""

from games.engine.clans.base import Clan
from games.engine.state import Player
from games.engine.words import BUILDINGS, Column


class Campbell(Clan):
    """Each building is cheaper by its place among those of its type. (CLAN-CAMPBELL-01..04)"""

    name = "campbell"
    text = (
        "Of each type of building the first costs £3 less, the second and the third £4 less "
        "and the fourth £5 less.",
    )
    DISCOUNTS = (3, 4, 4, 5)

    def unit_cost(self, player: Player, column: Column, printed: int) -> int:
        if column not in BUILDINGS:
            return printed
        return printed - self.DISCOUNTS[min(player.deployed(column), len(self.DISCOUNTS) - 1)]
