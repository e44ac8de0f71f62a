"""Games that end at the same moment, and several workers that rate them."""

import threading
from collections.abc import Callable
from itertools import permutations

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connections
from django.utils import timezone

from games import services
from games.models import FinishCounter, Game
from simulation.processes import wait_until
from tests.games.tables import started
from tests.tournaments.rated_games import ratings, steps
from tournaments import tasks
from tournaments.models import RatingStep
from tournaments.ratings import projecting

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

WORKERS = 4
PATIENCE = 60.0


def in_round_3(users: list[User]) -> Game:
    """A game that is over, and rated, as soon as one of its two players resigns."""
    table = started(users)
    table.play_until(lambda state: state.round == 3 and state.phase == "action")
    Game.objects.filter(pk=table.id).update(seed_chosen=False)
    return table.game


def together(calls: list[Callable[[], object]]) -> list[BaseException]:
    """Make calls at the same moment, each in a thread of its own; what they raised."""
    raised: list[BaseException] = []
    barrier = threading.Barrier(len(calls))

    def run(call: Callable[[], object]) -> None:
        try:
            barrier.wait()
            call()
        except Exception as error:  # noqa: BLE001 - it is the result
            raised.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


def test_ratings_lived_by_four_workers_are_those_made_anew() -> None:
    users = [User.objects.create_user(name) for name in ("alice", "bob", "charlie", "dora")]
    pairs = [*permutations(users, 2)] * 2
    games = [(in_round_3(list(pair)), pair) for pair in pairs]

    def work(number: int) -> Callable[[], object]:
        def end_and_rate() -> None:
            for game, (loser, _) in games[number::WORKERS]:
                services.resign(game_id=game.pk, user=loser, now=timezone.now())
                tasks.rate_games()

        return end_and_rate

    assert together([work(number) for number in range(WORKERS)]) == []
    wait_until("all games are rated", lambda: not projecting.behind(), PATIENCE)
    positions = list(Game.objects.order_by("finish_position").values_list("finish_position"))
    assert positions == [(number,) for number in range(1, len(games) + 1)]
    assert FinishCounter.objects.get().last == len(games)
    assert RatingStep.objects.count() == len(games) * 4
    lived = steps(), ratings()
    call_command("rebuild_ratings")
    assert (steps(), ratings()) == lived


def test_games_are_made_anew_while_others_end() -> None:
    users = [User.objects.create_user(name) for name in ("alice", "bob", "charlie", "dora")]
    games = [(in_round_3(list(pair)), pair) for pair in permutations(users, 2)]
    for game, (loser, _) in games[:6]:
        services.resign(game_id=game.pk, user=loser, now=timezone.now())

    def end() -> None:
        for game, (loser, _) in games[6:]:
            services.resign(game_id=game.pk, user=loser, now=timezone.now())
            tasks.rate_games()

    assert together([end, lambda: call_command("rebuild_ratings")]) == []
    wait_until("all games are rated", lambda: not projecting.behind(), PATIENCE)
    lived = steps(), ratings()
    assert len(lived[0]) == len(games) * 4
    call_command("rebuild_ratings")
    assert (steps(), ratings()) == lived
