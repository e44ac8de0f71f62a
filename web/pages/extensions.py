"""What clans and expansions add to the page of a table, put together from one tuple."""

from collections.abc import Sequence
from typing import Final

from web.pages import clans
from web.pages.clans import ClanPage
from web.pages.expansions.awards import AwardsPage
from web.pages.expansions.farmers_markets import FarmersMarketsPage
from web.pages.extension import PageExtension
from web.pages.guide import topics
from web.pages.panel import decisions, move_panels
from web.pages.table import table_parts
from web.pages.table.parts import board

SHIPPED: Final[tuple[PageExtension, ...]] = (AwardsPage(), FarmersMarketsPage())


def assemble(extensions: Sequence[PageExtension]) -> None:
    """Make the pages of this process with these extensions.

    The app does so with ``SHIPPED`` when it is ready; tests of an expansion that is not shipped do
    it again. Raises ValueError where two of them bring the same part, panel or clan.
    """
    pages = [*clans.BASE, *(page for one in extensions for page in one.clans())]
    parts = [part for one in extensions for part in one.parts()]
    bringing: list[ClanPage | PageExtension] = [*pages, *extensions]
    rows = [row for one in bringing for row in one.decisions()]
    panels = [panel for one in bringing for panel in one.panels()]
    clans.install(pages)
    board.install([one.tiles for one in extensions])
    table_parts.install([*table_parts.BASE, *parts])
    decisions.install([*decisions.BASE, *rows])
    move_panels.install([*move_panels.BASE, *panels])
    topics.install([topic for one in extensions for topic in one.topics()])
