"""The way from a finished game to the next one of the same players."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from games import services
from games.models import Game
from tests.web.conftest import MakeTable, user_of
from tests.web.rooms import room, url

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.uncounted]


@pytest.fixture
def over(running: Game, anna: Client, bruce: Client) -> Game:
    """A game of anna and bruce that both agreed to end."""
    for client in (anna, bruce):
        services.agree_to_abandon(game_id=running.pk, user=user_of(client), now=timezone.now())
    return running


def rematch_of(game: Game) -> Game:
    return Game.objects.get(rematch_of=game.pk)


def test_a_player_asks_and_the_other_answers(over: Game, anna: Client, bruce: Client) -> None:
    assert 'id="rematch"' in room(anna, over)
    made = anna.post(url(over, "rematch"))
    table = rematch_of(over)
    assert made.headers["Location"] == url(table)
    assert f'href="{url(table)}"' in room(bruce, over)
    assert f'href="{url(table)}"' in bruce.get("/games/").content.decode()
    page = room(anna, table)
    assert 'id="start"' not in page
    assert 'id="remove-0"' in page  # the seat that is kept for bruce
    asked = room(bruce, table)
    assert re.search(r'id="join".*id="leave"', asked, re.DOTALL)
    assert 'id="seal"' not in asked
    bruce.post(url(table, "join"))
    assert 'id="start"' in room(anna, table)


def test_who_declines_leaves_the_seat_free(over: Game, anna: Client, bruce: Client) -> None:
    anna.post(url(over, "rematch"))
    table = rematch_of(over)
    bruce.post(url(table, "leave"))
    assert table.seats.count() == 1
    assert f'href="{url(table)}"' not in bruce.get("/games/").content.decode().split("<main")[0]


def test_only_players_ask(over: Game, stranger: Client, open_table: MakeTable) -> None:
    assert 'id="rematch"' not in room(stranger, over)
    assert "/login/" in stranger.post(url(over, "rematch")).headers["Location"]


def test_a_kept_seat_is_no_free_one(over: Game, anna: Client) -> None:
    anna.post(url(over, "rematch"))
    table = rematch_of(over)
    Game.objects.filter(pk=table.pk).update(visibility="public")
    outside = Client()
    page = outside.get("/games/").content.decode()
    assert f"/games/{table.pk}/join/" not in page
    assert "Sign in to join" not in page


def test_a_game_that_runs_has_none(running: Game, anna: Client) -> None:
    assert 'id="rematch"' not in room(anna, running)
    assert anna.post(url(running, "rematch")).headers["Location"] == url(running)
    assert not Game.objects.exclude(rematch_of=None).exists()
