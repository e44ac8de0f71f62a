"""The waiting room and the invite link, for the host, a player, and strangers."""

import re
from collections.abc import Callable
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Game
from tests.marks import in_one_test
from tests.web.conftest import HTMX, MakeTable, user_of
from tests.web.rooms import room, url

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

Action = Callable[..., object]


def free_chairs(text: str) -> int:
    """The seats that nobody has taken."""
    return len(re.findall(r'class="chair[^"]* free"', text))


def test_host_can_do_everything_but_start_too_early(open_table: MakeTable, anna: Client) -> None:
    text = room(anna, open_table())
    for action in ("leave", "bots", "invite", "change", "close"):
        assert f'/{action}/"' in text
    assert '/start/"' not in text
    assert free_chairs(text) == 1


def test_without_scripts_a_page_that_waits_offers_to_be_loaded_again(
    open_table: MakeTable, running: Game, anna: Client, bruce: Client
) -> None:
    game = open_table()
    again = f'<noscript><a href="/games/{game.pk}/">'
    assert again in room(anna, game)
    waiting = anna if not running.seats.get(user=user_of(anna)).waiting else bruce
    page = waiting.get(f"/games/{running.pk}/").content.decode()
    assert f'<noscript><a href="/games/{running.pk}/">' in page


def test_guest_can_join_and_leave(open_table: MakeTable, bruce: Client) -> None:
    game = open_table()
    assert 'id="join"' in room(bruce, game)
    assert bruce.post(url(game, "join")).headers["Location"] == url(game)
    text = room(bruce, game)
    assert 'id="leave"' in text
    assert free_chairs(text) == 0
    for hidden in ("bots", "start", "invite", "change", "close"):
        assert f'/{hidden}/"' not in text
    assert game.invite_code not in text
    bruce.post(url(game, "leave"))
    assert game.seats.count() == 1


def test_stranger_is_asked_to_sign_in(open_table: MakeTable, stranger: Client) -> None:
    game = open_table()
    text = room(stranger, game)
    assert f'href="/login/?next={url(game)}"' in text
    assert game.invite_code not in text
    sent = stranger.post(url(game, "join"))
    assert sent.headers["Location"] == f"/login/?next=%2Fgames%2F{game.pk}%2F"


def test_from_the_table_to_the_game(open_table: MakeTable, anna: Client, bruce: Client) -> None:
    game = open_table()
    bruce.post(url(game, "join"))
    assert 'id="start"' in room(anna, game)
    started = anna.post(url(game, "start"), headers=HTMX)
    assert started.headers["HX-Redirect"] == url(game)
    assert Game.objects.get().status == "running"
    late = bruce.get(url(game, "room"), headers=HTMX)
    assert late.headers["HX-Redirect"] == url(game)


def test_bots_fill_seats(open_table: MakeTable, anna: Client) -> None:
    game = open_table(players=3)
    part = anna.post(url(game, "bots"), {"bot": "steward"}, headers=HTMX)
    text = part.content.decode()
    assert "steward" in text
    assert free_chairs(text) == 1
    assert "<html" not in text
    refused = anna.post(url(game, "bots"), {"bot": "robot"}, headers=HTMX).content.decode()
    assert 'id="notices"' in refused
    assert "There is no such bot." in refused


def test_bots_can_be_sent_away(open_table: MakeTable, anna: Client, bruce: Client) -> None:
    game = open_table(players=3)
    for bot in ("steward", "random"):
        anna.post(url(game, "bots"), {"bot": bot})
    away = url(game, "bots/1/remove")
    assert f'action="{away}"' in room(anna, game)
    assert f'action="{away}"' not in room(bruce, game)
    text = anna.post(away, headers=HTMX).content.decode()
    assert free_chairs(text) == 1
    assert [seat.bot for seat in game.seats.all()] == ["", "random"]
    twice = anna.post(away, headers=HTMX).content.decode()
    assert "No bot sits on this seat any more." in twice
    assert anna.post(url(game, "bots/0/remove")).status_code == 302
    assert game.seats.count() == 2


@pytest.mark.parametrize("action", ["start", "bots", "bots/1/remove", "invite", "change", "close"])
def test_what_only_the_host_may_do(open_table: MakeTable, bruce: Client, action: str) -> None:
    game = open_table()
    before = Game.objects.values().get()
    given = {"bot": "steward", "name": "Mine", "visibility": "private"}
    bruce.post(url(game, action), given)
    assert "Only the host can do that." in room(bruce, game)
    assert Game.objects.values().get() == before
    assert game.seats.count() == 1


@in_one_test(
    "action",
    ["join", "leave", "start", "bots", "bots/1/remove", "invite", "change", "close", ""],
)
def test_private_tables_are_unknown_to_strangers(
    open_table: MakeTable, bruce: Client, stranger: Client, action: str
) -> None:
    game = open_table(visibility="private")
    answered = bruce.post(url(game, action)) if action else bruce.get(url(game))
    assert answered.status_code == 404
    assert bruce.get(f"/invite/{game.pk}/wrong/").status_code == 404
    assert stranger.get(url(game)).status_code == 404
    assert game.seats.count() == 1


def test_writing_takes_a_post(open_table: MakeTable, anna: Client) -> None:
    game = open_table()
    for action in ("join", "leave", "start", "bots", "bots/1/remove", "invite", "change", "close"):
        assert anna.get(url(game, action)).status_code == 405


def test_invite_link_opens_a_private_table(
    open_table: MakeTable, anna: Client, bruce: Client, stranger: Client
) -> None:
    game = open_table(visibility="private", name="Kilt night")
    found = re.search(r'value="http://testserver(/invite/[^"]+)"', room(anna, game))
    assert found is not None
    assert "Kilt night" in stranger.get(found[1]).content.decode()
    page = bruce.get(found[1]).content.decode()
    assert "anna" in page
    code = re.search(r'name="code" value="([^"]+)"', page)
    assert code is not None
    bruce.post(url(game, "join"), {"code": code[1]})
    assert game.seats.filter(user=user_of(bruce)).exists()
    assert bruce.get(found[1]).headers["Location"] == url(game)


def test_a_new_link_ends_the_old_one(open_table: MakeTable, anna: Client, bruce: Client) -> None:
    game = open_table(visibility="private")
    old = f"/invite/{game.pk}/{game.invite_code}/"
    anna.post(url(game, "invite"))
    void = bruce.get(old)
    assert void.status_code == 404
    assert "This link no longer works" in void.content.decode()
    assert bruce.get(f"/invite/{uuid4()}/x/").status_code == 404


def test_name_and_visibility_change(open_table: MakeTable, anna: Client) -> None:
    game = open_table()
    anna.post(url(game, "change"), {"name": "Ben Lomond", "visibility": "unlisted"})
    changed = Game.objects.get()
    assert (changed.name, changed.visibility) == ("Ben Lomond", "unlisted")
    anna.post(url(game, "change"), {"name": " ", "visibility": "secret"})
    assert "at least one character" in room(anna, game)


def test_names_are_escaped(open_table: MakeTable, anna: Client) -> None:
    text = room(anna, open_table(name="<b>bold</b>"))
    assert "<b>bold" not in text
    assert "&lt;b&gt;bold" in text


def test_a_closed_table_is_gone(open_table: MakeTable, anna: Client, bruce: Client) -> None:
    game = open_table()
    assert anna.post(url(game, "close")).headers["Location"] == "/games/"
    assert "The table is closed." in anna.get("/games/").content.decode()
    assert bruce.get(url(game)).status_code == 404
    assert bruce.get(url(game, "room"), headers=HTMX).headers["HX-Redirect"] == "/games/"


def test_the_room_is_sent_again_only_when_it_changed(
    open_table: MakeTable, anna: Client, bruce: Client
) -> None:
    game = open_table()
    found = re.search(r'hx-get="([^"]+stamp=[^"]+)"', room(anna, game))
    assert found is not None
    assert anna.get(found[1], headers=HTMX).status_code == 204
    bruce.post(url(game, "join"))
    part = anna.get(found[1], headers=HTMX)
    assert part.status_code == 200
    assert "bruce" in part.content.decode()


def test_chosen_options_are_told(open_table: MakeTable, anna: Client) -> None:
    assert "no variants" in room(anna, open_table())
    game = Game.objects.get()
    Game.objects.update(options='{"players":2,"clans":false,"imports":"static"}')
    text = room(anna, game)
    assert "<dt>Clans</dt><dd>no</dd>" in text
    assert "static: 4 each" in text


def test_few_queries(
    open_table: MakeTable,
    bruce: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    game = open_table(players=4)
    for path in (url(game), url(game, "room"), f"/invite/{game.pk}/{game.invite_code}/"):
        with django_assert_max_num_queries(8):
            assert bruce.get(path).status_code == 200


def test_answers_show_the_table_that_the_service_returns(
    open_table: MakeTable, anna: Client, bruce: Client
) -> None:
    """Only after a refusal is the table read again."""
    game = open_table(players=3)
    for who, action, data in (
        (bruce, "join", {}),
        (anna, "bots", {"bot": "steward"}),
        (anna, "change", {"name": "Peat"}),
        (anna, "bots/2/remove", {}),
        (anna, "invite", {}),
        (bruce, "leave", {}),
    ):
        with patch("games.services.visit_game", side_effect=AssertionError("it was read again")):
            answer = who.post(url(game, action), data, headers=HTMX)
        assert answer.status_code == 200
        assert 'id="room"' in answer.content.decode()
        again = who.get(url(game, "room"), headers=HTMX)
        assert stamp(answer) == stamp(again), action


def stamp(answer: HttpResponse) -> str:
    """What stands for all that the room shows."""
    found = re.search(r"stamp=(\w+)", answer.content.decode())
    assert found is not None
    return found[1]
