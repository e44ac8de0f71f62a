"""Words for chance on the page of an open table: sealed, opened, taken away."""

import re

import pytest
from django.test import Client

from games.models import Game, Seat
from games.services.tables.seed_words import seal_for
from tests.marks import in_one_test
from tests.web.conftest import HTMX, MakeTable, user_of
from tests.web.rooms import room, url

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

WORD = "heather honey"


def seat(game: Game, client: Client) -> Seat:
    return game.seats.get(user=user_of(client))


def card(client: Client, game: Game) -> str:
    return room(client, game).partition('id="word-card"')[2].partition("</section>")[0]


@pytest.fixture
def full(open_table: MakeTable, bruce: Client) -> Game:
    """A table of anna and bruce, not started."""
    game = open_table()
    bruce.post(url(game, "join"))
    return game


def test_from_the_seal_to_the_start(open_table: MakeTable, anna: Client, bruce: Client) -> None:
    game = open_table()
    assert 'id="seal-form"' in card(anna, game)
    anna.post(url(game, "word/seal"), {"seal": seal_for(WORD)})
    assert seat(game, anna).seal == seal_for(WORD)
    shown = card(anna, game)
    assert 'id="open-form"' not in shown, "a seat is still free"
    assert 'id="remove-word"' in shown
    bruce.post(url(game, "join"))
    assert 'id="open-form"' in card(anna, game)
    for client in (anna, bruce):
        text = room(client, game)
        assert re.search(r'role="status">[^<]*anna', text)
        assert 'id="start"' not in text
    anna.post(url(game, "word/open"), {"word": f" {WORD} "})
    assert seat(game, anna).word == WORD
    for client in (anna, bruce):
        assert 'id="seal-form"' not in card(client, game), "no more can be added"
    assert WORD not in room(bruce, game)
    assert 'id="start"' in room(anna, game)
    anna.post(url(game, "start"))
    assert len(Game.objects.get().contributions) == 1


def test_without_scripts_the_server_seals(full: Game, anna: Client) -> None:
    anna.post(url(full, "word/seal"), {"seal": "", "word": f"{WORD} "})
    assert seat(full, anna).seal == seal_for(WORD)
    assert seat(full, anna).word == ""
    assert WORD not in room(anna, full)


@in_one_test(
    "sent",
    [{}, {"word": " "}, {"word": "a\nb"}, {"word": "x" * 201}, {"seal": "XYZ"}, {"seal": "0" * 65}],
)
def test_what_cannot_be_sealed(full: Game, anna: Client, sent: dict[str, str]) -> None:
    refused = anna.post(url(full, "word/seal"), sent, headers=HTMX)
    assert "Choose another one." in refused.content.decode()
    assert seat(full, anna).seal == ""


def test_another_word_is_refused(full: Game, anna: Client) -> None:
    anna.post(url(full, "word/seal"), {"seal": seal_for(WORD)})
    refused = anna.post(url(full, "word/open"), {"word": "Heather honey"}, headers=HTMX)
    assert "every letter, capital, sign and space counts" in refused.content.decode()
    assert seat(full, anna).word == ""


def test_a_word_can_be_taken_away_until_one_is_open(
    full: Game, anna: Client, bruce: Client
) -> None:
    for client in (anna, bruce):
        client.post(url(full, "word/seal"), {"seal": seal_for(WORD)})
    bruce.post(url(full, "word/remove"))
    assert seat(full, bruce).seal == ""
    bruce.post(url(full, "word/seal"), {"seal": seal_for("moss")})
    anna.post(url(full, "word/open"), {"word": WORD})
    assert 'id="remove-word"' not in card(bruce, full)
    refused = bruce.post(url(full, "word/remove"), headers=HTMX)
    assert "If anyone leaves the table, all secrets are removed." in refused.content.decode()
    assert seat(full, bruce).seal == seal_for("moss")


@pytest.mark.parametrize("action", ["seal", "open", "remove"])
def test_words_are_for_who_has_a_seat(
    open_table: MakeTable, bruce: Client, stranger: Client, action: str
) -> None:
    sent = {"seal": seal_for(WORD), "word": WORD}
    public, private = open_table(), open_table(visibility="private")
    refused = bruce.post(url(public, f"word/{action}"), sent, headers=HTMX)
    assert "You have no seat at this table." in refused.content.decode()
    assert bruce.post(url(private, f"word/{action}"), sent).status_code == 404
    asked = stranger.post(url(public, f"word/{action}"), sent)
    assert asked.headers["Location"].startswith("/login/")
    assert not Seat.objects.exclude(seal="").exists()
    for client in (bruce, stranger):
        assert 'id="word-card"' not in room(client, public)


def test_words_end_with_the_start(running: Game, anna: Client) -> None:
    anna.post(url(running, "word/seal"), {"seal": seal_for(WORD)})
    assert seat(running, anna).seal == ""
    assert "its seats are fixed" in anna.get("/games/").content.decode()
