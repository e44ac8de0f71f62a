"""Which clans players want, said in the waiting room."""

import re

import pytest
from django.test import Client
from django.utils import timezone
from msgspec.json import decode, encode

from games import engine, services
from games.models import Game
from tests.rules import rule
from tests.web.conftest import HTMX, MakeTable, user_of
from tests.web.rooms import room, url

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


@pytest.fixture
def asking(open_table: MakeTable, anna: Client, bruce: Client) -> Game:
    """A table of anna and bruce at which clans go by player."""
    game = open_table()
    options = engine.Options(players=2, clan_experience="by_player")
    game.options = encode(options).decode()
    game.save()
    services.join_game(game_id=game.pk, user=user_of(bruce), now=timezone.now())
    return game


def chairs(text: str) -> list[str]:
    """The badges that say which clans each player wants."""
    return re.findall(r"Clans: </span>(\w+)</span>", text)


@rule("VAR-NEWBIE-02")
@pytest.mark.long
def test_players_say_it_in_the_room_and_all_see_it(
    asking: Game, anna: Client, bruce: Client, stranger: Client
) -> None:
    assert chairs(room(bruce, asking)) == ["ordinary", "ordinary"]
    assert '<option value="ordinary" selected>' in room(bruce, asking)
    part = bruce.post(url(asking, "experience"), {"experience": "easier"}, headers=HTMX)
    assert chairs(part.content.decode()) == ["ordinary", "easier"]
    assert '<option value="easier" selected>' in room(bruce, asking)
    for other in (anna, stranger):
        assert chairs(room(other, asking)) == ["ordinary", "easier"]
    assert 'id="experience"' not in room(stranger, asking)
    anna.post(url(asking, "start"))
    started = decode(Game.objects.get().options, type=engine.Options)
    assert started.experience == ["ordinary", "easier"]
    assert anna.get(url(asking)).status_code == 200


def test_what_is_refused_is_said(asking: Game, bruce: Client, open_table: MakeTable) -> None:
    bruce.post(url(asking, "experience"), {"experience": "best"})
    assert "Choose easier, ordinary or harder clans." in room(bruce, asking)
    other = open_table(name="Another")
    bruce.post(url(other, "join"))
    assert 'id="experience"' not in room(bruce, other)
    assert chairs(room(bruce, other)) == []
    bruce.post(url(other, "experience"), {"experience": "easier"})
    assert "does not ask its players which clans" in room(bruce, other)


def test_the_form_of_a_new_table_offers_it_and_does_not_ask_for_the_others(anna: Client) -> None:
    text = anna.get("/games/new/").content.decode()
    assert re.search(r'<option value="by_player"[^>]*>each player chooses<', text)
    assert 'name="experience"' not in text
