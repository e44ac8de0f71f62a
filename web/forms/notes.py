"""The form for private notes."""

from django import forms
from django.utils.translation import gettext_lazy as _

from web.models import LONGEST_NOTE


class NoteForm(forms.Form):
    """The text; an empty one removes the note."""

    text = forms.CharField(
        label=_("Notes on this game"),
        required=False,
        strip=False,
        help_text=_("Only you can see them, also when the game is over."),
        widget=forms.Textarea(attrs={"rows": 8, "maxlength": LONGEST_NOTE}),
    )

    def clean_text(self) -> str:
        """The text with plain line ends, which count as one character. Raises ValidationError."""
        text: str = self.cleaned_data["text"].replace("\r\n", "\n").rstrip()
        if len(text) > LONGEST_NOTE:
            raise forms.ValidationError(
                _("At most %(most)s characters; these are %(length)s."),
                code="too_long",
                params={"most": LONGEST_NOTE, "length": len(text)},
            )
        return text
