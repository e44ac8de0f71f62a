"""Games that have waited for the server for too long.

No single clock is trusted: those of the processes that recorded the events may have been wrong,
and the database's may be. A time is judged by how far it is from the database's clock, in either
direction, and a game that two sweeps found waiting at the same version is woken whatever its time
says.
"""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import Game, Seat
from games.models.game import Status

FORGOTTEN: Final = timedelta(seconds=settings.SWEEP_SECONDS / 2)
"""How long a game may wait for the server before the sweep looks after it."""
AHEAD: Final = timedelta(minutes=1)
"""How far clocks of several machines may differ before that is an alarm."""


def database_now() -> datetime:
    """The time by the clock that all processes share; embedded that is this machine's."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (now,) = cursor.fetchone()
    return now if isinstance(now, datetime) else timezone.now()


def off(field: str, *, now: datetime, by: timedelta) -> Q:
    """The rows whose time is further than ``by`` from ``now``: long ago, or wrong and ahead."""
    return Q(**{f"{field}__lt": now - by}) | Q(**{f"{field}__gt": now + by})


def window(now: datetime, length: timedelta) -> tuple[datetime, datetime]:
    """Between which times something happened that counts as less than ``length`` ago.

    A clock of another machine may be ahead, so that the end is a little in the future. What has a
    later time was written by a wrong clock; it does not count, or it would do so until then.
    """
    return now - length, now + AHEAD


def due() -> QuerySet[Game]:
    """The games in which the server itself has to act."""
    return Game.objects.filter(due=True, status=Status.RUNNING)


def due_of(user: int) -> QuerySet[Game]:
    """Those of them in which people decide, and that a user hosts or has a seat in.

    Whoever directs a tournament hosts its games for others.
    """
    seats = Seat.objects.filter(game=OuterRef("pk"))
    people = seats.filter(bot="", resigned=False)
    return due().filter(
        Q(host=user, tournament=None) | Exists(seats.filter(user=user)), Exists(people)
    )


def forgotten(now: datetime) -> QuerySet[Game]:
    """Those of them that have waited for too long: by the clock, or since the sweep before."""
    return due().filter(off("active_at", now=now, by=FORGOTTEN) | Q(swept_version=F("version")))


def ahead(now: datetime) -> QuerySet[Game]:
    """The games in which something happened at a time that has not come yet."""
    return Game.objects.filter(active_at__gt=now + AHEAD)
