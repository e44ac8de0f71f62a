"""The games that a draw makes: who sits where, and where their ends are sent."""

from unittest.mock import Mock

import pytest
from django.contrib.auth.models import User
from django.test import TestCase

from games import selectors
from games import services as games
from games.models import Game
from tests.games.tables import started
from tests.tournaments.small_cups import LATER, drawn, game_at, tables
from tournaments import services, tasks
from tournaments.reading import state_of
from tournaments.selectors import people_of

pytestmark = pytest.mark.usefixtures("plain")


@pytest.fixture
def delay(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """What is asked of a worker, without one."""
    asked = Mock()
    monkeypatch.setattr(tasks.record_result, "delay", asked)
    return asked


@pytest.mark.uncounted
def test_who_is_drawn_on_a_seat_sits_there_and_seats_are_the_turn_order(
    alice: User, bob: User, charlie: User, dora: User
) -> None:
    cup = drawn(alice, alice, bob, charlie, dora, bots=2)
    people = people_of(cup)
    made = tables(cup)
    assert len(made) == 3
    for table in made:
        game, entrants = game_at(table), state_of(cup).entrants
        wanted = [people[entrants[one].person] for one in table.seats]
        sitting = game.seats.order_by("index")
        assert [(one.user, one.bot) for one in sitting] == [(one.user, one.bot) for one in wanted]
        state = selectors.state_of(game)
        assert state.options.turn_order == "seats"
        assert state.turn_order == list(range(len(table.seats)))


def test_the_end_of_a_tournament_s_game_is_sent_once(alice: User, bob: User, delay: Mock) -> None:
    (table,) = tables(drawn(alice, alice, bob))
    with TestCase.captureOnCommitCallbacks(execute=True):
        games.resign(game_id=game_at(table).pk, user=bob, now=LATER)
    delay.assert_called_once_with(table.game)


def test_the_end_of_another_game_is_not_sent(alice: User, bob: User, delay: Mock) -> None:
    other = started([alice, bob])
    with TestCase.captureOnCommitCallbacks(execute=True):
        games.resign(game_id=other.id, user=bob, now=LATER)
    assert other.game.finished_at is not None
    delay.assert_not_called()


def test_games_are_hidden_with_their_tournament_and_not_shown_with_it(
    alice: User, bob: User, charlie: User
) -> None:
    cup = drawn(alice, alice, bob)
    (table,) = tables(cup)
    game = game_at(table)
    games.resign(game_id=game.pk, user=bob, now=LATER)
    fork = games.fork_game(game_id=game.pk, user=bob, version=1, now=LATER)
    Game.objects.filter(pk=fork.pk).update(visibility="public")
    found = []
    for visibility in ("public", "unlisted", "private", "public"):
        services.change_tournament(
            tournament_id=cup.pk, user=alice, visibility=visibility, now=LATER
        )
        found.append([Game.objects.get(pk=one.pk).visibility for one in (game, fork)])
    assert found == [[one, one] for one in ("public", "unlisted", "private", "private")]
    assert not selectors.games_visible_to(charlie).filter(pk=game.pk).exists()
