"""How many stored games a second are decided again, in one process and in two."""

import cProfile
import gc
import time
import uuid
from functools import partial
from statistics import median
from uuid import UUID

import msgspec
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from benchmarks.measure import Figure
from benchmarks.positions import PLAYERS, Decided, MeasuredPosition, lay
from benchmarks.profiling import print_profile
from games import engine
from replays.validation.batches import BATCH, batched, validate_batch
from replays.validation.processes import in_processes, processes
from simulation.random_play import at_random, seed_of

GAMES = 8
COPIES = 20
ROUNDS = 5
LEAST = 60
"""Games a second on one core."""


def played_out(name: str) -> MeasuredPosition:
    """A whole game at random; what led to its end."""
    server_seed, choose = seed_of(name), at_random(name)
    seed = engine.randomness.game_seed(server_seed, [])
    state, _ = engine.new_game(engine.Options(players=PLAYERS), seed, engine.packs.builtin())
    decided: list[Decided] = []
    while not state.over:
        if engine.advance(state) is not None:
            decided.append((None, None))
            continue
        seat = state.open_decisions()[0].seat
        move = choose(state, seat)
        engine.play(state, seat, move)
        decided.append((seat, move))
    return MeasuredPosition(server_seed, decided, engine.Seat(0), engine.parse("pass"))


def lay_all() -> list[list[UUID]]:
    """All games in the database, in batches as a run takes them."""
    users = [User.objects.create_user(f"user{seat}") for seat in range(PLAYERS)]
    positions = [played_out(f"validated/{number}") for number in range(GAMES)]
    now = timezone.now()
    ids = [lay(position, users, now=now) for _ in range(COPIES) for position in positions]
    return list(batched(ids, BATCH))


def validate(batch: list[UUID]) -> None:
    """What is measured: reading, deciding, comparing, and keeping the results."""
    done = validate_batch(batch, run=uuid.uuid4(), clock=timezone.now)
    assert [one.status for one in done] == ["passed"] * len(batch), done


def alone(batches: list[list[UUID]]) -> tuple[list[float], list[float]]:
    """Milliseconds a game of this process's CPU time and on the wall clock, batch by batch."""
    cpu, wall = [], []
    validate(batches[0])
    gc.collect()
    for batch in batches * ROUNDS:
        began, spent = time.perf_counter(), time.process_time()
        validate(batch)
        cpu.append((time.process_time() - spent) * 1000 / len(batch))
        wall.append((time.perf_counter() - began) * 1000 / len(batch))
    return cpu, wall


def side_by_side(batches: list[list[UUID]]) -> tuple[list[float], list[float]]:
    """Games a second of one process and of two, once they have started.

    Taken in turn, so that a busy machine slows both alike.
    """
    ones: list[float] = []
    twos: list[float] = []
    database = str(connection.settings_dict["NAME"])
    with processes(1, database) as one, processes(2, database) as two:
        for number in range(ROUNDS + 1):
            for pool, size, rates in ((one, 1, ones), (two, 2, twos)):
                began = time.perf_counter()
                work = partial(validate_batch, run=uuid.uuid4(), clock=timezone.now)
                games = sum(len(done) for done in in_processes(pool, size, work, batches))
                if number:  # the first round is for starting them
                    rates.append(games / (time.perf_counter() - began))
    return ones, twos


def figures(batches: list[list[UUID]]) -> list[Figure]:
    """Time and rate of one process, the rate of two, and what the second one adds."""
    cpu, wall = alone(batches)
    ones, twos = side_by_side(batches)
    rate, growth = "games a second", median(twos) / median(ones)
    return [
        Figure("validate a game, CPU", "ms", median(cpu), samples=len(cpu), target=1000 / LEAST),
        Figure("validate a game, wall", "ms", median(wall), samples=len(wall)),
        Figure(
            f"{rate}, one core, CPU", "games/s", 1000 / median(cpu), target=LEAST, judged="least"
        ),
        Figure(f"{rate}, one process, wall", "games/s", median(ones), samples=len(ones)),
        Figure(f"{rate}, two processes, wall", "games/s", median(twos), samples=len(twos)),
        Figure("two processes : one", "ratio", growth),
    ]


def run(name: str | None = None) -> bytes:
    """All figures as JSON, with the kind of database; with a name its profile is printed."""
    batches = lay_all()
    if name is not None:
        profiler = cProfile.Profile()
        validate(batches[0])
        for batch in batches[:3]:
            profiler.runcall(validate, batch)
        print_profile(profiler)
        return b""
    return msgspec.json.encode((connection.vendor, figures(batches)))
