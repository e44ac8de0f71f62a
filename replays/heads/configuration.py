"""Settings of heads from the environment; the server refuses to start with invalid ones."""

import re
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from games.runtime.environment import text

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def heads_key() -> str:
    """The private key: 32 bytes as hex, or nothing. Raises ImproperlyConfigured."""
    value = text("HEADS_KEY").lower()
    # A key with few different digits was not drawn at random.
    if value and (not re.fullmatch(r"[0-9a-f]{64}", value) or len(set(value)) < 8):
        raise ImproperlyConfigured(
            "HEADS_KEY must be 64 random hexadecimal digits: `manage.py sign_head --new-key` "
            "prints some."
        )
    return value


def heads_webhook() -> str:
    """The address that heads are sent to, or nothing. Raises ImproperlyConfigured."""
    value = text("HEADS_WEBHOOK")
    if value and not _good(value):
        raise ImproperlyConfigured(
            "HEADS_WEBHOOK must be an https:// address without a user name, or an http:// one of "
            "this machine."
        )
    return value


def _good(address: str) -> bool:
    try:
        url = urlsplit(address)
        known = url.hostname and (url.port is None or url.port > 0)
        (url.hostname or "").encode("idna")  # as it is looked up: no empty label, none too long
    except ValueError:
        return False
    if not known or "@" in url.netloc or re.search(r"[^!-~]", address):
        return False
    return url.scheme == "https" or (url.scheme == "http" and url.hostname in LOOPBACK)
