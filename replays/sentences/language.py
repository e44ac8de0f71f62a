"""``gettext`` with a memory: a log asks for the same few words a thousand times.

Catalogues do not change while a process runs.
"""

from functools import lru_cache

from django.utils import translation


def gettext(message: str) -> str:
    """The message in the language that is active."""
    return _one(translation.get_language(), message)


def ngettext(singular: str, plural: str, number: int) -> str:
    """The message for so many, in the language that is active."""
    return _several(translation.get_language(), singular, plural, number)


@lru_cache(maxsize=4096)
def _one(language: str | None, message: str) -> str:
    return translation.gettext(message)


@lru_cache(maxsize=4096)
def _several(language: str | None, singular: str, plural: str, number: int) -> str:
    return translation.ngettext(singular, plural, number)
