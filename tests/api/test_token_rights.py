"""What a token is good for: each operation says what it needs, and a token has scopes."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from api import access, authentication, tokens
from api.access import Access
from api.models import Token
from api.schema import document
from api.tokens import ALL_SCOPES, Scope
from tests.api.by_token import asked, limited
from tests.api.conftest import Caller, Turn, problem

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
