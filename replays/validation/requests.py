"""Requests of validations, and the task that carries one out."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Q

from games import engine
from games.models import Game
from games.runtime import dispatch
from games.runtime.commit import after_commit, in_transaction
from games.waiting import off
from replays.models import Validation
from replays.open_jobs import LONGEST_ADDRESS, check_validations
from replays.validation.examining import examine
from replays.validation.results import prune, result

log = logging.getLogger(__name__)

LOST: Final = timedelta(seconds=60)
"""How long a validation may be open before its task counts as lost and is sent again."""
GIVEN_UP: Final = timedelta(days=1)
"""How long a lost task is sent again."""
FRESH: Final = timedelta(minutes=10)
"""How long a result without faults answers further requests."""


@in_transaction
def request_validation(
    *, game: Game, user: User | None, address: str = "", now: datetime
) -> Validation:
    """The validation of a game as it is now: a new one, one that is going on or was made just now.

    Its task is sent after commit, so embedded it is done when this returns; read it again. Raises
    TooManyJobs, ChangedMeanwhile.
    """
    address = address[:LONGEST_ADDRESS]
    known = Validation.objects.filter(game=game, version=game.version)
    open_now = known.filter(status__in=Validation.OPEN)
    fresh = known.filter(
        status__in=Validation.HELD, rules=engine.RULES_VERSION, finished_at__gt=now - FRESH
    )
    found = open_now.first() or fresh.order_by("-finished_at").first()
    new = False
    if found is None:
        check_validations(user, address)
        found, new = Validation.objects.get_or_create(
            game=game,
            version=game.version,
            status__in=Validation.OPEN,
            defaults={
                "requested_by": user,
                "address": address,
                "rules": engine.RULES_VERSION,
                "created_at": now,
            },
        )
    elif found.status not in Validation.OPEN:
        return found
    if new or now - found.created_at >= LOST:
        after_commit(partial(send, found.pk))
    return found


def send(validation_id: UUID) -> None:
    """Start the task; without Redis it runs here and now."""
    dispatch.start_and_wait("replays.tasks.validate_game", validation_id)


def run_validation(*, validation_id: UUID, clock: Callable[[], datetime]) -> bool:
    """Carry out a validation; False when it is over, or another task has it.

    What is finished stays as it is; so does nothing where the game is erased.
    """
    found = _begin(validation_id, clock())
    if found is None:
        return False
    report = examine(found.game)
    running = Validation.objects.filter(pk=validation_id, status__in=Validation.OPEN)
    if running.update(**result(found.game, report), finished_at=clock(), address=""):
        prune([found.game_id])
    if report.difference is not None:
        log.error("game %s is not valid: %s", found.game_id, report.difference.sentence)
    return True


def _begin(validation_id: UUID, now: datetime) -> Validation | None:
    """The validation, which is this task's from now on; None when there is nothing to do."""
    this = Validation.objects.filter(pk=validation_id)
    if not this.filter(due(now)).update(status=Validation.Status.RUNNING, started_at=now):
        return None
    # A column that holds no JSON would fail in a query of all columns.
    return this.select_related("game").defer("game__contributions").first()


def due(now: datetime) -> Q:
    """Validations that no task is doing: those that wait, and those whose task must be lost."""
    lost = Q(status=Validation.Status.RUNNING) & off("started_at", now=now, by=LOST)
    return Q(status=Validation.Status.PENDING) | lost


def lost(*, now: datetime) -> list[UUID]:
    """The validations whose task has run too long, but not for days."""
    waiting = Validation.objects.filter(status__in=Validation.OPEN)
    overdue = waiting.filter(off("created_at", now=now, by=LOST), created_at__gt=now - GIVEN_UP)
    return list(overdue.values_list("pk", flat=True))
