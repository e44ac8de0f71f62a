"""Clan Stewart."""

from games.engine.clans.base import Clan


class Stewart(Clan):
    """Merchants. (CLAN-STEWART-01..08)"""

    name = "stewart"
    text = (
        "You start with five merchants ready and with shipping across rivers.",
        "Every trade of one good brings you £1, which you may spend on that very trade.",
    )

    def start_shipping(self, *, small: bool) -> int:
        return 1

    def start_merchants(self) -> int:
        return 3

    def trade_income(self) -> int:
        return 1
