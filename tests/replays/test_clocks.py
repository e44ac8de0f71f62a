"""Times of a game that was made by a clock ahead of the one by which it was played."""

from datetime import datetime, timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from games import engine, services, store
from games.models import Game
from replays.exporting import json_lines, text_record
from tests.games.tables import Table
from tests.replays.servers import fetched, moved

AHEAD = timedelta(seconds=2)


@pytest.fixture
def now() -> datetime:
    """The clock of the machine by which the game is played."""
    return timezone.now()


@pytest.fixture
def early(users: list[User], now: datetime) -> Table:
    """A finished game that was made on a machine whose clock is ahead."""
    alice, bob = users[:2]
    game = services.create_game(
        host=alice,
        name="Test",
        options=engine.Options(players=2),
        visibility="public",
        now=now + AHEAD,
    )
    services.join_game(game_id=game.pk, user=bob, now=now)
    services.start_game(game_id=game.pk, user=alice, now=now)
    services.resign(game_id=game.pk, user=bob, now=now)
    return Table(game.pk, [alice, bob])


def test_no_game_begins_before_it_is_made(early: Table, now: datetime) -> None:
    game = early.game
    assert game.status == "finished"
    assert game.created_at == game.started_at == game.finished_at == now + AHEAD
    assert {row.recorded_at for row in store.rows(game.pk)} == {now + AHEAD}


def test_what_is_measured_against_a_clock_goes_by_the_clock(early: Table, now: datetime) -> None:
    assert early.game.active_at == now


def test_its_files_are_taken_over(early: Table, dora: User) -> None:
    game = fetched(early.game)
    data, text = json_lines(game), text_record(game)
    copy = moved(game, dora)
    assert (json_lines(copy), text_record(copy)) == (data, text)


def test_the_migration_settles_games_from_before(early: Table, users: list[User]) -> None:
    started_at = early.game.started_at
    assert started_at is not None
    later, sooner = started_at + AHEAD, started_at - AHEAD
    settle = import_module("games.migrations.0023_made_before_started").settle
    for stored, expected in ((later, started_at), (sooner, sooner)):
        Game.objects.filter(pk=early.id).update(created_at=stored)
        settle(apps, connection.schema_editor())
        assert early.game.created_at == expected
    open_table = services.create_game(
        host=users[0],
        name="Open",
        options=engine.Options(players=2),
        visibility="public",
        now=later,
    )
    settle(apps, connection.schema_editor())
    assert Game.objects.get(pk=open_table.pk).created_at == later
