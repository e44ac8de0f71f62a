"""Devices on which a user has signed in before.

A cookie that outlives the session names the user and the device. It does not sign in. Wrong
passwords that come with it are counted for the device, so using up the tries of a name from
elsewhere does not lock the owner out. The signature covers the hash of the password: changing the
password invalidates all earlier cookies.
"""

import secrets
from datetime import timedelta
from typing import Final

from django.contrib.auth.models import User
from django.core.signing import BadSignature, TimestampSigner

from games.accounts import names

COOKIE: Final = "device"
ISSUE: Final = "caledonia.device"
"""In the META of a request: the user for whom the answer is to set the cookie."""
GOOD_FOR: Final = timedelta(days=365)

_signer = TimestampSigner(salt="games.accounts.devices")


def issue(user: User, cookie: str = "") -> str:
    """A cookie for a user; the device keeps its id if ``cookie`` was the user's before."""
    device = _device(cookie, user) or secrets.token_urlsafe(12)
    covered = _covered(user, device)
    return f"{user.pk}.{device}{_signer.sign(covered).removeprefix(covered)}"


def recognise(cookie: str, name: str) -> str | None:
    """The id of the device that this cookie names, if it is one of the user of this name.

    The name has to be the user's own to the letter: names that only fold to one, as "weiss" and
    "weiß" do, belong to several accounts, and none of them gives tries for another.
    """
    number = cookie.partition(".")[0]
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        return None
    user = User.objects.filter(pk=int(number)).first()
    if user is None or user.get_username() != names.normal(name):
        return None
    device = _device(cookie, user)
    return device and f"{user.pk}.{device}"


def _device(cookie: str, user: User) -> str | None:
    """The id in a cookie of this user; None when it is not, is too old or was revoked."""
    named, _, signed = cookie.partition(":")
    number, _, device = named.partition(".")
    if number != str(user.pk) or not device:
        return None
    try:
        _signer.unsign(f"{_covered(user, device)}:{signed}", max_age=GOOD_FOR)
    except BadSignature:
        return None
    return device


def _covered(user: User, device: str) -> str:
    return f"{user.pk}.{device}.{user.password}"
