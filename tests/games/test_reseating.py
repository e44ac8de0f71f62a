"""A seat that goes to a bot, or from one: what the server has to do next in the game."""

from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games import services, waiting
from games.models import Game, Seat
from games.runtime import dispatch
from games.services import Arranged
from tests.games.tables import Table

Started = list[tuple[str, UUID]]


@pytest.fixture
def tasks(monkeypatch: pytest.MonkeyPatch) -> Started:
    """The tasks that are started, which nobody carries out."""
    found: Started = []
    monkeypatch.setattr(dispatch, "start", lambda name, game, *_, **__: found.append((name, game)))
    return found


def reseat(table: Table, seat: Seat, to: Arranged) -> Game:
    services.reseat(game_id=table.id, seat=seat.index, to=to, now=timezone.now())
    return Game.objects.get(pk=table.id)


def seat_of(table: Table, *, to_move: bool) -> Seat:
    found = Seat.objects.filter(game=table.id, waiting=to_move).first()
    assert found is not None
    return found


@pytest.mark.django_db(transaction=True)
def test_a_bot_that_is_to_move_is_sent_its_task(table: Table, tasks: Started) -> None:
    """Not with the next sweep."""
    seat = seat_of(table, to_move=True)
    assert reseat(table, seat, Arranged(bot="random")).due
    assert tasks == [("games.tasks.run_bots", table.id)]


@pytest.mark.django_db(transaction=True)
def test_a_bot_on_another_seat_leaves_the_game_waiting_for_its_person(
    table: Table, tasks: Started
) -> None:
    """Otherwise it would be woken for ever, and counted among games that stand still."""
    seat = seat_of(table, to_move=False)
    assert not reseat(table, seat, Arranged(bot="random")).due
    assert not waiting.due().filter(pk=table.id).exists()
    assert not tasks


@pytest.mark.django_db(transaction=True)
def test_a_person_in_the_place_of_a_bot_is_waited_for(
    table: Table, dora: User, tasks: Started
) -> None:
    seat = seat_of(table, to_move=True)
    reseat(table, seat, Arranged(bot="random"))
    assert not reseat(table, seat, Arranged(user=dora)).due
    assert len(tasks) == 1


@pytest.mark.django_db(transaction=True)
def test_a_game_that_is_woken_for_nothing_is_not_woken_again(table: Table) -> None:
    Game.objects.filter(pk=table.id).update(due=True)
    assert services.play_share(game_id=table.id, seen=None, clock=timezone.now) == 0
    assert not waiting.due().filter(pk=table.id).exists()
