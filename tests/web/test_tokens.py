"""Tokens on the pages of the profile."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from api import tokens
from tests.web.conftest import user_of

PATH = "/profile/tokens/"
TEXT = re.compile(r"coc_[\w-]{43}")


def test_token_is_shown_once_and_works(anna: Client) -> None:
    made = anna.post(PATH, {"name": "laptop"})
    assert made.status_code == 201
    assert "no-store" in made.headers["Cache-Control"]
    (text,) = TEXT.findall(made.content.decode())
    bearer = {"Authorization": f"Bearer {text}"}
    assert Client().get("/api/v1/me", headers=bearer).json()["username"] == "anna"
    again = anna.get(PATH).content.decode()
    assert text not in again
    assert "laptop" in again
    assert "Last used" in again


def test_token_is_revoked(anna: Client) -> None:
    token, text = tokens.issue(user=user_of(anna), name="old", now=timezone.now())
    assert "Never used." in anna.get(PATH).content.decode()
    assert anna.get(f"{PATH}{token.pk}/revoke/").headers["Location"] == PATH
    assert "Never used." in anna.get(PATH).content.decode()
    assert anna.post(f"{PATH}{token.pk}/revoke/").headers["Location"] == PATH
    assert tokens.recognise(text, now=timezone.now()) is None
    assert "You have none." in anna.get(PATH).content.decode()


def test_tokens_of_others_stay(anna: Client, bruce: Client) -> None:
    token, text = tokens.issue(user=user_of(anna), name="annas", now=timezone.now())
    assert "annas" not in bruce.get(PATH).content.decode()
    assert bruce.post(f"{PATH}{token.pk}/revoke/").status_code == 404
    assert tokens.recognise(text, now=timezone.now()) is not None


@pytest.mark.parametrize("name", ["", "  ", "a\u202eb", "x" * 101])
def test_name_that_cannot_be_shown_is_refused(anna: Client, name: str) -> None:
    refused = anna.post(PATH, {"name": name})
    assert refused.status_code == 422
    assert 'class="errors"' in refused.content.decode()
    assert tokens.tokens_of(user_of(anna)) == []


def test_tokens_are_limited(anna: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST_TOKENS", 1)
    tokens.issue(user=user_of(anna), name="one", now=timezone.now())
    refused = anna.post(PATH, {"name": "two"})
    assert refused.status_code == 422
    assert "You have 1 tokens already" in refused.content.decode()


def test_page_is_for_who_has_signed_in(stranger: Client) -> None:
    assert stranger.get(PATH).headers["Location"] == f"/login/?next={PATH}"
    assert stranger.post(f"{PATH}1/revoke/").status_code == 302
