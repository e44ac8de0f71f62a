"""What a whole finished game costs: validating, stepping, and the bytes that it takes."""

from functools import partial
from statistics import median
from typing import Final

from django.db import connection, transaction
from msgspec.structs import astuple

from benchmarks import stored_games
from benchmarks.goals import Goal, beside, encoded
from benchmarks.measure import Thunk
from benchmarks.rows import peers
from benchmarks.rows.playing import stores
from benchmarks.stepping import PLAYERS, Stepper
from games import store
from games.engine.sealing import StoredEvent
from games.models import Game
from games.store import writing
from replays.exporting import json_lines, text_record
from replays.files import packed
from simulation.random_play import PlayedGame, play_out
from simulation.stored import lay

GAMES: Final = 4
BATCHES: Final = 2
GAMES_A_SECOND: Final = 200
FRAMES_MS: Final = 12
STORED_KB: Final = 100
PACKED_KB: Final = 30
RECORD_KB: Final = 8
APPENDED: Final = 60


def run(name: str | None = None) -> bytes:
    """The rows as JSON."""
    played = [play_out(PLAYERS, f"stepping/{n}", sealed=True) for n in range(GAMES)]
    games = [lay(game) for game in played]
    appending = [_append(played[0])] if peers.WANTED and connection.vendor == "sqlite" else []
    return encoded(stores(), [_validation(), _frames(games), *_sizes(games), *appending])


def _validation() -> Goal:
    """Milliseconds of CPU a game, the database included."""
    cpu, _wall = stored_games.alone(stored_games.lay_all()[:BATCHES])
    most = 1000 / GAMES_A_SECOND
    return Goal("validate a game", "ms", median(cpu), target=most, judged="most")


def _frames(games: list[Game]) -> Goal:
    times = Stepper("stepper").times([f"replays/{game.pk}/frames" for game in games])
    what = "frames of a whole game, sentences and patches"
    return Goal(what, "ms", median(times) / 1e6, target=FRAMES_MS, judged="most")


def _sizes(games: list[Game]) -> list[Goal]:
    """Kilobytes, medians; of stored rows what their columns hold, without receipts."""
    kinds = (
        ("stored bytes of a game, receipts swept", _stored, STORED_KB),
        ("its export in gzip", lambda game: len(packed(json_lines(game))), PACKED_KB),
        ("its text record in gzip", lambda game: len(packed(text_record(game))), RECORD_KB),
    )
    return [
        Goal(what, "kB", median(map(size, games)) / 1000, target=most, judged="most")
        for what, size, most in kinds
    ]


def _stored(game: Game) -> int:
    """The bytes of texts and numbers in the rows of a stream."""
    return sum(_width(value) for row in store.rows(game.pk) for value in astuple(row))


def _width(value: object) -> int:
    return len(value.encode()) if isinstance(value, str) else 0 if value is None else 8


def _append(played: PlayedGame) -> Goal:
    """One event in a transaction of its own, beside one of eventsourcing, both on SQLite."""
    game = lay(PlayedGame(played.state, played.events[:1], played.rows[:1]))
    ours: list[Thunk] = [partial(_add, game, row) for row in played.rows[1 : APPENDED + 1]]
    app = peers.application(PERSISTENCE_MODULE="eventsourcing.sqlite", SQLITE_DBNAME=":memory:")
    made = peers.aggregate_type()()
    theirs: list[Thunk] = [partial(_save, app, made) for _ in ours]
    ceiling, found = beside(theirs, ours, warm=False)
    return Goal("append an event : eventsourcing", "ms", found, ceiling, 100, judged="throughput")


def _add(game: Game, row: StoredEvent) -> None:
    with transaction.atomic():
        writing.append(game.pk, [row])


def _save(app: object, made: object) -> None:
    made.move("expand sheep F5")  # type: ignore[attr-defined]
    app.save(made)  # type: ignore[attr-defined]
