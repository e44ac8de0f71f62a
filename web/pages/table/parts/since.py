"""What others did since the viewer's last turn, a chip for each move."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from msgspec import Struct

from games.engine import effects as fx
from games.engine.terms import GOODS, Seat
from replays.log import LogLine
from replays.narration import vocabulary
from replays.stepping import PublicEvent
from web.pages.common.pieces import Sign
from web.pages.table import log_lines
from web.pages.table.part import TablePart
from web.pages.table.parts.log import back_to_last_turn
from web.pages.table.table import Table


class MoveChip(Struct, frozen=True):
    """A move of somebody else, or a step of a round's end: in few words, and as the log says it.

    ``sign`` is None for such a step. ``spaces`` are those of the map that it changes, ``gain`` is
    what it brings the viewer.
    """

    version: int
    sign: Sign | None
    brief: str
    sentence: str
    spaces: str
    gain: str = ""


STEPS: Final[Mapping[str, str]] = {
    "production": gettext_noop("Production"),
    "processing": gettext_noop("Processing"),
    "scoring": gettext_noop("Scoring"),
}
"""What the steps of a round's end are called."""


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
                sign=None if line.seat is None else table.signs[line.seat],
                brief=_brief(line),
                sentence=log_lines.plain(line.text),
                spaces=log_lines.spaces_of(line.event),
                gain=_gain(line.event, Seat(table.seat)),
            )
            for line in moves
        ]


def _brief(line: LogLine) -> str:
    """What was done, or what a step of a round's end is called."""
    if line.seat is None:
        return _(STEPS[line.kind])
    return log_lines.plain(vocabulary.listed(line.brief))


def _gain(event: PublicEvent, seat: Seat) -> str:
    """The money, goods and Glory that an event brings a seat; empty for none.

    (CLAN-MACKINTOSH-1)
    """
    pounds, glory, goods = 0, 0, dict.fromkeys(GOODS, 0)
    for effect in event.effects:
        match effect:
            case fx.MoneyChanged(seat=owner, amount=amount) if owner == seat:
                pounds += amount
            case fx.GoodsChanged(seat=owner, good=good, amount=amount) if owner == seat:
                goods[good] += amount
            case fx.GloryGained(seat=owner, amount=amount) if owner == seat:
                glory += amount
    gained = {good: amount for good, amount in goods.items() if amount > 0}
    if pounds <= 0 and glory <= 0 and not gained:
        return ""
    money = [vocabulary.money(pounds)] if pounds > 0 else []
    parts = [*money, *(vocabulary.amount(good, number) for good, number in gained.items())]
    if glory > 0:
        parts.append(ngettext("%(n)s Glory", "%(n)s Glory", glory) % {"n": glory})
    # Translators: what a move of somebody else brings the reader, such as "you +£3" or
    # "you +£60, 1 grain, 1 bread". It stands in brackets behind that move.
    return _("you +%(gain)s") % {"gain": vocabulary.joined(parts)}
