"""Counting attempts to guess a secret, in the database.

The counters of ``games.runtime.ratelimit`` live in the cache: they are fast, but may be lost or
forged with access to Redis. A limit on guesses has to hold even then. A window begins with its
first attempt and has a fixed length.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from django.db import connection
from django.db.models import Q
from django.utils.crypto import salted_hmac

from games.models import AttemptCount
from games.runtime.ratelimit import parse_rate

LONGEST: Final = timedelta(days=1)
"""No window is longer."""
SKEW: Final = timedelta(minutes=1)
"""How far the times of attempts may differ that are counted at the same moment: a request takes its
time before it waits for others, and servers have clocks of their own."""

# One statement, so that of attempts at the same moment no more than the limit are admitted. A row
# is returned when the attempt was. A window that ends much later than one from now would was begun
# by a clock that ran ahead, or under another rate.
COUNT: Final = """
INSERT INTO {table} (kind, caller, ends_at, attempts)
VALUES (%(kind)s, %(caller)s, %(ends_at)s, 1)
ON CONFLICT (kind, caller) DO UPDATE SET
    attempts = CASE WHEN {over} THEN 1 ELSE {table}.attempts + 1 END,
    ends_at = CASE WHEN {over} THEN excluded.ends_at ELSE {table}.ends_at END
WHERE {over} OR {table}.attempts < %(most)s
RETURNING attempts
"""
OVER: Final = "({table}.ends_at <= %(now)s OR {table}.ends_at > %(latest)s)"


@dataclass(frozen=True, slots=True)
class Counted:
    """An attempt that was admitted, or not: then ``wait`` is how many seconds to wait.

    ``last`` when no other one is admitted after it, unless one is given back.
    """

    wait: int = 0
    last: bool = False


def count(*, kind: str, caller: str, rate: str, now: datetime) -> int:
    """Count one attempt of this kind; 0 if ``rate`` admits it, else the seconds to wait."""
    return admit(kind=kind, caller=caller, rate=rate, now=now).wait


def admit(*, kind: str, caller: str, rate: str, now: datetime) -> Counted:
    """Count one attempt of this kind if ``rate`` admits it.

    What is refused is not counted, so asking again and again does not make the wait longer.
    """
    most, seconds = parse_rate(rate)
    ends_at = now + timedelta(seconds=seconds)
    table = connection.ops.quote_name(AttemptCount._meta.db_table)
    time = connection.ops.adapt_datetimefield_value
    values = {
        "kind": kind,
        "caller": _hashed(caller),
        "now": time(now),
        "latest": time(ends_at + SKEW),
        "ends_at": time(ends_at),
        "most": most,
    }
    with connection.cursor() as cursor:
        cursor.execute(COUNT.format(table=table, over=OVER.format(table=table)), values)
        admitted = cursor.fetchone()
    if admitted:
        return Counted(last=admitted[0] >= most)
    row = AttemptCount.objects.filter(kind=kind, caller=values["caller"]).first()
    return Counted(max(1, ceil((row.ends_at - now).total_seconds())) if row else 1)


def counted(*, kind: str, caller: str, now: datetime) -> bool:
    """Whether there was an attempt whose window still runs. Nothing is counted."""
    found = AttemptCount.objects.filter(kind=kind, caller=_hashed(caller), attempts__gt=0)
    return found.filter(ends_at__gt=now, ends_at__lte=now + LONGEST + SKEW).exists()


def wait(*, kind: str, caller: str, rate: str, now: datetime) -> int:
    """How many seconds until one more attempt of this kind is admitted. Nothing is counted."""
    most, _seconds = parse_rate(rate)
    found = AttemptCount.objects.filter(kind=kind, caller=_hashed(caller), attempts__gte=most)
    ends = found.filter(ends_at__gt=now, ends_at__lte=now + LONGEST + SKEW)
    ends_at = ends.values_list("ends_at", flat=True).first()
    return 0 if ends_at is None else ceil((ends_at - now).total_seconds())


def give_back(*, kind: str, caller: str) -> None:
    """Take one counted attempt off again: it was no wrong guess."""
    table = connection.ops.quote_name(AttemptCount._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {table} SET attempts = attempts - 1 "  # noqa: S608 - the name of our table
            "WHERE kind = %s AND caller = %s AND attempts > 0",
            [kind, _hashed(caller)],
        )


def forget(now: datetime) -> int:
    """Delete the counters whose windows are over; how many there were."""
    over = Q(ends_at__lte=now) | Q(ends_at__gt=now + LONGEST + SKEW)
    return AttemptCount.objects.filter(over).delete()[0]


def _hashed(caller: str) -> str:
    return salted_hmac("games.accounts.attempts", caller, algorithm="sha256").hexdigest()
