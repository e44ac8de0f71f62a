"""Names of accounts: no two that differ by case only."""

import hashlib

from django.contrib.auth.models import User
from django.db import IntegrityError, connection


def is_taken(name: str, *, but: User | None = None) -> bool:
    """Whether another account has this name, in whatever case."""
    named = User.objects.filter(username__iexact=name)
    return (named if but is None else named.exclude(pk=but.pk)).exists()


def claim(user: User) -> None:
    """See in the transaction that has stored a name that nobody took it at the same moment.

    Raises IntegrityError where somebody did. Equal names wait for each other until the end of their
    transactions; on SQLite whoever writes is alone anyway.
    """
    name = user.get_username()
    if connection.vendor == "postgresql":
        folded = hashlib.sha256(f"name {name.upper()}".encode()).digest()
        key = int.from_bytes(folded[:8], signed=True)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key])
    if is_taken(name, but=user):
        raise IntegrityError("another account has this name")
