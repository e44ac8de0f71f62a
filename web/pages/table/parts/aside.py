"""That a game counts no more for the tournament whose table it was."""

from uuid import UUID

from msgspec import Struct

from web.pages.table.part import TablePart
from web.pages.table.table import Table


class SetAside(Struct, frozen=True):
    """The tournament that has another result for the table; None where there is none."""

    tournament: UUID | None


class AsidePart(TablePart[SetAside]):
    """A remark in the line under the name of the game; a result of elsewhere is no event."""

    name = "aside"
    place = "line"
    in_replay = False
    always = True
    without_events = True

    def build(self, table: Table) -> SetAside:
        return SetAside(table.game.tournament if table.game.set_aside else None)
