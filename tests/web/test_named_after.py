"""Names of tables that nobody has typed: whose user name is in them, and what becomes of it."""

from importlib import import_module
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils import timezone, translation

from games import services
from games.models import Game
from tests.games.tables import new_table
from tests.web.conftest import PASSWORD, user_of
from web.forms import proposed_names

pytestmark = pytest.mark.uncounted

LANGUAGES = ("en", "pl", "ja")


def called_after(user: User, other: User, language: str = "en") -> list[Game]:
    """A finished game of both, a fork, a fork of that, and a rematch, all by the other one."""
    table = new_table([user, other])
    with translation.override(language):
        name = proposed_names.table_of(user.username)
    Game.objects.filter(pk=table.id).update(name=name, named_after=user)
    now = timezone.now()
    services.start_game(game_id=table.id, user=user, now=now)
    for one in (user, other):
        services.agree_to_abandon(game_id=table.id, user=one, now=now)
    fork = services.fork_game(game_id=table.id, user=other, version=1, now=now)
    again = services.fork_game(game_id=fork.pk, user=other, version=1, now=now)
    rematch = services.rematch(game_id=table.id, user=other, now=now)
    return [table.game, fork, again, rematch]


def names_of(games: list[Game]) -> list[str]:
    """What they are called now."""
    return [Game.objects.get(pk=game.pk).name for game in games]


def rename(client: Client, name: str) -> None:
    """Get another user name, on the page."""
    sent = {"username": name, "email": "anna@example.org", "language": "en", "password": PASSWORD}
    assert client.post("/profile/", sent).status_code == 302


def test_a_game_notes_whose_name_the_server_has_put_into_its_own(anna: Client) -> None:
    """Not where the name was typed, whatever it is."""
    form = {"players": "2", "visibility": "public"}
    anna.post("/games/new/", {**form, "name": ""})
    anna.post("/games/new/", {**form, "name": "Table of anna"})
    anna.post("/games/quick/", {"bots": "1"})
    found = Game.objects.order_by("created_at").values_list("name", "named_after__username")
    assert list(found) == [
        ("Table of anna", "anna"),
        ("Table of anna", None),
        ("anna against a bot", "anna"),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_called_after_an_account_that_is_gone(
    anna: Client, bruce: Client, language: str
) -> None:
    """In whatever language, with forks, forks of forks and rematches of others."""
    games = called_after(user_of(anna), user_of(bruce), language)
    gone = services.delete_account(user=user_of(anna), now=timezone.now())
    with translation.override(language):
        name = proposed_names.table_of(gone)
    assert names_of(games) == [name, f"{name}, from 1", f"{name}, from 1, from 1", name]
    assert not Game.objects.filter(named_after__isnull=False).exists()


def test_nobody_else_can_have_a_name_put_into_what_somebody_typed(
    anna: Client, bruce: Client
) -> None:
    """Names that look alike say nothing: neither whose account is gone, nor what it is now."""
    typed = ["Table of anna", "Table of anna, from 3", "anna against a bot", "Table of annabel"]
    tables = [new_table([user_of(bruce)], players=2).game for _ in typed]
    for table, name in zip(tables, typed, strict=True):
        services.change_game(game_id=table.pk, user=user_of(bruce), name=name)
    own = new_table([user_of(bruce)], players=2).game
    Game.objects.filter(pk=own.pk).update(name="Table of bruce", named_after=user_of(bruce))
    services.change_game(game_id=own.pk, user=user_of(bruce), name="Table of anna")
    rename(anna, "flora")
    services.delete_account(user=user_of(anna), now=timezone.now())
    assert names_of([*tables, own]) == [*typed, "Table of anna"]


def test_they_have_the_new_name_of_who_is_renamed(anna: Client, bruce: Client) -> None:
    """What is played meanwhile goes on, and a change of the visibility leaves it noted."""
    games = called_after(user_of(anna), user_of(bruce))
    services.change_game(game_id=games[1].pk, user=user_of(bruce), visibility="private")
    for name in ("flora", "isla"):
        rename(anna, name)
        named = f"Table of {name}"
        assert names_of(games) == [named, f"{named}, from 1", f"{named}, from 1, from 1", named]


@pytest.mark.parametrize("letters", [85, 93, 120])
def test_nothing_is_left_of_a_name_that_was_cut(anna: Client, bruce: Client, letters: int) -> None:
    user = user_of(anna)
    User.objects.filter(pk=user.pk).update(username="a" * letters)
    games = called_after(User.objects.get(pk=user.pk), user_of(bruce))
    rename(anna, "flora")
    assert all(name.startswith("Table of flora") and "aa" not in name for name in names_of(games))


@pytest.mark.parametrize("letters", [4, 93])
def test_games_from_before_are_known_by_their_names(
    anna: Client, bruce: Client, letters: int
) -> None:
    """Those of who hosts them or sits there, and what was made of these."""
    User.objects.filter(pk=user_of(anna).pk).update(username="a" * letters)
    games = called_after(user_of(anna), user_of(bruce), "ja" if letters == 4 else "en")
    fork = Game.objects.get(pk=games[1].pk)
    if letters == 4:
        fork.pk, fork.forked_from, fork._state.adding = uuid4(), uuid4(), True
        fork.save()
        games.append(fork)
    Game.objects.filter(pk=games[0].pk).update(host=user_of(bruce))
    other = new_table([user_of(bruce)], players=2).game
    Game.objects.filter(pk=other.pk).update(name=games[0].name)
    Game.objects.update(named_after=None)
    note = import_module("games.migrations.0037_note_named_after").note
    note(apps, connection.schema_editor())
    found = Game.objects.filter(named_after=user_of(anna))
    assert {game.pk for game in found} == {game.pk for game in games}
