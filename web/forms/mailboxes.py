"""Mail addresses: whether mail can be sent to one, and which mailbox one means."""

import re
from contextlib import suppress
from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.encoding import punycode

INVALID: Final = validate_email.message


def check_address(address: str) -> None:
    """Raises ValidationError for what is no address, or one that no mail can be sent to.

    Django lets through domains that have no name in ASCII, as one that is too long then, and some
    letters beyond ASCII that equal one of A to Z without their case.
    """
    validate_email(address)
    local, _, domain = address.rpartition("@")
    try:
        punycode(domain)
    except UnicodeError:
        raise ValidationError(INVALID, code="invalid") from None
    if not local.isascii():
        raise ValidationError(INVALID, code="invalid")


class MailAddressField(forms.EmailField):
    """A mail address that mail can be sent to."""

    default_validators = [check_address]


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
