"""Makes the tables, the static files and the users of a new server, in a process of its own."""

import sys

import msgspec
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import SessionBase
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from api import tokens
from benchmarks.load.signed_in import SignedIn
from benchmarks.rows.bare import BareRow

BACKEND = "django.contrib.auth.backends.ModelBackend"


def prepare(users: int) -> None:
    """Make everything, and print the users as JSON."""
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    with connection.schema_editor() as editor:
        # No migration knows the table of the bare insert.
        editor.create_model(BareRow)
    with transaction.atomic():
        made = [_signed_in(f"player{number}") for number in range(users)]
    sys.stdout.buffer.write(msgspec.json.encode(made))


def _signed_in(name: str) -> SignedIn:
    user = User.objects.create_user(name)
    _, token = tokens.issue(user=user, name="load", now=timezone.now())
    store: SessionBase = import_string(f"{settings.SESSION_ENGINE}.SessionStore")()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = BACKEND
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.save()
    return SignedIn(name, token, store.session_key or "")
