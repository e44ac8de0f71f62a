"""Limits on the open validations and imports of a caller."""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection

from games.errors import GameError
from games.runtime.commit import lock_user
from replays.models import Import, Validation

LONGEST_ADDRESS: Final = 45
WAIT: Final = timedelta(seconds=5)


class TooManyJobs(GameError):
    """The most validations, or jobs of the address, are already open."""

    code = "too_many_jobs"
    wait = WAIT

    def __init__(self) -> None:
        super().__init__(
            "Validations and imports of yours, or of others at your address, are not over: wait "
            "until one is, then try again."
        )


def check_validations(user: User | None, address: str) -> None:
    """Check that one more validation may be requested, in the transaction that stores it.

    ``address`` is one that tells callers apart, empty for the server's own people. Raises
    TooManyJobs, ChangedMeanwhile when the account is gone.
    """
    if user is not None:
        lock_user(user)
        own = Validation.objects.filter(requested_by=user, status__in=Validation.OPEN)
        if own.count() >= settings.MOST_OPEN_VALIDATIONS:
            raise TooManyJobs
    check_address(address)


def check_address(address: str) -> None:
    """Check that a caller of this address may have one more job; a user may be locked before.

    Raises TooManyJobs.
    """
    if not address:
        return
    _lock(address)
    validations = Validation.objects.filter(address=address, status__in=Validation.OPEN)
    imports = Import.objects.filter(address=address, status__in=Import.OPEN)
    if validations.count() + imports.count() >= settings.MOST_OPEN_JOBS_PER_ADDRESS:
        raise TooManyJobs


def _lock(address: str) -> None:
    """Let those of one address count one after the other; SQLite has one writer anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [address])
