"""Gives each caller a fair share of a process: requests at once, and computing time.

It stands on the event loop, before a thread is taken: a request that waits for others of the same
caller holds none, and a refusal costs next to nothing. Callers are known here by address, and by
a token or session that was authenticated in this process; any other credential counts as none,
and is judged again where Django knows whose it is.
"""

import hashlib
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from math import ceil
from threading import Lock
from typing import Final, TypeVar

from django.conf import settings

from caledonia.callers import Environ, credential_of
from caledonia.middleware import USER, ProbeMiddleware
from games.runtime import computing
from games.runtime.in_flight import InFlight

T = TypeVar("T")

READING: Final = ("GET", "HEAD", "OPTIONS")
OPENINGS_PER_USER: Final = 1
OPENINGS_PER_ADDRESS: Final = 2
"""Streams that are being opened at once."""
RETRY_AFTER: Final = 1
MOST_KNOWN: Final = 10_000
AT_ONCE: Final = (
    "You have as many requests under way as one caller may: wait for their answers, then ask again."
)
COMPUTED: Final = (
    "Your requests have taken as much computing time as one caller may: wait, then ask for less."
)


class TooMuch(Exception):
    """The caller has had its share: ``detail`` is for it, and after ``wait`` seconds it may ask."""

    def __init__(self, detail: str, wait: int) -> None:
        super().__init__(detail)
        self.detail = detail
        self.wait = wait


class KnownCallers:
    """The users of the tokens and sessions last authenticated in this process."""

    def __init__(self, most: int = MOST_KNOWN) -> None:
        self._most = most
        self._lock = Lock()
        self._users: OrderedDict[bytes, int] = OrderedDict()

    def user_of(self, credential: str) -> int | None:
        """The id of the user; None for a credential that was not authenticated here."""
        with self._lock:
            return self._users.get(_digest(credential))

    def learn(self, credential: str, user: int | None) -> None:
        """Note the user of a credential; None if it is not, or no longer, valid."""
        key = _digest(credential)
        with self._lock:
            if user is None:
                self._users.pop(key, None)
                return
            self._users[key] = user
            self._users.move_to_end(key)
            if len(self._users) > self._most:
                self._users.popitem(last=False)


class FairShares:
    """The shares of all callers of a process."""

    def __init__(self) -> None:
        self.in_flight = InFlight()
        self.openings = InFlight()
        self.known = KnownCallers()

    @asynccontextmanager
    async def share(self, environ: Environ, address: str) -> AsyncIterator["RequestShare"]:
        """The share of one request, from when it may begin to the end of the block.

        Raises TooMuch. Probes take none, and static files time alone: a browser asks for many at
        once.
        """
        share = RequestShare(self.known, environ, address)
        if not share.is_probe:
            share.check_computed()
        if share.is_probe or share.is_file:
            yield share
            return
        user = share.user
        callers = {f"address-{address}": settings.REQUESTS_PER_ADDRESS}
        if user is not None:
            callers[f"user-{user}"] = settings.REQUESTS_PER_USER
        if not await self.in_flight.enter(
            callers,
            rooms=_rooms(user, address, share.credential),
            seconds=share.patience,
            first=user is not None,
        ):
            raise TooMuch(AT_ONCE, RETRY_AFTER)
        try:
            yield share
        finally:
            self.in_flight.leave(callers)

    @asynccontextmanager
    async def opening(
        self, environ: Environ, address: str, *, seconds: float
    ) -> AsyncIterator["RequestShare"]:
        """The share of opening a stream, which waits so many ``seconds`` for openings alone.

        How many of an address wait is bounded before (``api.live.openings``), how many of a user by
        how many streams that one may have. Raises TooMuch.
        """
        share = RequestShare(self.known, environ, address)
        user = share.user
        share.check_computed()
        callers, rooms = {f"address-{address}": OPENINGS_PER_ADDRESS}, {}
        if user is not None:
            callers[f"user-{user}"] = OPENINGS_PER_USER
            rooms[f"user-{user}"] = settings.STREAMS_PER_USER
        if not await self.openings.enter(
            callers, rooms=rooms, seconds=seconds, first=user is not None
        ):
            raise TooMuch(AT_ONCE, RETRY_AFTER)
        try:
            yield share
        finally:
            self.openings.leave(callers)


class RequestShare:
    """What one request takes."""

    def __init__(self, known: KnownCallers, environ: Environ, address: str) -> None:
        path = environ.get("PATH_INFO", "")
        self.is_probe = path in ProbeMiddleware.PROBES
        self.is_file = path.startswith(settings.STATIC_URL)
        self.credential = "" if self.is_probe else credential_of(environ)
        self.user = known.user_of(self.credential) if self.credential else None
        if self.is_file and self.user is None:
            self.credential = ""  # the application never looks whose it is
        self._known = known
        self._environ = environ
        self._address = address

    def check_computed(self) -> None:
        """Raise TooMuch for who has had all computing time, as far as it is known who that is."""
        if (self.user is not None or not self.credential) and (
            wait := computing.wait_of(self.user, self._address)
        ):
            raise TooMuch(COMPUTED, ceil(wait))

    @property
    def goes_first(self) -> bool:
        """Whether it gets a thread before others: what a user writes, who has read for it.

        To refuse it would waste what the server has done for those reads.
        """
        return self.user is not None and self._environ.get("REQUEST_METHOD") not in READING

    @property
    def patience(self) -> float:
        """How many seconds it may wait for others."""
        signed_in, other = settings.REQUESTS_WAIT_SIGNED_IN_SECONDS, settings.REQUESTS_WAIT_SECONDS
        return float(signed_in if self.credential else other)

    def measured(self, answer: Callable[[], T]) -> T:
        """What ``answer`` returns or raises; the caller is charged for this thread's time in it."""
        began = time.thread_time()
        try:
            return answer()
        finally:
            if not self.is_probe:
                self._charge(time.thread_time() - began)

    def _charge(self, seconds: float) -> None:
        """By now the application has looked whose the credential is.

        A credential without a user is forgotten, even if authentication was never needed: it may
        have been revoked, and then its bearer must not count as its owner.
        """
        user = self.user if self.is_file else self._environ.get(USER)
        if self.credential and not self.is_file:
            self._known.learn(self.credential, user)
        computing.spent_by(user, self._address, seconds)


def _rooms(user: int | None, address: str, credential: str) -> dict[str, int]:
    """Where a request may wait, and how many may with it.

    Many people may share an address, as at a convention: those who sign in have a larger room than
    strangers, and a few places of it each. Who is not known here yet has another one, which junk
    may fill.
    """
    if user is not None:
        return {
            f"user-{user}": settings.REQUESTS_WAITING,
            f"users-{address}": settings.REQUESTS_WAITING_ADDRESS,
        }
    if credential:
        return {f"unknown-{address}": settings.REQUESTS_WAITING_ADDRESS}
    return {f"strangers-{address}": settings.REQUESTS_WAITING}


def _digest(credential: str) -> bytes:
    return hashlib.sha256(credential.encode(errors="replace")).digest()
