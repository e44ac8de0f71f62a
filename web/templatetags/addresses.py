"""The ``url`` tag of all templates: as Django's, with addresses that are worked out once.

A page has dozens of them, and most are those of the page before.
"""

from functools import lru_cache
from typing import Final

from django import template
from django.conf import settings
from django.template import Context
from django.template.base import Parser, Token
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as parsed
from django.urls import NoReverseMatch, get_script_prefix, get_urlconf, reverse
from django.utils.html import conditional_escape

register = template.Library()

KEPT: Final = 4096


@register.tag
def url(parser: Parser, token: Token) -> "KeptURLNode":
    """The address of a view."""
    node = parsed(parser, token)
    return KeptURLNode(node.view_name, node.args, node.kwargs, node.asvar)


class KeptURLNode(URLNode):
    """An address, which may be known from the last time."""

    def render(self, context: Context) -> str:
        """The address, or nothing where it goes into a variable. Raises NoReverseMatch."""
        args = tuple(arg.resolve(context) for arg in self.args)
        kwargs = tuple((name, value.resolve(context)) for name, value in self.kwargs.items())
        found = ""
        try:
            found = address(self.view_name.resolve(context), args, kwargs)
        except NoReverseMatch:
            if self.asvar is None:
                raise
        if self.asvar:
            context[self.asvar] = found
            return ""
        return conditional_escape(found) if context.autoescape else found


def address(name: str, args: tuple[object, ...], kwargs: tuple[tuple[str, object], ...]) -> str:
    """The address of a view. Raises NoReverseMatch."""
    urls = get_urlconf() or settings.ROOT_URLCONF
    try:
        hash((args, kwargs))
    except TypeError:
        return reverse(name, args=args, kwargs=dict(kwargs))
    return _address(name, args, kwargs, urls, get_script_prefix())


@lru_cache(maxsize=KEPT)
def _address(
    name: str,
    args: tuple[object, ...],
    kwargs: tuple[tuple[str, object], ...],
    urls: str,
    prefix: str,
) -> str:
    return reverse(name, args=args, kwargs=dict(kwargs))
