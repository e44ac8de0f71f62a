"""Forms that ask who is here, though somebody has signed in: an open browser is not enough."""

from datetime import timedelta
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games import names
from games.accounts import second_factors
from web.throttling import begin_code, begin_try, too_often

SALT: Final = "web.forms.confirmed"
SETUP_GOOD_FOR: Final = timedelta(hours=1)
LONGEST_CODE: Final = 40
APP_CODE: Final = {"autocomplete": "one-time-code", "inputmode": "numeric"}
WRONG_PASSWORD: Final = _("This is not your current password.")
ANY_CODE: Final = {"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"}


class ConfirmedForm(forms.Form):
    """The password; also a code if the user's second factor is on. Check it by ``confirm``."""

    held_back = 0

    password = forms.CharField(
        label=_("Current password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.code_needed = second_factors.is_on(user)
        if self.code_needed:
            self.fields["code"] = forms.CharField(
                label=_("Code"),
                max_length=LONGEST_CODE,
                help_text=_("What your authenticator app shows now, or a recovery code."),
                widget=forms.TextInput(attrs=ANY_CODE),
            )

    def clean(self) -> dict[str, Any]:
        """Checks the password, unless it was tried too often. Raises ValidationError."""
        data = super().clean() or self.cleaned_data
        if self.held_back:
            raise forms.ValidationError(too_often(self.held_back), code="throttled")
        if "password" in data and not self.user.check_password(data["password"]):
            self.add_error("password", WRONG_PASSWORD)
        return data


class SwitchOnForm(ConfirmedForm):
    """Switches the second factor on, with a code of the app that has got its key.

    The key stands in the form, signed for the user: it is stored once the code is right.
    """

    setup = forms.CharField(widget=forms.HiddenInput)
    code = forms.CharField(
        label=_("Code that the app shows"),
        max_length=LONGEST_CODE,
        widget=forms.TextInput(attrs=APP_CODE),
    )
    field_order = ("setup", "code", "password")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.key = self._sent_key() or second_factors.new_key()
        if not self.is_bound:
            signed = signing.dumps([self.user.pk, self.key.hex()], salt=SALT)
            self.initial["setup"] = signed

    def _sent_key(self) -> bytes | None:
        try:
            number, key = signing.loads(
                self.data.get("setup", ""), salt=SALT, max_age=SETUP_GOOD_FOR
            )
        except signing.BadSignature:
            return None
        return bytes.fromhex(key) if number == self.user.pk else None

    def clean_setup(self) -> str:
        """Raises ValidationError when this is not the form that the user was shown, or is old."""
        if self._sent_key() is None:
            raise forms.ValidationError("", code="outdated")
        return str(self.cleaned_data["setup"])


class AnswerInput(forms.HiddenInput):
    """Holds the answer to one challenge: shown again, the form waits for another one."""

    def get_context(self, name: str, value: object, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Without the value."""
        return super().get_context(name, None, attrs)


class PasskeyForm(ConfirmedForm):
    """A name for a new passkey, and what the browser says of it."""

    name = forms.CharField(
        label=_("Name"),
        max_length=names.LONGEST,
        help_text=_("Reminds you where it is kept, such as the phone or the key."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    passkey = forms.CharField(required=False, widget=AnswerInput)
    field_order = ("name", "password", "code")


class CodeForm(forms.Form):
    """The second step of signing in: a code of the app or, if it is lost, a recovery code."""

    code = forms.CharField(max_length=LONGEST_CODE)

    def __init__(self, *args: Any, recovery: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["code"]
        field.label = _("Recovery code") if recovery else _("Code that the app shows")
        field.widget = forms.TextInput(attrs=ANY_CODE if recovery else APP_CODE)
        field.widget.attrs["autofocus"] = True


def confirm(request: HttpRequest, form: ConfirmedForm) -> int:
    """Check a form, its password and its code, and count both as tries; how long to wait, if so.

    Whether all of it was right says ``form.is_valid()``.
    """
    attempt = begin_try(request, form.user.get_username())
    form.held_back = attempt.wait
    valid = form.is_valid()
    if "password" not in form.errors:
        attempt.give_back()
    return check_code(request, form.user, form) if valid and form.code_needed else attempt.wait


def check_code(request: HttpRequest, user: User, form: forms.Form) -> int:
    """Count and check the code of a form whose user has sent the right password.

    What is wrong with it the form says then; returns how many seconds to wait.
    """
    attempt = begin_code(request, user)
    if attempt.wait:
        form.add_error("code", too_often(attempt.wait))
        return attempt.wait
    now = timezone.now()
    if second_factors.prove(user=user, code=form.cleaned_data["code"], now=now):
        attempt.give_back()
    else:
        second_factors.note_wrong(user=user, attempt=attempt, now=now)
        form.add_error("code", wrong_code())
    return 0


def show_codes_left(request: HttpRequest, user: User, code: str) -> None:
    """Say on the next page how many recovery codes are left, if a right code was one."""
    if second_factors.is_recovery_code(code):
        left = second_factors.codes_left(user)
        text = ngettext(
            "This recovery code is used up: %(left)s is left.",
            "This recovery code is used up: %(left)s are left.",
            left,
        )
        messages.info(request, text % {"left": left})


def wrong_code() -> str:
    """What a form says of a code that is not good."""
    return gettext(
        "This code is wrong, or was used before. Wait until the app shows the next one; the clock "
        "of the device must be right."
    )
