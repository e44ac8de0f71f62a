"""The salts of leaves, out of the secret that the log keeps of a stream until it is erased."""

import hashlib
import hmac
from typing import Final

BYTES: Final = 32
LABEL: Final = "caledonia/leaf-salt/1"


def salt_of(secret: bytes, version: int) -> str:
    """The salt of the leaf of a version, as hex; it reveals nothing of those of other versions."""
    return hmac.digest(secret, f"{LABEL}\n{version}".encode(), hashlib.sha256).hex()
