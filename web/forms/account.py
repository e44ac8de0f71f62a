"""Forms of accounts: signing up and in, the profile, leaving for good."""

from math import ceil
from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    PasswordResetForm,
    SetPasswordForm,
    UserCreationForm,
    UsernameField,
)
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.accounts import names
from games.errors import ChangedMeanwhile, InvalidName
from games.names import check_letters
from games.runtime.commit import in_transaction, lock_with_password
from tournaments.players import people
from web import addresses
from web.address_state import state_of
from web.forms import proposed_names
from web.forms.confirmed import WRONG_PASSWORD, ConfirmedForm
from web.forms.mailboxes import MailAddressField
from web.models import MailAddress, Profile
from web.throttling import too_often

if TYPE_CHECKING:
    UserForm = forms.ModelForm[User]
    NewUserForm = UserCreationForm[User]
    PasswordForm = SetPasswordForm[User]
else:  # they take no parameters when the program runs
    UserForm, NewUserForm = forms.ModelForm, UserCreationForm
    PasswordForm = SetPasswordForm


USE_OF_MAIL = _(
    "To reset a forgotten password, and to tell you of games that wait for you; that can be "
    "switched off. Other players never see it. Mail goes there once you have followed the link "
    "that we send."
)
LONGEST_ADDRESS = MailAddress._meta.get_field("awaited").max_length
GOOD_PASSWORD = _("At least 8 characters; not a common one, and not only digits.")
TAKEN = _("This name is taken: choose another one.")


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
    """A new account; without a mail address its password cannot be reset."""

    asked_from = ""
    """The network address of who asks."""

    email = MailAddressField(
        label=_("E-mail (optional)"),
        required=False,
        max_length=LONGEST_ADDRESS,
        help_text=USE_OF_MAIL,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    class Meta:
        model = User
        fields = ("username", "email")
        field_classes = {"username": UsernameField}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, password = self.fields["username"], self.fields["password1"]
        name.label = _("User name")
        name.help_text = _("What the other players see. Letters, digits and @ . + - _ only.")
        name.widget.attrs["autocomplete"] = "username"
        name.error_messages["unique"] = TAKEN
        password.help_text = GOOD_PASSWORD
        self.fields["password2"].label = _("Password again")
        self.fields["password2"].help_text = ""

    def clean_username(self) -> str:
        """Raises ValidationError."""
        name = super().clean_username()
        _check_letters(self.cleaned_data.get("username", ""))
        return name

    @transaction.atomic
    def save(self, commit: bool = True) -> User:
        """The new user. Mail to the address asks its owner to verify it. Raises TooManyMails."""
        address, self.instance.email = self.instance.email, ""
        user = super().save(commit=commit)
        names.claim(user)
        if address:
            addresses.give(user=user, address=address, now=timezone.now(), caller=self.asked_from)
        return user


class ProfileForm(UserForm):
    """Name, mail address and language. Another address needs the password: it opens the account."""

    asked_from = ""
    """The network address of who asks."""

    email = MailAddressField(
        label=_("E-mail"), required=False, max_length=LONGEST_ADDRESS, help_text=USE_OF_MAIL
    )
    turn_mail = forms.BooleanField(label=_("Mail me when it is my turn"), required=False)
    hide_page = forms.BooleanField(
        label=_("Hide my player page from strangers"),
        required=False,
        help_text=_("Only people who have played with you see it, and no list of ratings has you."),
    )
    language = forms.ChoiceField(label=_("Language"), required=False)
    password = forms.CharField(
        label=_("Current password"),
        required=False,
        strip=False,
        help_text=_("Only needed to change the name or the e-mail address."),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    field_order = ("username", "email")

    class Meta:
        model = User
        fields = ("username",)  # another address is in force once it is verified
        field_classes = {"username": UsernameField}

    def __init__(self, *args: Any, held_back: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.held_back = held_back
        name, language = self.fields["username"], self.fields["language"]
        name.label = _("User name")
        name.help_text = _("What the other players see, and what you sign in with.")
        if isinstance(language, forms.ChoiceField):
            language.choices = [("", _("Same as browser")), *settings.LANGUAGES]
        self.fields["turn_mail"].help_text = _turn_mail_help()
        stored = Profile.objects.filter(user=self.instance).first() or Profile()
        known = state_of(self.instance)
        self.initial.update(
            email=known.awaited or known.in_force,
            language=stored.language,
            turn_mail=stored.turn_mail,
            hide_page=people.hidden(self.instance),
        )

    def clean_username(self) -> str:
        """Raises ValidationError for a new name that differs from another one by case only."""
        name: str = self.cleaned_data["username"]
        if "username" in self.changed_data:
            _check_letters(name)
            if names.is_taken(name, but=self.instance):
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
        elif not self.instance.check_password(password):
            self.add_error("password", WRONG_PASSWORD)

    @in_transaction
    def save(self, commit: bool = True) -> User:
        """The user with the new profile. Raises TooManyMails, ChangedMeanwhile."""
        if "username" in self.changed_data:
            proposed_names.lock_games(self.instance)
        user = lock_with_password(self.instance)
        if "username" in self.changed_data:
            proposed_names.rename(user, self.cleaned_data["username"])
        user.username = self.cleaned_data["username"]
        # Only this field: the others may be newer than those of the form.
        user.save(update_fields=["username"])
        if "username" in self.changed_data:
            names.claim(user)
        if "email" in self.changed_data:
            address = self.cleaned_data["email"]
            addresses.give(user=user, address=address, now=timezone.now(), caller=self.asked_from)
        chosen = {name: self.cleaned_data[name] for name in ("language", "turn_mail")}
        Profile.objects.update_or_create(user=user, defaults=chosen)
        people.hide(user, from_strangers=self.cleaned_data["hide_page"])
        return user


def _check_letters(name: str) -> None:
    try:
        check_letters(name)
    except InvalidName as error:
        text = gettext(error.message) % error.facts
        raise forms.ValidationError(text, code="invalid") from error


def _turn_mail_help() -> str:
    after, every = settings.TURN_MAIL_AFTER_SECONDS, settings.TURN_MAIL_EVERY_SECONDS
    text = gettext(
        "When others have waited for you for %(after)s min while you were away. At most one "
        "mail per %(every)s min for all games together."
    )
    return text % {"after": ceil(after / 60), "every": ceil(every / 60)}


def save_unless_taken(form: SignUpForm | ProfileForm) -> User | None:
    """Save a valid form; None, and an error in it, if its name was taken at the same moment."""
    try:
        return form.save()
    except IntegrityError:
        if not names.is_taken(form.cleaned_data["username"], but=form.instance):
            raise
    form.add_error("username", TAKEN)
    return None


class ResetForm(PasswordResetForm):
    """Asks where to send a link; whether an account has the address is looked up elsewhere."""

    def save(self, *args: object, **kwargs: object) -> None:
        """Have the mail sent."""
        address = self.cleaned_data["email"]
        addresses.request_reset(address=address, now=timezone.now())


def name_new_passwords(form: forms.Form) -> None:
    """Say of the two fields of a new password what the form for an account says of its own."""
    form.fields["new_password1"].help_text = GOOD_PASSWORD
    form.fields["new_password2"].label = _("New password again")
    form.fields["new_password2"].help_text = ""


class NewPasswordForm(PasswordForm):
    """A new password, for a user who has followed the link of a mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name_new_passwords(self)

    @in_transaction
    def save(self, commit: bool = True) -> User:
        """The user. The address is theirs: the link went there.

        Raises ChangedMeanwhile when the link is good no more: for the password or the address has
        changed since it was checked.
        """
        user = lock_with_password(self.user)
        if user.email != self.user.email:
            raise ChangedMeanwhile
        user.set_password(self.cleaned_data["new_password1"])
        user.save(update_fields=["password"])
        addresses.verified_by_reset(user=user)
        return user


class ChangeForm(PasswordChangeForm):
    """The old password and, twice, the new one. Tokens of programs end with the old one."""

    error_messages = {
        **PasswordChangeForm.error_messages,
        "password_incorrect": WRONG_PASSWORD,
    }

    keep_tokens = forms.BooleanField(
        label=_("Keep my API tokens"),
        required=False,
        help_text=_("Otherwise programs that use them are signed out, as other browsers are."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["old_password"].label = _("Current password")
        name_new_passwords(self)


class DeleteForm(ConfirmedForm):
    """The own user name and password, so that no account is deleted by mistake."""

    username = forms.CharField(
        label=_("Your user name"), widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    field_order = ("username", "password", "code")

    def clean_username(self) -> str:
        """Raises ValidationError for any other name."""
        username = names.normal(self.cleaned_data["username"])
        if username != self.user.get_username():
            raise forms.ValidationError(_("This is not your user name."))
        return username
