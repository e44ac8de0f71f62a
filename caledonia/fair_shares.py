"""Gives each caller a fair share of a process: requests at once, and computing time.

It stands before Django, so that a refusal costs next to nothing. Who calls is known here by
address, and by a token or a session that this process has seen sign somebody in; any other one
counts as none, and is judged again where Django knows whose it is.
"""

import hashlib
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from math import ceil
from threading import Lock
from types import SimpleNamespace
from typing import Any, Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.http import parse_cookie
from django.http.request import HttpHeaders
from rest_framework.throttling import BaseThrottle

from api.authentication import KEYWORDS
from caledonia import refused
from caledonia.middleware import USER, ProbeMiddleware
from caledonia.refused import API
from games.runtime import computing, ratelimit
from games.runtime.in_flight import InFlight

WAIT_SECONDS: Final = 1.0
"""How long a request may wait for others of the same caller."""
RETRY_AFTER: Final = 1
MOST_KNOWN: Final = 10_000
AT_ONCE: Final = (
    "You have as many requests under way as one caller may: wait for their answers, then ask again."
)
COMPUTED: Final = (
    "Your requests have taken as much computing time as one caller may: wait, then ask for less."
)


class KnownCallers:
    """Whose the tokens and sessions are that have signed somebody in here; the latest of them."""

    def __init__(self, most: int = MOST_KNOWN) -> None:
        self._most = most
        self._lock = Lock()
        self._users: OrderedDict[bytes, int] = OrderedDict()

    def user_of(self, credential: str) -> int | None:
        """The id of the user; None for what nobody has signed in with here."""
        with self._lock:
            return self._users.get(_digest(credential))

    def learn(self, credential: str, user: int) -> None:
        """Note whose it is."""
        key = _digest(credential)
        with self._lock:
            self._users[key] = user
            self._users.move_to_end(key)
            if len(self._users) > self._most:
                self._users.popitem(last=False)


class FairShares:
    """The WSGI application behind the shares."""

    def __init__(self, application: WSGIApplication) -> None:
        self.application = application
        self.in_flight = InFlight()
        self.known = KnownCallers()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "")
        if path in ProbeMiddleware.PROBES or path.startswith(settings.STATIC_URL):
            return self.application(environ, start_response)
        address = address_of(environ)
        credential = credential_of(environ)
        user = self.known.user_of(credential) if credential else None
        if user is not None or not credential:
            wait = computing.wait_of(user, address)
            if wait:
                return self._refuse(environ, start_response, COMPUTED, ceil(wait))
        callers = {f"address-{address}": settings.REQUESTS_PER_ADDRESS}
        if user is not None:
            callers[f"user-{user}"] = settings.REQUESTS_PER_USER
        if not self.in_flight.enter(
            callers, waiting=settings.REQUESTS_WAITING, seconds=WAIT_SECONDS
        ):
            return self._refuse(environ, start_response, AT_ONCE, RETRY_AFTER)
        return Share(self, environ, callers, address).ask(start_response)

    def _refuse(
        self, environ: WSGIEnvironment, start_response: StartResponse, detail: str, wait: int
    ) -> Iterable[bytes]:
        made = refused.too_much(detail, environ=environ, wait=wait)
        start_response(f"{made.status_code} {made.reason_phrase}", [*made.items()])
        return [made.content]


class Share:
    """The share of one request, until its answer is closed; it is the body of that answer."""

    def __init__(
        self, shares: FairShares, environ: WSGIEnvironment, callers: dict[str, int], address: str
    ) -> None:
        self._shares = shares
        self._environ = environ
        self._callers = callers
        self._address = address
        self._spent = 0.0
        self._body: Iterable[bytes] = ()
        self._parts: Iterator[bytes] = iter(())

    def ask(self, start_response: StartResponse) -> Iterable[bytes]:
        """Have the application answer. What it raises ends the share."""
        try:
            with self._measured():
                self._body = self._shares.application(self._environ, start_response)
                self._parts = iter(self._body)
        except BaseException:
            self._end()
            raise
        return self

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        with self._measured():
            return next(self._parts)

    def close(self) -> None:
        """The server is done with the answer."""
        try:
            with self._measured():
                getattr(self._body, "close", lambda: None)()
        finally:
            self._end()

    def _end(self) -> None:
        self._shares.in_flight.leave(self._callers)
        user = self._environ.get(USER)
        credential = credential_of(self._environ)
        if user is not None and credential:
            self._shares.known.learn(credential, user)
        computing.spent_by(user, self._address, self._spent)

    @contextmanager
    def _measured(self) -> Iterator[None]:
        """Streams are made while they are sent, so not only the call takes computing time."""
        began = time.thread_time()
        try:
            yield
        finally:
            self._spent += time.thread_time() - began


def address_of(environ: WSGIEnvironment) -> str:
    """The address of a caller, as far as proxies are believed and it tells callers apart."""
    request: Any = SimpleNamespace(META=environ, headers=HttpHeaders(environ))
    return ratelimit.by_address(BaseThrottle().get_ident(request) or "")


def credential_of(environ: WSGIEnvironment) -> str:
    """The token or the session that a request comes with; empty if it has neither.

    Only the API takes tokens, and looks at sessions for want of one.
    """
    if environ.get("PATH_INFO", "").startswith(API):
        word, _, token = environ.get("HTTP_AUTHORIZATION", "").strip().partition(" ")
        if word.lower() in KEYWORDS:
            return f"token {token.strip()}"
        if word:
            return ""
    name = settings.SESSION_COOKIE_NAME
    cookies = environ.get("HTTP_COOKIE", "")
    session = parse_cookie(cookies).get(name, "") if name in cookies else ""
    return session and f"session {session}"


def _digest(credential: str) -> bytes:
    return hashlib.sha256(credential.encode(errors="replace")).digest()
