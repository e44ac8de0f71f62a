"""Changes to an account that come between the checks of a form and its saving."""

from base64 import b64encode
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from games.accounts.sign_ins import Try
from games.models import Session
from tests.authenticator import set_up
from tests.web.conftest import PASSWORD, user_of
from web.forms.account import NewPasswordForm, ProfileForm
from web.pages.site import account_views as account
from web.pages.site import second_factor_views as second_factor

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

NEW = "moss-and-oats-22"
NEWER = "owner-was-quicker-3"
ADDRESS = "new@example.org"


@pytest.fixture
def before(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Have something happen just before a function runs, as if by another process."""

    def arrange(owner: Any, name: str, happens: Callable[[], object]) -> None:
        real = getattr(owner, name)

        def late(*args: object, **kwargs: object) -> object:
            happens()
            return real(*args, **kwargs)

        monkeypatch.setattr(owner, name, late)

    return arrange


def changed(user: User) -> None:
    """The owner changes the password."""
    stored = User.objects.get(pk=user.pk)
    stored.set_password(NEWER)
    stored.save()


def reset_page(user: User) -> tuple[Client, str]:
    """A browser that has followed a link, and the address of its form."""
    client, uid = Client(), urlsafe_base64_encode(force_bytes(user.pk))
    token = default_token_generator.make_token(user)
    led = client.get(reverse("web:password_reset_confirm", args=[uid, token]))
    return client, led["Location"]


def send(client: Client, form: str) -> int:
    """Send the form; the status."""
    user = user_of(client)
    if form == "reset":
        client, path = reset_page(user)
        return client.post(path, {"new_password1": NEW, "new_password2": NEW}).status_code
    if form == "password":
        data = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
        return client.post(reverse("web:password_change"), data).status_code
    data = {"username": "anna-2", "email": user.email, "language": "pl", "password": PASSWORD}
    return client.post("/profile/", data).status_code


FORMS = pytest.mark.parametrize(
    ("form", "owner", "name"),
    [
        ("profile", ProfileForm, "save"),
        ("reset", NewPasswordForm, "save"),
        ("password", account, "change_password"),
    ],
)


@FORMS
def test_what_the_owner_changes_meanwhile_stays(
    anna: Client, before: Callable[..., None], form: str, owner: object, name: str
) -> None:
    user = user_of(anna)
    before(owner, name, lambda: changed(user))
    assert send(anna, form) == 409
    stored = User.objects.get(pk=user.pk)
    assert stored.check_password(NEWER)
    assert (stored.email, stored.username) == (user.email, "anna")


@pytest.mark.django_db(transaction=True)
@FORMS
def test_an_account_that_is_deleted_meanwhile_stays_gone(
    anna: Client, before: Callable[..., None], form: str, owner: object, name: str
) -> None:
    before(owner, name, lambda: User.objects.all().delete())
    assert send(anna, form) == 409
    assert not User.objects.exists()


def sign_in(way: str) -> int:
    """Sign in as anna, with a code where that is the way; the status of the last step."""
    client = Client(raise_request_exception=False)
    if way == "api":
        known = b64encode(f"anna:{PASSWORD}".encode()).decode()
        headers = {"Authorization": f"Basic {known}"}
        return client.post("/api/v1/session", b"", "application/json", headers=headers).status_code
    codes = set_up(User.objects.get(username="anna")) if way == "code" else []
    shown = client.post("/login/", {"username": "anna", "password": PASSWORD})
    if way == "code":
        shown = client.post("/login/code/?recovery", {"code": codes[0]})
    return shown.status_code


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", ["api", "page", "code"])
@pytest.mark.parametrize("change", ["deleted", "password"])
def test_nobody_signs_in_to_an_account_that_changes_meanwhile(
    anna: Client, before: Callable[..., None], way: str, change: str
) -> None:
    owner, name = (second_factor, "show_codes_left") if way == "code" else (Try, "give_back")
    user = user_of(anna)
    Session.objects.all().delete()
    before(owner, name, User.objects.all().delete if change == "deleted" else lambda: changed(user))
    assert sign_in(way) == 409
    assert not Session.objects.filter(user_id=user.pk).exists()


def test_a_link_is_void_when_only_the_address_changes_meanwhile(
    anna: Client, before: Callable[..., None]
) -> None:
    before(NewPasswordForm, "save", lambda: User.objects.update(email=ADDRESS))
    assert send(anna, "reset") == 409
    stored = user_of(anna)
    assert (stored.email, stored.check_password(PASSWORD)) == (ADDRESS, True)


def test_a_profile_keeps_an_address_that_was_verified_meanwhile(
    anna: Client, before: Callable[..., None]
) -> None:
    before(ProfileForm, "save", lambda: User.objects.update(email=ADDRESS))
    assert send(anna, "profile") == 302
    stored = user_of(anna)
    assert (stored.email, stored.username) == (ADDRESS, "anna-2")
