"""What migrations write into rows that were there before them."""

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection

from games.models import Game, Seat
from tests.games.tables import started
from web.models import Profile

pytestmark = pytest.mark.django_db


def migrate(module: str, step: str) -> None:
    """Take the step of a migration that writes rows."""
    getattr(import_module(module), step)(apps, connection.schema_editor())


def test_a_game_waits_since_its_last_event() -> None:
    table = started([User.objects.create_user(name) for name in ("alice", "bob")])
    Seat.objects.update(waiting_since=None)
    migrate("games.migrations.0008_waiting_since", "note_since")
    since = dict(Seat.objects.values_list("waiting", "waiting_since"))
    assert since == {True: table.game.active_at, False: None}


def test_games_that_were_over_ended_by_scoring() -> None:
    users = [User.objects.create_user(name) for name in ("alice", "bob")]
    over, running = started(users), started(users)
    Game.objects.filter(pk=over.id).update(status="finished")
    migrate("games.migrations.0006_leaving", "note_endings")
    assert (over.game.ended_by, running.game.ended_by) == ("scoring", "")


def test_who_has_given_an_address_before_gets_no_mail_about_turns() -> None:
    for name, address in (("alice", "a@example.org"), ("bob", "b@example.org"), ("cleo", "")):
        User.objects.create_user(name, address)
    Profile.objects.create(user=User.objects.get(username="bob"))
    migrate("web.migrations.0003_turn_mail", "keep_quiet")
    mail = dict(Profile.objects.values_list("user__username", "turn_mail"))
    assert mail == {"alice": False, "bob": False}
