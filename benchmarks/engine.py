"""What the engine costs without anything around it, in four-player games played at random."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import Literal

from msgspec import Struct

from benchmarks.measure import Figure, Thunk, cpu_times, figure
from games import engine
from simulation.random_play import PlayedGame, play_out, seed_of, steps

PLAYERS = 4
GAMES = 8
"""Over how many different games each median is taken."""


class Corpus:
    """Finished games, and states out of their course."""

    @cached_property
    def names(self) -> list[str]:
        """What the games are drawn from."""
        return [f"bench/{number}" for number in range(GAMES)]

    @cached_property
    def games(self) -> list[PlayedGame]:
        """The games with their rows."""
        return [play_out(PLAYERS, name, sealed=True) for name in self.names]

    @cached_property
    def halfway(self) -> list[engine.State]:
        """The state in the middle of each game."""
        return [engine.rebuild(game.rows, upto=len(game.rows) // 2) for game in self.games]

    @cached_property
    def ended(self) -> list[engine.State]:
        """The last state of each game."""
        return [game.state for game in self.games]

    @cached_property
    def decisions(self) -> list[tuple[bytes, engine.Seat]]:
        """Every state in which a player had to decide, as bytes, and a seat that had to."""
        found = []
        for game in self.games:
            state = engine.State()
            for event in game.events:
                engine.apply(state, event)
                if waiting := state.open_decisions():
                    found.append((engine.dump(state), waiting[0].seat))
        return found


class Benchmark(Struct, frozen=True):
    """One line of the table: what is called, how often, and what it may cost."""

    name: str
    what: str
    unit: str
    target: float
    thunks: Callable[[Corpus], list[Thunk]]
    rounds: int
    batch: int = 1
    judged: Literal["median", "p99"] = "median"

    def measure(self, corpus: Corpus) -> Figure:
        """Take the times."""
        times = cpu_times(self.thunks(corpus), rounds=self.rounds, batch=self.batch)
        return figure(self.what, self.unit, times, target=self.target, judged=self.judged)


def decide_again(name: str, events: list[engine.Event]) -> None:
    """Judge and apply the moves of a game once more, with the digest after each event."""
    options = engine.Options(players=PLAYERS)
    state, _ = engine.new_game(options, seed_of(name), engine.packs.builtin())
    engine.digest(state)
    for event in events[1:]:
        if event.move is None or event.seat is None:
            engine.advance(state)
        else:
            engine.play(state, event.seat, event.move)
        engine.digest(state)


def play_listing(name: str) -> None:
    """A game at random, for which all legal moves are listed at every decision."""
    for _ in steps(PLAYERS, name):
        pass


def load_and_list(dumped: bytes, seat: engine.Seat) -> None:
    """What a request for the legal moves asks of the engine: nothing is worked out yet."""
    engine.legal_moves(engine.load(dumped), seat)


def _rebuilding(corpus: Corpus) -> list[Thunk]:
    return [partial(engine.rebuild, game.rows) for game in corpus.games]


def _deciding(corpus: Corpus) -> list[Thunk]:
    pairs = zip(corpus.names, corpus.games, strict=True)
    return [partial(decide_again, name, game.events) for name, game in pairs]


def _listing(corpus: Corpus) -> list[Thunk]:
    return [partial(engine.legal_moves, engine.load(d), s) for d, s in corpus.decisions]


BENCHMARKS = (
    Benchmark("rebuild", "rebuild a finished game from its rows", "ms", 1.5, _rebuilding, 25),
    Benchmark(
        "copy",
        "copy a state, halfway",
        "µs",
        30,
        lambda corpus: [partial(engine.copy, state) for state in corpus.halfway],
        rounds=25,
        batch=20,
    ),
    Benchmark(
        "copy-end",
        "copy a state, at the end",
        "µs",
        30,
        lambda corpus: [partial(engine.copy, state) for state in corpus.ended],
        rounds=25,
        batch=20,
    ),
    Benchmark(
        "digest",
        "digest of a state, halfway",
        "µs",
        25,
        lambda corpus: [partial(engine.digest, state) for state in corpus.halfway],
        rounds=25,
        batch=20,
    ),
    Benchmark(
        "digest-end",
        "digest of a state, at the end",
        "µs",
        25,
        lambda corpus: [partial(engine.digest, state) for state in corpus.ended],
        rounds=25,
        batch=20,
    ),
    Benchmark("decide", "decide a whole game again, with digests", "ms", 10, _deciding, 12),
    Benchmark(
        "play",
        "random game, all moves listed at every decision",
        "ms",
        60,
        lambda corpus: [partial(play_listing, name) for name in corpus.names],
        rounds=6,
    ),
    Benchmark("list", "one listing", "ms", 3, _listing, rounds=2, judged="p99"),
    Benchmark(
        "load-list",
        "one listing of a state just loaded",
        "ms",
        3,
        lambda corpus: [partial(load_and_list, *decision) for decision in corpus.decisions],
        rounds=2,
        judged="p99",
    ),
)
