"""Hashing of passwords (``PASSWORD_HASHERS``), which takes a quarter of a second of CPU each.

A caller with many addresses may try many passwords at once. A process hashes two at a time; a few
requests wait, others are refused, so that they occupy neither all threads nor all processors. Who
comes for the first time goes before those who come again and again.
Beside them there is a place for devices on which the user has signed in before, one of each user at
a time: who keeps the other places taken does not keep those users out.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from threading import Condition, Lock, local
from typing import Final

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from games.engine.terms import gettext_noop
from games.errors import GameError
from games.runtime import ratelimit

AT_ONCE: Final = 2
WAITING: Final = 2
WAIT_SECONDS: Final = 2.0
RETRY: Final = timedelta(seconds=2)

KNOWN_AT_ONCE: Final = 1
"""Beside those, for devices on which the user has signed in before."""


MOST_KNOWN: Final = 1000
"""Callers whose last hash is remembered."""


@dataclass(eq=False, slots=True)
class WaitingHash:
    """A hash that waits for a place."""

    caller: str


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
    """So many hashes at once, and so many that wait for them; next is who had a place longest ago.

    So callers that come again and again keep nobody out who comes for the first time. Where more
    than ``waiting`` would wait, who had a place last is refused.
    """

    def __init__(self, at_once: int, waiting: int) -> None:
        self._at_once = at_once
        self._most_waiting = waiting
        self._changed = Condition()
        self._began = count(1)
        self._last: dict[str, int] = {}
        self.running = 0
        self.waiting: list[WaitingHash] = []

    @contextmanager
    def turn(self, caller: str) -> Iterator[None]:
        """Raises PasswordsBusy."""
        with self._changed:
            if not self._take(caller):
                raise PasswordsBusy
        try:
            yield
        finally:
            with self._changed:
                self.running -= 1
                self._changed.notify_all()

    def _take(self, caller: str) -> bool:
        if self.running < self._at_once and not self.waiting:
            self._begin(caller)
            return True
        one = WaitingHash(caller)
        self.waiting.append(one)
        if len(self.waiting) > self._most_waiting:
            # Of those who never had a place, who came last.
            self.waiting.remove(max(reversed(self.waiting), key=self._last_turn))
            self._changed.notify_all()
        self._changed.wait_for(lambda: one not in self.waiting or self._is_next(one), WAIT_SECONDS)
        if one not in self.waiting:
            return False
        is_next = self._is_next(one)
        self.waiting.remove(one)
        if is_next:
            self._begin(caller)
        self._changed.notify_all()  # another one may be next now
        return is_next

    def _begin(self, caller: str) -> None:
        self.running += 1
        self._last.pop(caller, None)
        self._last[caller] = next(self._began)
        if len(self._last) > MOST_KNOWN:
            del self._last[next(iter(self._last))]

    def _is_next(self, one: WaitingHash) -> bool:
        return self.running < self._at_once and min(self.waiting, key=self._last_turn) is one

    def _last_turn(self, one: WaitingHash) -> int:
        return self._last.get(one.caller, 0)


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


def arrive(address: str) -> None:
    """Note whose request this thread is about to answer (``limits.address_of``)."""
    _this.caller = ratelimit.by_site(address)


def hash_for(device: str | None) -> None:
    """Say for which device of ``devices`` this thread hashes from now on; None for no known one."""
    _this.user = device and device.partition(".")[0]


@contextmanager
def _turn() -> Iterator[None]:
    user, caller = getattr(_this, "user", None), getattr(_this, "caller", "")
    if not user or not _known.add(user):
        with _places.turn(caller):
            yield
        return
    try:
        with _of_known.turn(caller):
            yield
    finally:
        _known.remove(user)
