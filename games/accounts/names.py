"""Names of accounts: how they are read, and that no two differ by case only.

Stored names are normalised (NFKC): forms that take one have Django's ``UsernameField``, everything
else that reads one from outside asks ``normal`` or ``find``.
"""

import hashlib
import unicodedata
from typing import Final

from django.contrib.auth.models import User
from django.db import IntegrityError, connection
from django.db.models import Q

from games.models import AccountName

LONGEST: Final = 320
"""A mail address may be tried as a name, so no name that is tried is longer."""


def normal(name: str) -> str:
    """A name as it is stored, without white space around it; what is too long is left as it is.

    To normalise combining marks takes time that is quadratic in their number.
    """
    plain = name.strip()
    return unicodedata.normalize("NFKC", plain) if len(plain) <= LONGEST else plain


def find(name: str) -> User | None:
    """The user of this name, in whatever form its letters were typed."""
    if "\0" in name:  # PostgreSQL refuses to look for it
        return None
    return User.objects.filter(username=normal(name)).first()


def folded(name: str) -> str:
    """What all ways to write a name have in common; hashed, for it may hold what a key must not.

    Names of accounts from before this was looked at may fold to one, so it proves nothing.
    """
    plain = normal(name)
    if len(plain) <= LONGEST:
        plain = unicodedata.normalize("NFKC", plain.casefold()).strip()
    return f"name-{hashlib.sha256(plain.encode(errors='replace')).hexdigest()}"


def is_taken(name: str, *, but: User | None = None) -> bool:
    """Whether another account has this name, in whatever case."""
    named = User.objects.filter(Q(username__iexact=name) | Q(account_name__folded=folded(name)))
    return (named if but is None else named.exclude(pk=but.pk)).exists()


def claim(user: User) -> None:
    """Check, in the transaction that stored a name, that it was not taken at the same moment.

    Raises IntegrityError if it was. Equal names wait for each other until the end of their
    transactions; SQLite has a single writer anyway.
    """
    name = user.get_username()
    if connection.vendor == "postgresql":
        digest = hashlib.sha256(folded(name).encode()).digest()
        key = int.from_bytes(digest[:8], signed=True)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key])
    if is_taken(name, but=user):
        raise IntegrityError("another account has this name")
    AccountName.objects.update_or_create(user=user, defaults={"folded": folded(name)})
