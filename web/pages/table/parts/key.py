"""The key to the drawing of the board."""

from django.utils.translation import gettext_noop

from web.pages.table.part import TablePart
from web.pages.table.table import Table


class KeyPart(TablePart[None]):
    """The meaning of the symbols; it never changes."""

    name = "key"
    place = "tab"
    label = gettext_noop("Key")
    heading = gettext_noop("Key to the board")
    in_replay = False

    def build(self, table: Table) -> None:
        return None
