"""Celery tasks. Each may come late, twice or never: they look before they do anything."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from games import selectors, services, tracing
from games.errors import NoSuchGame


@shared_task
def run_round_end(game_id: str) -> None:
    """Take the steps that a game waits for. An erased game waits for none."""
    tracing.bind(game=game_id)
    try:
        services.run_steps(game_id=UUID(game_id), now=timezone.now())
    except NoSuchGame:
        return


@shared_task
def run_bots(game_id: str) -> None:
    """Let the bots of a game play. An erased game has none."""
    tracing.bind(game=game_id)
    try:
        services.play_bots(game_id=UUID(game_id), clock=timezone.now)
    except NoSuchGame:
        return


@shared_task
def sweep() -> int:
    """Wake the games that wait for the server for too long; how many there were."""
    forgotten = selectors.forgotten(timezone.now()).values_list("id", flat=True)
    for game_id in forgotten:
        run_bots.delay(str(game_id))
    return len(forgotten)
