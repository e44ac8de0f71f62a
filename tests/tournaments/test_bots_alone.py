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
