"""What values look like in Redis.

Django pickles them, so write access to Redis would mean running code in every process that reads.
Here an entry is a number, bytes or JSON, and anything else counts as missing.
"""

from typing import Final

import msgspec

BYTES: Final = b"bytes:"
JSON: Final = b"json:"


class PlainSerializer:
    """Numbers as digits, which Redis can count up; bytes and JSON behind a word that says so."""

    def dumps(self, value: object) -> int | bytes:
        """The value as it is stored. Raises TypeError for what is not JSON either."""
        if type(value) is int:
            return value
        if isinstance(value, bytes):
            return BYTES + value
        return JSON + msgspec.json.encode(value)

    def loads(self, stored: bytes) -> object:
        """The value; None for what this did not store."""
        if stored.startswith(BYTES):
            return stored[len(BYTES) :]
        try:
            return (
                msgspec.json.decode(stored[len(JSON) :]) if stored.startswith(JSON) else int(stored)
            )
        except (ValueError, msgspec.MsgspecError, RecursionError):
            return None
