"""Private notes on games."""

import pytest
from django.test import Client

from games import services
from games.models import Game
from tests.games.losing import lose_once
from tests.web.conftest import HTMX, browser, user_of
from web.models import LONGEST_NOTE, Note

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


def path(game: Game) -> str:
    return f"/games/{game.pk}/notes/"


def test_notes_are_kept_and_escaped(running: Game, anna: Client) -> None:
    saved = anna.post(path(running), {"text": "Watch <b>cheese</b>\r\nand ships  \n"})
    assert saved.headers["Location"] == path(running)
    assert Note.objects.get().text == "Watch <b>cheese</b>\nand ships"
    page = anna.get(path(running)).content.decode()
    assert "Watch &lt;b&gt;cheese&lt;/b&gt;\nand ships</textarea>" in page


def test_nobody_else_sees_them(running: Game, anna: Client, bruce: Client) -> None:
    anna.post(path(running), {"text": "secret plan"})
    assert "secret plan" not in bruce.get(path(running)).content.decode()
    assert "secret plan" not in bruce.get(f"/games/{running.pk}/").content.decode()
    bruce.post(path(running), {"text": "another plan"})
    assert Note.objects.get(user=user_of(anna)).text == "secret plan"


def test_only_at_the_own_table(running: Game, stranger: Client, django_user_model: type) -> None:
    assert stranger.get(path(running)).headers["Location"] == f"/login/?next={path(running)}"
    other = Client()
    other.force_login(django_user_model.objects.create_user("carol"))
    assert other.get(path(running)).status_code == 404
    assert other.post(path(running), {"text": "mine"}).status_code == 404
    assert not Note.objects.exists()


def test_empty_notes_are_removed(running: Game, anna: Client) -> None:
    anna.post(path(running), {"text": "something"})
    anna.post(path(running), {"text": " \n"})
    assert not Note.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_notes_that_are_emptied_at_the_same_moment_are_saved_again(
    running: Game, anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    lose_once(monkeypatch, "update_or_create")
    assert anna.post(path(running), {"text": "something"}).status_code == 302
    assert Note.objects.get().text == "something"


def test_line_ends_count_once(running: Game, anna: Client) -> None:
    longest = "x\r\n" * (LONGEST_NOTE // 2 - 1) + "xx"
    assert anna.post(path(running), {"text": longest}).status_code == 302
    refused = anna.post(path(running), {"text": "x" * (LONGEST_NOTE + 1)})
    assert refused.status_code == 422
    assert f"At most {LONGEST_NOTE} characters" in refused.content.decode()
    assert anna.post(path(running), {"text": "a\0b"}).status_code == 422


def test_notes_are_saved_beside_the_board(running: Game, anna: Client) -> None:
    assert path(running) in anna.get(f"/games/{running.pk}/").content.decode()
    part = anna.post(path(running), {"text": "ships"}, headers=HTMX).content.decode()
    assert "Your notes are saved." in part
    assert "<html" not in part


def test_notes_go_with_the_game(running: Game, anna: Client) -> None:
    anna.post(path(running), {"text": "ships"})
    services.erase_game(game_id=running.pk, by=None, reason="test", now=running.created_at)
    assert not Note.objects.exists()


def test_notes_stay_with_who_gave_the_seat_away(
    running: Game, anna: Client, bruce: Client, stranger: Client
) -> None:
    """Also in a private game, of which they show nothing to who is out."""
    bruce.post(path(running), {"text": "plan of bruce"})
    taker = browser("carol")
    Game.objects.filter(pk=running.pk).update(visibility="private", name="Hidden glen")
    known = {"game_id": running.pk, "now": running.created_at}
    services.offer_seat(user=user_of(bruce), taker="carol", **known)
    services.take_seat(user=user_of(taker), seat=1, **known)
    assert bruce.get(f"/games/{running.pk}/").status_code == 404
    page = bruce.get(path(running)).content.decode()
    assert "plan of bruce" in page
    assert "Hidden glen" not in page
    assert f'href="/games/{running.pk}/"' not in page
    assert bruce.post(path(running), {"text": "later"}).status_code == 302
    assert "later" in bruce.get(path(running)).content.decode()
    assert "later" not in taker.get(path(running)).content.decode()
    bruce.post(path(running), {"text": ""})
    assert bruce.get(path(running)).status_code == 404
    assert stranger.get(path(running)).status_code == 302
