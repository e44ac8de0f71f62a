"""The form for a new token."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games import names


class TokenForm(forms.Form):
    """What the token is for."""

    name = forms.CharField(
        label=_("Name"),
        max_length=names.LONGEST,
        help_text=_("Reminds you what it is for, such as the program or the machine."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
