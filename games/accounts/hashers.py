"""Hashing of passwords (``PASSWORD_HASHERS``), which takes a quarter of a second of CPU each.

A caller with many addresses may try many passwords at once. A process hashes two at a time; a few
requests wait, others are refused, so that they occupy neither all threads nor all processors.
Beside them there is a place for devices on which the user has signed in before, one of each user at
a time: who keeps the other places taken does not keep those users out.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Lock, Semaphore, local
from typing import Final

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from games.engine.terms import gettext_noop
from games.errors import GameError

AT_ONCE: Final = 2
WAITING: Final = 2
WAIT_SECONDS: Final = 2.0
RETRY: Final = timedelta(seconds=2)

KNOWN_AT_ONCE: Final = 1
"""Beside those, for devices on which the user has signed in before."""


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


class Places:
    """So many hashes at once, and so many that wait for them."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self.all = Semaphore(at_once + waiting)
        self.running = Semaphore(at_once)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Raises PasswordsBusy."""
        if not self.all.acquire(blocking=False):
            raise PasswordsBusy
        try:
            if not self.running.acquire(timeout=WAIT_SECONDS):
                raise PasswordsBusy
            try:
                yield
            finally:
                self.running.release()
        finally:
            self.all.release()


class KnownUsers:
    """The users with a password in the places of known devices, each with one."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._users: set[str] = set()

    def add(self, user: str) -> bool:
        """Whether the user had none there."""
        with self._lock:
            if user in self._users:
                return False
            self._users.add(user)
            return True

    def remove(self, user: str) -> None:
        """The user has none there any more."""
        with self._lock:
            self._users.remove(user)


_places: Final = Places(AT_ONCE, WAITING)
_of_known: Final = Places(KNOWN_AT_ONCE, WAITING)
_known: Final = KnownUsers()
_this: Final = local()


def hash_for(device: str | None) -> None:
    """Say for which device of ``devices`` this thread hashes from now on; None for no known one."""
    _this.user = device and device.partition(".")[0]


@contextmanager
def _turn() -> Iterator[None]:
    user = getattr(_this, "user", None)
    if not user or not _known.add(user):
        with _places.turn():
            yield
        return
    try:
        with _of_known.turn():
            yield
    finally:
        _known.remove(user)
