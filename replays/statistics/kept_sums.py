"""Sums over the results of all games, kept up to date: only what is newer is added up each time.

Results have numbers in the order in which they become visible, so what was kept covers those up to
one number, and the rest is what lies after it. All sums are whole numbers that add up. When a
result goes, or is made anew, nothing that was kept before counts any more.
"""

import hashlib
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import msgspec
from django.db import connection
from msgspec import Struct

from replays.models import KeptSums, ResultCounter

FROM: Final = 1_000
"""With fewer results there is nothing to gain."""
STORED_EVERY: Final = 100
"""The most results that are added up again and again before their sums are stored."""
NEXT: Final = (
    "INSERT INTO replays_resultcounter (id, last, gone) VALUES (1, 1, 0) "
    "ON CONFLICT (id) DO UPDATE SET last = replays_resultcounter.last + 1 RETURNING last"
)


class SeatSums(Struct, frozen=True):
    """Sums of seats by value; ``games`` are those of all values together."""

    games: int
    values: dict[str, dict[str, int]]


Add = Callable[[int, int], SeatSums]
"""Adds up the results with numbers after the first and up to the second."""


def next_number() -> int:
    """The number of a result of this transaction, which locks out others who write one."""
    with connection.cursor() as cursor:
        cursor.execute(NEXT)
        (number,) = cursor.fetchone()
    return int(number)


def forget(**_: Any) -> None:
    """A result goes: what was kept with it may no longer be used."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE replays_resultcounter SET gone = gone + 1")


def counted() -> int:
    """About how many results there are: those that have gone are counted too."""
    counter = ResultCounter.objects.first()
    return 0 if counter is None else counter.last


def many() -> ResultCounter | None:
    """How far results go, if there are so many that sums of them are kept."""
    counter = ResultCounter.objects.first()
    return counter if counter is not None and counter.last >= FROM else None


def up_to_date(counter: ResultCounter, question: Struct, add: Add) -> SeatSums:
    """The sums of all results, those that are kept and what has come since."""
    key = hashlib.sha256(msgspec.json.encode(question)).hexdigest()
    kept = KeptSums.objects.filter(pk=key, gone=counter.gone).first()
    upto = kept.upto if kept else 0
    found = msgspec.json.decode(kept.sums, type=SeatSums) if kept else SeatSums(0, {})
    if upto < counter.last:
        found = _together(found, add(upto, counter.last))
    if counter.last - upto >= STORED_EVERY:
        text = msgspec.json.encode(found).decode()
        stored = {"upto": counter.last, "gone": counter.gone, "sums": text}
        KeptSums.objects.update_or_create(pk=key, defaults=stored)
    return found


def _together(one: SeatSums, other: SeatSums) -> SeatSums:
    values = {value: Counter(sums) for value, sums in one.values.items()}
    for value, sums in other.values.items():
        values.setdefault(value, Counter()).update(sums)
    return SeatSums(one.games + other.games, {value: dict(sums) for value, sums in values.items()})
