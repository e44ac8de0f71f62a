"""How much computing time callers take: seconds of CPU, summed for all processes in the cache.

Requests count apart from what the server does in the callers' games by itself.

Each process adds up locally and reports to the cache now and then, so that a look costs nothing.
"""

import logging
import time
from dataclasses import dataclass
from threading import Lock
from typing import Final

from django.conf import settings
from django.core.cache import cache

from games.runtime import ratelimit
from games.runtime.sealed_cache import CACHE_ERRORS

log = logging.getLogger(__name__)

REPORT_MS: Final = 200
"""A process reports at the latest when it has added up this much."""
REPORT_SECONDS: Final = 2.0
"""How long it keeps less than that before it reports."""
MOST_CALLERS: Final = 10_000
GAMES: Final = "games"
"""The scope of what the server does in games by itself."""


@dataclass
class ComputingAccount:
    """The CPU time of one caller in one window, in milliseconds, as far as this process knows."""

    window: int
    until: float
    reported_at: float
    known: int = 0
    """Of all processes, when this one last reported."""
    own: float = 0.0
    """Of this process since then."""


class Computing:
    """The accounts of all callers, in windows of fixed length."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._accounts: dict[tuple[str, str], ComputingAccount] = {}

    def wait(self, scope: str, caller: str, rate: str) -> float:
        """Seconds until a caller may go on who has taken more than ``rate``; 0 to go on now.

        ``rate`` is seconds of CPU per period: ``"30/min"``.
        """
        most, seconds = ratelimit.parse_rate(rate)
        window, into = divmod(time.time(), seconds)
        with self._lock:
            account = self._accounts.get((scope, caller))
            if account is None or account.window != int(window):
                return 0
            over = account.known + account.own >= most * 1000
        return seconds - into if over else 0

    def over(self, scope: str, caller: str, rate: str) -> bool:
        """Whether a caller has taken more than ``rate``, in this window or in the one before.

        So a caller that never pauses is not let in again with each window. Asks the cache, where
        ``wait`` goes by what this process has counted and read.
        """
        if self.wait(scope, caller, rate):
            return True
        most, seconds = ratelimit.parse_rate(rate)
        try:
            window = int(time.time() // seconds)
            totals = [cache.get(_key(scope, caller, one)) for one in (window, window - 1)]
        except CACHE_ERRORS as error:
            log.warning(
                "reading computing time from the cache failed, limits hold per process: %s", error
            )
            return False
        return any(isinstance(taken, int) and taken >= most * 1000 for taken in totals)

    def spend(self, scope: str, caller: str, rate: str, spent: float) -> None:
        """Note that a caller has taken ``spent`` more seconds of CPU."""
        _, seconds = ratelimit.parse_rate(rate)
        window, into = divmod(time.time(), seconds)
        now = time.monotonic()
        with self._lock:
            account = self._accounts.get((scope, caller))
            if account is None or account.window != int(window):
                account = ComputingAccount(int(window), now + seconds - into, now)
                self._accounts[scope, caller] = account
                self._prune(now)
            account.own += spent * 1000
            if account.own < REPORT_MS and now - account.reported_at < REPORT_SECONDS:
                return
            reported, account.reported_at = int(account.own), now
            account.own -= reported
            account.known += reported
        self._report(account, _key(scope, caller, int(window)), reported, 2 * seconds)

    def forget(self) -> None:
        """Begin anew."""
        with self._lock:
            self._accounts.clear()

    def _report(self, account: ComputingAccount, key: str, reported: int, seconds: int) -> None:
        try:
            total = ratelimit.add(key, reported, seconds)
        except CACHE_ERRORS as error:
            log.warning(
                "adding computing time in the cache failed, limits hold per process: %s", error
            )
            return
        with self._lock:
            account.known = max(account.known, total)

    def _prune(self, now: float) -> None:
        """Those whose window is over go, and if that is not enough the oldest."""
        if len(self._accounts) <= MOST_CALLERS:
            return
        kept = {key: held for key, held in self._accounts.items() if held.until > now}
        for key in list(kept)[: max(0, len(kept) - MOST_CALLERS // 2)]:
            del kept[key]
        self._accounts = kept


def _key(scope: str, caller: str, window: int) -> str:
    return f"computing/{scope}/{caller}/{window}"


_accounts: Final = Computing()


def wait_of(user: int | None, address: str) -> float:
    """Seconds until a user, or a stranger at this address, may go on; 0 to go on now.

    The rates are ``settings.COMPUTING_RATES``: of users alone and of all of an address together,
    and of the strangers there.
    """
    rates = settings.COMPUTING_RATES
    waits = [_accounts.wait(scope, who, rates[scope]) for scope, who in _scopes(user, address)]
    return max(waits)


def spent_by(user: int | None, address: str, seconds: float) -> None:
    """Note that a user, or a stranger at this address, has taken so much more CPU time."""
    for scope, caller in _scopes(user, address):
        _accounts.spend(scope, caller, settings.COMPUTING_RATES[scope], seconds)


def games_over(payer: int) -> bool:
    """Whether the server has done as much in the games of one payer as one may have at once.

    The rate is ``settings.GAMES_COMPUTING_RATE``.
    """
    return _accounts.over(GAMES, str(payer), settings.GAMES_COMPUTING_RATE)


def games_spent(payer: int, seconds: float) -> None:
    """Note that the server has taken so much more CPU time for the games of a payer."""
    _accounts.spend(GAMES, str(payer), settings.GAMES_COMPUTING_RATE, seconds)


def jobs_over(user: int | None, address: str) -> bool:
    """Whether validations and imports of a user, or of an address, have taken as much as games may.

    What the server does in the user's games counts too. An empty address is left out.
    """
    rate = settings.GAMES_COMPUTING_RATE
    return any(_accounts.over(GAMES, who, rate) for who in _payers(user, address))


def jobs_spent(user: int | None, address: str, seconds: float) -> None:
    """Note that a validation or an import has taken so much more CPU time."""
    for who in _payers(user, address):
        _accounts.spend(GAMES, who, settings.GAMES_COMPUTING_RATE, seconds)


def _payers(user: int | None, address: str) -> list[str]:
    return [*([] if user is None else [str(user)]), *([f"at-{address}"] if address else [])]


def forget() -> None:
    """Forget what this process has added up."""
    _accounts.forget()


def _scopes(user: int | None, address: str) -> list[tuple[str, str]]:
    if user is None:
        return [("anonymous", address)]
    return [("user", str(user)), ("address", address)]
