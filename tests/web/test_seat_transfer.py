"""Handing a seat over on the pages: offering, taking, declining, and who knows of it."""

import re

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games import services
from games.models import Game, Handover, Seat
from tests.marks import in_one_test
from tests.web.conftest import HTMX, MakeTable, browser, user_of
from web.pages.lobby import views

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


def path(game: Game, page: str) -> str:
    return f"/games/{game.pk}/{page}/"


def offer(client: Client, game: Game, name: str = "carol") -> None:
    assert client.post(path(game, "seat"), {"taker": name}).status_code == 302


@pytest.fixture
def carol(db: None) -> Client:
    """The browser of somebody without a seat."""
    return browser("carol")


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_from_one_player_to_another(
    running: Game, anna: Client, bruce: Client, carol: Client, visibility: str
) -> None:
    Game.objects.update(visibility=visibility)
    assert path(running, "seat") in anna.get(f"/games/{running.pk}/").content.decode()
    offer(anna, running)
    assert 'id="offered"' in anna.get(path(running, "seat")).content.decode()
    lobby = carol.get("/games/").content.decode()
    assert path(running, "offer") in lobby
    page = carol.get(path(running, "offer")).content.decode()
    assert 'name="seat" value="0"' in page
    taken = carol.post(path(running, "offer"), {"seat": "0"})
    assert taken.headers["Location"] == f"/games/{running.pk}/"
    assert Seat.objects.get(game=running, index=0).user == user_of(carol)
    for client in (carol, bruce):
        chat = client.get(path(running, "chat")).content.decode()
        assert "carol has taken over the seat of anna." in chat
    assert anna.get(path(running, "chat")).status_code == 404
    assert anna.get(path(running, "seat")).status_code == 404
    assert carol.get(path(running, "offer")).status_code == 404


def test_strangers_know_of_nothing(
    running: Game, anna: Client, bruce: Client, carol: Client, stranger: Client
) -> None:
    offer(anna, running)
    dave = browser("dave")
    for client in (dave, anna, bruce):
        assert client.get(path(running, "offer")).status_code == 404
        assert client.post(path(running, "offer"), {"seat": "0"}).status_code == 404
        assert client.post(path(running, "offer/decline")).status_code == 404
        assert path(running, "offer") not in client.get("/games/").content.decode()
    for client in (dave, carol):
        assert client.get(path(running, "seat")).status_code == 404
        assert client.post(path(running, "seat"), {"taker": "dave"}).status_code == 404
        assert client.post(path(running, "seat/withdraw")).status_code == 404
    for page in ("seat", "offer"):
        asked = stranger.get(path(running, page))
        assert asked.headers["Location"].startswith("/login/?next=")
    assert Handover.objects.get().taker == user_of(carol)


@pytest.mark.parametrize("seat", ["", "1", "x", "-1"])
def test_only_the_seat_that_is_offered(
    running: Game, anna: Client, carol: Client, seat: str
) -> None:
    offer(anna, running)
    assert carol.post(path(running, "offer"), {"seat": seat}).status_code == 404
    assert Seat.objects.get(game=running, index=0).user == user_of(anna)


def test_taken_back_and_declined(running: Game, anna: Client, carol: Client) -> None:
    offer(anna, running)
    anna.post(path(running, "seat/withdraw"))
    assert carol.get(path(running, "offer")).status_code == 404
    offer(anna, running)
    assert carol.post(path(running, "offer/decline")).headers["Location"] == "/games/"
    assert not Handover.objects.exists()


@in_one_test(
    ("name", "message"),
    [
        ("nobody", "No user has this name."),
        ("bruce", "This player has a seat in this game already."),
        ("anna", "This player has a seat in this game already."),
    ],
)
def test_refusals_stand_at_the_name(running: Game, anna: Client, name: str, message: str) -> None:
    refused = anna.post(path(running, "seat"), {"taker": name})
    assert refused.status_code == 422
    assert message in refused.content.decode()
    assert f'value="{name}"' in refused.content.decode()


def test_not_before_the_start_nor_after_the_end(
    open_table: MakeTable, anna: Client, running: Game
) -> None:
    table = open_table()
    services.resign(game_id=running.pk, user=user_of(anna), now=running.created_at)
    for game in (table, running):
        assert anna.get(path(game, "seat")).status_code == 404
        assert path(game, "seat") not in anna.get(f"/games/{game.pk}/").content.decode()


def test_resigning_is_meant(running: Game, anna: Client, bruce: Client, carol: Client) -> None:
    page = path(running, "resign")
    assert page in anna.get(path(running, "seat")).content.decode()
    assert anna.get(page).headers["Location"] == path(running, "seat"), "as after signing in"
    assert anna.put(page).status_code == 405
    refused = anna.post(page)
    assert refused.status_code == 422
    assert "This field is required." in refused.content.decode()
    assert carol.post(page, {"sure": "on"}).status_code == 404
    assert not Seat.objects.filter(resigned=True).exists()
    left = anna.post(page, {"sure": "on"}, follow=True)
    assert left.redirect_chain[0][0] == f"/games/{running.pk}/"
    assert "You have resigned." in left.content.decode()
    assert Seat.objects.get(resigned=True).user == user_of(anna)
    for client in (anna, bruce):
        assert client.post(page, {"sure": "on"}).status_code == 404, "the game is over"


def test_a_game_ends_without_a_result_when_all_agree(
    running: Game, anna: Client, bruce: Client, carol: Client
) -> None:
    page, seat = path(running, "abandon"), path(running, "seat")
    assert page in anna.get(seat).content.decode()
    assert anna.get(page).headers["Location"] == seat
    assert anna.post(page).status_code == 422
    assert carol.post(page, {"agreed": "on"}).status_code == 404
    assert not Seat.objects.filter(abandons=True).exists()
    assert anna.post(page, {"agreed": "on"}).headers["Location"] == seat
    assert "<strong>anna</strong>" in bruce.get(seat).content.decode()
    fresh = f"/games/{running.pk}/refresh/?since={running.version}"
    for address in (f"/games/{running.pk}/", fresh):
        shown = bruce.get(address, headers=HTMX).content.decode()
        assert re.search(r'id="agree" data-seats="0"[^>]*>[^<]*anna', shown)
    assert 'name="withdraw"' in anna.get(seat).content.decode()
    anna.post(page, {"withdraw": ""})
    assert not Seat.objects.filter(abandons=True).exists()
    bruce.post(page, {"agreed": "on"})
    ended = anna.post(page, {"agreed": "on"}, follow=True)
    assert ended.redirect_chain[0][0] == f"/games/{running.pk}/"
    assert "The game has ended without a result." in ended.content.decode()
    running.refresh_from_db()
    assert running.ended_by == "agreement"
    assert bruce.post(page, {"withdraw": ""}).status_code == 404


def test_who_has_several_seats_is_not_asked_to_offer_one(running: Game, anna: Client) -> None:
    Seat.objects.filter(user=user_of(anna)).update(shared=True)
    page = anna.get(path(running, "seat")).content.decode()
    assert 'name="taker"' not in page
    assert path(running, "resign") in page


def test_who_offers_too_often_has_to_wait(
    running: Game, anna: Client, carol: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "offer", "1/day")
    offer(anna, running)
    late = anna.post(path(running, "seat"), {"taker": "carol"})
    assert late.status_code == 429
    assert int(late.headers["Retry-After"]) > 0
    assert "You have offered seats very often." in late.content.decode()


@pytest.mark.long
def test_a_lobby_shows_few_offers(
    running: Game, anna: Client, carol: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = "More seats are kept for you."
    offer(anna, running)
    assert more not in carol.get("/games/").content.decode()
    monkeypatch.setattr(views, "MOST_WANTED", 0)
    lobby = carol.get("/games/").content.decode()
    assert more in lobby
    assert path(running, "offer") not in lobby
    assert carol.get(path(running, "offer")).status_code == 200


@pytest.mark.long
def test_notes_stay_with_who_wrote_them(running: Game, anna: Client, carol: Client) -> None:
    anna.post(path(running, "notes"), {"text": "my plan"})
    offer(anna, running)
    carol.post(path(running, "offer"), {"seat": "0"})
    assert "my plan" in anna.get(path(running, "notes")).content.decode()
    assert "my plan" not in carol.get(path(running, "notes")).content.decode()
    anna.post(path(running, "notes"), {"text": ""})
    assert anna.get(path(running, "notes")).status_code == 404


def test_few_queries(
    running: Game,
    anna: Client,
    carol: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    offer(anna, running)
    for client, page in ((anna, path(running, "seat")), (carol, path(running, "offer"))):
        with django_assert_max_num_queries(12):
            assert client.get(page).status_code == 200
    part = carol.get("/games/", headers=HTMX).content.decode()
    assert path(running, "offer") not in part
