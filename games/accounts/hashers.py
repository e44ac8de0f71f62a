"""Hashing of passwords (``PASSWORD_HASHERS``), which takes a quarter of a second of CPU each.

A caller with many addresses may try many passwords at once. A process hashes two at a time; a few
requests wait, others are refused, so that they occupy neither all threads nor all processors.
"""

from contextlib import contextmanager
from datetime import timedelta
from threading import Semaphore
from typing import Any, Final

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from games.engine.terms import gettext_noop
from games.errors import GameError

AT_ONCE: Final = 2
WAITING: Final = 2
WAIT_SECONDS: Final = 2.0
RETRY: Final = timedelta(seconds=2)

_places: Final = Semaphore(AT_ONCE + WAITING)
_running: Final = Semaphore(AT_ONCE)


class PasswordsBusy(GameError):
    """This process already checks the most passwords that it does at once."""

    code = "passwords_busy"
    text = gettext_noop(
        "The server is busy with other passwords. Please try again in a few seconds."
    )
    detail = "The server is busy with other passwords: send yours again in a moment."
    wait = RETRY


class SharingHasher(PBKDF2PasswordHasher):
    """Django's own hasher, and its hashes."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """The hash. Raises PasswordsBusy."""
        with _turn():
            return super().encode(password, salt, iterations)


@contextmanager
def _turn() -> Any:
    if not _places.acquire(blocking=False):
        raise PasswordsBusy
    try:
        if not _running.acquire(timeout=WAIT_SECONDS):
            raise PasswordsBusy
        try:
            yield
        finally:
            _running.release()
    finally:
        _places.release()
