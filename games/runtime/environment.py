"""Reading settings from environment variables; the server refuses to start with invalid ones.

All raise ImproperlyConfigured with the name of the variable and what it may be.
"""

import os
import re
from collections.abc import Collection
from pathlib import Path

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
    """Words that are separated by commas; none if the variable is empty."""
    value = text(name)
    found = [word.strip() for word in value.split(",") if word.strip()]
    if value and not found:
        raise ImproperlyConfigured(f"{name} must be words between commas")
    return found


def identifier(name: str, default: str) -> str:
    """Letters, digits, and between them dots, hyphens and underscores."""
    value = text(name, default)
    if re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9_.-]{0,98}[A-Za-z0-9])?", value):
        return value
    raise ImproperlyConfigured(
        f"{name} must be letters and digits, with dots or hyphens between them, not {value!r}"
    )


def token(name: str) -> str:
    """What a header may carry: ASCII characters that can be seen; or nothing."""
    value = text(name)
    if re.fullmatch(r"[!-~]*", value):
        return value
    raise ImproperlyConfigured(f"{name} must be ASCII characters without blanks")


def number(name: str, default: int, *, least: int = 0, most: int = 10**9 - 1) -> int:
    """A whole number within bounds, 0 or more."""
    return _whole(name, default, "a whole number", least, most)


def port(name: str, default: int, *, least: int = 1) -> int:
    """The number of a port; with ``least`` 0 it may be none."""
    return _whole(name, default, "the number of a port", least, 65535)


def seconds(name: str, default: int, *, most: int = 10**6 - 1) -> int:
    """Whole seconds, 1 to ``most``."""
    return _whole(name, default, "whole seconds", 1, most)


def days(name: str, default: int, *, most: int) -> int:
    """Whole days, 1 to ``most``."""
    return _whole(name, default, "whole days", 1, most)


def _whole(name: str, default: int, what: str, least: int, most: int) -> int:
    value = text(name, str(default))
    if re.fullmatch(r"[0-9]{1,9}", value) and least <= int(value) <= most:
        return int(value)
    raise ImproperlyConfigured(f"{name} must be {what}, {least} to {most}, not {value!r}")


def rate(name: str, default: str) -> str:
    """Calls per period."""
    value = text(name, default)
    if re.fullmatch(r"[1-9][0-9]{0,8}/(s|sec|m|min|h|hour|d|day)", value):
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


def directory(name: str) -> str:
    """A directory that there is, or nothing."""
    value = text(name)
    if value and not Path(value).is_dir():
        raise ImproperlyConfigured(f"{name} must be a directory that there is, not {value!r}")
    return value


def new_directory(name: str) -> str:
    """An absolute path at which there is a directory from now on, or nothing."""
    value = text(name)
    try:
        if value and not Path(value).is_absolute():
            raise NotADirectoryError
        if value:
            Path(value).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise ImproperlyConfigured(
            f"{name} must be the absolute path of a directory that can be made, not {value!r}"
        ) from error
    return value


def file(name: str, *, away: bool = False) -> str:
    """The absolute path of a file, or nothing; its directory may be ``away`` for now."""
    value = text(name)
    path = Path(value)
    names_a_file = path.is_absolute() and not value.endswith("/") and not path.is_dir()
    if value and not (names_a_file and (away or path.parent.is_dir())):
        raise ImproperlyConfigured(
            f"{name} must be the absolute path of a file"
            f"{'' if away else ' in a directory that there is'}, not {value!r}"
        )
    return value


def check_secret(name: str, value: str, *, shortest: int) -> None:
    """Refuse to start with a secret that can be guessed or looked up."""
    if len(value) < shortest or len(set(value)) < 10 or value.startswith(PUBLISHED):
        raise ImproperlyConfigured(
            f"{name} is weak: give it {shortest} random characters or more, such as "
            "python -c 'import secrets; print(secrets.token_urlsafe(50))' prints."
        )
