"""Trying passwords: how often, from one address, for one name, on one device.

Each try is counted before the password is checked, so that many at the same moment are no way
around the limit. Of an address every try counts, since checking costs much; of a name or a device
only the wrong ones. A device on which the user has signed in before has tries of its own: who uses
up those of the name does not keep its owner out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings

from games.accounts import attempts, devices
from games.runtime import ratelimit

PASSWORD: Final = "password"  # noqa: S105 - a kind of attempt
SECOND_FACTOR: Final = "second-factor"
RATES: Final = {SECOND_FACTOR: "second-factor"}
"""The rate of a name or a device, where it is not that of passwords."""


@dataclass(frozen=True, slots=True)
class Try:
    """One try that was counted, or was refused: then ``wait`` is how many seconds to wait.

    If the ``last`` one is wrong, too, the name or the device is locked for a while.
    """

    wait: int = 0
    kind: str = ""
    caller: str = ""
    last: bool = False

    def succeeded(self) -> None:
        """Give the try back to the name or the device: what was sent is right."""
        if self.kind:
            attempts.give_back(kind=self.kind, caller=self.caller)


def begin(
    *,
    address: str,
    name: str,
    cookies: Mapping[str, str],
    now: datetime,
    kind: str = PASSWORD,
) -> Try:
    """Count one try for ``name``, before it is checked; without a name only for the address.

    ``kind`` is what is tried, and has counters of its own for names and devices: a second factor is
    counted apart from the password before it, and only for who has sent that.
    """
    if wait := attempts.count(
        kind="address",
        caller=ratelimit.by_address(address),
        rate=settings.ATTEMPT_RATES["sign-in"],
        now=now,
    ):
        return Try(wait)
    if not name:
        return Try()
    device = devices.recognise(cookies.get(devices.COOKIE, ""), name)
    counted = f"{kind}-device" if device else f"{kind}-name"
    caller = device or ratelimit.by_name(name)
    rate = settings.ATTEMPT_RATES[RATES.get(kind, "sign-in-user")]
    made = attempts.admit(kind=counted, caller=caller, rate=rate, now=now)
    return Try(made.wait) if made.wait else Try(0, counted, caller, made.last)
