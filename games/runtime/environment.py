"""Reading settings from environment variables; the server refuses to start with invalid ones.

All raise ImproperlyConfigured with the name of the variable and what it may be.
"""

import os
import re
from collections.abc import Collection

from django.core.exceptions import ImproperlyConfigured

# Keys that are published in repositories.
PUBLISHED = ("django-insecure-", "development-only-", "change-me", "replace-me")


def text(name: str, default: str = "") -> str:
    """The value without blanks around it; what is empty has the default."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool) -> bool:
    """Yes or no."""
    value = text(name).lower()
    if not value:
        return default
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}")


def words(name: str) -> list[str]:
    """Words that are separated by commas."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def number(name: str, default: int) -> int:
    """A whole number, 0 or more."""
    value = text(name, str(default))
    if re.fullmatch(r"[0-9]{1,9}", value):
        return int(value)
    raise ImproperlyConfigured(f"{name} must be a whole number, 0 or more, not {value!r}")


def seconds(name: str, default: int) -> int:
    """Whole seconds, 1 or more."""
    value = text(name, str(default))
    if re.fullmatch(r"[0-9]{1,9}", value) and 0 < int(value) < 10**6:
        return int(value)
    raise ImproperlyConfigured(f"{name} must be whole seconds, 1 or more, not {value!r}")


def days(name: str, default: int, *, most: int) -> int:
    """Whole days, 1 to ``most``."""
    value = text(name, str(default))
    if re.fullmatch(r"[0-9]{1,9}", value) and 0 < int(value) <= most:
        return int(value)
    raise ImproperlyConfigured(f"{name} must be whole days, 1 to {most}, not {value!r}")


def rate(name: str, default: str) -> str:
    """Calls per period."""
    value = text(name, default)
    if re.fullmatch(r"[1-9][0-9]*/(s|sec|m|min|h|hour|d|day)", value):
        return value
    raise ImproperlyConfigured(
        f"{name} must be calls per s, min, hour or day, such as {default}, not {value!r}"
    )


def one_of(name: str, default: str, known: Collection[str]) -> str:
    """One of the known words, in capitals or not."""
    value = text(name, default)
    for word in known:
        if word.lower() == value.lower():
            return word
    raise ImproperlyConfigured(f"{name} must be one of {', '.join(known)}, not {value!r}")


def address(name: str, default: str) -> str:
    """The address of a site, without a slash at the end."""
    value = text(name, default).rstrip("/")
    if re.fullmatch(r"https?://[^/\s]+", value):
        return value
    raise ImproperlyConfigured(
        f"{name} must be an address such as https://caledonia.example.org, not {value!r}"
    )


def check_secret(name: str, value: str, *, shortest: int) -> None:
    """Refuse to start with a secret that can be guessed or looked up."""
    if len(value) < shortest or len(set(value)) < 10 or value.startswith(PUBLISHED):
        raise ImproperlyConfigured(
            f"{name} is weak: give it {shortest} random characters or more, such as "
            "python -c 'import secrets; print(secrets.token_urlsafe(50))' prints."
        )
