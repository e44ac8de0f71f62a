"""The second factor: codes of an authenticator app (TOTP, RFC 6238) and recovery codes.

A code works once, also when it is sent twice at the same moment: what marks it as used is one
conditional UPDATE. How often codes may be tried is counted in ``games.accounts.sign_ins``. The key
of an app is encrypted under ``SECRET_KEY``; recovery codes do not depend on that key.
"""

import base64
import hashlib
import logging
import secrets
from datetime import datetime
from typing import Final

from cryptography.hazmat.primitives.constant_time import bytes_eq
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from django.contrib.auth.models import User

from games.accounts.sign_ins import Try
from games.errors import ChangedMeanwhile
from games.models import Passkey, RecoveryCode, SecondFactor
from games.runtime import keys
from games.runtime.commit import in_transaction, lock_with_password
from games.signals import SecondFactorChange, second_factor_changed

log = logging.getLogger(__name__)

ISSUER: Final = "Caledonia"
PURPOSE: Final = "second factor"
KEY_BYTES: Final = 20
DIGITS: Final = 6
STEP_SECONDS: Final = 30
DRIFT: Final = 1
"""How many time steps the clock of a phone may be ahead or behind."""
RECOVERY_CODES: Final = 10
RECOVERY_BYTES: Final = 10
"""Of each code: 80 bits, so that its hash gives nothing away."""
RECOVERY_LENGTH: Final = 16


def is_on(user: User) -> bool:
    """Whether the user signs in with a second factor."""
    return SecondFactor.objects.filter(user=user).exists()


def codes_left(user: User) -> int:
    """How many recovery codes of the user still work."""
    return RecoveryCode.objects.filter(user=user, used_at=None).count()


def new_key() -> bytes:
    """A key for an app."""
    return secrets.token_bytes(KEY_BYTES)


def key_as_text(key: bytes) -> str:
    """A key as people type it into an app: base32 in groups of four."""
    return _grouped(base64.b32encode(key).decode(), " ")


def provisioning_uri(*, user: User, key: bytes) -> str:
    """What the QR code for an app says."""
    return _totp(key).get_provisioning_uri(user.get_username(), ISSUER)


@in_transaction
def switch_on(*, user: User, key: bytes, code: str, now: datetime) -> list[str]:
    """Switch the second factor on, with the app that has this key; returns the recovery codes.

    An empty list, and no change, if ``code`` is not one of the app's. Raises ChangedMeanwhile when
    the second factor is on already, and as ``switch_off`` does.
    """
    lock_with_password(user)
    if is_on(user):
        raise ChangedMeanwhile
    step = _step_of(key, _plain(code), now)
    if step is None:
        return []
    SecondFactor.objects.create(
        user_id=user.pk, secret=_encrypted(user.pk, key), last_step=step, created_at=now
    )
    announce(user, SecondFactorChange.ON, now)
    return _new_codes(user)


@in_transaction
def switch_off(*, user: User, now: datetime) -> bool:
    """Switch the second factor off; returns whether it was on.

    Raises ChangedMeanwhile when the account is gone, or has another password than ``user`` was
    read with: who has shown that is not authenticated any more.
    """
    lock_with_password(user)
    RecoveryCode.objects.filter(user=user).delete()
    Passkey.objects.filter(user=user).delete()
    removed, _ = SecondFactor.objects.filter(user=user).delete()
    if removed:
        announce(user, SecondFactorChange.OFF, now)
    return removed > 0


@in_transaction
def renew_codes(*, user: User, now: datetime) -> list[str]:
    """New recovery codes in place of all before.

    Raises ChangedMeanwhile with no factor on, and as ``switch_off`` does.
    """
    lock_with_password(user)
    if not is_on(user):
        raise ChangedMeanwhile
    announce(user, SecondFactorChange.CODES_RENEWED, now)
    return _new_codes(user)


def prove(*, user: User, code: str, now: datetime) -> bool:
    """Whether a code is one of the user's app or a recovery code; it is used up then.

    Blanks, hyphens and case make no difference.
    """
    plain = _plain(code)
    if is_recovery_code(code):
        return _use_recovery_code(user, plain, now)
    factor = SecondFactor.objects.filter(user=user).first()
    key = _decrypted(factor) if factor else None
    step = _step_of(key, plain, now) if key else None
    if step is None:
        return False
    unused = SecondFactor.objects.filter(user=user, last_step__lt=step)
    return unused.update(last_step=step) == 1


@in_transaction
def note_wrong(*, user: User, attempt: Try, now: datetime) -> None:
    """Notify the owner when a wrong code was the last that may be tried for a while."""
    if attempt.last:
        announce(user, SecondFactorChange.LOCKED, now)


def is_recovery_code(code: str) -> bool:
    """Whether a code has the shape of a recovery code, and not of one of an app."""
    return len(_plain(code)) == RECOVERY_LENGTH


def reencrypt() -> tuple[int, int]:
    """Encrypt all keys under the present ``SECRET_KEY``; returns how many were and could not be."""
    done = lost = 0
    for factor in SecondFactor.objects.iterator():
        key = _decrypted(factor)
        if key is None:
            lost += 1
            continue
        # Only if it is still the same: its owner may have set up another app meanwhile.
        same = SecondFactor.objects.filter(pk=factor.pk, secret=factor.secret)
        done += same.update(secret=_encrypted(factor.pk, key))
    return done, lost


@in_transaction
def _use_recovery_code(user: User, plain: str, now: datetime) -> bool:
    unused = RecoveryCode.objects.filter(user=user, digest=_digest(plain), used_at=None)
    used = unused.update(used_at=now) == 1
    if used:
        announce(user, SecondFactorChange.RECOVERY_CODE_USED, now)
    return used


def _new_codes(user: User) -> list[str]:
    RecoveryCode.objects.filter(user=user).delete()
    codes = [
        base64.b32encode(secrets.token_bytes(RECOVERY_BYTES)).decode().lower()
        for _ in range(RECOVERY_CODES)
    ]
    RecoveryCode.objects.bulk_create(
        [RecoveryCode(user_id=user.pk, digest=_digest(code)) for code in codes]
    )
    return [_grouped(code, "-") for code in codes]


def announce(user: User, change: SecondFactorChange, now: datetime) -> None:
    """Send the signal of a change, inside its transaction."""
    second_factor_changed.send(sender=SecondFactor, user=user, change=change, now=now)


def _step_of(key: bytes, code: str, now: datetime) -> int | None:
    """The newest time step with this code, of those that a clock may show now."""
    present, totp, found = int(now.timestamp()) // STEP_SECONDS, _totp(key), None
    for step in range(present - DRIFT, present + DRIFT + 1):
        if bytes_eq(totp.generate(step * STEP_SECONDS), code.encode()):
            found = step
    return found


def _totp(key: bytes) -> TOTP:
    # Apps know no other hash; HMAC does not depend on what is weak about it.
    return TOTP(key, DIGITS, SHA1(), STEP_SECONDS)  # noqa: S303


def _encrypted(user_id: int, key: bytes) -> bytes:
    return keys.encrypt(PURPOSE, key, about=str(user_id).encode())


def _decrypted(factor: SecondFactor) -> bytes | None:
    key = keys.decrypt(PURPOSE, bytes(factor.secret), about=str(factor.pk).encode())
    if key is None:
        log.error("the second factor of user %s was encrypted under another key", factor.pk)
    return key


def _digest(plain: str) -> str:
    return hashlib.sha256(plain.encode()).hexdigest()


def _plain(code: str) -> str:
    return "".join(code.split()).replace("-", "").lower()


def _grouped(text: str, between: str) -> str:
    return between.join(text[start : start + 4] for start in range(0, len(text), 4))
