"""Celery tasks of the read side. Each may come late, twice or never, and then does no harm."""

from collections.abc import Sequence
from uuid import UUID

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from replays import imports, long_jobs
from replays.heads import outside, signing
from replays.models import Import, Validation
from replays.statistics import results
from replays.validation import batches, requests


@shared_task
def validate_game(validation_id: str) -> None:
    """Decide a game again on request, or carry out another job whose turn it is."""
    long_jobs.take_turn(long_jobs.LongJob(Validation, UUID(validation_id)), timezone.now)


@shared_task
def validate_games(game_ids: Sequence[str], run: str) -> None:
    """Decide a batch of games again; those that this run has done already are left out."""
    ids = [UUID(game_id) for game_id in game_ids]
    batches.validate_batch(ids, run=UUID(run), clock=timezone.now)


@shared_task
def sweep_validations() -> int:
    """Send again lost validations; returns their number."""
    lost = requests.lost(now=timezone.now())
    for validation_id in lost:
        requests.send(validation_id)
    return len(lost)


@shared_task
def run_import(import_id: str) -> None:
    """Read the file of an import and store its game, or do another job whose turn it is."""
    long_jobs.take_turn(long_jobs.LongJob(Import, UUID(import_id)), timezone.now)


@shared_task
def sweep_imports() -> int:
    """Send imports again whose task got lost, give up and forget old ones; how many were sent."""
    return imports.sweep(now=timezone.now())


@shared_task
def record_result(game_id: str) -> None:
    """Take a finished game into the statistics. One that is in them already stays as it is."""
    results.record(UUID(game_id))


@shared_task
def sweep_results() -> int:
    """Take up finished games whose task got lost; how many there were."""
    return results.record_forgotten(now=timezone.now())


@shared_task
def sign_head() -> None:
    """Sign a head over what has grown, if there is a key, and deliver it."""
    if settings.HEADS_KEY:
        signing.sign_heads()
        outside.deliver(now=timezone.now())


@shared_task
def deliver_heads() -> None:
    """Deliver the heads that were not delivered, as when the address was unreachable."""
    outside.deliver(now=timezone.now())
