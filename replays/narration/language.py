"""``gettext`` with a cache: a log needs the same few messages a thousand times.

Asking Django for the active language costs more than the look-up, so it is done once for a whole
sentence. Catalogues do not change while a process runs. What is kept for a language is asked for in
that language, whatever another one is active inside the block.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Final

from django.utils import translation

_active: Final[ContextVar[str]] = ContextVar("language of a sentence", default="")
_contract: Final[ContextVar[str]] = ContextVar("form of contract numbers", default="%s")


@contextmanager
def one_language(contract: str = "%s") -> Iterator[None]:
    """Use the language that is active now for the whole block; ``contract`` as for ``sentence``."""
    token = _active.set(translation.get_language() or "")
    form = _contract.set(contract)
    try:
        yield
    finally:
        _contract.reset(form)
        _active.reset(token)


def numbered(contract: int) -> str:
    """The number of a contract as the sentence writes it."""
    return _contract.get() % contract


def gettext(message: str) -> str:
    """The message in the language of the sentence."""
    return _one(_active.get() or translation.get_language(), message)


def pgettext(context: str, message: str) -> str:
    """The message of a context, in the language of the sentence."""
    return _in_context(_active.get() or translation.get_language(), context, message)


def ngettext(singular: str, plural: str, number: int) -> str:
    """The message for a number, in the language of the sentence."""
    return _several(_active.get() or translation.get_language(), singular, plural, number)


@lru_cache(maxsize=4096)
def _one(language: str | None, message: str) -> str:
    with translation.override(language):
        return translation.gettext(message)


def npgettext(context: str, singular: str, plural: str, number: int) -> str:
    """The message of a context for a number, in the language of the sentence."""
    language = _active.get() or translation.get_language()
    return _several_in_context(language, context, singular, plural, number)


@lru_cache(maxsize=4096)
def _several(language: str | None, singular: str, plural: str, number: int) -> str:
    with translation.override(language):
        return translation.ngettext(singular, plural, number)


@lru_cache(maxsize=4096)
def _in_context(language: str | None, context: str, message: str) -> str:
    with translation.override(language):
        return translation.pgettext(context, message)


@lru_cache(maxsize=4096)
def _several_in_context(
    language: str | None, context: str, singular: str, plural: str, number: int
) -> str:
    with translation.override(language):
        return translation.npgettext(context, singular, plural, number)
