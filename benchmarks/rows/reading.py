"""What reading a running game over the API costs, beside a view that reads one row."""

import cProfile
from collections.abc import Mapping
from functools import partial
from typing import Final

from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from api import tokens
from benchmarks import positions
from benchmarks.goals import Goal, Judged, beside, encoded
from benchmarks.measure import Thunk
from benchmarks.positions import PLAYERS
from benchmarks.profiling import print_profile
from benchmarks.rows.bare import Bare, routed
from benchmarks.rows.playing import stores

EVENT: Final = 150
GAMES: Final = 6
ROUNDS: Final = 30
MOST_AS_OF_MS: Final = 4.0


class Reader:
    """A player of running games whose turn it is not."""

    def __init__(self, users: list[User]) -> None:
        now = timezone.now()
        found = [near for (near,) in positions.find((EVENT,), GAMES)]
        self.client = Client(SERVER_NAME="localhost")
        issued = [tokens.issue(user=user, name="benchmark", now=now)[1] for user in users]
        self.games = [
            (f"/api/v1/games/{positions.lay(one, users, now=now)}", issued[one.seat - 1])
            for one in found
        ]
        self.version = min(one.version for one in found) // 2

    def get(self, base: str, token: str, path: str, etag: str = "") -> str:
        """Ask about one game: 304 only with an ``etag``. Returns the ``ETag`` of the answer."""
        headers = {"Authorization": f"Bearer {token}"}
        headers |= {"If-None-Match": etag} if etag else {}
        answered = self.client.get(base + path, headers=headers)
        assert answered.status_code == (304 if etag else 200), answered.content
        return answered.headers.get("ETag", "")

    def thunks(self, path: str) -> list[Thunk]:
        """A request for each game."""
        return [partial(self.get, base, token, path) for base, token in self.games]

    def unchanged(self) -> list[Thunk]:
        """Requests for states that are as they were; as they are where there is no ``ETag``."""
        return [
            partial(self.get, base, token, "/state", self.get(base, token, "/state"))
            for base, token in self.games
        ]

    def by_name(self) -> Mapping[str, tuple[str, list[Thunk]]]:
        """What is measured, by the name of its profile."""
        return {
            "get-state": ("GET state", self.thunks("/state")),
            "get-unchanged": ("GET state, unchanged since the last time", self.unchanged()),
            "get-summary": ("GET a game's summary", self.thunks("")),
            "get-moves": ("GET moves in another's turn", self.thunks("/moves")),
            "get-as-of": ("GET state as of a version", self.thunks(self.as_of)),
        }

    @property
    def as_of(self) -> str:
        """The state in the middle of the games."""
        return f"/state?version={self.version}"


TARGETS: Final[Mapping[str, tuple[Judged, float]]] = {
    "get-state": ("throughput", 100.0),
    "get-unchanged": ("share", 60.0),
    "get-summary": ("throughput", 100.0),
    "get-moves": ("throughput", 100.0),
    "get-as-of": ("most", MOST_AS_OF_MS),
}


@routed
def run(name: str | None = None) -> bytes:
    """The rows as JSON; with a name the profile of that one."""
    users = [User.objects.create_user(f"user{seat}") for seat in range(PLAYERS)]
    reader, bare = Reader(users), Bare()
    rows = reader.by_name()
    if name is not None:
        _profile(rows[name][1])
        return b""
    goals = []
    for key, (what, thunks) in rows.items():
        ceiling, found = beside([bare.read] * len(thunks), thunks, rounds=ROUNDS)
        judged, target = TARGETS[key]
        goals.append(Goal(what, "ms", found, ceiling, target, judged=judged))
    return encoded(stores(), goals)


def _profile(thunks: list[Thunk]) -> None:
    profiler = cProfile.Profile()
    for _ in range(ROUNDS):
        for thunk in thunks:
            profiler.runcall(thunk)
    print_profile(profiler)
