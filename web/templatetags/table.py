"""Symbols and marks of players, as tags for the templates of the table."""

from collections.abc import Iterator
from typing import Any, Final

from django import template
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from web.pages.common.pieces import Sign
from web.pages.replay.charts import NUMBER
from web.pages.site import manual
from web.pages.table.parts.board import UnitToken
from web.pages.table.table_parts import links, placed

register = template.Library()

SIZES: Final = {"circle": 42, "square": 40, "triangle": 54, "diamond": 54}
"""How large each shape is drawn on the board, so that all weigh alike."""
GLYPHS: Final = {"circle": 28, "square": 29, "triangle": 24, "diamond": 27}
RAISED: Final = {"triangle": 7}
"""By shape, how far a shape is moved up so that its symbol stands in the middle of the space."""
LIFTED: Final = 4
"""How far a unit on land is moved up: the cost of the land stands under it."""


@register.simple_tag(takes_context=True)
def place(context: Context, name: str) -> SafeString:
    """The parts of the table that stand in a place of its page."""
    table = context["table"]
    templates = ((part.template, part.context(table)) for part in placed(table, name))
    return _rendered(context, templates)


@register.simple_tag(takes_context=True)
def replay_place(context: Context, name: str) -> SafeString:
    """The parts of the table that stand in a place of the page of its replay."""
    table = context["table"]
    templates = (
        (part.replay_template, part.context(table) | {"fragments": [*part.fragments(table)]})
        for part in placed(table, name)
        if part.in_replay
    )
    return _rendered(context, templates)


def _rendered(context: Context, templates: Iterator[tuple[str, dict[str, Any]]]) -> SafeString:
    """Templates one after the other, each with what it is given beside the context."""
    assert context.template is not None
    engine = context.template.engine
    html = []
    for name, known in templates:
        with context.push(**known):
            html.append((engine.get_template(name).render(context),))
    return format_html_join("\n", "{}", html)


@register.simple_tag(takes_context=True)
def part_links(context: Context, *, replay: bool = False) -> list[tuple[str, str]]:
    """The ids and the names of the parts to which the navigation leads."""
    return list(links(context["table"], replay=replay))


@register.simple_tag
def table_keys() -> manual.Keys:
    """The keys for playing, and what each does."""
    return manual.TABLE_KEYS


@register.filter
def written(form: str, number: int) -> str:
    """A number as a chart writes its values, such as ``£5``."""
    return form.replace(NUMBER, str(number))


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
def token(shown: UnitToken) -> SafeString:
    """A unit on the board: the player's shape with the symbol of the unit."""
    shape = shown.sign.shape
    size, glyph = SIZES[shape], GLYPHS[shape]
    lifted = LIFTED if shown.land else 0
    return format_html(
        '<g class="token p{seat}" data-unit="{hex}" transform="translate({x} {y})">'
        "<title>{title}</title>"
        '<use class="shape" href="#shape-{shape}" x="-{half}" y="-{top}" width="{size}" '
        'height="{size}"/>'
        '<use class="glyph" href="#s-{symbol}" x="-{inner}" y="-{rise}" width="{glyph}" '
        'height="{glyph}"/>{land}</g>',
        seat=shown.sign.seat,
        hex=shown.hex,
        x=shown.x,
        y=shown.y,
        title=shown.title,
        shape=shape,
        half=size // 2,
        top=size // 2 + RAISED.get(shape, 0) + lifted,
        size=size,
        symbol=shown.symbol,
        inner=glyph / 2,
        rise=glyph / 2 + lifted,
        glyph=glyph,
        land=format_html('<text class="under" y="35">{}</text>', shown.land) if shown.land else "",
    )
