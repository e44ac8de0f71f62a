"""Validations and imports take turns: few at a time, so that workers have room for what is urgent.

All workers together carry out ``settings.LONG_JOBS`` of them. A task that finds no place ends, and
a task that leaves a place sends that of the next job. Callers who have used too much computing
time come last, and of the others first the one whose last job began longest ago. Those without an
account are one caller there, so many addresses bring no more turns.
"""

import resource
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import chain
from typing import Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db.models import Max, Q

from games.runtime import computing, places
from replays import imports
from replays.models import Import, Validation
from replays.validation import requests

LATE: Final = timedelta(hours=1)

Clock = Callable[[], datetime]

VALIDATION: Final = ("pk", "requested_by", "address", "created_at")
IMPORT: Final = ("pk", "user", "address", "created_at")
"""What is read of a row."""

STRANGERS: Final = Q(requested_by=None, run=None)
"""Validations that were asked for without an account; those of a run are the server's own."""
LOOKED_AT: Final = 200
"""Jobs of each kind, the oldest; one address has but a few (``replays.open_jobs``)."""


class LongJob(NamedTuple):
    """A validation or an import, by its id."""

    kind: type[Validation | Import]
    id: UUID

    def run(self, clock: Clock) -> bool:
        """Carry out a job; False, for good, if it is over or another task has it."""
        if self.kind is Validation:
            return requests.run_validation(validation_id=self.id, clock=clock)
        return imports.run_import(import_id=self.id, clock=clock)

    def send(self) -> None:
        """Send its task."""
        if self.kind is Validation:
            requests.send(self.id)
        else:
            imports.send(self.id)


class JobCaller(NamedTuple):
    """The caller of a job."""

    user: int | None
    address: str


class Waiting(NamedTuple):
    """A job without a task, with what decides its turn."""

    job: LongJob
    caller: JobCaller
    asked_at: datetime


def take_turn(asked: LongJob, clock: Clock) -> None:
    """Carry out the job whose turn it is, if there is a place; without workers this one."""
    if settings.EMBEDDED:
        _carry_out(asked, clock)
        return
    with places.place(places.LONG_JOBS, settings.LONG_JOBS) as free:
        if not free:
            return
        # Tasks at other places may take the same job; then one of them gets it.
        for _ in range(settings.LONG_JOBS):
            job = next_job(clock())
            if job is None or _carry_out(job, clock):
                break
    following = next_job(clock())
    if following is not None:
        following.send()


def next_job(now: datetime) -> LongJob | None:
    """The job whose turn it is; None when none waits."""
    waiting = _waiting(now)
    if not waiting:
        return None
    callers = {one.caller for one in waiting}
    over = {caller for caller in callers if computing.jobs_over(*caller)}
    last = _last_served({caller.user for caller in callers}, now)

    def turn(one: Waiting) -> tuple[bool, float, datetime]:
        return one.caller in over, last.get(one.caller.user, 0), one.asked_at

    return min(waiting, key=turn).job


def _waiting(now: datetime) -> list[Waiting]:
    validations = Validation.objects.filter(requests.due(now)).order_by("created_at")
    files = Import.objects.filter(imports.due(now)).order_by("created_at")
    found = chain(
        ((Validation, *row) for row in validations.values_list(*VALIDATION)[:LOOKED_AT]),
        ((Import, *row) for row in files.values_list(*IMPORT)[:LOOKED_AT]),
    )
    return [
        Waiting(LongJob(kind, id_), JobCaller(user, address), asked_at)
        for kind, id_, user, address, asked_at in found
    ]


def _last_served(users: set[int | None], now: datetime) -> dict[int | None, float]:
    """When the last job of each user began, in seconds, and of strangers by None.

    Users without a job of late are left out.
    """
    of_late = now - LATE
    known = users - {None}
    validations = Validation.objects.filter(requested_by__in=known, created_at__gt=of_late)
    strangers = Validation.objects.filter(STRANGERS, created_at__gt=of_late)
    files = Import.objects.filter(user__in=known, created_at__gt=of_late)
    last: dict[int | None, float] = {}
    for user, began in chain(
        validations.values_list("requested_by").annotate(Max("started_at")),
        strangers.values_list("requested_by").annotate(Max("started_at")),
        files.values_list("user").annotate(Max("started_at")),
    ):
        if began is not None:
            last[user] = max(last.get(user, 0), began.timestamp())
    return last


def _carry_out(job: LongJob, clock: Clock) -> bool:
    column = "requested_by" if job.kind is Validation else "user"
    found = job.kind._default_manager.filter(pk=job.id).values_list(column, "address").first()
    began = _taken()
    try:
        return job.run(clock)
    finally:
        if found is not None:
            user, address = found
            computing.jobs_spent(user, address, _taken() - began)


def _taken() -> float:
    """Seconds of CPU of this thread, and of processes that have read files for it.

    Without workers also those of other threads' files, which are read at the same time.
    """
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.thread_time() + children.ru_utime + children.ru_stime
