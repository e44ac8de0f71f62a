"""Standings as a page shows them, and why one stands before another."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from tournaments.scoring.explaining import reason
from tournaments.scoring.standings import (
    PARTS,
    RankedRow,
    column_value,
    known_columns,
    with_ranked_lots,
)
from tournaments.scoring.tie_breaks import THIRDS, TIE_BREAKS
from tournaments.state import EntrantId
from web.pages.common.decimals import number_shown, value_shown
from web.pages.common.name_search import NameFilter
from web.pages.tournaments.visit import Visit
from web.pages.tournaments.wording import (
    column_title,
    group_title,
    numbered_round,
    stage_title,
    text_of,
)

POINTS: Final = "points"

EARLIER: Final = "earlier"
PLAYED: Final = "played"


class Column(Struct, frozen=True):
    """A column: its head and what it means. With a ``stage`` it has what was reached there."""

    name: str
    title: str
    meaning: str
    stage: str = ""


class StandingCell(Struct, frozen=True):
    """A value; ``decides`` marks the points that order the line among those of its block."""

    text: str
    decides: bool = False


class StandingLine(Struct, frozen=True):
    """A line; ``cells`` follow the columns. ``by`` is what puts it before ``below``,
    and ``tie`` is set where that is a tie-break: what orders the standings first is equal, and one
    of the two has played.

    ``page`` is the user name whose page may be linked, ``before`` are those who held the place.
    """

    place: int
    entrant: EntrantId
    name: str
    page: str
    me: bool
    gone: bool
    before: list[str]
    cells: list[StandingCell]
    by: str
    below: EntrantId
    tie: bool = False


class StandingBlock(Struct, frozen=True):
    """Lines that belong together: a group of a league, or those who came equally far.

    ``unplayed`` is one in which nobody has a result yet.
    """

    title: str
    lines: list[StandingLine]
    unplayed: bool = False


class ShownStandings(Struct, frozen=True):
    """All of it. Without lines nobody has registered.

    With ``staged`` each stage has a column of points. With ``uneven`` some have played more tables
    than others, and the first column says how many.
    """

    columns: list[Column]
    blocks: list[StandingBlock]
    staged: bool = False
    uneven: bool = False

    @property
    def lines(self) -> list[StandingLine]:
        """Of all blocks."""
        return [line for block in self.blocks for line in block.lines]

    def of(self, names: NameFilter) -> "ShownStandings":
        """The lines with a name that fits."""
        blocks = [
            replace(block, lines=[line for line in block.lines if names.finds(line.name)])
            for block in self.blocks
        ]
        return replace(self, blocks=[block for block in blocks if block.lines])


class Why(Struct, frozen=True):
    """Why one of two stands before the other: the deciding sentence, then what led to it.

    ``opponents`` are those of whom the opponents' mean of each is.
    """

    decision: str
    details: list[str]
    opponents: list[str]


def rows_of(visit: Visit) -> list[RankedRow]:
    """The standings, best first; none where the format is no longer there."""
    form = visit.format
    return form.standings(with_ranked_lots(visit.state)) if form else []


def standings_of(visit: Visit, rows: Sequence[RankedRow] | None = None) -> ShownStandings:
    """The standings of the state at hand, as tables."""
    rows = rows_of(visit) if rows is None else rows
    stages = [*dict.fromkeys(draw.stage for draw in visit.state.draws)]
    names = [name for name in _names(rows) if name != THIRDS or _has_thirds(visit)]
    columns = [column for name in names for column in _columns(visit, name, stages)]
    uneven = len({row.stage for row in rows}) < len({(row.stage, _games_of(row)) for row in rows})
    blocks: list[StandingBlock] = []
    kinds = {(row.stage, row.group) for row in rows}
    played = {(row.stage, row.group) for row in rows if row.played}
    for index, row in enumerate(rows):
        below = rows[index + 1] if index + 1 < len(rows) else None
        cells = _cells(row, columns, stages)
        line = _line(visit, row, [_played(row), *cells] if uneven else cells, below)
        before = rows[index - 1] if index else None
        kind = (row.stage, row.group)
        if before is None or (before.stage, before.group) != kind:
            title = _title(visit, row) if len(kinds) > 1 else ""
            blocks.append(StandingBlock(title, [], unplayed=kind not in played))
        blocks[-1].lines.append(line)
    if uneven:
        meaning = _("The tables that have a result so far. Their number decides nothing.")
        columns.insert(0, Column(PLAYED, _("Games played"), meaning))
    return ShownStandings(columns, blocks, staged=len(stages) > 1, uneven=uneven)


def _has_thirds(visit: Visit) -> bool:
    """Whether three or more sit at a table, or could: in duels nobody comes third."""
    sizes = [len(table.seats) for table in visit.state.tables.values()]
    if not sizes and visit.format is not None:
        sizes = [*visit.format.sizes]
    return max(sizes, default=0) > 2


def _played(row: RankedRow) -> StandingCell:
    return StandingCell(str(_games_of(row)))


def _games_of(row: RankedRow) -> int:
    """How many tables of all stages have a result of an entrant."""
    return sum(stage.played for stage in row.stages)


def _columns(visit: Visit, name: str, stages: Sequence[str]) -> list[Column]:
    """A column; of points one for each stage, of places before for each but the first."""
    if name == POINTS and len(stages) > 1:
        meaning = _("The points of this stage. They decide among those who came no further.")
        return _by_stage(visit, name, _("Points: %(stage)s"), meaning, stages)
    meaning = _(TIE_BREAKS[name].meaning) if name in TIE_BREAKS else ""
    if name == EARLIER and len(stages) > 2:
        return _by_stage(visit, name, _("Place before: %(stage)s"), meaning, stages[1:])
    return [Column(name, column_title(name), meaning)]


def _by_stage(
    visit: Visit, name: str, title: str, meaning: str, stages: Sequence[str]
) -> list[Column]:
    return [
        Column(
            f"{name}-{stage}", title % {"stage": stage_title(visit.state, stage)}, meaning, stage
        )
        for stage in stages
    ]


def _cells(row: RankedRow, columns: Sequence[Column], stages: Sequence[str]) -> list[StandingCell]:
    deciding = row.stage if row.stage in stages else next(iter(stages), "")
    # In a ladder the rating stands before the points.
    first = columns[0].name if columns and not columns[0].stage else POINTS
    cells = [_cell(row, column, deciding) for column in columns]
    if first == POINTS:
        return cells
    return [
        replace(cell, decides=column.name == first)
        for column, cell in zip(columns, cells, strict=True)
    ]


def _cell(row: RankedRow, column: Column, deciding: str) -> StandingCell:
    """A value. Tie-breaks of who came further are those of the stage before."""
    name = column.name.partition("-")[0]
    if name != POINTS and not column.stage:
        known = any(name in one.columns for one in row.stages)
        return StandingCell(value_shown(name, column_value(row, name)) if known else "")
    there = (one for one in row.stages if column.stage in {"", one.stage or deciding})
    at = next(there, None)
    if name != POINTS:
        return StandingCell(value_shown(name, at.columns.get(name)) if at else "")
    text = number_shown(at.points) if at else ""
    return StandingCell(text, decides=column.stage in {"", deciding})


def _names(rows: Sequence[RankedRow]) -> list[str]:
    """The columns in the order in which they decide: points first, unless they stand among them."""
    found = known_columns(rows)
    if "lot" in found:
        found = [name for name in found if name != "lot"] + ["lot"]
    return found if POINTS in found else [POINTS, *found]


def _title(visit: Visit, row: RankedRow) -> str:
    parts = [_stage(visit, row)] if row.stage else []
    if row.group:
        parts.append(group_title(row.group))
    return ", ".join(parts) or _("Others")


def _stage(visit: Visit, row: RankedRow) -> str:
    """What the stage of a row is called; in a league that is the season it is of."""
    drawn = [
        one.round
        for one in visit.state.draws
        if any(row.entrant in table.seats for table in one.tables)
    ]
    if visit.seasons and drawn:
        return numbered_round(visit.state.settings.format, drawn[-1])
    return stage_title(visit.state, row.stage)


def _line(
    visit: Visit, row: RankedRow, cells: list[StandingCell], below: RankedRow | None
) -> StandingLine:
    own = visit.own
    entrant = visit.state.entrants[row.entrant]
    return StandingLine(
        place=row.place,
        entrant=row.entrant,
        name=visit.name(row.entrant),
        page=visit.page(row.entrant),
        me=own is not None and own.id == row.entrant,
        gone=entrant.gone,
        before=visit.before(row.entrant),
        cells=cells,
        by=_ahead_by(row, below),
        below=below.entrant if below else 0,
        tie=_tied(visit, row, below),
    )


def _tied(visit: Visit, row: RankedRow, below: RankedRow | None) -> bool:
    """Whether a row and the next one are equal in what comes first: points, a ladder's rating.

    Two who have not played are not tied, though something has to order them.
    """
    if below is None or visit.format is None or not (row.played or below.played):
        return False
    first = visit.format.order(visit.state.settings)[0]
    return row.ahead_by not in (*PARTS, first)


def _ahead_by(row: RankedRow, below: RankedRow | None) -> str:
    """What puts a row before the next one; nothing on the last one."""
    if row.ahead_by:
        return column_title(row.ahead_by)
    return _("Registration") if below else ""


def why(visit: Visit, rows: Sequence[RankedRow], one: EntrantId, other: EntrantId) -> Why | None:
    """Why one of two stands before the other; None if they do not both stand there."""
    listed = {row.entrant for row in rows}
    if one == other or not {one, other} <= listed:
        return None
    left_out = visit.format.left_out(visit.state) if visit.format else {}
    found = reason(visit.state, rows, one, other, left_out=left_out)
    texts, met = (
        [text_of(said, visit.names, visit.state) for said in several]
        for several in (found.sentences, found.opponent_sentences)
    )
    return Why(texts[0], texts[1:], met)
