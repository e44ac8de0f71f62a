"""What clans and expansions add to the page of a table, put together from one tuple."""

from collections.abc import Sequence
from typing import Final

from web.pages.extension import PageExtension
from web.pages.panel import decisions, move_panels
from web.pages.panel.moves.base import AnyPanel
from web.pages.panel.moves.clans import BrewPanel, CellarPanel, RowPanel
from web.pages.table import table_parts


class MacDonald(PageExtension):
    """Fishermen row."""

    def panels(self) -> tuple[AnyPanel, ...]:
        return (RowPanel(),)


class MacKenzie(PageExtension):
    """Barrels come out of the cellar."""

    def panels(self) -> tuple[AnyPanel, ...]:
        return (CellarPanel(),)


class MacEwan(PageExtension):
    """Grain is sold as beer."""

    def panels(self) -> tuple[AnyPanel, ...]:
        return (BrewPanel(),)


SHIPPED: Final[tuple[PageExtension, ...]] = (MacDonald(), MacKenzie(), MacEwan())


def assemble(extensions: Sequence[PageExtension]) -> None:
    """Make the pages of this process with these extensions.

    The app does so with ``SHIPPED`` when it is ready; tests of an expansion that is not shipped do
    it again. Raises ValueError where two of them bring the same part or panel.
    """
    rows = [row for one in extensions for row in one.decisions()]
    parts = [part for one in extensions for part in one.parts()]
    panels = [panel for one in extensions for panel in one.panels()]
    table_parts.install([*table_parts.BASE, *parts])
    decisions.install([*decisions.BASE, *rows])
    move_panels.install([*move_panels.BASE, *panels])
