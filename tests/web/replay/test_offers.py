"""Who may see a replay, playing on from it, and taking it along."""

import re
from typing import Final

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games.models import Game
from games.models.game import Status, Visibility
from replays.models import Validation
from tests.games.tables import Table
from tests.marks import first_of
from tests.web.replay.conftest import moments, offers_fork, page, signed_in, text, tones

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

ADDRESSES: Final = ("replay", "moments", "replay_log", "replay_news", "validated")


@pytest.mark.parametrize("name", first_of(ADDRESSES, quick=2))
def test_private_game_is_not_there_for_strangers(
    running: Table, users: list[User], stranger: Client, anna: Client, name: str
) -> None:
    Game.objects.filter(pk=running.id).update(visibility=Visibility.PRIVATE)
    path = f"{page(running, name)}?v=3"
    assert stranger.get(path).status_code == 404
    assert anna.get(path).status_code == 404
    assert signed_in(users[0]).get(path).status_code == 200


@pytest.mark.parametrize("name", ["validate", "fork"])
def test_private_game_takes_nothing_from_strangers(running: Table, anna: Client, name: str) -> None:
    Game.objects.filter(pk=running.id).update(visibility=Visibility.PRIVATE)
    assert anna.post(page(running, name), {"v": 3}).status_code == 404
    assert not Validation.objects.exists()


def test_no_secrets_of_a_running_game(running: Table, users: list[User]) -> None:
    Game.objects.filter(pk=running.id).update(seed_chosen=False)
    game = running.game
    seen = text(signed_in(users[0]), page(running))
    seen += "".join(str(moments(signed_in(users[0]), running, v)) for v in (1, 21))
    seen += text(signed_in(users[0]), f"{page(running, 'replay_news')}?v=3")
    for secret in (bytes(game.server_seed), bytes(game.salt)):
        assert secret.hex() not in seen
    assert tones(seen) == ["", ""] * 2


# --- playing on, taking along ---------------------------------------------------------------------


def test_playing_on_from_a_version(finished: Table, anna: Client) -> None:
    assert offers_fork(text(anna, f"{page(finished)}?v=40"), 40)
    made = anna.post(page(finished, "fork"), {"v": "40", "seat": "1"})
    game = Game.objects.get(forked_from=finished.id)
    assert made.headers["Location"] == reverse("web:table", args=[game.pk])
    assert game.forked_version == 40
    assert game.visibility == Visibility.PRIVATE
    seats = {seat.index: seat.bot for seat in game.seats.all()}
    assert seats == {0: "steward", 1: ""}


def test_playing_on_alone_on_all_seats(finished: Table, anna: Client) -> None:
    anna.post(page(finished, "fork"), {"v": "40", "seat": "all"})
    game = Game.objects.get(forked_from=finished.id)
    assert {seat.bot for seat in game.seats.all()} == {""}


@pytest.mark.parametrize("version", first_of(["", "x", "0", "99999"]))
def test_playing_on_from_nowhere(finished: Table, anna: Client, version: str) -> None:
    refused = anna.post(page(finished, "fork"), {"v": version, "seat": "1"}, follow=True)
    assert 'class="notice error"' in refused.content.decode()
    assert not Game.objects.filter(forked_from=finished.id).exists()


def test_end_of_a_game_cannot_be_played_on(finished: Table, anna: Client) -> None:
    newest = finished.game.version
    refused = anna.post(page(finished, "fork"), {"v": str(newest)}, follow=True)
    assert "choose an earlier one" in refused.content.decode()


def test_who_may_play_on(running: Table, users: list[User], stranger: Client, anna: Client) -> None:
    newest = running.game.version
    assert not offers_fork(text(stranger, page(running)), newest)
    assert not offers_fork(text(anna, page(running)), newest)
    assert offers_fork(text(signed_in(users[0]), page(running)), newest)
    assert "/login/" in stranger.post(page(running, "fork"), {"v": "3"}).headers["Location"]


def test_downloads_are_those_of_the_api(finished: Table, stranger: Client) -> None:
    shown = text(stranger, page(finished))
    address = reverse("api:export", args=[finished.id])
    assert f'href="{address}"' in shown
    assert f'href="{address}?format=text"' in shown
    name = stranger.get(address).headers["Content-Disposition"].split('"')[1]
    assert f"-m replays.verify {name}<" in shown
    assert 'id="left-out"' not in shown
    assert stranger.get(address).status_code == 200
    assert finished.game.status == Status.FINISHED


def test_nothing_in_the_page_needs_an_exception_of_the_policy(
    finished: Table, stranger: Client
) -> None:
    shown = text(stranger, page(finished))
    assert " style=" not in shown
    assert "<style" not in shown
    assert not re.search(r"<script(?![^>]* src=)", shown)
    assert not re.search(r"\son[a-z]+=", shown)


def test_refusal_to_play_on_says_what_to_do(running: Table, anna: Client) -> None:
    refused = anna.post(page(running, "fork"), {"v": "3"}, follow=True)
    assert "finished games and from your own" in refused.content.decode()


def test_files_of_a_running_game_are_said_to_lack_what_is_hidden(
    running: Table, stranger: Client
) -> None:
    assert 'id="left-out"' in text(stranger, page(running))
