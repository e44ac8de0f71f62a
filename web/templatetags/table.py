"""Symbols and marks of players, as tags for the templates of the table."""

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from django import template
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from msgspec import Struct

from games.drawing import svg
from games.drawing.layout import between, centre, corner_offset, moved, polygon
from games.engine.terms import Hex
from web.pages.common.pieces import ContractCard, Sign
from web.pages.guide.topics import address, topics
from web.pages.replay.charts import NUMBER
from web.pages.replay.moments import LENGTH
from web.pages.site import manual
from web.pages.table.parts.board import UnitToken
from web.pages.table.table_parts import links, placed, replayed, tabs

register = template.Library()

SIZES: Final = {"circle": 42, "square": 40, "triangle": 54, "diamond": 54}
"""How large each shape is drawn on the board, so that all weigh alike."""
GLYPHS: Final = {"circle": 28, "square": 29, "triangle": 24, "diamond": 27}
RAISED: Final = {"triangle": 7}
"""By shape, how far a shape is moved up so that its symbol stands in the middle of the space."""
KEY: Final = {
    "grassland": ((-13, -14), (15, -6), (-6, 18)),
    "forest": ((-13, -12), (14, -6), (-4, 18)),
    "mountain": ((-13, -12), (15, -4), (-4, 18)),
    "water": ((-8, -12), (10, 6)),
}
"""The places of the symbols of a ground in the key."""
LIFTED: Final = 4
"""How far a unit on land is moved up: the cost of the land stands under it."""


@register.simple_tag(takes_context=True)
def place(context: Context, name: str) -> SafeString:
    """The parts of the table that stand in a place of its page."""
    table = context["table"]
    templates = ((part.template, part.page_context(table)) for part in placed(table, name))
    return _rendered(context, templates)


@register.simple_tag(takes_context=True)
def place_label(context: Context, name: str) -> str:
    """What a tab for all parts of a place is called: as the only one of them, or ``Modules``."""
    table = context["table"]
    parts = placed(table, name)
    return parts[0].title(table) if len(parts) == 1 else _("Modules")


@register.simple_tag(takes_context=True)
def replay_place(context: Context, name: str) -> SafeString:
    """The parts of the table that stand in a place of the page of its replay."""
    table = context["table"]
    templates = (
        (part.replay_template, part.context(table) | {"fragments": [*part.fragments(table)]})
        for part in replayed(table, name)
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


class Tab(Struct, frozen=True):
    """A part of the table behind a tab; ``open`` is set for the one that is shown first."""

    name: str
    label: str
    open: bool
    html: SafeString


@register.simple_tag(takes_context=True)
def part_tabs(context: Context, place: str) -> list[Tab]:
    """The parts of the table that are the tabs of a place."""
    table = context["table"]
    parts, first = tabs(table, place)
    return [
        Tab(
            name=part.name,
            label=part.link(table) or part.title(table),
            open=part.name == first,
            html=_rendered(context, iter([(part.template, part.page_context(table))])),
        )
        for part in parts
    ]


@register.simple_tag(takes_context=True)
def start_link(context: Context, kind: str, name: str, value: object) -> SafeString:
    """The link without scripts with which a move begins at what bears this ``data-light``.

    ``kind`` is its class. Scripts put links of their own there, with each new panel.
    """
    play = context.get("play")
    starts = [] if play is None or play.panel is None else play.panel.starts
    start = next((one for one in starts if one.on == f"{name}-{value}"), None)
    if start is None:
        return SafeString("")
    return format_html(
        '<noscript><a class="{}" href="?{}#panel" aria-label="{}">{}</a></noscript>',
        kind,
        start.query,
        start.label,
        start.word,
    )


@register.simple_tag(takes_context=True)
def about(context: Context, topic: str, *, hint: bool = False) -> SafeString:
    """The control that explains a topic: a link to its page, which scripts show in a popover.

    Nothing where there is no such topic, or no table to take values from. With ``hint`` it goes
    where explanations are off.
    """
    found, table = topics().get(topic), context.get("table")
    if found is None or table is None:
        return SafeString("")
    label = _("Explanation: %(name)s") % {"name": found.title()}
    return _explaining(address(table, topic), label, hint)


@lru_cache(maxsize=2048)
def _explaining(href: str, label: str, hint: bool) -> SafeString:
    shown = SafeString(" data-hint" if hint else "")
    return format_html('<a class="about" href="{}" aria-label="{}"{}>?</a>', href, label, shown)


@register.simple_tag(takes_context=True)
def part_links(context: Context, *, replay: bool = False) -> list[tuple[str, str]]:
    """The ids and the names of the parts to which the navigation leads."""
    return list(links(context["table"], replay=replay))


@register.simple_tag
def table_keys() -> manual.Keys:
    """The keys for playing, and what each does."""
    return manual.TABLE_KEYS


@register.simple_tag
def moments_length() -> int:
    """How many versions a script gets at once to show moves."""
    return LENGTH


@register.filter
def written(form: str, number: int) -> str:
    """A number as a chart writes its values, such as ``£5``."""
    return form.replace(NUMBER, str(number))


@register.simple_tag
@lru_cache(maxsize=512)
def icon(name: str, kind: str = "") -> SafeString:
    """A symbol of the sprite; what it means stands beside it in words."""
    return format_html(
        '<svg class="icon i-{} {}" aria-hidden="true"><use href="#s-{}"/></svg>', name, kind, name
    )


@register.simple_tag
@lru_cache(maxsize=512)
def within(name: Hex) -> str:
    """A line a little inside of a space, as ``hexes.js`` draws it."""
    middle = centre(name)
    return polygon(between(middle, moved(middle, corner_offset(k)), 0.93) for k in range(6))


@register.simple_tag
def standing(ground: str) -> SafeString:
    """The symbols of a ground, for the key of the map."""
    return mark_safe("".join(svg.standing(ground, KEY[ground])))  # noqa: S308 - paths of ours


@register.simple_tag
def contract_number(cards: Sequence[ContractCard], number: int) -> SafeString:
    """The number of a contract in a sentence, as a button that tells what is on its card."""
    card = next(card for card in cards if card.number == number)
    asks, gives = (
        [[one.symbol, one.text, one.label] for one in side] for side in (card.asks, card.gives)
    )
    words = _("Contract %(number)s. Asks for: %(asks)s. Gives: %(gives)s.") % {
        "number": number,
        "asks": ", ".join(f"{text} {label}" for _symbol, text, label in asks),
        "gives": ", ".join(
            text if symbol == "money" else f"{text} {label}" for symbol, text, label in gives
        ),
    }
    return format_html(
        '<button type="button" class="contract-no" data-card="{}" data-words="{}">{}</button>',
        json.dumps([number, asks, gives]),
        words,
        number,
    )


@register.simple_tag
@lru_cache(maxsize=512)
def mark(sign: Sign, kind: str = "") -> SafeString:
    """A player's shape in the player's colour; the name stands beside it."""
    return format_html(
        '<svg class="mark p{} {}" aria-hidden="true"><use href="#shape-{}"/></svg>',
        sign.seat,
        kind,
        sign.shape,
    )


@register.simple_tag
@lru_cache(maxsize=2048)
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
