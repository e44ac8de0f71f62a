"""Limits on how many streams are being opened at a time: of one address, then of all together.

Those that are within them take turns in what opens them (``caledonia.stream_openers``).

What is refused here has cost neither a thread nor a look into the database.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any, Final, Protocol, TypeVar

from django.conf import settings
from django.http.request import HttpHeaders

from games.runtime import limits

T = TypeVar("T")

SOON: Final = 5
"""The Retry-After of a refusal because too many streams are being opened."""
CROWDED: Final = "Too many streams are being opened at this moment: come back in a few seconds."


class OpeningRefused(Exception):
    """No stream is opened for this caller now: what to answer, and after how many seconds to ask
    again; ``code`` is that of the problem document, where it is no usual one of streams."""

    def __init__(self, status: HTTPStatus, detail: str, wait: int, code: str = "") -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.wait = wait
        self.code = code


class Opener(Protocol):
    """Calls ``opening`` in a thread when it is the caller's turn. Raises OpeningRefused."""

    def __call__(
        self, environ: dict[str, Any], address: str, opening: Callable[[], T], /
    ) -> Awaitable[T]: ...


class Openings:
    """Those that wait for a thread or have one, by address."""

    def __init__(self) -> None:
        self._by_address: Counter[str] = Counter()

    def refused(self, address: str) -> HTTPStatus | None:
        """The status with which one more of this address is refused; None where there is room."""
        if self._by_address[address] >= settings.STREAM_OPENINGS_PER_ADDRESS:
            return HTTPStatus.TOO_MANY_REQUESTS
        if self._by_address.total() >= settings.STREAM_OPENINGS:
            return HTTPStatus.SERVICE_UNAVAILABLE
        return None

    @contextmanager
    def counted(self, address: str) -> Iterator[None]:
        """One more, while this block runs."""
        self._by_address[address] += 1
        try:
            yield
        finally:
            self._by_address[address] -= 1
            self._by_address += Counter()


def address_of(environ: dict[str, Any]) -> str:
    """The address of a request as throttles see it: behind ``NUM_PROXIES``, IPv6 by network."""
    request = SimpleNamespace(META=environ, headers=HttpHeaders(environ))
    return limits.address_of(request)
