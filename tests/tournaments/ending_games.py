"""Processes that end games at the same moment on one database, each as a server does.

``python -m tests.tournaments.ending_games begin``, then ``end N`` for each worker at once, then
``compare``; ``DATABASE_URL`` names the database.
"""

import sys
from itertools import permutations

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402 - needs the setup
from django.core.management import call_command  # noqa: E402
from django.utils import timezone  # noqa: E402

from games import services  # noqa: E402
from games.models import Game  # noqa: E402
from simulation import migrated  # noqa: E402
from tests.games.tables import started  # noqa: E402
from tests.tournaments.rated_games import ratings, steps  # noqa: E402
from tournaments import tasks  # noqa: E402
from tournaments.models import RatingStep  # noqa: E402

WORKERS = 4
NAMES = ("alice", "bob", "charlie", "dora")


def begin() -> None:
    """Twelve games of two, each of which is over, and rated, as soon as somebody resigns."""
    migrated.migrate()
    users = [User.objects.create_user(name) for name in NAMES]
    for pair in permutations(users, 2):
        table = started(list(pair))
        table.play_until(lambda state: state.round == 3 and state.phase == "action")
    Game.objects.update(seed_chosen=False)


def end(number: int) -> None:
    """Have the first seat of every fourth game resign."""
    for game in list(Game.objects.order_by("created_at"))[number::WORKERS]:
        loser = game.seats.get(index=0).user
        assert loser is not None
        services.resign(game_id=game.pk, user=loser, now=timezone.now())
        tasks.rate_games()


def compare() -> None:
    """Print how many steps there are, and whether making them anew gives the same."""
    positions = list(Game.objects.order_by("finish_position").values_list("finish_position"))
    assert positions == [(number,) for number in range(1, Game.objects.count() + 1)]
    lived = steps(), ratings()
    count = RatingStep.objects.count()
    call_command("rebuild_ratings", verbosity=0)
    print(count, (steps(), ratings()) == lived)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["begin"]:
            begin()
        case ["end", number]:
            end(int(number))
        case _:
            compare()
