"""How long a token is good, what ends it before, and how many there may be."""

from datetime import UTC, datetime, timedelta
from importlib import import_module
from io import StringIO
from threading import Barrier, Thread
from typing import Any

import pytest
from django.apps import apps
from django.conf import LazySettings
from django.contrib.auth import authenticate
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test import Client, override_settings
from django.utils import timezone

from api import tokens
from api.live.feeds import GameFeed, look
from api.models import Token
from api.tokens import Scope
from tests.api.by_token import asked, limited
from tests.api.conftest import PASSWORD, Caller, Turn, basic, caller, problem
from tests.api.watching import viewer

# --- expiry ---------------------------------------------------------------------------------------


def test_without_a_word_a_token_lives_as_long_as_the_server_says(alice: Caller) -> None:
    with override_settings(TOKEN_DAYS=7, TOKEN_DAYS_MAX=10):
        made = alice.by_password("POST", "tokens", {}).json()
        late = (timezone.now() + timedelta(days=10, minutes=1)).isoformat()
        body = alice.by_password("POST", "tokens", {"expires_at": late})
    assert made["scopes"] == ["read", "play", "manage"]
    lives = datetime.fromisoformat(made["expires_at"]) - datetime.fromisoformat(made["created_at"])
    assert lives == timedelta(days=7)
    assert "at the latest" in problem(body, 400, "invalid_expiry")["detail"]


def test_an_expired_token_says_so(alice: Caller) -> None:
    Token.objects.update(expires_at=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))
    refused = alice.get("games")
    refusal = problem(refused, 401, "token_expired")
    assert "expired at 2026-01-02T03:04:05Z" in refusal["detail"]
    assert refused["WWW-Authenticate"] == 'Bearer realm="caledonia", error="invalid_token"'
    assert "invalid_token" in asked("coc_none", "GET", "games")["WWW-Authenticate"]


def test_a_token_is_good_until_the_moment_of_its_expiry(alice: Caller) -> None:
    end = Token.objects.get().expires_at
    assert tokens.recognise(alice.token, now=end - timedelta(microseconds=1)) is not None
    with pytest.raises(tokens.TokenExpired):
        tokens.recognise(alice.token, now=end)


def test_expired_tokens_make_room(alice: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST_TOKENS", 1)
    problem(alice.by_password("POST", "tokens", {}), 409, "too_many_tokens")
    Token.objects.update(expires_at=timezone.now())
    assert alice.by_password("POST", "tokens", {}).status_code == 201
    assert Token.objects.count() == 1


# --- the password ---------------------------------------------------------------------------------


def change_in_the_shell(user: User) -> None:
    user.set_password("another-good-one")
    user.save()


def change_one_field(user: User) -> None:
    user.set_password("another-good-one")
    user.save(update_fields=["password"])


def change_by_hand(user: User) -> None:
    user.password = make_password("another-good-one")
    user.save(update_fields=["password"])


def change_in_the_table(user: User) -> None:
    User.objects.filter(pk=user.pk).update(password=make_password("another-good-one"))


def take_away(user: User) -> None:
    user.set_unusable_password()
    user.save(update_fields=["password"])


def change_by_command(user: User) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("getpass.getpass", lambda **_: "another-good-one")
        call_command("changepassword", user.username, verbosity=0, stdout=StringIO())


@pytest.mark.once
@pytest.mark.parametrize(
    "change",
    [
        change_in_the_shell,
        change_one_field,
        change_by_hand,
        change_in_the_table,
        take_away,
        change_by_command,
    ],
)
def test_another_password_revokes_every_token(turn: Turn, bob: Caller, change: Any) -> None:
    alice = turn.callers[0]
    feed = GameFeed(viewer(alice), turn.game.pk, turn.version)
    change(User.objects.get(pk=alice.user.pk))
    problem(alice.get("me"), 401, "authentication_failed")
    (delivery,) = look([feed], now=timezone.now())
    assert delivery.over
    assert b"signed_out" in delivery.text
    assert tokens.tokens_of(User.objects.get(pk=alice.user.pk)) == []
    assert bob.get("me").status_code == 200


def test_a_stronger_hash_of_the_same_password_revokes_nothing(alice: Caller) -> None:
    before = User.objects.get(pk=alice.user.pk)
    hashers = ["PBKDF2PasswordHasher", "MD5PasswordHasher"]
    with (
        override_settings(
            PASSWORD_HASHERS=[f"django.contrib.auth.hashers.{name}" for name in hashers]
        ),
        pytest.MonkeyPatch.context() as patched,
    ):
        patched.setattr("django.contrib.auth.hashers.PBKDF2PasswordHasher.iterations", 10)
        assert authenticate(username="alice", password=PASSWORD) is not None
        assert User.objects.get(pk=alice.user.pk).password != before.password
        assert alice.get("me").status_code == 200


def test_more_rounds_of_the_same_hash_revoke_nothing(
    alice: Caller, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    iterations = "django.contrib.auth.hashers.PBKDF2PasswordHasher.iterations"
    monkeypatch.setattr(iterations, 10)
    alice.user.set_password(PASSWORD)
    alice.user.save()
    caller = limited(alice.user, Scope.READ)
    before = alice.user.password
    monkeypatch.setattr(iterations, 20)
    assert authenticate(username="alice", password=PASSWORD) is not None
    assert User.objects.get(pk=alice.user.pk).password != before
    assert asked(caller, "GET", "me").status_code == 200


def test_a_revoked_token_stays_revoked_when_others_are_kept(alice: Caller) -> None:
    user = User.objects.get(pk=alice.user.pk)
    change_in_the_shell(user)
    kept = limited(user, Scope.READ)
    before = User.objects.get(pk=user.pk)
    change_in_the_shell(user)
    tokens.restamp(before=before, after=user)
    problem(alice.get("me"), 401)
    assert asked(kept, "GET", "me").status_code == 200


def test_a_token_asked_for_with_the_old_password_is_not_made(alice: Caller) -> None:
    stale = User.objects.get(pk=alice.user.pk)
    change_in_the_shell(User.objects.get(pk=alice.user.pk))
    with pytest.raises(tokens.AccountChanged):
        limited(stale, Scope.READ)
    User.objects.all().delete()
    with pytest.raises(tokens.AccountChanged):
        limited(stale, Scope.READ)


# --- streams --------------------------------------------------------------------------------------


def test_a_stream_ends_with_its_token(turn: Turn) -> None:
    alice = turn.callers[0]
    feed = GameFeed(viewer(alice), turn.game.pk, turn.version)
    end = Token.objects.get(user=alice.user).expires_at
    (delivery,) = look([feed], now=end - timedelta(seconds=1))
    assert not delivery.over
    for now, change in ((end, {}), (timezone.now(), {"scopes": "play manage"})):
        Token.objects.filter(user=alice.user).update(**change)
        (delivery,) = look([feed], now=now)
        assert delivery.over
        assert b"signed_out" in delivery.text


# --- many at once, and what was there before ------------------------------------------------------


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_the_limit_holds_when_many_ask_at_once() -> None:
    user = caller("alice").user
    for number in range(tokens.MOST_TOKENS - 4):
        tokens.issue(user=user, name=str(number), now=timezone.now())
    start, made = Barrier(8), []

    def ask() -> None:
        client = Client()
        start.wait()
        answered = client.generic(
            "POST", "/api/v1/tokens", headers={"Authorization": basic("alice", PASSWORD)}
        )
        made.append(answered.status_code)
        connection.close()

    threads = [Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(made) == [201] * 3 + [409] * 5
    assert Token.objects.count() == tokens.MOST_TOKENS


def test_tokens_made_before_keep_all_scopes_for_a_year(alice: Caller) -> None:
    Token.objects.update(scopes="", password_stamp="", expires_at=timezone.now())
    migration = import_module("api.migrations.0002_token_rights")
    migration.keep_rights(apps, connection.schema_editor())
    assert alice.get("tokens").json()["results"][0]["scopes"] == ["read", "play", "manage"]
    left = Token.objects.get().expires_at - timezone.now()
    assert timedelta(days=364) < left <= timedelta(days=365)
