"""What a step of the panel draws on the map, as tags for the templates of the table."""

from collections.abc import Sequence
from functools import lru_cache

from django import template
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.drawing.layout import HEIGHT, WIDTH, centre, corner_offset, moved, number, polygon
from games.engine.terms import Hex
from web.pages.overlays.layers import offered
from web.pages.overlays.overlay import Overlay
from web.pages.panel.structs import Choice
from web.pages.table.in_place import InPlace, Shown
from web.pages.table.table import Table
from web.templatetags.table import icon

register = template.Library()


@lru_cache(maxsize=512)
def outline(name: Hex) -> str:
    """The corners of a space."""
    middle = centre(name)
    return polygon(moved(middle, corner_offset(k)) for k in range(6))


@register.simple_tag
def dimmed(choices: Sequence[Choice]) -> str:
    """The map without the spaces to choose from, as ``hexes.js`` draws it; empty for none."""
    holes = [f"M{outline(Hex(choice.hex))}z" for choice in choices if choice.hex]
    return f"M0,0H{number(WIDTH)}V{number(HEIGHT)}H0z{''.join(holes)}" if holes else ""


def written(name: str, shown: Shown) -> SafeString:
    """The new content of a cell. Hidden from screen readers: the panel has it in words."""
    return format_html(
        '<span class="would" data-for="{}" aria-hidden="true">{}</span>',
        name,
        format_html_join(
            "", "<span>{}{}</span>", ((text, symbol and icon(symbol)) for text, symbol in shown)
        ),
    )


@register.simple_tag(takes_context=True)
def after(context: Context, *name: object) -> SafeString | str:
    """The content of a cell after the move to be confirmed; empty if it stays the same."""
    in_place: InPlace | None = context.get("in_place")
    if in_place is None:
        return ""
    cell = "-".join(str(part) for part in name)
    return written(cell, in_place.cells[cell]) if cell in in_place.cells else ""


@register.simple_tag(takes_context=True)
def marker(context: Context, good: str) -> int | None:
    """The place on a track to which a move to be confirmed would take the marker of a price."""
    in_place: InPlace | None = context.get("in_place")
    return None if in_place is None else in_place.markers.get(good)


@register.simple_tag
def overlays(table: Table) -> tuple[tuple[Overlay, str], ...]:
    """The overlays of the map that the viewer can have, and what they are called."""
    return tuple((one, _(one.label)) for one in offered(table))


@register.simple_tag
def all_after(in_place: InPlace) -> SafeString:
    """Every cell that changes."""
    return format_html_join("", "{}", ((written(*one),) for one in in_place.cells.items()))
