"""The health of this process, and its metrics."""

import hmac
import logging
import time
from collections.abc import Callable
from threading import Lock
from typing import Final, NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.db import Error as DatabaseError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from games import selectors
from games.runtime import metrics
from games.runtime.sealed_cache import CACHE_ERRORS
from replays.heads import proofs

log = logging.getLogger(__name__)

KEPT_SECONDS: Final = 1.0
"""How long an answer holds: asking more often costs nothing."""


class Readiness:
    """Looks what is missing, at most once a second however many ask."""

    def __init__(self, look: Callable[[], list[str]]) -> None:
        self.look = look
        self.lock = Lock()
        self.known: list[str] = []
        self.until = 0.0

    def missing(self) -> list[str]:
        """The names of what this process needs and does not reach."""
        with self.lock:
            if time.monotonic() >= self.until:
                self.known = self.look()
                self.until = time.monotonic() + KEPT_SECONDS
            return self.known


def look() -> list[str]:
    """Asks the database, its migrations and Redis."""
    found = _database()
    if not _cache_answers():
        found.append("redis")
    return found


def _database() -> list[str]:
    try:
        applied = MigrationRecorder(connection).applied_migrations()
    except DatabaseError as error:
        log.warning("the database does not answer: %s", error)
        return ["database"]
    wanted = MigrationLoader(None, ignore_no_migrations=True).graph.leaf_nodes()
    return [] if set(wanted) <= set(applied) else ["migrations"]


def _cache_answers() -> bool:
    try:
        # Asking whether the key exists works whatever value may be stored under it.
        cache.has_key("ready")
    except CACHE_ERRORS as error:
        log.warning("Redis does not answer: %s", error)
        return False
    return True


readiness: Final = Readiness(look)


class Scrape(NamedTuple):
    """The response to a scrape of the metrics."""

    status: int
    body: bytes


def scrape(authorization: str, *, games: bool) -> Scrape:
    """The metrics, if the token is right; 404 when none is set, 401 for a wrong one.

    With ``games`` also how many games wait for the server too long, and the age of the last head.
    """
    token = settings.METRICS_TOKEN
    if not token:
        return Scrape(404, b"")
    given = authorization.removeprefix("Bearer ").encode()
    if not hmac.compare_digest(given, token.encode()):
        return Scrape(401, b"The Authorization header must be Bearer and METRICS_TOKEN.\n")
    counted = _stalled() + _head_age() if games else b""
    return Scrape(200, metrics.exposition() + counted)


def _stalled() -> bytes:
    try:
        now = selectors.database_now()
        stalled, ahead = selectors.forgotten(now).count(), selectors.ahead(now).count()
    except DatabaseError as error:
        log.warning("counting stalled games failed: %s", error)
        return b""
    waits = "Games that have waited for the server for more than half of the sweep's period."
    wrong = "Games in which something happened later than now, by the database's clock."
    return metrics.gauge("caledonia_stalled_games", waits, stalled) + metrics.gauge(
        "caledonia_games_ahead", wrong, ahead
    )


def _head_age() -> bytes:
    """Nothing where no head was ever signed."""
    try:
        head = proofs.newest()
        if head is None:
            return b""
        age = (selectors.database_now() - head.signed_at).total_seconds()
    except DatabaseError as error:
        log.warning("reading the age of the last head failed: %s", error)
        return b""
    return metrics.gauge(
        "caledonia_head_age_seconds", "How long ago the last head of the log was signed.", age
    )
