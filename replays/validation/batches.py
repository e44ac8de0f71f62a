"""Validating many games: which ones, and a batch of them at a time."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from itertools import islice
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from msgspec import Raw, Struct

from games import engine
from games.models import Game
from replays.models import Validation
from replays.validation.examining import examine
from replays.validation.results import latest_of, prune, result

BATCH: Final = 20
"""Games of one batch: some tenths of a second, and what an interruption loses at most."""
LOOKED_UP: Final = 500
"""Games whose earlier results are read at once."""


class GameOutcome(Struct, frozen=True, kw_only=True):
    """The outcome of one game; one line of the report. ``earlier``: an earlier run did it."""

    game: str
    status: str
    version: int
    checked: int
    rules: int
    drifted: int
    first_difference: Raw | None
    finished_at: datetime | None
    earlier: bool = False


def outcome(done: Validation, *, earlier: bool = False) -> GameOutcome:
    """A result as a line of the report."""
    stored = done.first_difference
    return GameOutcome(
        game=str(done.game_id),
        status=str(done.status),
        version=done.version,
        checked=done.checked,
        rules=done.rules,
        drifted=done.drifted,
        first_difference=None if stored is None else Raw(stored.encode()),
        finished_at=done.finished_at,
        earlier=earlier,
    )


def games_to_validate(*, since: datetime | None = None) -> list[UUID]:
    """The games with a stream, oldest first; those in which something happened since a time."""
    games = Game.objects.filter(version__gt=0)
    if since is not None:
        games = games.filter(active_at__gte=since)
    return list(games.order_by("created_at", "pk").values_list("pk", flat=True))


def done_already(game_ids: Sequence[UUID]) -> dict[UUID, GameOutcome]:
    """What is known of games that these rules have validated as they are now."""
    known: dict[UUID, GameOutcome] = {}
    for some in batched(game_ids, LOOKED_UP):
        games = Game.objects.filter(pk__in=some).only("pk", "version")
        for game_id, found in latest_of(list(games)).items():
            if found.rules == engine.RULES_VERSION:
                known[game_id] = outcome(found, earlier=True)
    return known


def validate_batch(
    game_ids: Sequence[UUID], *, run: UUID, clock: Callable[[], datetime]
) -> list[GameOutcome]:
    """Decide games again and keep the results, all of the batch or none.

    Games that the same run has done, and games that are gone, are left out.
    """
    done = Validation.objects.filter(game__in=game_ids, run=run).values("game")
    games = Game.objects.filter(pk__in=game_ids, version__gt=0).exclude(pk__in=done)
    made = [_validated(game, run, clock) for game in _readable(games)]
    kept = _kept(made, run)
    prune([one.game_id for one in kept])
    return [outcome(one) for one in kept]


def batched(ids: Iterable[UUID], size: int) -> Iterable[list[UUID]]:
    """The ids in lists of ``size``, the last one shorter."""
    left = iter(ids)
    while batch := list(islice(left, size)):
        yield batch


def _readable(games: QuerySet[Game]) -> list[Game]:
    """Games, also with a column that holds invalid JSON: it is loaded only when needed."""
    try:
        return list(games)
    except ValueError:
        return list(games.defer("contributions"))


def _validated(game: Game, run: UUID, clock: Callable[[], datetime]) -> Validation:
    began = clock()
    columns = result(game, examine(game))
    return Validation(
        game=game, run=run, created_at=began, started_at=began, finished_at=clock(), **columns
    )


def _kept(made: Sequence[Validation], run: UUID) -> list[Validation]:
    """Those that are stored: not of games that were erased, or done by a copy of the batch."""
    try:
        return _stored(made, run)
    except IntegrityError:
        return [kept for one in made for kept in _kept_alone(one, run)]


def _kept_alone(made: Validation, run: UUID) -> list[Validation]:
    try:
        return _stored([made], run)
    except IntegrityError:
        return []


def _stored(made: Sequence[Validation], run: UUID) -> list[Validation]:
    """Store the results that this run has not stored yet, all or none.

    Raises IntegrityError if a game was erased; some constraints wait for the commit.
    """
    with transaction.atomic():
        # Of two copies of a batch, one waits here for what the other stores.
        ids = [one.game_id for one in made]
        list(
            Game.objects.select_for_update(no_key=True)
            .filter(pk__in=ids)
            .order_by("pk")
            .values("pk")
        )
        known = Validation.objects.filter(game__in=ids, run=run)
        done = set(known.values_list("game", flat=True))
        new = [one for one in made if one.game_id not in done]
        Validation.objects.bulk_create(new)
    return new
