"""Calls as users make them: requests to the API, and those that only pages and commands make."""

from base64 import b64encode
from typing import Any

import msgspec
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from msgspec import UNSET

from games import services
from tests.races.shapes import Call
from tests.races.world import PASSWORD, World

Json = Any


class AsUser:
    """Requests of one user of a world, by token or by password."""

    def __init__(self, world: World, name: str, *, password: bool = False) -> None:
        self.username = f"{name}{world.number}"
        known = b64encode(f"{self.username}:{PASSWORD}".encode()).decode()
        by_token = f"Bearer {world.tokens[name]}"
        self.headers = {"Authorization": f"Basic {known}" if password else by_token}

    def __call__(self, method: str, path: str, body: Json = UNSET) -> HttpResponse:
        kind = {} if body is UNSET else {"content_type": "application/json"}
        return Client(raise_request_exception=False).generic(
            method,
            f"/api/v1/{path}",
            b"" if body is UNSET else msgspec.json.encode(body),
            headers=self.headers,
            **kind,
        )


def asked(
    name: str,
    method: str,
    path: str,
    body: Json = UNSET,
    *,
    by: str = "alice",
    password: bool = False,
) -> Call:
    """A request to the API; ``{open}`` in its path is the id of the game of that kind."""
    needs = [word.partition("}")[0] for word in path.split("{")[1:]]

    def make(world: World) -> HttpResponse:
        return AsUser(world, by, password=password)(method, path.format_map(world.games), body)

    return Call(name, needs, make)


def served(name: str, kind: str, by: str, **known: object) -> Call:
    """A call of a service that only pages and commands make."""

    def make(world: World) -> object:
        given = {"game_id": world.games[kind], "user": world.user(by), **known}
        if name not in ("withdraw_offer", "decline_offer", "read_chat"):
            given["now"] = timezone.now()
        return getattr(services, name)(**given)

    return Call(name, [kind], make)
