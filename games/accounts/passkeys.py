"""Passkeys (WebAuthn) in place of codes, for accounts whose second factor is on.

Each ceremony has a challenge of its own, which the caller keeps on the server and takes out once. A
passkey is good for one site: the host is part of what it signs.
"""

import hashlib
import struct
from dataclasses import dataclass
from datetime import datetime
from ipaddress import ip_address
from typing import Any, Final

import msgspec
from django.contrib.auth.models import User
from django.db.models import Q
from fido2 import cbor
from fido2.server import Fido2Server
from fido2.utils import websafe_decode
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    UserVerificationRequirement,
)
from msgspec import Struct, field

from games import names
from games.accounts import second_factors
from games.errors import ChangedMeanwhile
from games.models import Passkey
from games.runtime.commit import in_transaction, lock_with_password
from games.signals import SecondFactorChange

MOST: Final = 10
"""Of one user."""
LONGEST_RESPONSE: Final = 20_000
Challenge = dict[str, Any]
"""What the server keeps of a ceremony until the browser answers; JSON."""

# What the parsers raise for a malformed answer.
MALFORMED: Final = (
    msgspec.DecodeError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    AssertionError,
    NotImplementedError,
    RecursionError,
    struct.error,
)


class PasskeyAnswer(Struct, frozen=True, omit_defaults=True):
    """What a browser has signed or made, each part in base64."""

    client_data: str = field(name="clientDataJSON")
    attestation: str | None = field(name="attestationObject", default=None)
    authenticator_data: str | None = field(name="authenticatorData", default=None)
    signature: str | None = None


class Credential(Struct, frozen=True, omit_defaults=True):
    """The part of a browser's answer that is read.

    All of it is text: where the library expects bytes, it makes as many zeros of a number as that
    says.
    """

    id: str
    raw_id: str = field(name="rawId")
    type: str
    response: PasskeyAnswer


@dataclass(frozen=True, slots=True)
class Site:
    """The site that a passkey is for, as browsers see it: ``https://example.org:8443``."""

    origin: str
    host: str

    def has_name(self) -> bool:
        """Whether browsers make passkeys for it: never for a site that is an IP address."""
        try:
            ip_address(self.host.strip("[]"))
        except ValueError:
            return True
        return False

    def server(self) -> Fido2Server:
        """The checks of the library, for exactly this origin."""
        entity = PublicKeyCredentialRpEntity(id=self.host, name=second_factors.ISSUER)
        return Fido2Server(entity, verify_origin=lambda origin: origin == self.origin)


def passkeys_of(user: User) -> list[Passkey]:
    """The passkeys of a user, the oldest first."""
    return list(Passkey.objects.filter(user=user))


def begin_adding(*, user: User, site: Site) -> tuple[Challenge, Challenge]:
    """The options for the browser, and what to keep until ``add``."""
    handle = hashlib.sha256(f"caledonia user {user.pk}".encode()).digest()
    name = user.get_username()
    options, kept = site.server().register_begin(
        PublicKeyCredentialUserEntity(id=handle, name=name, display_name=name),
        credentials=_credentials(passkeys_of(user)),
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return dict(options)["publicKey"], kept


@in_transaction
def add(
    *, user: User, site: Site, kept: Challenge, response: str, name: str, now: datetime
) -> Passkey | None:
    """Store the passkey that a browser has made; None if its answer is invalid.

    Raises InvalidName, and ChangedMeanwhile when the second factor is off or there are too many, or
    when the password is not that any more with which ``user`` was read.
    """
    name = names.cleaned(name)
    lock_with_password(user)
    if not second_factors.is_on(user) or len(passkeys_of(user)) >= MOST:
        raise ChangedMeanwhile
    try:
        made = site.server().register_complete(kept, _parsed(response))
    except MALFORMED:
        return None
    credential = made.credential_data
    if credential is None or Passkey.objects.filter(digest=_digest(credential)).exists():
        return None
    second_factors.announce(user, SecondFactorChange.PASSKEY_ADDED, now)
    return Passkey.objects.create(
        user_id=user.pk,
        name=name,
        digest=_digest(credential),
        credential=bytes(credential),
        sign_count=made.counter,
        created_at=now,
    )


@in_transaction
def remove(*, user: User, passkey_id: int, now: datetime) -> bool:
    """Delete one of the user's own passkeys; False when no passkey has this id.

    Raises ChangedMeanwhile when the password is not that any more with which ``user`` was read.
    """
    lock_with_password(user)
    deleted, _ = Passkey.objects.filter(user=user, pk=passkey_id).delete()
    if deleted:
        second_factors.announce(user, SecondFactorChange.PASSKEY_REMOVED, now)
    return deleted > 0


def begin_proof(*, user: User, site: Site) -> tuple[Challenge, Challenge]:
    """The options for the browser, and what to keep until ``prove``."""
    options, kept = site.server().authenticate_begin(
        credentials=_credentials(passkeys_of(user)),
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return dict(options)["publicKey"], kept


def prove(*, user: User, site: Site, kept: Challenge, response: str, now: datetime) -> bool:
    """Whether a browser has signed this challenge with one of the user's passkeys.

    A counter that does not rise reveals a copied passkey; it is refused.
    """
    own = _credentials(passkeys_of(user))
    try:
        answer = _parsed(response)
        used = site.server().authenticate_complete(kept, own, answer)
        count = AuthenticationResponse.from_dict(answer).response.authenticator_data.counter
    except MALFORMED:
        return False
    rises = Q(sign_count__lt=count) if count else Q(sign_count=0)
    found = Passkey.objects.filter(rises, user=user, digest=_digest(used))
    return found.update(sign_count=count, last_used_at=now) == 1


def _credentials(passkeys: list[Passkey]) -> list[AttestedCredentialData]:
    return [AttestedCredentialData(bytes(passkey.credential)) for passkey in passkeys]


def _parsed(response: str) -> dict[str, Any]:
    """The JSON of a browser, fit for the library. Raises one of MALFORMED."""
    if len(response) > LONGEST_RESPONSE:
        raise ValueError("the answer is too long")
    answer = msgspec.json.decode(response, type=Credential)
    if answer.response.attestation is not None:
        attestation: Any = cbor.decode(websafe_decode(answer.response.attestation))
        if not isinstance(attestation["authData"], bytes):  # no number here either
            raise ValueError("the attestation is missing")
    made: dict[str, Any] = msgspec.to_builtins(answer)
    return made


def _digest(credential: AttestedCredentialData) -> str:
    return hashlib.sha256(credential.credential_id).hexdigest()
