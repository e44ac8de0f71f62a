"""An authenticator app, and an authenticator that holds a passkey, both made of software."""

import base64
import hashlib
import json
import secrets
import struct
from datetime import datetime, timedelta
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA1, SHA256
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from django.contrib.auth.models import User
from django.utils import timezone
from fido2 import cbor
from fido2.cose import ES256
from fido2.utils import websafe_encode

from games.accounts import passkeys, second_factors
from games.models import Passkey

KEY = b"12345678901234567890"
"""Of the test vectors in RFC 6238."""


def code_at(moment: datetime, key: bytes = KEY) -> str:
    """What an app with this key shows."""
    return TOTP(key, 6, SHA1(), 30).generate(int(moment.timestamp())).decode()  # noqa: S303


def key_of(text: str) -> bytes:
    """The key that is typed into an app."""
    return base64.b32decode(text.replace(" ", ""))


def set_up(user: User, now: datetime | None = None) -> list[str]:
    """Switch the second factor of a user on, long enough ago; returns the recovery codes."""
    then = now or timezone.now() - timedelta(hours=1)
    return second_factors.switch_on(user=user, key=KEY, code=code_at(then), now=then)


PRESENT, ATTESTED = 0x01, 0x40


class Authenticator:
    """Holds one passkey. What it signs can be spoilt: ``origin``, ``host``, ``count``, ``key``."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = b"passkey-" + secrets.token_bytes(32)
        self.origin = "http://testserver"
        self.host = "testserver"
        self.count = 0
        self.flags = PRESENT

    def create(self, options: dict[str, Any]) -> str:
        """What navigator.credentials.create() gives."""
        public = cbor.encode(ES256.from_cryptography_key(self.key.public_key()))
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + public
        data = self._data(self.flags | ATTESTED) + attested
        attestation = cbor.encode({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options)
        return self._answer(clientDataJSON=client, attestationObject=attestation)

    def get(self, options: dict[str, Any]) -> str:
        """What navigator.credentials.get() gives."""
        self.count += 1
        client, data = self._client("webauthn.get", options), self._data(self.flags)
        signed = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._answer(clientDataJSON=client, authenticatorData=data, signature=signed)

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        client_data = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(client_data).encode()

    def _data(self, flags: int) -> bytes:
        host = hashlib.sha256(self.host.encode()).digest()
        return host + struct.pack(">BI", flags, self.count)

    def _answer(self, **response: bytes) -> str:
        own = websafe_encode(self.id)
        parts = {name: websafe_encode(value) for name, value in response.items()}
        return json.dumps({"id": own, "rawId": own, "type": "public-key", "response": parts})


def add_passkey(user: User, name: str = "Phone") -> tuple[Authenticator, Passkey]:
    """An authenticator and the passkey in it, which is now one of this user's."""
    made, site = Authenticator(), passkeys.Site("http://testserver", "testserver")
    options, kept = passkeys.begin_adding(user=user, site=site)
    answer, now = made.create(options), timezone.now()
    own = passkeys.add(user=user, site=site, kept=kept, response=answer, name=name, now=now)
    assert own is not None
    return made, own
