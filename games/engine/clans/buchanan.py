"""Clan Buchanan."""

from games.engine.clans.base import Clan
from games.engine.options import Options
from games.engine.terms import gettext_noop


class Buchanan(Clan):
    """Two export boxes, filled and emptied two at a time. (CLAN-BUCHANAN-01..12)"""

    name = "buchanan"
    experience = "harder"
    text = (
        gettext_noop("You have two export boxes."),
        gettext_noop("One action may take up to two contracts and one may fulfil up to two."),
        gettext_noop("Your building bonus turns up six contracts, of which you may take two."),
        gettext_noop(
            "You settle the cost of contracts once in a turn, however many you obtain in it."
        ),
    )

    def boxes(self) -> int:
        return 2

    def contracts_at_once(self, options: Options) -> int:
        return 2

    def contracts_drawn(self, options: Options) -> int:
        return super().contracts_drawn(options) if options.buchanan_2017 else 6

    def contracts_kept(self, options: Options) -> int:
        return 2

    def settles_cost_once(self, options: Options) -> bool:
        return not options.buchanan_2017

    def fulfils_again(self, options: Options) -> bool:
        return not options.buchanan_2017
