"""Cunningham on the pages."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from replays.sentences import vocabulary
from web.pages.clans.base import ClanPage


class Cunningham(ClanPage):
    """Milk becomes butter."""

    clan = "cunningham"
    choice = "butter"

    def choice_label(self, amount: int) -> str:
        text = ngettext("Give up %(n)s milk as butter", "Give up %(n)s milk as butter", amount)
        return text % {"n": amount}

    def produced(self, amount: int) -> str:
        return _("butter of %(milk)s") % {"milk": vocabulary.amount("milk", amount)}

    def order_field(self) -> forms.Field:
        return forms.IntegerField(
            label=gettext_lazy("Cunningham: milk to discard for money"),
            min_value=0,
            max_value=99,
            initial=0,
            help_text=gettext_lazy(
                "At most so much, of what is left after cheese. With other clans it does nothing."
            ),
        )

    def ordered(self, amount: int) -> str:
        text = ngettext(
            "Discards up to %(n)s milk for money, with Cunningham.",
            "Discards up to %(n)s milk for money, with Cunningham.",
            amount,
        )
        return text % {"n": amount}
