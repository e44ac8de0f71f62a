"""The front page."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games import services
from games.models import Game
from tests.api.conftest import Caller, alice, bob, game, table

__all__ = ["alice", "bob", "game", "table"]


def test_page_without_games(db: None) -> None:
    page = Client().get("/")
    assert page.status_code == 200
    text = page.content.decode()
    assert text.count("None at the moment.") == 3
    assert 'href="/api/docs"' in text
    assert 'href="/api/schema"' in text


def test_page_lists_games_with_their_status(
    game: Game, table: Callable[..., Game], alice: Caller
) -> None:
    table(name="An open table")
    text = Client().get("/").content.decode()
    running, open_, finished = text.split("<section")[1:]
    assert "Highlands" in running
    assert f'href="/api/v1/games/{game.pk}"' in running
    assert running.count("to move") == 1
    assert "An open table" in open_
    assert "1 of 2 seats taken" in open_
    assert "None at the moment." in finished


def test_names_are_escaped(table: Callable[..., Game], alice: Caller) -> None:
    table(name="<script>alert(1)</script>")
    text = Client().get("/").content.decode()
    assert "<script" not in text
    assert "&lt;script&gt;" in text


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_games_of_others_that_are_not_public_are_left_out(
    table: Callable[..., Game], alice: Caller, visibility: str
) -> None:
    table(name="Hidden glen", visibility=visibility)
    assert "Hidden glen" not in Client().get("/").content.decode()
    own = Client()
    own.force_login(alice.user)
    assert "Hidden glen" in own.get("/").content.decode()


def test_page_can_be_read_by_everybody(db: None) -> None:
    text = Client().get("/").content.decode()
    assert '<html lang="en">' in text
    assert 'name="viewport"' in text
    assert len(re.findall("<h1", text)) == 1
    for landmark in ("<header", "<nav aria-label=", "<main", "<footer", 'class="skip"'):
        assert landmark in text
    assert "<style" not in text
    assert "<script" not in text
    for address in re.findall(r'href="(/static/[^"]+)"', text):
        answered = Client().get(address)
        assert answered.status_code == 200
        answered.close()


def test_queries_do_not_grow_with_the_games(
    table: Callable[..., Game],
    alice: Caller,
    bob: Caller,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(3):
        made = table(name=f"Table {number}")
        services.join_game(game_id=made.pk, user=bob.user, now=timezone.now())
        with django_assert_num_queries(5):
            Client().get("/")


def test_only_reading(db: None) -> None:
    assert Client().post("/").status_code == 405
