"""Clan Campbell."""

from games.engine.clans.base import Clan
from games.engine.state import Player
from games.engine.terms import BUILDINGS, Column, gettext_noop


class Campbell(Clan):
    """Each building is cheaper by its place among those of its type. (CLAN-CAMPBELL-01..04)"""

    name = "campbell"
    experience = "easier"
    text = (gettext_noop("The buildings of each type cost £3, £4, £4 and £5 less, in order."),)
    details = (
        gettext_noop("Bakeries, distilleries and cheese dairies are counted each for themselves."),
    )
    DISCOUNTS = (3, 4, 4, 5)

    def unit_cost(self, player: Player, column: Column, printed: int) -> int:
        if column not in BUILDINGS:
            return printed
        return printed - self.DISCOUNTS[min(player.deployed(column), len(self.DISCOUNTS) - 1)]
