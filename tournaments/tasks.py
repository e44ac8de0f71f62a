"""Celery tasks. Each may come late, twice or never: they look before they do anything."""

import logging
from collections.abc import Callable
from typing import ParamSpec, TypeVar
from uuid import UUID

from celery import shared_task

from games.selectors import database_now
from tournaments import services
from tournaments.ratings import projecting

log = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")


@shared_task
def record_result(game_id: str) -> None:
    """Take the result of a finished game into the log of its tournament."""
    services.game_over(game_id=UUID(game_id), now=database_now())


@shared_task
def note_awaited(tournament_id: str) -> None:
    """Tell directors of a table whose game was erased."""
    services.note_awaited(tournament_id=UUID(tournament_id), now=database_now())


@shared_task
def remind() -> int:
    """Remind players whose round is over within a day; how many they are."""
    now = database_now()
    return sum(
        _tried(services.remind, tournament_id=one, now=now) or 0
        for one in services.reminders_due(now)
    )


@shared_task
def sweep_results() -> int:
    """Take in what was missed, have bots go on, and reveal seeds; how many results there were."""
    missed = services.missed_results()
    for game_id in missed:
        _tried(services.game_over, game_id=game_id, now=database_now())
    if missed:
        log.warning("%s results of tournament games were taken in late", len(missed))
    for tournament_id in services.waiting_tournaments(now=database_now()):
        _tried(services.start_waiting, tournament_id=tournament_id, now=database_now())
    for tournament_id in services.sealed_tournaments():
        _tried(services.reveal_late, tournament_id=tournament_id, now=database_now())
    return len(missed)


def _tried(service: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R | None:
    """What a service returns; what goes wrong in one tournament is logged, and the others go on."""
    try:
        return service(*args, **kwargs)
    except Exception:
        log.exception("%s failed for %s", service.__name__, kwargs)
        return None


@shared_task
def forget_receipts() -> int:
    """Delete the receipts of requests that are old enough; how many there were."""
    return services.forget_receipts(now=database_now())


@shared_task
def rate_games() -> int:
    """Rate the games that have ended; how many there were. None is left if another task did it."""
    return projecting.keep_up()


@shared_task
def sweep_ratings() -> int:
    """Rate games whose task got lost; how many there were."""
    return projecting.keep_up() if projecting.behind() else 0
