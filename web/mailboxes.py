"""Which mailbox an address means, however it is written."""

import re
from contextlib import suppress

from django.utils.encoding import punycode


def mailbox_of(address: str) -> str:
    """One spelling of a valid address for all that reach the same mailbox, to count by.

    Quotes around the local part and backslashes in it mean nothing (RFC 5321, 4.1.2), a domain of
    other letters has a name of ASCII letters too, and servers tell no capitals apart.
    """
    local, _, domain = address.rpartition("@")
    if local[:1] == local[-1:] == '"':
        local = re.sub(r"\\(.)", r"\1", local[1:-1])
    with suppress(UnicodeError):  # no mail could be sent to such a name
        domain = punycode(domain)
    return f"{local}@{domain}".casefold()
