"""The cost of files of games: writing, importing, and verifying them without a server."""

import cProfile
import gzip
import io
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone
from rest_framework.settings import api_settings

from benchmarks.measure import Figure, Thunk, cpu_times, figure
from benchmarks.positions import PLAYERS, lay
from benchmarks.profiling import print_profile
from benchmarks.stored_games import played_out
from benchmarks.visiting import Visitor
from games import services
from games.models import Erasure, Game
from games.models.game import Status
from replays import bulk, imports, verify
from replays.exporting import json_lines, text_record
from replays.models import Import

GAMES = 6
ROUNDS = 12
STARTS = 5
"""How often the verifier is started in a process of its own."""


class Exchange(Visitor):
    """A user who exports and imports files, without throttles."""

    def bring(self, data: bytes, kind: str) -> Game:
        """The game that a file becomes."""
        answered = self.client.post(
            "/api/v1/replays/import", data, content_type=kind, headers=self.headers
        )
        assert answered.status_code == 202, answered.content
        made = answered.json()["id"]
        # Embedded it is done by now; with Redis no worker runs here.
        imports.run_import(import_id=UUID(made), clock=timezone.now)
        found = Import.objects.get(pk=made)
        assert found.game is not None, found.refusal
        return Game.objects.get(pk=found.game)


def forget(game: Game) -> None:
    """Make this a server without the game."""
    services.erase_game(game_id=game.pk, by=None, reason="benchmark", now=timezone.now())
    Erasure.objects.all().delete()


def exported(exchange: Exchange, games: Sequence[Game]) -> list[Figure]:
    """Fetching one game, and many."""
    found = []
    for form, what in (("jsonl", "JSON Lines"), ("text", "text record")):
        paths = [f"games/{game.pk}/export?format={form}" for game in games]
        thunks: list[Thunk] = [partial(exchange.get, path) for path in paths]
        sizes = [len(exchange.get(path)) / 1000 for path in paths]
        found.append(figure(f"export a game, {what}", "ms", cpu_times(thunks, rounds=ROUNDS)))
        found.append(Figure(f"its size, {what}", "kB", median(sizes), samples=len(sizes)))
    packed = [len(part) / 1000 for part in bulk.archive(game.pk for game in games)]
    found.append(Figure("its size in an archive of many", "kB", median(packed)))
    each: list[Thunk] = [partial(pack, game) for game in games]
    found.append(figure("a game in an archive of many", "ms", cpu_times(each, rounds=ROUNDS)))
    return found


def pack(game: Game) -> bytes:
    """A game as an archive has it."""
    return b"".join(bulk.archive([game.pk]))


def imported(exchange: Exchange, games: Sequence[Game]) -> list[Figure]:
    """Taking games over, each of them once more in every round."""
    found = []
    ways: tuple[tuple[str, str, Callable[[Game], bytes]], ...] = (
        ("JSON Lines", "application/jsonl", json_lines),
        ("gzip", "application/gzip", lambda game: gzip.compress(json_lines(game))),
        ("text record", "text/plain", text_record),
    )
    for what, kind, write in ways:
        files = [write(game) for game in games]
        if what != "text record":
            for game in games:
                forget(game)
        times = [bring_again(exchange, data, kind) for _ in range(ROUNDS) for data in files]
        found.append(figure(f"import a game, {what}", "ms", times))
        if what != "text record":
            games = [exchange.bring(data, kind) for data in files]
    return found


def bring_again(exchange: Exchange, data: bytes, kind: str) -> float:
    """Nanoseconds of CPU, of all processes, until a game is there; then it is taken away again."""
    began = cpu_time_ns()
    game = exchange.bring(data, kind)
    spent = cpu_time_ns() - began
    forget(game)
    return spent


def cpu_time_ns() -> int:
    """CPU time of this process and of those that it started and that have ended."""
    others = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time_ns() + int((others.ru_utime + others.ru_stime) * 1e9)


def verified(files: Sequence[bytes]) -> list[Figure]:
    """The verifier, inside a process and as one."""
    with tempfile.TemporaryDirectory() as directory:
        paths = [Path(directory) / f"{number}.jsonl" for number in range(len(files))]
        for path, data in zip(paths, files, strict=True):
            path.write_bytes(data)
        thunks: list[Thunk] = [partial(quietly, path) for path in paths]
        times = cpu_times(thunks, rounds=ROUNDS)
        started = [start(path) for path in paths[:STARTS]]
    return [
        figure("verify a game, every check", "ms", times),
        figure("python -m replays.verify, wall", "ms", started),
    ]


def quietly(path: Path) -> None:
    """Verify without saying so."""
    with redirect_stdout(io.StringIO()):
        assert verify.main([str(path)]) == verify.SOUND


def start(path: Path) -> float:
    """Nanoseconds on the wall clock of a whole process."""
    began = time.perf_counter_ns()
    subprocess.run(
        [sys.executable, "-m", "replays.verify", str(path)],
        cwd=settings.BASE_DIR,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return time.perf_counter_ns() - began


def run(name: str | None = None) -> bytes:
    """All figures as JSON, with the kind of database; with a name its profile is printed."""
    rates: Any = api_settings.DEFAULT_THROTTLE_RATES
    rates["import"] = "100000/s"
    exchange, now = Exchange("trader"), timezone.now()
    users = [User.objects.create_user(f"user{seat}") for seat in range(PLAYERS)]
    ids = [lay(played_out(f"exchange/{number}"), users, now=now) for number in range(GAMES)]
    games = [Game.objects.get(pk=game_id) for game_id in ids]
    assert all(game.status == Status.FINISHED for game in games)
    if name is not None:
        data = json_lines(games[0])
        forget(games[0])
        profiler = cProfile.Profile()
        for _ in range(ROUNDS):
            forget(profiler.runcall(exchange.bring, data, "application/jsonl"))
        print_profile(profiler)
        return b""
    files = [json_lines(game) for game in games]
    figures = [*exported(exchange, games), *imported(exchange, games), *verified(files)]
    return msgspec.json.encode((connection.vendor, figures))
