"""``gettext`` with a memory: a log asks for the same few words a thousand times.

Asking Django which language is active costs more than finding the words, so that is done once for
a whole sentence. Catalogues do not change while a process runs.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Final

from django.utils import translation

_spoken: Final[ContextVar[str]] = ContextVar("language of a sentence", default="")


@contextmanager
def one_language() -> Iterator[None]:
    """Whatever is said until the end is said in the language that is active now."""
    token = _spoken.set(translation.get_language() or "")
    try:
        yield
    finally:
        _spoken.reset(token)


def gettext(message: str) -> str:
    """The message in the language of the sentence."""
    return _one(_spoken.get() or translation.get_language(), message)


def ngettext(singular: str, plural: str, number: int) -> str:
    """The message for so many, in the language of the sentence."""
    return _several(_spoken.get() or translation.get_language(), singular, plural, number)


@lru_cache(maxsize=4096)
def _one(language: str | None, message: str) -> str:
    return translation.gettext(message)


@lru_cache(maxsize=4096)
def _several(language: str | None, singular: str, plural: str, number: int) -> str:
    return translation.ngettext(singular, plural, number)
