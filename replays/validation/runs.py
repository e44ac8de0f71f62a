"""A run over many games: here, in several processes, or by workers."""

import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, Literal
from uuid import UUID

from django.db import connection
from django.utils import timezone

from games.models import Game
from replays import tasks
from replays.models import Validation
from replays.validation.batches import BATCH, GameOutcome, batched, outcome, validate_batch
from replays.validation.processes import in_processes, processes

WORKERS: Final = "celery"
Way = int | Literal["celery"]
"""In how many processes, or by Celery's workers."""

IN_FLIGHT: Final = 1000
"""Games that are with the workers at a time, so that the queue stays short for others."""
PATIENCE: Final = 60.0
"""Seconds without any result after which there seems to be no worker."""
LOOK_EVERY: Final = 0.1


class NoWorker(Exception):
    """No worker has finished anything for a while."""

    def __init__(self, games: int) -> None:
        self.games = games
        super().__init__(
            f"Nothing came back for {PATIENCE:.0f} seconds, and {games} games are still out: is a "
            "worker running? What it has done by the next run is not done again."
        )


def run_over(game_ids: Sequence[UUID], *, run: UUID, way: Way) -> Generator[GameOutcome]:
    """Validate games and yield what comes out, in the order in which it does.

    Closing this early leaves each game either validated or as it was. Raises NoWorker,
    ProcessLost.
    """
    if way == WORKERS:
        yield from by_workers(batched(game_ids, BATCH), run)
        return
    # Of few games each process gets its share; one with nothing to do would take its time to start.
    share = -(-len(game_ids) // way)
    batches = list(batched(game_ids, max(1, min(BATCH, share))))
    needed = min(way, len(batches))
    if needed <= 1:
        for batch in batches:
            yield from validate_batch(batch, run=run, clock=timezone.now)
    else:
        work = partial(validate_batch, run=run, clock=timezone.now)
        with processes(needed, str(connection.settings_dict["NAME"])) as pool:
            for done in in_processes(pool, needed, work, batches):
                yield from done


def by_workers(batches: Iterable[list[UUID]], run: UUID) -> Iterator[GameOutcome]:
    """Send batches to the workers and look what they have stored."""
    left, out = iter(batches), set[UUID]()
    heard = time.monotonic()
    while True:
        while len(out) < IN_FLIGHT and (batch := next(left, None)):
            tasks.validate_games.delay([str(game_id) for game_id in batch], str(run))
            out.update(batch)
        if not out:
            return
        done = Validation.objects.filter(game__in=out, run=run)
        found = [(one.game_id, outcome(one)) for one in done]
        for game_id, line in found:
            out.remove(game_id)
            yield line
        if found:
            heard = time.monotonic()
        elif time.monotonic() - heard > PATIENCE:
            raise NoWorker(len(out))
        else:
            time.sleep(LOOK_EVERY)
            out &= set(Game.objects.filter(pk__in=out).values_list("pk", flat=True))
