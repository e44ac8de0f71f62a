"""Caching of responses: every address that can be read, for all callers."""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.core.signals import request_finished
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from api import tokens
from caledonia.middleware import CachingMiddleware
from games.models import Game
from replays.heads import signing
from replays.models import Import, Validation
from tests.games.tables import Table, started
from tournaments.services import create_tournament, open_registration
from tournaments.state import Settings

pytestmark = [pytest.mark.django_db, pytest.mark.uncounted]

PRIVATE: Final = "private, no-store"
PUBLIC: Final = (
    "api/v1/content/<str:pack_hash>",
    "api/v1/rules/<str:rule_id>",
    "api/v1/heads",
    "api/v1/heads/<int:number>",
    "guide/<str:pack_hash>/<slug:topic_id>/<slug:language>/",
)
"""Addresses whose answers are the same for everybody."""
READERS: Final = ("player", "program", "other", "stranger")
KEPT: Final = "games/<uuid:game_id>/replay/at/"
"""What the browser of a reader may keep for a while, unless the game is private."""


def addresses() -> Iterator[str]:
    """Every address, parameters with their names."""

    def walk(patterns: list[URLPattern | URLResolver], prefix: str) -> Iterator[str]:
        for pattern in patterns:
            path = prefix + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from walk(pattern.url_patterns, path)
            else:
                yield path

    yield from walk(get_resolver().url_patterns, "")


@pytest.fixture
def table(settings: LazySettings) -> Table:
    """A game of alice and bob that runs, and is in a head; charlie has no part in it."""
    alice, bob, _ = (User.objects.create_user(name) for name in ("alice", "bob", "charlie"))
    table = started([alice, bob])
    table.play_until(lambda state: state.version >= 22)
    settings.HEADS_KEY = "0123456789abcdef" * 4
    signing.sign_heads(clock=timezone.now)
    return table


@pytest.fixture
def readers(table: Table) -> dict[str, Client]:
    """A player in a browser, the same by a token, another user, and an anonymous visitor."""
    player, other = Client(), Client()
    player.force_login(table.users[0])
    other.force_login(User.objects.get(username="charlie"))
    token = tokens.issue(user=table.users[0], name="x", now=timezone.now())[1]
    program = Client(headers={"Authorization": f"Bearer {token}"})
    return dict(zip(READERS, (player, program, other, Client()), strict=True))


def values_of(game: Game) -> dict[str, str]:
    """What stands in addresses in place of their parameters."""
    checked = Validation.objects.create(
        game=game, version=0, rules=1, created_at=timezone.now(), status="passed"
    )
    imported = Import.objects.create(
        user=game.host,
        status="done",
        visibility="private",
        size=1,
        sha256="0" * 64,
        created_at=timezone.now(),
    )
    assert game.host is not None
    cup = create_tournament(
        user=game.host,
        name="Cup",
        settings=Settings(format="series"),
        visibility=game.visibility,
        now=timezone.now(),
    )
    open_registration(tournament_id=cup.pk, user=game.host, now=timezone.now())
    return {
        "game_id": str(game.pk),
        "tournament_id": str(cup.pk),
        "table": "1",
        "entrant": "1",
        "action": "register",
        "validation_id": str(checked.pk),
        "import_id": str(imported.pk),
        "passkey_id": "1",
        "pack_hash": game.content_id,
        "rule_id": "NBR-09",
        "topic_id": "move-expand",
        "language": "pl",
        "code": game.invite_code,
        "layer": "settlements",
        "seat": "0",
        "number": "1",
        "name": "players",
        "token_id": "1",
        "uidb64": "MQ",
        "token": "x",
    }


def closed(response: Any) -> Any:
    """The response; a stream is closed, and not the connection of this test with it."""
    if response.streaming:
        request_finished.disconnect(close_old_connections)
        try:
            response.close()
        finally:
            request_finished.connect(close_old_connections)
    return response


def wrong_with(address: str, response: Any, *, private: bool) -> str | None:
    """What the headers of an answer get wrong; None when they keep to the rule."""
    said = response.headers.get("Cache-Control", "none")
    words = {word.strip() for word in said.split(",")}
    vary = {name.strip() for name in response.headers.get("Vary", "").split(",")}
    if "public" in words:
        good = address in PUBLIC and response.status_code == 200 and not response.cookies
        return None if good and not {"Authorization", "Cookie"} & vary else f"{said}, Vary: {vary}"
    if "private" not in words:
        return said
    if "no-store" in words:
        return None
    if not {"Authorization", "Cookie"} <= vary or response.cookies:
        return f"{said}, Vary: {vary}"
    if "ETag" in response.headers and "no-cache" in words:
        return None
    return None if address == KEPT and not private else said


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize(
    ("visibility", "asking"), [("public", ("player", "stranger")), ("private", READERS)]
)
def test_no_answer_is_kept_by_a_cache_that_serves_others(
    table: Table, readers: dict[str, Client], visibility: str, asking: tuple[str, ...]
) -> None:
    Game.objects.filter(pk=table.id).update(visibility=visibility)
    values = values_of(Game.objects.get(pk=table.id))
    wrong, good = [], 0
    for address in addresses():
        path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: values[found[1]], address)
        query = {"v": "5"} if "replay/" in path else {}
        for name in asking:
            response = closed(readers[name].get(path, query))
            assert response.status_code < 500, path
            good += response.status_code == 200
            said = wrong_with(address, response, private=visibility == "private")
            if said is not None:
                wrong.append(f"{path} {name}: {response.status_code} {said}")
    assert not wrong, "\n".join(wrong)
    assert good > 25 * len(asking)


@pytest.mark.parametrize("path", ["replay/at/?v=22", "export"])
def test_a_validator_answers_the_same_reader_only(
    table: Table, readers: dict[str, Client], path: str
) -> None:
    Game.objects.filter(pk=table.id).update(visibility="private")
    path = f"/api/v1/games/{table.id}/{path}" if path == "export" else f"/games/{table.id}/{path}"
    given = readers["player"].get(path)
    assert given.headers["Cache-Control"] == "private, no-cache"
    again = {"If-None-Match": given.headers["ETag"]}
    same = readers["player"].get(path, headers=again)
    assert (same.status_code, same.content) == (304, b"")
    assert {"Authorization", "Cookie"} <= set(same.headers["Vary"].split(", "))
    assert same.headers["Cache-Control"] == "private, no-cache"
    for name in ("other", "stranger"):
        assert readers[name].get(path, headers=again).status_code == 404


@pytest.mark.parametrize("path", ["/nothing/", "/api/v1/nothing", "/games/new", "/api/v1/me"])
def test_errors_and_redirects_are_kept_by_no_cache(path: str) -> None:
    assert Client().get(path).headers["Cache-Control"] == PRIVATE
    assert Client().post(path).headers["Cache-Control"] == PRIVATE
    assert Client().get(path, headers={"host": "elsewhere"}).headers["Cache-Control"] == PRIVATE


def test_static_files_are_kept_by_everybody() -> None:
    response = closed(Client().get("/static/web/css/base.css"))
    assert "public" in response.headers["Cache-Control"]


@pytest.mark.parametrize(
    ("said", "etag", "cookie", "expected"),
    [
        ("", False, False, PRIVATE),
        ("max-age=60", False, False, PRIVATE),
        ("private, max-age=60", False, False, PRIVATE),
        ("no-cache", False, False, PRIVATE),
        ("no-cache", True, False, "no-cache, private"),
        ("public, max-age=60", False, False, "public, max-age=60"),
        ("public, max-age=60", False, True, PRIVATE),
        ("private, no-cache", True, True, PRIVATE),
        ("private, max-age=60, immutable", False, False, "private, max-age=60, immutable"),
        ("private, max-age=60, immutable", False, True, PRIVATE),
        ("no-store, no-transform", True, False, "private, no-store, no-transform"),
    ],
)
def test_what_a_view_says_and_what_becomes_of_it(
    said: str, etag: bool, cookie: bool, expected: str
) -> None:
    def view(request: HttpRequest) -> HttpResponse:
        response = HttpResponse(headers={"Cache-Control": said} if said else {})
        if etag:
            response.headers["ETag"] = '"x"'
        if cookie:
            response.set_cookie("a", "b")
        return response

    answered = CachingMiddleware(view)(RequestFactory().get("/"))
    assert set(answered.headers["Cache-Control"].split(", ")) == set(expected.split(", "))
