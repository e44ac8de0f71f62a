"""The order in which games end."""

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils import timezone

from games import engine, services
from games.models import FinishCounter, Game
from games.services.play import finishing
from tests.games.tables import started

pytestmark = [pytest.mark.django_db, pytest.mark.uncounted]


@pytest.fixture
def users() -> list[User]:
    return [User.objects.create_user(name) for name in ("alice", "bob")]


def ended(users: list[User]) -> Game:
    table = started(users)
    services.resign(game_id=table.id, user=users[0], now=timezone.now())
    return table.game


def test_games_are_numbered_in_the_order_in_which_they_end(users: list[User]) -> None:
    first, second, running = started(users), started(users), started(users)
    services.resign(game_id=second.id, user=users[0], now=timezone.now())
    services.resign(game_id=first.id, user=users[1], now=timezone.now())
    assert second.game.finish_position == 1
    assert first.game.finish_position == 2
    assert running.game.finish_position is None
    assert FinishCounter.objects.get().last == 2


def test_a_game_that_does_not_end_after_all_leaves_no_gap(users: list[User]) -> None:
    with transaction.atomic():
        ended(users)
        transaction.set_rollback(True)
    assert ended(users).finish_position == 1


def test_what_follows_the_end_does_not_number_it_again(users: list[User]) -> None:
    game = ended(users)
    services.resign(game_id=game.pk, user=users[0], now=timezone.now())
    assert Game.objects.get().finish_position == 1


def test_the_counter_has_one_row(users: list[User]) -> None:
    assert [finishing.next_position() for _ in range(3)] == [1, 2, 3]
    assert FinishCounter.objects.count() == 1
    assert connection.in_atomic_block


def test_a_whole_game_is_numbered_too(users: list[User]) -> None:
    table = started(users)
    assert table.play_until(lambda state: state.over).over
    assert table.game.finish_position == 1
    assert isinstance(table.state, engine.State)
