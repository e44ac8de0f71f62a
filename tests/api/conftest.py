"""Users, callers with tokens, and games for the tests of the API."""

import base64
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from api import tokens
from games import engine, services
from games.models import Game
from tests.database import empty_cache
from tests.games.tables import Table

Json = Any
PASSWORD = "a-good-password"  # noqa: S105 - of users that live for one test


def basic(name: str, password: str) -> str:
    """The header of HTTP Basic."""
    return "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode()


@dataclass(frozen=True)
class Caller:
    """A client of the API: a user with a token, or an anonymous one."""

    user: User | None
    token: str
    client: Client

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self.client.get(f"/api/v1/{path}", headers=self.headers(headers))

    def send(self, method: str, path: str, body: Json = None, **headers: str) -> HttpResponse:
        """A request whose body is JSON, or no body when it is None."""
        kind = {} if body is None else {"content_type": "application/json"}
        return self.client.generic(
            method,
            f"/api/v1/{path}",
            b"" if body is None else msgspec.json.encode(body),
            headers=self.headers(headers),
            **kind,
        )

    def post(self, path: str, body: Json = None, **headers: str) -> HttpResponse:
        return self.send("POST", path, body, **headers)

    def put(self, path: str, body: Json = None) -> HttpResponse:
        return self.send("PUT", path, body)

    def delete(self, path: str) -> HttpResponse:
        return self.send("DELETE", path)

    def raw(
        self, path: str, body: bytes, content_type: str = "application/json", **headers: str
    ) -> HttpResponse:
        """A POST of exactly these bytes."""
        return self.client.generic(
            "POST",
            f"/api/v1/{path}",
            body,
            content_type=content_type,
            headers=self.headers(headers),
        )

    def by_password(self, method: str, path: str, body: Json = None) -> HttpResponse:
        """A request with user name and password in place of the token."""
        return self.send(method, path, body, Authorization=basic(self.user.username, PASSWORD))

    def headers(self, more: dict[str, str]) -> dict[str, str]:
        own = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return own | {name.replace("_", "-"): value for name, value in more.items()}


@pytest.fixture(autouse=True)
def no_counters() -> None:
    """No test sees the counters of another one's throttles."""
    empty_cache()


def caller(name: str) -> Caller:
    user = User.objects.create_user(name, password=PASSWORD)
    _, token = tokens.issue(user=user, name="test", now=timezone.now())
    return Caller(user, token, Client(raise_request_exception=False))


@pytest.fixture
def alice(db: None) -> Caller:
    return caller("alice")


@pytest.fixture
def bob(db: None) -> Caller:
    return caller("bob")


@pytest.fixture
def charlie(db: None) -> Caller:
    """A stranger to the games of Alice and Bob."""
    return caller("charlie")


@pytest.fixture
def anonymous(db: None) -> Caller:
    """An anonymous caller."""
    return Caller(None, "", Client(raise_request_exception=False))


@pytest.fixture
def table(alice: Caller) -> Callable[..., Game]:
    """Makes an open table for two with Alice as its host."""

    def make(**given: Any) -> Game:
        options = {"players": given.pop("players", 2)}
        given = {"name": "Highlands", "visibility": "public", **given}
        return services.create_game(
            host=alice.user,
            options=engine.Options(**options),
            now=timezone.now(),
            **given,
        )

    return make


@pytest.fixture
def game(table: Callable[..., Game], alice: Caller, bob: Caller) -> Game:
    """A game of Alice (seat 0) and Bob (seat 1) that waits for its first decision."""
    made = table()
    services.join_game(game_id=made.pk, user=bob.user, now=timezone.now())
    return services.start_game(game_id=made.pk, user=alice.user, now=timezone.now())


@pytest.fixture
def turn(game: Game, alice: Caller, bob: Caller) -> "Turn":
    """The game, with the caller who has to decide and the one who waits."""
    return Turn(game, (alice, bob))


@dataclass(frozen=True)
class Turn:
    """A running game for two, seen from outside."""

    game: Game
    callers: tuple[Caller, Caller]

    @property
    def path(self) -> str:
        return f"games/{self.game.pk}"

    @property
    def table(self) -> Table:
        """The same, driven through the services."""
        return Table(self.game.pk, [caller.user for caller in self.callers if caller.user])

    @property
    def waiting(self) -> list[int]:
        return list(self.callers[0].get(self.path).json()["waiting"])

    @property
    def active(self) -> Caller:
        return self.callers[self.waiting[0]]

    @property
    def idle(self) -> Caller:
        return self.callers[1 - self.waiting[0]]

    @property
    def version(self) -> int:
        return int(self.callers[0].get(self.path).json()["version"])

    def first(self) -> Json:
        """The request that plays the first legal move."""
        listed = self.active.get(f"{self.path}/moves").json()
        return {"version": listed["version"], "move": listed["moves"][0]["move"]}

    def play(self, *notations: str) -> None:
        """Play moves of the seat to move."""
        for notation in notations:
            body = {"version": self.version, "notation": notation}
            answered = self.active.post(f"{self.path}/moves", body)
            assert answered.status_code == 201, answered.content

    def play_first(self, times: int) -> None:
        """Play the first legal move a number of times; not by requests, which others look at."""
        for _ in range(times):
            self.table.play()

    def until_action(self) -> None:
        """Play until the first main action has to be decided."""
        while self.table.state.phase != "action":
            self.table.play()


def problem(response: HttpResponse, status: int, code: str | None = None) -> Json:
    """The problem document of a response, checked for what every one must have."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    body = response.json()
    assert body["status"] == status
    assert body["type"]
    assert body["title"]
    assert body["detail"].rstrip(")")[-1] in ".!?`'", body["detail"]
    assert code is None or body["code"] == code, body
    return body
