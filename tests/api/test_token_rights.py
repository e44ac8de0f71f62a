"""What a token is good for, how long, and what ends it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib import import_module
from io import StringIO
from threading import Barrier, Thread
from typing import Any, Final
from uuid import uuid4

import pytest
from django.apps import apps
from django.conf import LazySettings
from django.contrib.auth import authenticate
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test import Client, override_settings
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from api import access, authentication, tokens
from api.access import Access
from api.live.feeds import GameFeed, look
from api.models import Token
from api.schema import document
from api.tokens import ALL_SCOPES, Scope
from tests.api.conftest import PASSWORD, Caller, Turn, basic, caller, problem
from tests.api.watching import viewer

Json = Any

PLAY: Final = """
POST games/*/abandon, DELETE games/*/abandon, POST games/*/join, POST games/*/leave,
POST games/*/moves, POST games/*/resign, PUT games/*/standing-order, POST games/*/undo,
PUT games/*/max-bid, PUT games/*/word, DELETE games/*/word, PUT games/*/experience,
POST tournaments/*/register, POST tournaments/*/withdraw, POST tournaments/*/check-in,
POST tournaments/*/challenges, POST tournaments/*/tables/*/report,
POST tournaments/*/tables/*/confirm
"""
MANAGE: Final = """
POST games, PATCH games/*, DELETE games/*, POST games/*/bots, DELETE games/*/bots/*,
POST games/*/fork, POST games/*/invite, POST games/*/rematch, POST games/*/start,
POST replays/import, DELETE session, GET tokens, DELETE tokens/*,
POST tournaments, PATCH tournaments/*, POST tournaments/*/open, POST tournaments/*/cancel,
POST tournaments/*/finish, POST tournaments/*/entrants, POST tournaments/*/entrants/*/admit,
POST tournaments/*/entrants/*/withdraw, POST tournaments/*/entrants/*/check-in,
POST tournaments/*/entrants/*/substitute, POST tournaments/*/draw,
POST tournaments/*/tables/*/result, POST tournaments/*/tables/*/ruling,
POST tournaments/*/entrants/csv, POST tournaments/*/results/csv, POST tournaments/*/reports/confirm,
POST tournaments/*/co-directors/accept, POST tournaments/*/co-directors/leave
"""
ANY: Final = "DELETE tokens"
BASIC_ONLY: Final = "DELETE me, POST session, POST tokens"
READ: Final = "POST games/*/validation"
"""Beside every GET that is not named above."""
NEVER: Final = uuid4()


def operations() -> Iterator[tuple[str, str, Access | None]]:
    """Method, path and access of everything under version 1."""

    def walk(
        patterns: list[URLPattern | URLResolver], prefix: str
    ) -> Iterator[tuple[str, str, Access | None]]:
        for pattern in patterns:
            path = prefix + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from walk(pattern.url_patterns, path)
            elif path.startswith("api/v1/"):
                view: Any = pattern.callback
                for name in view.cls.http_method_names:
                    if hasattr(view.cls, name) and name not in ("options", "head"):
                        declared = getattr(getattr(view.cls, name), "access", None)
                        yield name.upper(), path.removeprefix("api/v1/"), declared

    yield from walk(get_resolver().url_patterns, "")


OPERATIONS: Final = tuple(operations())


def named(path: str) -> str:
    """A path with stars in place of its parameters."""
    return "/".join("*" if part.startswith("<") else part for part in path.split("/"))


def concrete(path: str) -> str:
    """A path that leads to nothing in particular."""
    values = {"uuid": str(NEVER), "int": "3", "str": "0", "path": "0"}
    return "/".join(
        values[part[1:].partition(":")[0]] if part.startswith("<") else part
        for part in path.split("/")
    )


def limited(user: User, *scopes: Scope) -> str:
    """A token of a user for some things only."""
    return tokens.issue(user=user, name="limited", scopes=scopes, now=timezone.now())[1]


def asked(token: str, method: str, path: str, body: bytes = b"") -> Any:
    """The answer to a request with a token, in a session that is signed in to nothing."""
    return Client().generic(
        method,
        f"/api/v1/{path}",
        body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )


# --- scopes ---------------------------------------------------------------------------------------


def test_every_operation_says_what_it_needs() -> None:
    table: dict[str, Access] = {}
    for text, needed in (
        (PLAY, access.PLAYING),
        (MANAGE, access.MANAGING),
        (ANY, access.ANY_TOKEN),
        (BASIC_ONLY, access.BY_PASSWORD),
        (READ, access.READING),
    ):
        table |= {operation.strip(): needed for operation in text.split(",")}
    declared = {f"{method} {named(path)}": said for method, path, said in OPERATIONS}
    reading = {name: access.READING for name in declared if name.startswith("GET ")}
    assert declared == reading | table


def test_an_operation_that_writes_and_says_nothing_cannot_be_written() -> None:
    def post() -> None:
        """Do something."""

    with pytest.raises(TypeError, match="access="):
        document(operation="x", tag="x", answers={204: None})(post)


@pytest.mark.once
@pytest.mark.parametrize("scope", ALL_SCOPES)
def test_a_token_is_admitted_by_its_scopes_alone(alice: Caller, scope: Scope) -> None:
    token = limited(alice.user, scope)
    wrong = []
    for method, path, declared in OPERATIONS:
        assert declared is not None
        if declared == access.ANY_TOKEN or "stream" in path:
            continue
        answered = asked(token, method, concrete(path))
        code = answered.json().get("code") if answered.status_code == 403 else None
        expected = (
            "password_needed"
            if declared.password
            else None
            if declared.scope == scope
            else "scope_needed"
        )
        if code != expected:
            wrong.append(f"{method} {path}: {code}, not {expected}")
    assert not wrong, "\n".join(wrong)


def test_a_refusal_says_which_scope(turn: Turn) -> None:
    user = turn.callers[0].user
    refused = asked(limited(user, Scope.READ), "POST", f"{turn.path}/undo")
    refusal = problem(refused, 403, "scope_needed")
    assert refusal["facts"] == {"scope": "play", "scopes": ["read"]}
    assert "the scope play; yours has read" in refusal["detail"]
    challenge = refused["WWW-Authenticate"]
    assert 'error="insufficient_scope", scope="play"' in challenge
    problem(asked(limited(user, Scope.PLAY), "GET", f"{turn.path}/stream"), 403, "scope_needed")


def test_an_operation_without_a_word_is_closed_to_tokens(
    alice: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.views.base.ApiView.declared_access", None)
    problem(alice.get("me"), 403, "password_needed")


@pytest.mark.parametrize("method", ["ACCESS", "INITIAL", "DECLARED_ACCESS", "QUERY", "SETUP"])
def test_methods_that_are_names_of_ours(alice: Caller, method: str) -> None:
    for path in ("me", "tokens", "games"):
        problem(alice.send(method, path), 405)


def test_a_token_may_always_revoke_itself(alice: Caller) -> None:
    first, second = limited(alice.user, Scope.READ), limited(alice.user, Scope.PLAY)
    assert asked(first, "DELETE", "tokens").status_code == 204
    own = Token.objects.get(digest=tokens.digest_of(second))
    other = Token.objects.get(digest=tokens.digest_of(alice.token))
    problem(asked(second, "DELETE", f"tokens/{other.pk}"), 403, "scope_needed")
    assert asked(second, "DELETE", f"tokens/{own.pk}").status_code == 204
    assert list(Token.objects.all()) == [other]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "tokens", {}),
        ("POST", "session", None),
        ("DELETE", "me", {"username": "alice"}),
    ],
)
def test_only_the_password_opens_these(
    alice: Caller, method: str, path: str, body: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem(alice.send(method, path, body), 403, "password_needed")
    browser = Caller(alice.user, "", Client())
    browser.client.force_login(alice.user)
    refusal = problem(browser.send(method, path, body), 403, "password_needed")
    assert "HTTP Basic" in refusal["detail"]
    with monkeypatch.context() as patched:
        patched.setattr(authentication, "password_suffices", lambda _: False)
        problem(alice.by_password(method, path, body), 403, "second_factor_needed")
    assert User.objects.filter(pk=alice.user.pk).exists()
    assert Token.objects.count() == 1
    assert alice.by_password(method, path, body).status_code in (201, 204)


def test_a_token_is_made_as_it_was_asked_for(alice: Caller) -> None:
    body = {
        "name": "bot",
        "scopes": ["play", "read", "read"],
        "expires_at": (timezone.now() + timedelta(days=3)).isoformat(),
    }
    made = alice.by_password("POST", "tokens", body).json()
    assert made["scopes"] == ["read", "play"]
    assert datetime.fromisoformat(made["expires_at"]).isoformat() == body["expires_at"]
    text = made.pop("token")
    assert alice.get("tokens").json()["results"][1] == made
    assert asked(text, "GET", "me").status_code == 200
    problem(asked(text, "GET", "tokens"), 403, "scope_needed")


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
