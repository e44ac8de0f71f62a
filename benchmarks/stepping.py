"""What stepping through games costs: whole requests, without the network."""

import cProfile
import time
from collections.abc import Callable, Sequence
from functools import partial

import msgspec
from django.db import connection

from benchmarks.measure import Figure, Thunk, cpu_times, figure
from benchmarks.profiling import print_profile
from benchmarks.visiting import Visitor
from games.models import Game
from replays import snapshots, stepping
from simulation.random_play import play_out
from simulation.stored import lay
from simulation.wandering import wander

PLAYERS = 4
GAMES = 6
ROUNDS = 12
VERSIONS = (50, 150)
LONG = {"many undos": {"least": 2500}, "answers given anew": {"answers": 2500}}
"""Streams of more than 2,000 events, and what makes them so long."""

MOST_MS = 50.0
MOST_STATE_MS = 5.0
MOST_KB = 350.0


class Stepper(Visitor):
    """A spectator who steps through games."""

    def times(self, paths: Sequence[str], rounds: int = ROUNDS) -> list[float]:
        """Nanoseconds of CPU for each request."""
        thunks: list[Thunk] = [partial(self.get, path) for path in paths]
        return cpu_times(thunks, rounds=rounds)


def whole_games(stepper: Stepper) -> list[Figure]:
    """Contents, frames and states of finished games of ordinary length."""
    games = [lay(play_out(PLAYERS, f"stepping/{n}", sealed=True)) for n in range(GAMES)]
    frames = [f"replays/{game.pk}/frames" for game in games]
    with_effects = [f"{path}?include=effects" for path in frames]
    sizes = [len(stepper.get(path)) / 1000 for path in frames]
    found = [
        figure("frames of a whole game", "ms", stepper.times(frames), target=MOST_MS, judged="p99"),
        figure("the same with effects", "ms", stepper.times(with_effects)),
        Figure("the largest of them, without effects", "kB", max(sizes), target=MOST_KB),
        Figure("events of that game", "events", games[sizes.index(max(sizes))].version),
        figure(
            "table of contents of a whole game",
            "ms",
            stepper.times([f"replays/{game.pk}" for game in games]),
        ),
        figure(
            "statistics of a whole game",
            "ms",
            stepper.times([f"replays/{game.pk}/statistics" for game in games]),
        ),
    ]
    wanted: list[tuple[str, Callable[[Game], int]]] = [
        *((f"at version {v}", lambda _, v=v: v) for v in VERSIONS),
        ("before the last", lambda game: game.version - 1),
    ]
    for what, at in wanted:
        found += state(stepper, f"state {what}", games, at)
    return found


def state(
    stepper: Stepper, what: str, games: Sequence[Game], at: Callable[[Game], int]
) -> list[Figure]:
    """The state of each game as of one version: the request, and of that the state itself."""
    paths = [f"games/{game.pk}/state?version={at(game)}" for game in games]
    rounds = ROUNDS * GAMES // len(games)
    alone: list[Thunk] = [partial(stepping.state_of, game, at(game)) for game in games]
    return [
        figure(what, "ms", stepper.times(paths, rounds), target=MOST_STATE_MS),
        figure("    of that, the state itself", "ms", cpu_times(alone, rounds=rounds)),
    ]


def long_streams(stepper: Stepper) -> list[Figure]:
    """States in streams that are far longer than games."""
    found = []
    for why, how in LONG.items():
        game = lay(wander(PLAYERS, "stepping/long", **how))
        newest = game.version
        assert newest > 2000, newest
        taken = snapshots.take(game)
        stream = f"{newest} events by {why}"
        for version in (150, newest // 2, newest - 1):
            what = f"state at version {version} of {stream}"
            found += state(stepper, what, [game], lambda _, v=version: v)  # type: ignore[misc]
        found.append(Figure(f"snapshots of {stream}", "number", taken))
        found.append(first_reading(stepper, game, stream))
    return found


def first_reading(stepper: Stepper, game: Game, stream: str) -> Figure:
    """The first question after the snapshots were dropped: it takes them all."""
    times = []
    for _ in range(ROUNDS):
        snapshots.drop(game.pk)
        began = time.process_time_ns()
        stepper.get(f"games/{game.pk}/state?version={game.version - 1}")
        times.append(time.process_time_ns() - began)
    return figure(f"the first time, without snapshots, of {stream}", "ms", times)


def run(name: str | None = None) -> bytes:
    """All figures as JSON, with the kind of database; with a name its profile is printed."""
    stepper = Stepper("stepper")
    if name is not None:
        game = lay(play_out(PLAYERS, "stepping/profile", sealed=True))
        profiler = cProfile.Profile()
        stepper.get(f"replays/{game.pk}/frames")
        for _ in range(ROUNDS):
            profiler.runcall(stepper.get, f"replays/{game.pk}/frames")
        print_profile(profiler)
        return b""
    return msgspec.json.encode((connection.vendor, whole_games(stepper) + long_streams(stepper)))
