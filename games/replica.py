"""Reading from a replica: a standby that has what the database has, a moment later.

A replica is read only inside of ``read``, and only once it has all that was committed when that was
called, so nothing that it gives is older than what the database itself would have given. Whatever
else reads, and all that writes, asks the database. So do rows of games, seats and users: who
may see a game, and the names of those who play, come from nowhere else.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, Error, connection, connections
from django.db.backends.utils import CursorWrapper
from django.db.models import Model

from games.models import Game
from games.models.game import Status
from games.runtime import metrics

log = logging.getLogger(__name__)

T = TypeVar("T")

ALIAS: Final = "replica"
MODELS: Final = frozenset(
    {
        *("replays.snapshot", "replays.result", "replays.seatresult"),
        *("replays.resultcounter", "replays.keptsums"),
    }
)
"""What a replica is asked for, beside streams."""
WAITS: Final = (0.002, 0.005, 0.01, 0.02)
"""Seconds between looks at a replica that is a little behind."""
BEHIND_SECONDS: Final = 1.0
"""For so long a process leaves one alone that is farther behind."""
AWAY_SECONDS: Final = 30.0
"""For so long it leaves one alone that fails."""

MARK: Final = (
    "SELECT pg_current_wal_flush_lsn()::text, system_identifier::text, "
    "('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int "
    "FROM pg_control_system()"
)
"""Behind all that is committed; of which cluster it is, and of which timeline: a restore to a point
in time begins a new one. Its last checkpoint may be of the one before."""
REACHED: Final = (
    "SELECT pg_is_in_recovery() AND system_identifier::text = %s, "
    "GREATEST(timeline_id, min_recovery_end_timeline) = %s, "
    "pg_last_wal_replay_lsn() >= %s::pg_lsn "
    "FROM pg_control_system(), pg_control_checkpoint(), pg_control_recovery()"
)
"""Whether it is a standby of that cluster, of that timeline, and whether it has got there.

Every role may ask that, unlike which timeline a standby receives. A standby that has gone over to a
new timeline says so only when it next writes to its disk, some minutes later."""
CANCELLED: Final = "57014"
"""The code of PostgreSQL for a statement that took too long."""


class _Here(threading.local):
    """Whether this thread reads from the replica."""

    reading = False


class _Process:
    """What this process knows of the replica."""

    left_alone_until = 0.0
    trouble = ""


class _Mark(NamedTuple):
    """What ``MARK`` says."""

    end: str
    cluster: str
    timeline: int


_here: Final = _Here()
_known: Final = _Process()


class NoReplica(Exception):
    """What is at the address of the replica is no standby of the database as it is now."""


class ReplicaRouter:
    """Django's question of where to read and write, by model."""

    def db_for_read(self, model: type[Model], **_: object) -> str:
        """The replica only for some models, inside of ``read``."""
        return alias() if model._meta.label_lower in MODELS else DEFAULT_DB_ALIAS

    def db_for_write(self, model: type[Model], **_: object) -> str:
        """Never the replica, also for what came from there."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, *_: object, **__: object) -> bool:
        """Both are one database."""
        return True

    def allow_migrate(self, db: str, *_: object, **__: object) -> bool:
        """The replica gets its tables from the database."""
        return db == DEFAULT_DB_ALIAS


def alias() -> str:
    """What reads now: the replica inside of ``read``, but for transactions in there."""
    inside = _here.reading and not connection.in_atomic_block
    return ALIAS if inside else DEFAULT_DB_ALIAS


def cursor() -> CursorWrapper:
    """For a plain statement that reads."""
    return connections[alias()].cursor()


def read_of(game: Game, work: Callable[[], T]) -> T:
    """As ``read``, of a game that is over; of any other game the database itself is read."""
    return read(work) if game.status == Status.FINISHED else work()


def read(work: Callable[[], T]) -> T:
    """What ``work`` reads, by the replica if there is one that has all that is committed now.

    ``work`` may be carried out twice: again by the database when the replica fails. Where it goes
    on later, as an iterator does, the database is read.
    """
    if ALIAS not in connections.settings or _here.reading or connection.in_atomic_block:
        return work()
    if not _is_up_to_date():
        return work()
    standby = connections[ALIAS]
    standby.errors_occurred = False
    _here.reading = True
    try:
        found = work()
    except Error as error:
        # A statement that takes too long would take as long elsewhere.
        if not standby.errors_occurred or _code_of(error) == CANCELLED:
            raise
        _leave_alone(error)
    else:
        metrics.REPLICA_READS.labels("replica").inc()
        return found
    finally:
        _here.reading = False
    return work()


def forget() -> None:
    """Ask the replica again at once, whatever it did."""
    _known.left_alone_until = 0.0
    _known.trouble = ""


def _is_up_to_date() -> bool:
    """Whether the replica has all that is committed now; it gets a moment for that."""
    if time.monotonic() < _known.left_alone_until:
        metrics.REPLICA_READS.labels("skipped").inc()
        return False
    try:
        with connection.cursor() as found:
            found.execute(MARK)
            mark = _Mark._make(found.fetchone())
        reached = any(_has_reached(mark, wait) for wait in (0.0, *WAITS))
    except (Error, NoReplica) as error:
        _leave_alone(error)
        return False
    if not reached:
        _leave_alone(None)
    elif _known.trouble:
        _known.trouble = ""
        log.warning("the replica is read again")
    return reached


def _has_reached(mark: _Mark, wait: float) -> bool:
    time.sleep(wait)
    with connections[ALIAS].cursor() as found:
        found.execute(REACHED, [mark.cluster, mark.timeline, mark.end])
        is_standby, follows, reached = found.fetchone()
    if not is_standby:
        raise NoReplica("it is no standby of the database")
    if not follows:
        raise NoReplica("it is of another timeline than the database")
    return bool(reached)


def _leave_alone(error: Exception | None) -> None:
    """Read the database for a while: the replica failed, or without an error it is behind."""
    trouble, seconds = ("away", AWAY_SECONDS) if error else ("behind", BEHIND_SECONDS)
    _known.left_alone_until = time.monotonic() + seconds
    metrics.REPLICA_READS.labels(trouble).inc()
    if trouble != _known.trouble:
        log.warning("the replica is not read: %s", error or "it is behind the database")
    _known.trouble = trouble
    if error:
        connections[ALIAS].close()


def _code_of(error: Exception) -> str:
    """PostgreSQL's code of an error; empty without one."""
    return getattr(error.__cause__, "sqlstate", None) or ""
