"""Counting attempts to guess a secret, in the database.

The counters of ``games.runtime.ratelimit`` live in the cache: they are fast, but may be lost or
forged with access to Redis. A limit on guesses has to hold even then. A window begins with its
first attempt and has a fixed length. All go by the database's clock: by those of two servers a
window could be over for one and far ahead for the other, and begin anew with each attempt.
"""

from dataclasses import dataclass
from datetime import timedelta
from math import ceil
from typing import Any, Final

from django.db import connection
from django.db.models import Q
from django.utils.crypto import salted_hmac

from games.models import AttemptCount
from games.runtime.ratelimit import parse_rate
from games.waiting import database_now

LONGEST: Final = timedelta(days=1)
"""No window is longer."""
SKEW: Final = timedelta(minutes=1)
"""How far a window may end beyond one from now: the database's clock may be set back, or be that of
the standby that took over."""

# One statement, so that of attempts at the same moment no more than the limit are admitted. A row
# is returned when the attempt was. A window that ends much later than one from now would was begun
# while the clock ran ahead, or under another rate.
COUNT: Final = """
INSERT INTO {table} (kind, caller, ends_at, attempts)
VALUES (%(kind)s, %(caller)s, {ends_at}, 1)
ON CONFLICT (kind, caller) DO UPDATE SET
    attempts = CASE WHEN {over} THEN 1 ELSE {table}.attempts + 1 END,
    ends_at = CASE WHEN {over} THEN excluded.ends_at ELSE {table}.ends_at END
WHERE {over} OR {table}.attempts < %(most)s
RETURNING attempts
"""
OVER: Final = "({table}.ends_at <= {now} OR {table}.ends_at > {latest})"
SHARED_CLOCK: Final = {
    "now": "clock_timestamp()",
    "ends_at": "clock_timestamp() + %(length)s",
    "latest": "clock_timestamp() + %(length)s + %(skew)s",
}
OWN_CLOCK: Final = {name: f"%({name})s" for name in SHARED_CLOCK}
"""Of the only process that has an embedded database."""


@dataclass(frozen=True, slots=True)
class Counted:
    """An attempt that was admitted, or not: then ``wait`` is how many seconds to wait.

    ``last`` when no other one is admitted after it, unless one is given back.
    """

    wait: int = 0
    last: bool = False


def count(*, kind: str, caller: str, rate: str) -> int:
    """Count one attempt of this kind; 0 if ``rate`` admits it, else the seconds to wait."""
    return admit(kind=kind, caller=caller, rate=rate).wait


def admit(*, kind: str, caller: str, rate: str) -> Counted:
    """Count one attempt of this kind if ``rate`` admits it.

    What is refused is not counted, so asking again and again does not make the wait longer.
    """
    most, seconds = parse_rate(rate)
    values: dict[str, Any] = {"kind": kind, "caller": _hashed(caller), "most": most}
    table = connection.ops.quote_name(AttemptCount._meta.db_table)
    times, known = _clock(timedelta(seconds=seconds))
    statement = COUNT.format(table=table, over=OVER.format(table=table, **times), **times)
    with connection.cursor() as cursor:
        cursor.execute(statement, {**values, **known})
        admitted = cursor.fetchone()
    if admitted:
        return Counted(last=admitted[0] >= most)
    row = AttemptCount.objects.filter(kind=kind, caller=values["caller"]).first()
    if row is None:
        return Counted(1)
    return Counted(max(1, ceil((row.ends_at - database_now()).total_seconds())))


def _clock(length: timedelta) -> tuple[dict[str, str], dict[str, Any]]:
    """The times of a window as the statement has them, and the values in them.

    The statement asks for them itself: it may wait for others. A window that begins anew ends as
    many seconds earlier as it has waited.
    """
    if connection.vendor == "postgresql":
        return SHARED_CLOCK, {"length": length, "skew": SKEW}
    now, time = database_now(), connection.ops.adapt_datetimefield_value
    ends_at = now + length
    known = {"now": time(now), "ends_at": time(ends_at), "latest": time(ends_at + SKEW)}
    return OWN_CLOCK, known


def counted(*, kind: str, caller: str) -> bool:
    """Whether there was an attempt whose window still runs. Nothing is counted."""
    now = database_now()
    found = AttemptCount.objects.filter(kind=kind, caller=_hashed(caller), attempts__gt=0)
    return found.filter(ends_at__gt=now, ends_at__lte=now + LONGEST + SKEW).exists()


def wait(*, kind: str, caller: str, rate: str) -> int:
    """How many seconds until one more attempt of this kind is admitted. Nothing is counted."""
    now = database_now()
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


def forget() -> int:
    """Delete the counters whose windows are over; how many there were."""
    now = database_now()
    over = Q(ends_at__lte=now) | Q(ends_at__gt=now + LONGEST + SKEW)
    return AttemptCount.objects.filter(over).delete()[0]


def _hashed(caller: str) -> str:
    return salted_hmac("games.accounts.attempts", caller, algorithm="sha256").hexdigest()
