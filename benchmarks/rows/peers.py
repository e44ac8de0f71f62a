"""What other programs cost that do something like ours, in the same minute: ``make bench PEERS=1``.

They come from the dependency group ``peers``, which nothing else needs, so they are imported by
name and only here.
"""

import importlib
import io
import os
import random
from collections.abc import Callable
from functools import cache, partial
from statistics import mean
from typing import Any, Final

from benchmarks.engine import PLAYERS, Corpus, play_listing
from benchmarks.goals import Goal, beside, encoded
from benchmarks.measure import Thunk
from games import engine
from simulation.random_play import seed_of

WANTED: Final = bool(os.environ.get("PEERS"))
GAMES: Final = 8
ROUNDS: Final = 4
MOVES: Final = 264
"""As many as our random games have."""


def run(name: str | None = None) -> bytes:
    """The rows as JSON."""
    corpus = Corpus()
    return encoded("engine", [*_random_games(corpus), _reading(corpus), _rebuilding(corpus)])


def _random_games(corpus: Corpus) -> list[Goal]:
    """Games and actions a second beside catanatron, whose games are longer."""
    theirs = [partial(_catanatron, seed) for seed in range(GAMES)]
    actions = mean(len(game().state.actions) for game in theirs)
    ours = mean(sum(event.move is not None for event in game.events) for game in corpus.games)
    found: list[Thunk] = [partial(play_listing, name) for name in corpus.names]
    ceiling, found_ms = beside(theirs, found, rounds=ROUNDS)
    what = "random game of four"
    return [
        Goal(f"{what} : catanatron's", "ms", found_ms, ceiling, 300, judged="throughput"),
        Goal(
            f"{what}, an action : catanatron's",
            "µs",
            1000 * found_ms / ours,
            1000 * ceiling / actions,
            100,
            judged="throughput",
        ),
    ]


def _catanatron(seed: int) -> Any:
    catanatron = importlib.import_module("catanatron")
    random.seed(seed)
    players = [catanatron.RandomPlayer(color) for color in list(catanatron.Color)[:PLAYERS]]
    game = catanatron.Game(players, seed=seed)
    game.play()
    return game


def _reading(corpus: Corpus) -> Goal:
    """Moves read and judged from text, beside python-chess reading PGN of as many moves."""
    pgn = importlib.import_module("chess.pgn")
    chess = [_chess_game(seed) for seed in range(GAMES)]
    theirs: list[Thunk] = [lambda text=text: pgn.read_game(io.StringIO(text)) for text in chess]  # type: ignore[misc]
    ours: list[Thunk] = [
        partial(_read_record, name, _record(game.events))
        for name, game in zip(corpus.names, corpus.games, strict=True)
    ]
    ceiling, found = beside(theirs, ours, rounds=ROUNDS)
    what = "read the moves of a game from text : python-chess reading PGN"
    return Goal(what, "ms", found, ceiling)


def _chess_game(seed: int) -> str:
    """PGN of moves at random, over games that follow each other until there are enough of them."""
    chess, pgn = importlib.import_module("chess"), importlib.import_module("chess.pgn")
    choice, left, games = random.Random(seed), MOVES, []  # noqa: S311
    while left:
        board, game = chess.Board(), pgn.Game()
        node = game
        while left and not board.is_game_over():
            move = choice.choice(list(board.legal_moves))
            node = node.add_variation(move)
            board.push(move)
            left -= 1
        games.append(str(game))
    return max(games, key=len)


def _record(events: list[engine.Event]) -> list[str | None]:
    return [None if event.move is None else event.move.notation() for event in events[1:]]


def _read_record(name: str, lines: list[str | None]) -> None:
    """Read moves from their notation and judge each."""
    options = engine.Options(players=PLAYERS)
    state, _ = engine.new_game(options, seed_of(name), engine.packs.builtin())
    for line in lines:
        if line is None:
            engine.advance(state)
        else:
            engine.play(state, state.open_decisions()[0].seat, engine.parse(line))


def _rebuilding(corpus: Corpus) -> Goal:
    """A game from its stored events, beside an aggregate of as many in eventsourcing."""
    theirs = [_aggregate(len(game.rows)) for game in corpus.games]
    ours: list[Thunk] = [partial(engine.rebuild, game.rows) for game in corpus.games]
    ceiling, found = beside(theirs, ours, rounds=ROUNDS)
    what = "rebuild from events : eventsourcing"
    return Goal(what, "ms", found, ceiling, 100, judged="throughput")


def application(**settings: str) -> Any:
    """An application of eventsourcing, by default with everything in memory."""
    return importlib.import_module("eventsourcing.application").Application(env=settings)


@cache
def aggregate_type() -> Any:
    """The least that an aggregate of eventsourcing can be: it keeps the texts of moves."""
    domain = importlib.import_module("eventsourcing.domain")

    def move(self: Any, text: str) -> None:
        self.moves = [*getattr(self, "moves", ())[-3:], text]

    body = {"move": domain.event("Moved")(move), "__module__": __name__}
    return type("PlayedGame", (domain.Aggregate,), body)


def _aggregate(events: int) -> Callable[[], object]:
    app, made = application(), aggregate_type()()
    for number in range(events - 1):
        made.move(f"expand sheep {number}")
    app.save(made)
    return partial(app.repository.get, made.id)
