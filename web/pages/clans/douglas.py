"""Douglas on the pages."""

from django.utils.translation import gettext as _

from games.engine.clans.douglas import Douglas as DouglasClan
from games.engine.terms import GOOD_INDEX
from replays.narration import vocabulary
from web.pages.clans.base import ClanPage
from web.pages.common.labels import pounds
from web.pages.guide.setting import Setting
from web.pages.guide.strip import Strip, track
from web.pages.guide.topic import Example

GOODS, MERCHANTS = 3, 2
"""The trade of the rulebook's example."""


class Douglas(ClanPage):
    """A merchant trades two goods."""

    clan = "douglas"

    def example(self, setting: Setting) -> Example:
        """Three whisky by two merchants. (CASE-03)"""
        state = setting.sample(self.clan)
        index = GOOD_INDEX["whisky"]
        printed, was = state.content.market(state.options.players)[index], state.prices[index]
        facts = {
            "goods": vocabulary.taken("whisky", GOODS),
            "sum": pounds(GOODS * state.price(index)),
            "merchants": MERCHANTS,
            "bonus": pounds(DouglasClan().deal_bonus(GOODS)),
        }
        text = _(
            "Buying %(goods)s with %(merchants)s merchants: %(sum)s, the price moves %(merchants)s "
            "steps, and you receive %(bonus)s."
        )
        row = track(printed.prices, was, printed.moved(was, MERCHANTS))
        return Example(Strip([row]), text % facts)
