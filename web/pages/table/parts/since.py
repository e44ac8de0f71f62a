"""What others did since the viewer's last turn, a chip for each move."""

from django.utils.translation import gettext_noop
from msgspec import Struct

from games.engine.terms import Seat
from replays.narration import vocabulary
from web.pages.common.pieces import Sign
from web.pages.table import log_lines
from web.pages.table.part import TablePart
from web.pages.table.parts.log import back_to_last_turn
from web.pages.table.table import Table


class MoveChip(Struct, frozen=True):
    """A move of somebody else: in few words, and as the log says it.

    ``spaces`` are those of the map that it changes.
    """

    version: int
    sign: Sign
    brief: str
    sentence: str
    spaces: str


class SincePart(TablePart[list[MoveChip]]):
    """A strip of fixed height below the board, for players of a running game."""

    name = "since"
    place = "strip"
    heading = gettext_noop("Since your last turn")
    in_replay = False
    always = True

    def hidden(self, table: Table) -> bool:
        return table.seat is None or table.state.over

    def build(self, table: Table) -> list[MoveChip]:
        if table.seat is None or table.state.over:
            return []
        decides = table.state.decision_of(Seat(table.seat)) is not None
        lines = back_to_last_turn(table, table.seat, decides=decides)
        moves = log_lines.since_last_turn(lines, table.seat, decides=decides)
        return [
            MoveChip(
                version=line.version,
                sign=table.signs[line.seat],
                brief=log_lines.plain(vocabulary.listed(line.brief)),
                sentence=log_lines.plain(line.text),
                spaces=log_lines.spaces_of(line.event),
            )
            for line in moves
            if line.seat is not None
        ]
