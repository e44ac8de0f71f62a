"""Trying passwords: how often, from one address, for one name, on one device.

Each try is counted before the password is checked, so that many at the same moment are no way
around the limit. Of an address every try counts, since checking costs much; of a name or a device
only the wrong ones, and none that the server was too busy to check. A device on which the user has
signed in before has tries of its own, and a place for hashing: using up those of the name, or
keeping the others taken, does not lock the owner out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User

from games.accounts import attempts, devices, hashers, names
from games.runtime import ratelimit

SIGN_UP: Final = "sign-up"
PASSWORD: Final = "password"  # noqa: S105 - a kind of attempt


@dataclass(slots=True)
class Try:
    """One try, counted or refused; ``wait`` is the number of seconds to wait after a refusal.

    If the ``last`` one is wrong, too, the name or the device is locked for a while.
    """

    wait: int = 0
    kind: str = ""
    caller: str = ""
    last: bool = False

    def give_back(self) -> None:
        """Do not count the try, because it succeeded or was not carried out. Works once."""
        if self.kind:
            attempts.give_back(kind=self.kind, caller=self.caller)
            self.kind = ""


def begin(
    *,
    address: str,
    name: str,
    cookies: Mapping[str, str],
    kind: str = PASSWORD,
) -> Try:
    """Count one try for ``name``, before it is checked; without a name only for the address.

    ``kind`` is what is tried, and has counters of its own for names and devices.
    """
    hashers.hash_for(None)
    if wait := _count_address(address):
        return Try(wait)
    if not name:
        return Try()
    rate = settings.ATTEMPT_RATES["sign-in-user"]
    if device := devices.recognise(cookies.get(devices.COOKIE, ""), name):
        hashers.hash_for(device)
        return _admit(f"{kind}-device", device, rate)
    return _admit(f"{kind}-name", names.folded(name), rate)


def begin_code(*, address: str, user: User, cookies: Mapping[str, str]) -> Try:
    """Count one code of the second factor, after the password and before the code is checked.

    It counts for the account and not for its name: another account may have a name that folds to
    the same, and codes that are wrong there use up no tries here.
    """
    if wait := _count_address(address):
        return Try(wait)
    rate = settings.ATTEMPT_RATES["second-factor"]
    cookie = cookies.get(devices.COOKIE, "")
    if device := devices.recognise(cookie, user.get_username()):
        return _admit("second-factor-device", device, rate)
    return _admit("second-factor-user", str(user.pk), rate)


def begin_sign_up(*, address: str) -> Try:
    """Count one new account of an address; give it back if none is made."""
    return _admit(SIGN_UP, address, settings.ATTEMPT_RATES[SIGN_UP])


def _count_address(address: str) -> int:
    caller = ratelimit.by_address(address)
    return attempts.count(kind="address", caller=caller, rate=settings.ATTEMPT_RATES["sign-in"])


def _admit(kind: str, caller: str, rate: str) -> Try:
    made = attempts.admit(kind=kind, caller=caller, rate=rate)
    return Try(made.wait) if made.wait else Try(0, kind, caller, made.last)
