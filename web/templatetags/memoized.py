"""A cache of pieces of pages, by what they show."""

from collections.abc import Hashable
from functools import lru_cache
from typing import Final

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

KEPT: Final = 2048
"""Pieces in memory, nearly all of them of less than 3,000 characters."""
LONGEST: Final = 8000
"""Characters of a piece that is kept. A turn of the log may have 200 events."""


class _TooLong(Exception):
    """A piece that is not kept."""

    def __init__(self, html: SafeString) -> None:
        super().__init__()
        self.html = html


@register.simple_tag
def memoized(name: str, **shown: Hashable) -> SafeString:
    """A template, rendered once for what it shows, unless it is long.

    It is given ``shown`` and nothing of the page around it, and kept for all of that and for the
    language: no viewer gets what was rendered for one who sees something else.
    """
    try:
        return _rendered(name, get_language(), tuple(shown.items()))
    except _TooLong as made:
        return made.html


@lru_cache(maxsize=KEPT)
def _rendered(
    name: str, language: str | None, shown: tuple[tuple[str, Hashable], ...]
) -> SafeString:
    html = render_to_string(name, dict(shown))
    if len(html) > LONGEST:
        raise _TooLong(html)
    return html


def kept() -> int:
    """How many pieces are in memory."""
    return _rendered.cache_info().currsize


def forget() -> None:
    """Drop all pieces, for measurements."""
    _rendered.cache_clear()
