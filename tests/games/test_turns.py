"""What a game's column repeats of what it asks, against its state and its stream."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games import services, turns
from games.models import Game, Seat
from games.turns import Asking, Question
from tests.games.tables import Table, started

pytestmark = pytest.mark.django_db


def check(table: Table) -> None:
    """The column holds what the newest state asks, and since when."""
    game = table.game
    asking = turns.read(game.asking, game.version)
    assert asking is not None
    open_ = [Question(one.id, one.seat, one.kind) for one in table.state.open_decisions()]
    assert list(asking.questions) == open_
    rows = table.rows
    for seats in ({0}, {1}, {0, 1}):
        others = [row.version for row in rows if row.seat not in seats]
        assert asking.since(seats) == max(others, default=0)


@pytest.mark.once
@pytest.mark.uncounted
def test_it_follows_the_game(table: Table) -> None:
    check(table)
    for _ in range(12):
        table.play()
        check(table)
    table.play_until(lambda state: bool(state.open_decisions()) and state.version > state.undo_to)
    services.undo(game_id=table.id, user=table.user, now=timezone.now())
    check(table)
    table.play_until(lambda state: state.awaits_step)
    check(table)
    services.run_steps(game_id=table.id, now=timezone.now())
    check(table)


@pytest.mark.uncounted
@pytest.mark.parametrize("stored", ["", "null", "[3]", '{"version":4}', "[1,[],[1,1,1]]"])
def test_a_column_that_does_not_fit_is_written_anew_by_the_next_move(
    table: Table, stored: str
) -> None:
    table.play()
    table.play()
    Game.objects.filter(pk=table.id).update(asking=stored)
    assert turns.read(stored, table.game.version) is None
    table.play()
    check(table)


def test_it_can_be_asked_anew(table: Table) -> None:
    table.play()
    version = table.game.version
    before = table.game.asking
    Game.objects.filter(pk=table.id).update(asking="")
    assert services.ask_anew(game_id=table.id, version=version - 1) is None
    assert table.game.asking == ""
    assert services.ask_anew(game_id=table.id, version=version) == turns.read(before, version)
    assert table.game.asking == before


def test_seats_of_one_user_are_told_together(table: Table, alice: User, bob: User) -> None:
    other = started([alice, bob])
    Seat.objects.update(shared=True, user=alice, waiting=True)
    found = turns.waiting_for({alice.pk, bob.pk}, most=9)
    assert set(found) == {alice.pk}
    seats = {one.game: one.seats for one in found[alice.pk]}
    assert seats == {table.id: (0, 1, 2), other.id: (0, 1)}
    (first,) = turns.waiting_for({alice.pk}, most=1)[alice.pk]
    assert (first.game, first.seats) == min(seats.items())


def test_the_events_of_nobody_are_those_of_others() -> None:
    asking = Asking(9, (), (4, 8, 5))
    assert [asking.since(seats) for seats in ({0}, {1}, {0, 1})] == [8, 5, 5]
