"""Who would end the game without a result."""

from msgspec import Struct

from web.pages.table.part import TablePart
from web.pages.table.table import Table


class Agreed(Struct, frozen=True):
    """The seats of those who would, and their names."""

    seats: list[int]
    names: str


class AgreePart(TablePart[Agreed]):
    """A remark in the line under the name of the game; agreeing is no event."""

    name = "agree"
    place = "line"
    in_replay = False
    always = True
    without_events = True

    def build(self, table: Table) -> Agreed:
        seats = sorted(seat.index for seat in table.game.seats.all() if seat.abandons)
        return Agreed(seats, ", ".join(dict.fromkeys(table.signs[seat].name for seat in seats)))
