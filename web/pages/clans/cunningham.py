"""Cunningham on the pages."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from games import engine
from games.engine.clans.cunningham import Cunningham as CunninghamClan
from games.engine.rules.answers import FieldChoice, size
from replays.narration import vocabulary
from web.pages.clans.base import ClanPage
from web.pages.common.labels import pounds
from web.pages.guide.setting import Setting
from web.pages.guide.strip import BECOMES, Cell, Strip
from web.pages.guide.topic import Example


class Cunningham(ClanPage):
    """Milk becomes butter."""

    clan = "cunningham"
    choice = "butter"
    choice_title = gettext_noop("Butter")
    choice_rule = "CLAN-CUNNINGHAM-01"

    def example(self, setting: Setting) -> Example:
        pays = pounds(CunninghamClan.BUTTER_PRICE)
        row = [Cell("1", "milk"), BECOMES, Cell(pays, "money", "here")]
        return Example(Strip([row]), _("%(money)s for each milk.") % {"money": pays})

    def choice_label(self, state: engine.State, chosen: FieldChoice) -> str:
        amount = size(chosen)
        text = ngettext("Give up %(n)s milk as butter", "Give up %(n)s milk as butter", amount)
        return text % {"n": amount}

    def produced(self, chosen: FieldChoice) -> str:
        return _("butter from %(milk)s") % {"milk": vocabulary.amount("milk", size(chosen))}

    def order_field(self) -> forms.Field:
        return forms.IntegerField(
            label=gettext_lazy("Milk to discard for money"),
            min_value=0,
            max_value=99,
            initial=0,
            help_text=gettext_lazy("At most this much of the milk left after cheese."),
        )

    def ordered(self, chosen: FieldChoice) -> str:
        amount = size(chosen)
        text = ngettext(
            "Discards up to %(n)s milk for money.",
            "Discards up to %(n)s milk for money.",
            amount,
        )
        return text % {"n": amount}
