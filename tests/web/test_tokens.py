"""Tokens on the pages of the profile."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.test import Client
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from api import tokens
from api.models import Token
from api.tokens import Scope
from tests.marks import in_one_test
from tests.web.conftest import PASSWORD, user_of
from web.forms.tokens import NAMES, SCOPES

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

PATH = "/profile/tokens/"
CHANGE = "/password/change/"
TEXT = re.compile(r"coc_[\w-]{43}")
ANOTHER = "another-good-one"


def data(**given: object) -> dict[str, object]:
    """A form for a new token, filled in."""
    return {"name": "laptop", "scopes": ["read"], "days": "30", "password": PASSWORD, **given}


def test_token_is_shown_once_and_works(anna: Client) -> None:
    made = anna.post(PATH, data())
    assert made.status_code == 201
    assert "no-store" in made.headers["Cache-Control"]
    (text,) = TEXT.findall(made.content.decode())
    bearer = {"Authorization": f"Bearer {text}"}
    assert Client().get("/api/v1/me", headers=bearer).json()["username"] == "anna"
    again = anna.get(PATH).content.decode()
    assert text not in again
    assert "laptop" in again
    assert str(naturaltime(Token.objects.get().last_used_at)) in again
    token = Token.objects.get()
    assert (token.scopes, token.expires_at - token.created_at) == ("read", timedelta(days=30))
    assert re.search(r"May:\s+read\. Expires", again)
    Token.objects.update(expires_at=timezone.now())
    assert "Expired" in anna.get(PATH).content.decode()


def test_token_is_revoked(anna: Client) -> None:
    token, text = tokens.issue(user=user_of(anna), name="old", now=timezone.now())
    assert f'action="{PATH}{token.pk}/revoke/"' in anna.get(PATH).content.decode()
    assert anna.get(f"{PATH}{token.pk}/revoke/").headers["Location"] == PATH
    assert tokens.recognise(text, now=timezone.now()) is not None
    assert anna.post(f"{PATH}{token.pk}/revoke/").headers["Location"] == PATH
    assert tokens.recognise(text, now=timezone.now()) is None
    assert "/revoke/" not in anna.get(PATH).content.decode()


def test_tokens_of_others_stay(anna: Client, bruce: Client) -> None:
    token, text = tokens.issue(user=user_of(anna), name="annas", now=timezone.now())
    assert "annas" not in bruce.get(PATH).content.decode()
    assert bruce.post(f"{PATH}{token.pk}/revoke/").status_code == 404
    assert tokens.recognise(text, now=timezone.now()) is not None


@in_one_test("name", ["", "  ", "a\u202eb", "x" * 101])
def test_name_that_cannot_be_shown_is_refused(anna: Client, name: str) -> None:
    refused = anna.post(PATH, data(name=name))
    assert refused.status_code == 422
    assert 'class="errors"' in refused.content.decode()
    assert tokens.tokens_of(user_of(anna)) == []


@in_one_test(
    ("given", "field"),
    [
        ({"password": "wrong"}, "password"),
        ({"password": ""}, "password"),
        ({"scopes": []}, "scopes"),
        ({"scopes": ["read", "all"]}, "scopes"),
        ({"days": "366"}, "days"),
        ({"days": "-1"}, "days"),
    ],
)
def test_what_a_form_needs(anna: Client, given: dict[str, object], field: str) -> None:
    refused = anna.post(PATH, data(**given))
    assert refused.status_code == 422
    assert list(refused.context["form"].errors) == [field]
    assert f'id="id_{field}_error"' in refused.content.decode()
    assert not Token.objects.exists()


def test_passwords_tried_here_are_counted(anna: Client) -> None:
    tries = [anna.post(PATH, data(password="wrong")).status_code for _ in range(21)]  # noqa: S106
    assert tries == [*[422] * 20, 429]
    assert not Token.objects.exists()


def test_the_page_knows_every_scope() -> None:
    assert [name for name, _ in SCOPES] == list(NAMES) == list(Scope)


@pytest.mark.parametrize("keep", [False, True])
def test_another_password_and_the_tokens(anna: Client, bruce: Client, keep: bool) -> None:
    kept = tokens.issue(user=user_of(anna), name="own", now=timezone.now())[1]
    others = tokens.issue(user=user_of(bruce), name="other", now=timezone.now())[1]
    assert 'name="keep_tokens"' in anna.get(CHANGE).content.decode()
    form = {"old_password": PASSWORD, "new_password1": ANOTHER, "new_password2": ANOTHER}
    changed = anna.post(CHANGE, form | ({"keep_tokens": "on"} if keep else {}))
    assert changed.headers["Location"] == "/profile/"
    assert (tokens.recognise(kept, now=timezone.now()) is not None) is keep
    assert tokens.recognise(others, now=timezone.now()) is not None
    assert anna.get(PATH).status_code == 200


def test_a_change_that_is_refused_revokes_nothing(anna: Client) -> None:
    text = tokens.issue(user=user_of(anna), name="own", now=timezone.now())[1]
    form = {"old_password": "wrong", "new_password1": ANOTHER, "new_password2": ANOTHER}
    assert anna.post(CHANGE, form).status_code == 422
    assert tokens.recognise(text, now=timezone.now()) is not None


def test_a_reset_link_revokes_all_tokens(anna: Client, stranger: Client) -> None:
    text = tokens.issue(user=user_of(anna), name="own", now=timezone.now())[1]
    user = user_of(anna)
    who = urlsafe_base64_encode(force_bytes(user.pk))
    link = f"/password/reset/{who}/{default_token_generator.make_token(user)}/"
    form = stranger.get(link).headers["Location"]
    stranger.post(form, {"new_password1": ANOTHER, "new_password2": ANOTHER})
    assert user_of(anna).check_password(ANOTHER)
    assert tokens.recognise(text, now=timezone.now()) is None


def test_tokens_are_limited(anna: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST_TOKENS", 1)
    tokens.issue(user=user_of(anna), name="one", now=timezone.now())
    refused = anna.post(PATH, data(name="two"))
    assert refused.status_code == 422
    assert "You have 1 tokens already" in refused.content.decode()


def test_page_is_for_who_has_signed_in(stranger: Client) -> None:
    assert stranger.get(PATH).headers["Location"] == f"/login/?next={PATH}"
    assert stranger.post(f"{PATH}1/revoke/").status_code == 302
