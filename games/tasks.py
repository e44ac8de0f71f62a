"""Celery tasks. Each may come late, twice or never: they look before they do anything."""

import logging
from uuid import UUID

from celery import shared_task
from django.core.management import call_command
from django.utils import timezone

from games import selectors, services
from games.accounts import attempts
from games.errors import NoSuchGame
from games.runtime import dispatch, tracing

log = logging.getLogger(__name__)


@shared_task
def run_round_end(game_id: str) -> None:
    """Take the steps that a game waits for. An erased game waits for none."""
    _run_steps(game_id, first=True)


@shared_task
def run_round_end_later(game_id: str) -> None:
    """The same for a payer who has had as much as one may at once."""
    _run_steps(game_id, first=False)


def _run_steps(game_id: str, *, first: bool) -> None:
    tracing.bind(game=game_id)
    try:
        taken = services.run_steps(game_id=UUID(game_id), now=timezone.now(), first=first)
    except NoSuchGame:
        return
    if taken:
        log.info("the game has taken %s steps", taken)


@shared_task
def run_bots(game_id: str, version: int | None = None) -> None:
    """Let the bots of a game play for a moment. An erased game has none.

    ``version`` is that of the game when the task was sent; see ``services.play_share``.
    """
    _play_share(game_id, version, first=True)


@shared_task
def run_bots_alone(game_id: str, version: int | None = None) -> None:
    """The same where no person waits for them."""
    _play_share(game_id, version, first=True)


@shared_task
def run_bots_later(game_id: str, version: int | None = None) -> None:
    """The same for a payer who has had as much as one may at once."""
    _play_share(game_id, version, first=False)


def _play_share(game_id: str, version: int | None, *, first: bool) -> None:
    tracing.bind(game=game_id)
    try:
        played = services.play_share(
            game_id=UUID(game_id), seen=version, clock=timezone.now, first=first
        )
    except NoSuchGame:
        return
    if played:
        log.info("bots have played %s moves", played)


@shared_task
def sweep() -> int:
    """Wake the games that wait for the server for too long; how many there were."""
    now = selectors.database_now()
    if ahead := selectors.ahead(now).count():
        log.error("%s games have times ahead of the database's clock: check all clocks", ahead)
    sent = (run_bots, run_bots_alone, run_bots_later, run_round_end_later)
    queued = dispatch.waiting(*(task.name for task in sent))
    forgotten = services.sweep(now=now, queued=queued)
    services.wake(forgotten)
    if forgotten:
        log.warning("%s games have waited too long and were woken", len(forgotten))
    return len(forgotten)


@shared_task
def forget_attempts() -> int:
    """Delete the counters of attempts whose time is over; how many there were."""
    return attempts.forget()


@shared_task
def forget_sessions() -> None:
    """Delete the sessions whose time is over; Django itself leaves them in the database."""
    call_command("clearsessions")


@shared_task
def forget_receipts() -> int:
    """Delete the receipts of requests that are old enough; how many there were."""
    return services.forget_receipts(now=selectors.database_now())


@shared_task
def forget_unseen() -> int:
    """Erase games that went with an account, a few at a time; how many these were."""
    erased = services.erase_unseen(now=selectors.database_now())
    if erased:
        dispatch.start_again("games.tasks.forget_unseen")
        log.info("%s games went with accounts that were deleted", erased)
    return erased
