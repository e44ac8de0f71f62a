"""Clan Stewart."""

from games.engine.clans.base import Clan
from games.engine.terms import gettext_noop


class Stewart(Clan):
    """Merchants. (CLAN-STEWART-01..08)"""

    name = "stewart"
    text = (
        gettext_noop("You start with five merchants ready and with shipping across rivers."),
        gettext_noop(
            "Every trade of one good brings you £1, which you may spend on that very trade."
        ),
    )

    def start_shipping(self, *, small: bool) -> int:
        return 1

    def start_merchants(self) -> int:
        return 3

    def trade_income(self) -> int:
        return 1
