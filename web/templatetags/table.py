"""Symbols and marks of players, as tags for the templates of the table."""

from typing import Final

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from web.presenting.board import Token
from web.presenting.pieces import Sign

register = template.Library()

SIZES: Final = {"circle": 38, "square": 36, "triangle": 50, "diamond": 50}
"""How large each shape is drawn on the board, so that all weigh alike."""
GLYPHS: Final = {"circle": 26, "square": 27, "triangle": 22, "diamond": 25}
RAISED: Final = {"triangle": 7}
"""By shape, how far a shape is moved up so that its symbol stands in the middle of the space."""


@register.simple_tag
def icon(name: str, kind: str = "") -> SafeString:
    """A symbol of the sprite; what it means stands beside it in words."""
    return format_html(
        '<svg class="icon i-{} {}" aria-hidden="true"><use href="#s-{}"/></svg>', name, kind, name
    )


@register.simple_tag
def mark(sign: Sign, kind: str = "") -> SafeString:
    """A player's shape in the player's colour; the name stands beside it."""
    return format_html(
        '<svg class="mark p{} {}" aria-hidden="true"><use href="#shape-{}"/></svg>',
        sign.seat,
        kind,
        sign.shape,
    )


@register.simple_tag
def token(shown: Token) -> SafeString:
    """A unit on the board: the player's shape with the symbol of the unit."""
    shape = shown.sign.shape
    size, glyph = SIZES[shape], GLYPHS[shape]
    up = RAISED.get(shape, 0)
    return format_html(
        '<g class="token p{seat}" data-unit="{hex}" transform="translate({x} {y})">'
        "<title>{title}</title>"
        '<use class="shape" href="#shape-{shape}" x="-{half}" y="-{top}" width="{size}" '
        'height="{size}"/>'
        '<use class="glyph" href="#s-{symbol}" x="-{inner}" y="-{inner}" width="{glyph}" '
        'height="{glyph}"/>{land}</g>',
        seat=shown.sign.seat,
        hex=shown.hex,
        x=shown.x,
        y=shown.y,
        title=shown.title,
        shape=shape,
        half=size // 2,
        top=size // 2 + up,
        size=size,
        symbol=shown.symbol,
        inner=glyph / 2,
        glyph=glyph,
        land=format_html('<text class="under" y="34">{}</text>', shown.land) if shown.land else "",
    )
