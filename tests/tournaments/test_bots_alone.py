"""Games of bots alone in tournaments keep the quotas of their director, whatever leads to them."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from games import quota_errors
from games.models import Game, Seat
from games.models.game import Status
from tests.games.test_races import at_once
from tests.tournaments.small_cups import NOON, drawn, game_at, opened, tables
from tournaments import services
from tournaments.models import Tournament
from tournaments.state import Settings

pytestmark = pytest.mark.usefixtures("plain")


def begun(cup: Tournament) -> list[bool]:
    return [bool(table.game) for table in tables(cup)]


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_two_rounds_that_are_drawn_at_once_begin_no_more_games_than_one(settings: Any) -> None:
    """Each is under the lock of its own tournament: it is the director who is locked."""
    settings.MOST_BOT_GAMES = 2
    alice = User.objects.create_user("alice")
    cups = [opened(alice, settings=Settings(format="plain")) for _ in range(4)]
    given: dict[str, Any] = {"user": alice, "now": NOON}
    for cup in cups:
        services.add_entrants(tournament_id=cup.pk, bots=["random"] * 6, **given)
    results = at_once(
        [lambda cup=cup: services.publish_draw(tournament_id=cup.pk, **given) for cup in cups]
    )
    assert all(isinstance(one, Tournament) for one in results), results
    assert Game.objects.filter(host=alice).count() == 2


def test_games_of_bots_alone_wait_while_those_of_the_director_have_grown_by_too_much(
    alice: User, bob: User, charlie: User, settings: Any
) -> None:
    """Tables at which people sit begin all the same, and the others once there is room."""
    settings.EVENTS_PER_DAY = 0
    cup = drawn(alice, bots=4)
    assert begun(cup) == [False, False]
    assert begun(drawn(alice, bob, charlie)) == [True]
    assert services.waiting_tournaments(now=NOON) == []
    settings.EVENTS_PER_DAY = 100_000
    assert services.waiting_tournaments(now=NOON) == [cup.pk]
    services.start_waiting(tournament_id=cup.pk, now=NOON)
    assert begun(cup) == [True, True]


def test_no_bot_takes_over_the_last_seat_of_a_person_in_more_games_than_bots_may_play_alone(
    alice: User, bob: User, settings: Any
) -> None:
    settings.MOST_BOT_GAMES = 0
    cup = drawn(alice, bob, bots=1)
    (table,) = tables(cup)
    given: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    with pytest.raises(quota_errors.TooManyBotGames):
        services.substitute(entrant=1, bot="steward", **given)
    assert Seat.objects.filter(game=game_at(table).pk, user=bob).exists()
    settings.MOST_BOT_GAMES = 1
    services.substitute(entrant=1, bot="steward", **given)
    services.substitute(entrant=2, bot="steward", **given)
    playing = Game.objects.filter(status=Status.RUNNING, seats__user=None, seats__bot="steward")
    assert playing.distinct().count() == 1


def test_a_table_that_waits_for_its_turn_begins_when_a_person_comes(
    alice: User, bob: User, charlie: User, settings: Any
) -> None:
    """Whatever room there is; who has no account plays elsewhere, and so do those who follow."""
    settings.MOST_BOT_GAMES = 0
    cup = drawn(alice, bots=6)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    first, second, third = (table.seats[0] for table in tables(cup))
    services.register(tournament_id=cup.pk, user=bob, now=NOON)
    services.substitute(entrant=first, waiting=7, **who)
    assert begun(cup) == [True, False, False]
    assert bob in {seat.user for seat in game_at(tables(cup)[0]).seats.all()}
    services.register(tournament_id=cup.pk, user=charlie, now=NOON)
    services.substitute(entrant=second, label="Zoe", **who)
    services.substitute(entrant=second, waiting=8, **who)
    services.substitute(entrant=third, bot="steward", **who)
    assert begun(cup) == [True, False, False]
    cup.refresh_from_db()
    assert cup.waiting_tables == 1


def test_a_table_of_which_a_result_is_known_does_not_begin(
    alice: User, bob: User, settings: Any
) -> None:
    settings.MOST_BOT_GAMES = 0
    cup = drawn(alice, bots=2)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    services.record_result(table=1, places=[1, 2], **who)
    services.rule(table=1, reason="Not yet.", reopen=True, **who)
    services.register(tournament_id=cup.pk, user=bob, now=NOON)
    services.substitute(entrant=1, waiting=3, **who)
    assert begun(cup) == [False]
