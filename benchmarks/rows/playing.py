"""What it costs to play a move over the API, beside a view that inserts one row."""

import cProfile
from functools import partial
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection

from benchmarks import positions
from benchmarks.goals import Goal, beside, encoded
from benchmarks.measure import Thunk
from benchmarks.positions import PLAYERS
from benchmarks.profiling import print_profile
from benchmarks.rows.bare import Bare, routed
from benchmarks.stored_moves import Api, Laid, lay_all

EVENT: Final = 150
GAMES: Final = 6
COPIES: Final = 30
WARM_UP: Final = 24
TARGET: Final = {True: 75.0, False: 70.0}
"""Percent of the bare view's throughput, embedded or not."""


def stores() -> str:
    """What the figures were taken with."""
    return "SQLite" if settings.EMBEDDED else f"{connection.vendor} and Redis"


@routed
def run(name: str | None = None) -> bytes:
    """The rows as JSON; with a name the profile of moves."""
    users = [User.objects.create_user(f"user{seat}") for seat in range(PLAYERS)]
    (laid,) = lay_all(positions.find((EVENT,), GAMES), users, COPIES)
    bare, api = Bare(), Api(users)
    for one in laid[:WARM_UP]:
        bare.insert()
        api.play(one)
    if name is not None:
        _profile(api, laid[WARM_UP:])
        return b""
    moves: list[Thunk] = [partial(api.play, one) for one in laid[WARM_UP:]]
    ceiling, found = beside([bare.insert] * len(moves), moves, warm=False)
    target = TARGET[settings.EMBEDDED]
    return encoded(
        stores(), [Goal("POST a move", "ms", found, ceiling, target, judged="throughput")]
    )


def _profile(api: Api, laid: list[Laid]) -> None:
    profiler = cProfile.Profile()
    for one in laid:
        profiler.runcall(api.play, one)
    print_profile(profiler)
