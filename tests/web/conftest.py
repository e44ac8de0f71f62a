"""Browsers, signed in or not, and tables for the tests of the pages."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games import engine, services
from games.models import Game
from tests.conftest import empty_cache

PASSWORD = "heather-and-peat-1"  # noqa: S105 - of users that live for one test
HTMX = {"HX-Request": "true"}
"""What htmx sends along: ``client.get(path, headers=HTMX)``."""

MakeTable = Callable[..., Game]


@pytest.fixture(autouse=True)
def _no_counters() -> None:
    """No test sees the counters of another one's throttles."""
    empty_cache()


def browser(name: str) -> Client:
    """The browser of a new user who has signed in; ``user_of(client)`` is who that is."""
    client = Client()
    client.force_login(User.objects.create_user(name, f"{name}@example.org", PASSWORD))
    return client


def user_of(client: Client) -> User:
    """Who has signed in with this browser."""
    return User.objects.get(pk=client.session["_auth_user_id"])


@pytest.fixture
def anna(db: None) -> Client:
    """The browser of one who has signed in."""
    return browser("anna")


@pytest.fixture
def bruce(db: None) -> Client:
    """The browser of another one."""
    return browser("bruce")


@pytest.fixture
def stranger(db: None) -> Client:
    """A browser without anybody."""
    return Client()


@pytest.fixture
def open_table(anna: Client) -> MakeTable:
    """Makes tables of anna's: ``open_table(players=3, visibility="private")``."""

    def make(*, players: int = 2, name: str = "Glen", visibility: str = "public") -> Game:
        return services.create_game(
            host=user_of(anna),
            name=name,
            options=engine.Options(players=players),
            visibility=visibility,
            now=timezone.now(),
        )

    return make


@pytest.fixture
def running(open_table: MakeTable, anna: Client, bruce: Client) -> Game:
    """A game of anna and bruce that has started."""
    game = open_table()
    services.join_game(game_id=game.pk, user=user_of(bruce), now=timezone.now())
    return services.start_game(game_id=game.pk, user=user_of(anna), now=timezone.now())
