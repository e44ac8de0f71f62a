"""What the page of a running four-player game costs, and the answer to a move on it."""

import cProfile
from functools import partial
from typing import Final

from django.contrib.auth.models import User

from benchmarks import positions
from benchmarks.goals import Goal, beside, encoded
from benchmarks.measure import Thunk
from benchmarks.pages import ROUNDS, TableReader
from benchmarks.positions import PLAYERS
from benchmarks.profiling import print_profile
from benchmarks.rows.bare import Bare, routed
from benchmarks.rows.playing import EVENT, GAMES, stores
from benchmarks.stored_moves import TablePage, lay_all

COPIES: Final = 6
WARM_UP: Final = 12
MOST_PAGE_MS: Final = 25.0
MOST_ANSWER_MS: Final = 20.0


@routed
def run(name: str | None = None) -> bytes:
    """The rows as JSON; with a name the profile of that one."""
    if name == "get-table":
        return _profile([TableReader().get] * ROUNDS)
    users = [User.objects.create_user(f"user{seat}") for seat in range(PLAYERS)]
    (laid,) = lay_all(positions.find((EVENT,), GAMES), users, COPIES)
    page = TablePage(users)
    for one in laid:
        page.look(one)
    for one in laid[:WARM_UP]:
        page.play(one)
    moves: list[Thunk] = [partial(page.play, one) for one in laid[WARM_UP:]]
    if name is not None:
        return _profile(moves)
    bare = Bare()
    inserting, moving = beside([bare.insert] * len(moves), moves, warm=False)
    reading, looking = beside([bare.read], [TableReader().get], rounds=ROUNDS)
    return encoded(
        stores(),
        [
            Goal("table page of a running game", "ms", looking, reading, MOST_PAGE_MS, "most"),
            Goal("answer to a move on it", "ms", moving, inserting, MOST_ANSWER_MS, "most"),
        ],
    )


def _profile(thunks: list[Thunk]) -> bytes:
    profiler = cProfile.Profile()
    for thunk in thunks:
        profiler.runcall(thunk)
    print_profile(profiler)
    return b""
