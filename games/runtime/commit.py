"""Transactions: carried out again when another one gets in their way, and what follows them.

Several rows are locked in one order, so that no two transactions wait for each other: a tournament
before its games, games by id (a game that others were branched off before those), then the user,
then anything else. Deleting an account differs: it locks the games and the user first, and the
tournaments that the user directs or is asked to direct after them. Where it meets a transaction
that has a tournament and waits for one of these games, or for the user, PostgreSQL cancels one of
the two.
Rows that refer to a user lock the user at the commit, which is last. What PostgreSQL still has to
cancel is carried out again, and so is what refers to a row that was deleted at the same moment, or
stores what another transaction has just stored and only one row may have: the second time it sees
what happened.
"""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from django.contrib.auth.models import User
from django.db import DatabaseError, IntegrityError, OperationalError, connection, transaction

from games.errors import ChangedMeanwhile

log = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

ATTEMPTS: Final = 4
LOST_RACES: Final = frozenset(
    {
        "40001",  # serialization_failure
        "40P01",  # deadlock_detected
        "23503",  # foreign_key_violation
        "SQLITE_CONSTRAINT_FOREIGNKEY",
    }
)
"""Of PostgreSQL by their states, of SQLite by their names."""
TAKEN: Final = frozenset(
    {"23505", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"}  # unique_violation
)
NO_ROWS: Final = "did not affect any rows"
"""What Django says of a row that it was to update; the error has no class of its own."""


def after_commit(leave: Callable[[], None]) -> None:
    """Call a function with effects outside the transaction, once that is committed.

    Exceptions are logged: the move stands, and the sweep sends what was not sent.
    """

    # A function, because Django asks what failed for its name.
    def run() -> None:
        leave()

    transaction.on_commit(run, robust=True)


class StartOver(Exception):
    """Raised inside a transaction whose locks turn out not to cover all that it needs."""


def in_transaction(work: Callable[P, R]) -> Callable[P, R]:
    """Run a function in a transaction, again if that loses a race against another one.

    Inside of a transaction it is a part of that, which starts over as a whole. The function gets
    the same arguments each time, so it must not change them. Raises ChangedMeanwhile when it has
    lost too often, and IntegrityError when something is taken each time.
    """

    @wraps(work)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        if connection.in_atomic_block:
            with transaction.atomic():
                return work(*args, **kwargs)
        for attempt in range(1, ATTEMPTS + 1):
            try:
                with transaction.atomic():
                    return work(*args, **kwargs)
            except (OperationalError, IntegrityError, StartOver) as error:
                if not (lost_a_race(error) or (_taken(error) and attempt < ATTEMPTS)):
                    raise
                log.info("%s lost a race, attempt %s: %s", work.__name__, attempt, _said(error))
                lost = error
        raise ChangedMeanwhile from lost

    return run


def lock_user(user: User) -> None:
    """Lock the row of a user until the transaction ends, against others who lock it.

    Rows that refer to the user can still be added meanwhile. Raises ChangedMeanwhile when the
    account is gone.
    """
    if not User.objects.select_for_update(no_key=True).filter(pk=user.pk).exists():
        raise ChangedMeanwhile


def lock_with_password(user: User) -> User:
    """Lock a user as ``lock_user`` does; returns it as it is stored now.

    Raises ChangedMeanwhile also when the password has changed since ``user`` was read: then the
    caller is no longer authenticated.
    """
    lock_user(user)
    stored = User.objects.get(pk=user.pk)
    if stored.password != user.password:
        raise ChangedMeanwhile
    return stored


def lock_user_to_delete(user: User) -> None:
    """Lock a user so that no row that refers to it can be committed either.

    Raises ChangedMeanwhile when the account is gone, or has another password than ``user`` was read
    with.
    """
    stored = User.objects.select_for_update().filter(pk=user.pk).first()
    if stored is None or stored.password != user.password:
        raise ChangedMeanwhile


def lost_a_race(error: Exception) -> bool:
    """Whether another transaction came first, rather than that something is wrong with this one."""
    return isinstance(error, StartOver) or _name(error) in LOST_RACES


def _taken(error: Exception) -> bool:
    """Whether there is a row already where only one may be."""
    return _name(error) in TAKEN


def _said(error: Exception) -> str:
    """An error for the log, without the values that a database quotes: there may be names."""
    return str(error) if isinstance(error, StartOver) else f"{type(error).__name__} {_name(error)}"


def _name(error: Exception) -> str | None:
    """What the database calls an error."""
    cause = error.__cause__
    return getattr(cause, "sqlstate", None) or getattr(cause, "sqlite_errorname", None)


def deleted_meanwhile(error: Exception) -> bool:
    """Whether what a request has read is gone by the time it writes: then nothing was done.

    Of statements outside of ``in_transaction``, such as those of Django when a user signs in.
    """
    gone = type(error) is DatabaseError and NO_ROWS in str(error)
    return gone or (isinstance(error, IntegrityError) and lost_a_race(error))
