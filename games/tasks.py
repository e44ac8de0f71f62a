"""Celery tasks. Each may come late, twice or never: they look before they do anything."""

import logging
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from games import selectors, services, tracing
from games.errors import NoSuchGame

log = logging.getLogger(__name__)


@shared_task
def run_round_end(game_id: str) -> None:
    """Take the steps that a game waits for. An erased game waits for none."""
    tracing.bind(game=game_id)
    try:
        taken = services.run_steps(game_id=UUID(game_id), now=timezone.now())
    except NoSuchGame:
        return
    if taken:
        log.info("the game has gone on by %s events", taken)


@shared_task
def run_bots(game_id: str) -> None:
    """Let the bots of a game play. An erased game has none."""
    tracing.bind(game=game_id)
    try:
        played = services.play_bots(game_id=UUID(game_id), clock=timezone.now)
    except NoSuchGame:
        return
    if played:
        log.info("bots have played %s moves", played)


@shared_task
def sweep() -> int:
    """Wake the games that wait for the server for too long; how many there were."""
    forgotten = selectors.forgotten(timezone.now()).values_list("id", flat=True)
    for game_id in forgotten:
        run_bots.delay(str(game_id))
    if forgotten:
        log.warning("%s games have waited too long and were woken", len(forgotten))
    return len(forgotten)
