"""Clan MacEwan."""

from games.engine.clans.base import Clan
from games.engine.content.schema import Contract
from games.engine.words import gettext_noop

BEER_PRICE = 9
"""What a discarded grain brings, in pounds. (CLAN-MACEWAN-01)"""


class MacEwan(Clan):
    """Brewers. (CLAN-MACEWAN-01..04)"""

    name = "macewan"
    experience = "harder"
    own_moves = ("brew",)
    text = (
        gettext_noop(
            "When you fulfil a contract that gives hops, you may discard up to as much grain, "
            "three at most, for £9 each."
        ),
    )
    kickstarter = True
    MOST_GRAIN = 3

    def beer(self, contract: Contract) -> int:
        return min(contract.hops, self.MOST_GRAIN)
