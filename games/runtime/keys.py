"""Keys for data that leaves the server and comes back, derived from ``SECRET_KEY``.

Each purpose has a key of its own, so what was made for one is invalid for another. Keys of
``SECRET_KEY_FALLBACKS`` verify and decrypt only, so ``SECRET_KEY`` can be replaced.
"""

import hashlib
import hmac
import os
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

NONCE_BYTES: Final = 12


def sign(purpose: str, message: bytes) -> bytes:
    """The signature of a message for a purpose."""
    return hmac.digest(_key(settings.SECRET_KEY, purpose), message, hashlib.sha256)


def verify(purpose: str, message: bytes, signature: bytes) -> bool:
    """Whether this server signed the message for this purpose, now or before a change of keys."""
    return any(
        hmac.compare_digest(hmac.digest(key, message, hashlib.sha256), signature)
        for key in _known(purpose)
    )


def encrypt(purpose: str, data: bytes, *, about: bytes) -> bytes:
    """Data that only ``decrypt`` can read, for the same purpose and with the same ``about``."""
    nonce = os.urandom(NONCE_BYTES)
    return nonce + AESGCM(_key(settings.SECRET_KEY, purpose)).encrypt(nonce, data, about)


def decrypt(purpose: str, encrypted: bytes, *, about: bytes) -> bytes | None:
    """What this server encrypted; None for anything else, and for what was changed."""
    nonce, rest = encrypted[:NONCE_BYTES], encrypted[NONCE_BYTES:]
    if not rest:
        return None
    for key in _known(purpose):
        try:
            return AESGCM(key).decrypt(nonce, rest, about)
        except InvalidTag:
            continue
    return None


def _known(purpose: str) -> Iterator[bytes]:
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        yield _key(secret, purpose)


@lru_cache(maxsize=64)
def _key(secret: str, purpose: str) -> bytes:
    return hmac.digest(secret.encode(), f"caledonia/key/1\n{purpose}".encode(), hashlib.sha256)
