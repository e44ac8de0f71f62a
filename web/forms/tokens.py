"""The form for a new token."""

from typing import Any, Final

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games import names
from web.forms.confirmed import ConfirmedForm

SCOPES: Final = (
    ("read", _("Read: everything you can see, including your private games")),
    ("play", _("Play: take seats, make moves, resign; register for tournaments and give results")),
    (
        "manage",
        _(
            "Manage: make tables and host them, direct tournaments, fork and import games, revoke"
            " tokens"
        ),
    ),
)
"""What a token may be for, by the names that the API gives it."""
NAMES: Final = {"read": _("read"), "play": _("play"), "manage": _("manage")}
"""The same in a word, for the list of tokens."""
LIFETIMES: Final = (1, 7, 30, 90, 365)
"""Days."""


class TokenForm(ConfirmedForm):
    """What the token is for, and for how long; with the password, as for all that opens doors."""

    name = forms.CharField(
        label=_("Name"),
        max_length=names.LONGEST,
        help_text=_("Reminds you what it is for, such as the program or the machine."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=SCOPES,
        initial=["read", "play"],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one.")},
    )
    days = forms.TypedChoiceField(label=_("Valid for"), coerce=int)
    field_order = ("name", "scopes", "days", "password", "code")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        days = self.fields["days"]
        days.initial = settings.TOKEN_DAYS
        if isinstance(days, forms.ChoiceField):
            days.choices = [(number, days_in_words(number)) for number in lifetimes()]


def lifetimes() -> list[int]:
    """The days that can be chosen: round numbers, the default and the most that there is."""
    known = {*LIFETIMES, settings.TOKEN_DAYS, settings.TOKEN_DAYS_MAX}
    return sorted(number for number in known if number <= settings.TOKEN_DAYS_MAX)


def days_in_words(number: int) -> str:
    """A number of days, as the language counts them."""
    return ngettext("%(number)s day", "%(number)s days", number) % {"number": number}
