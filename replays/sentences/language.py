"""``gettext`` with a cache: a log needs the same few messages a thousand times.

Asking Django for the active language costs more than the look-up, so it is done once for a whole
sentence. Catalogues do not change while a process runs.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Final

from django.utils import translation

_active: Final[ContextVar[str]] = ContextVar("language of a sentence", default="")


@contextmanager
def one_language() -> Iterator[None]:
    """Use the language that is active now for the whole block."""
    token = _active.set(translation.get_language() or "")
    try:
        yield
    finally:
        _active.reset(token)


def gettext(message: str) -> str:
    """The message in the language of the sentence."""
    return _one(_active.get() or translation.get_language(), message)


def ngettext(singular: str, plural: str, number: int) -> str:
    """The message for a number, in the language of the sentence."""
    return _several(_active.get() or translation.get_language(), singular, plural, number)


@lru_cache(maxsize=4096)
def _one(language: str | None, message: str) -> str:
    return translation.gettext(message)


@lru_cache(maxsize=4096)
def _several(language: str | None, singular: str, plural: str, number: int) -> str:
    return translation.ngettext(singular, plural, number)
