"""Forms of accounts: signing up and in, the profile, leaving for good."""

import logging
from math import ceil
from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm, PasswordResetForm, UserCreationForm
from django.contrib.auth.models import User
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from kombu.exceptions import OperationalError

from web.models import Profile
from web.tasks import send_password_reset
from web.throttling import too_often

log = logging.getLogger(__name__)

if TYPE_CHECKING:
    UserForm = forms.ModelForm[User]
    NewUserForm = UserCreationForm[User]
else:  # they take no parameters when the program runs
    UserForm, NewUserForm = forms.ModelForm, UserCreationForm


USE_OF_MAIL = _(
    "To reset a forgotten password, and to tell you of games that wait for you; that can be "
    "switched off. Other players never see it."
)
TAKEN = _("Somebody else has this name: choose another one.")


class SignInForm(AuthenticationForm):
    """User name and password; after too many tries ``held_back`` is how many seconds to wait."""

    held_back = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("User name")

    def clean(self) -> dict[str, Any]:
        """Checks the password, unless it was tried too often. Raises ValidationError."""
        if self.held_back:
            raise forms.ValidationError(too_often(self.held_back), code="throttled")
        return super().clean()


class SignUpForm(NewUserForm):
    """A new account; without a mail address nobody can reset its password."""

    email = forms.EmailField(
        label=_("E-mail (optional)"),
        required=False,
        help_text=USE_OF_MAIL,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    class Meta:
        model = User
        fields = ("username", "email")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, password = self.fields["username"], self.fields["password1"]
        name.label = _("User name")
        name.help_text = _("What the other players see. Letters, digits and @ . + - _ only.")
        name.widget.attrs["autocomplete"] = "username"
        name.error_messages["unique"] = TAKEN
        password.help_text = _("At least 8 characters; not a common one, and not only digits.")
        self.fields["password2"].label = _("Password again")
        self.fields["password2"].help_text = ""


class ProfileForm(UserForm):
    """Name, mail address and language. Another address needs the password: it opens the account."""

    turn_mail = forms.BooleanField(label=_("Mail me when a game waits for me"), required=False)
    language = forms.ChoiceField(label=_("Language"), required=False)
    password = forms.CharField(
        label=_("Current password"),
        required=False,
        strip=False,
        help_text=_("Only needed to change the name or the e-mail address."),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    class Meta:
        model = User
        fields = ("username", "email")

    def __init__(self, *args: Any, held_back: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.held_back = held_back
        name, email, language = (self.fields[key] for key in ("username", "email", "language"))
        name.label = _("User name")
        name.help_text = _("What the other players see, and what you sign in with.")
        email.label = _("E-mail")
        email.required = False
        email.help_text = USE_OF_MAIL
        if isinstance(language, forms.ChoiceField):
            language.choices = [("", _("As the browser asks")), *settings.LANGUAGES]
        self.fields["turn_mail"].help_text = _turn_mail_help()
        stored = Profile.objects.filter(user=self.instance).first() or Profile()
        self.initial.update(language=stored.language, turn_mail=stored.turn_mail)

    def clean_username(self) -> str:
        """Raises ValidationError for a name that differs from another one by case only."""
        name: str = self.cleaned_data["username"]
        others = User.objects.exclude(pk=self.instance.pk)
        if others.filter(username__iexact=name).exists():
            raise forms.ValidationError(TAKEN, code="unique")
        return name

    def clean(self) -> dict[str, Any]:
        """Asks for the password where it is needed. Raises ValidationError."""
        data = super().clean() or self.cleaned_data
        if {"username", "email"} & set(self.changed_data):
            self._check_password(data.get("password", ""))
        return data

    def _check_password(self, password: str) -> None:
        if self.held_back:
            self.add_error("password", too_often(self.held_back))
        elif not User.objects.get(pk=self.instance.pk).check_password(password):
            self.add_error("password", _("This is not your current password."))

    def save(self, commit: bool = True) -> User:
        """The user with the new profile."""
        user = super().save(commit=commit)
        chosen = {name: self.cleaned_data[name] for name in ("language", "turn_mail")}
        Profile.objects.update_or_create(user=user, defaults=chosen)
        return user


def _turn_mail_help() -> str:
    after, every = settings.TURN_MAIL_AFTER_SECONDS, settings.TURN_MAIL_EVERY_SECONDS
    told = gettext(
        "Once other people have waited for you for %(after)s min and you have not been here. "
        "At most one mail in %(every)s min, for all games together."
    )
    return told % {"after": ceil(after / 60), "every": ceil(every / 60)}


class ResetForm(PasswordResetForm):
    """Asks where to send a link; a worker sends it.

    So the answer takes as long for an address that no account has, and tells nothing.
    """

    def send_mail(  # noqa: PLR0917 - as in the base class
        self,
        subject_template_name: str,
        email_template_name: str,
        context: dict[str, Any],
        from_email: str | None,
        to_email: str,
        html_email_template_name: str | None = None,
    ) -> None:
        """Have the mail sent; while the queue is away, send it from here."""
        asked = {
            "protocol": context["protocol"],
            "domain": context["domain"],
            "language": get_language() or settings.LANGUAGE_CODE,
        }
        try:
            send_password_reset.delay(context["user"].pk, to_email, **asked)
        except OperationalError as error:
            log.warning("mail cannot be queued: %s", error)
            send_password_reset(context["user"].pk, to_email, **asked)


class DeleteForm(forms.Form):
    """The own user name and password, so that nobody deletes an account by mistake."""

    username = forms.CharField(
        label=_("Your user name"), widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    password = forms.CharField(
        label=_("Current password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, held_back: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.held_back = held_back

    def clean(self) -> dict[str, Any]:
        """Checks both. Raises ValidationError."""
        data = super().clean() or self.cleaned_data
        if self.held_back:
            raise forms.ValidationError(too_often(self.held_back), code="throttled")
        if data.get("username") != self.user.get_username():
            self.add_error("username", _("This is not your user name."))
        if not self.user.check_password(data.get("password", "")):
            self.add_error("password", _("This is not your current password."))
        return data
