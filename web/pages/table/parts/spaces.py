"""The board as a list of its spaces, for screen readers and scripts."""

from django.utils.translation import gettext_noop

from web.pages.table.part import TablePart
from web.pages.table.parts.board import SHOWN, TOUCHING, MapShown, board_of
from web.pages.table.table import Table


class SpacesPart(TablePart[MapShown]):
    """All spaces of the map; a replay has them with its board."""

    name = "spaces"
    place = "tab"
    label = gettext_noop("List")
    heading = gettext_noop("The board as a list")
    in_replay = False
    fetched = True
    fields = SHOWN
    effects = TOUCHING

    def build(self, table: Table) -> MapShown:
        return board_of(table)
