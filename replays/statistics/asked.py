"""Statistics over all games as they are given out: kept for a minute, and added up in turn."""

import hashlib
from typing import Final

import msgspec

from games import replica
from games.runtime import sealed_cache
from replays.statistics import adding_up
from replays.statistics.totals import By, StatisticsFilter, Totals, totals

KEPT_SECONDS: Final = 60
"""Over 100,000 games an answer takes some tenths of a second to work out."""


def asked(by: By, query: StatisticsFilter, *, caller: str) -> Totals:
    """The statistics, at most a minute old; ``caller`` is the address of who asks.

    Raises StatisticsBusy: over many games the server adds up for one caller at a time.
    """
    question = msgspec.json.encode((by, query))
    key = f"statistics/{hashlib.sha256(question).hexdigest()}"
    known = sealed_cache.get(key)
    if known is None:
        with adding_up.turn(caller):
            known = sealed_cache.get(key)  # whose turn was before may have asked the same
            if known is None:
                return _added_up(by, query, key)
    return msgspec.json.decode(known, type=Totals)


def _added_up(by: By, query: StatisticsFilter, key: str) -> Totals:
    found = replica.read(lambda: totals(by, query))
    if found.all.games:  # empty results are cheap, and there are endless queries for them
        sealed_cache.put(key, msgspec.json.encode(found), seconds=KEPT_SECONDS)
    return found
