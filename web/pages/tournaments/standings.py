"""Standings as a page shows them, and why one stands before another."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from tournaments.scoring.explaining import reason
from tournaments.scoring.standings import RankedRow
from tournaments.scoring.tie_breaks import TIE_BREAKS
from tournaments.state import EntrantId
from web.pages.common.decimals import number_shown, value_shown
from web.pages.common.name_search import NameFilter
from web.pages.tournaments.visit import Visit
from web.pages.tournaments.wording import column_title, group_title, stage_title, text_of

POINTS: Final = "points"

StagePoints = dict[str, dict[EntrantId, Fraction]]


class Column(Struct, frozen=True):
    """A column: its head and what it means."""

    name: str
    title: str
    meaning: str


class StandingCell(Struct, frozen=True):
    """A value; ``decides`` marks the points that order the line among those of its block."""

    text: str
    decides: bool = False


class StandingLine(Struct, frozen=True):
    """A line; ``cells`` follow the columns. ``by`` is what puts it before ``below``.

    ``page`` is the user name whose page may be linked.
    """

    place: int
    entrant: EntrantId
    name: str
    page: str
    me: bool
    gone: bool
    cells: list[StandingCell]
    by: str
    below: EntrantId


class StandingBlock(Struct, frozen=True):
    """Lines that belong together: a group of a league, or those who came equally far."""

    title: str
    lines: list[StandingLine]


class ShownStandings(Struct, frozen=True):
    """All of it. Without lines nobody has registered.

    With ``staged`` each stage has a column of points.
    """

    columns: list[Column]
    blocks: list[StandingBlock]
    staged: bool = False

    @property
    def lines(self) -> list[StandingLine]:
        """Of all blocks."""
        return [line for block in self.blocks for line in block.lines]

    def of(self, names: NameFilter) -> "ShownStandings":
        """The lines with a name that fits."""
        blocks = [
            StandingBlock(block.title, [line for line in block.lines if names.finds(line.name)])
            for block in self.blocks
        ]
        return replace(self, blocks=[block for block in blocks if block.lines])


class Why(Struct, frozen=True):
    """Why one of two stands before the other: the deciding sentence, then what led to it."""

    decision: str
    details: list[str]


def rows_of(visit: Visit) -> list[RankedRow]:
    """The standings, best first; none where the format is no longer there.

    Lots are large numbers: in their place stands which of them is the lowest, the next, and so on.
    """
    form, state = visit.format, visit.state
    order = sorted(state.lots, key=lambda one: (state.lots[one], one))
    lots = {one: place for place, one in enumerate(order, 1)}
    return form.standings(replace(state, lots=lots)) if form else []


def standings_of(visit: Visit, rows: Sequence[RankedRow] | None = None) -> ShownStandings:
    """The standings of the state at hand, as tables."""
    rows = rows_of(visit) if rows is None else rows
    names = _names(rows)
    stages = stage_points(visit, rows)
    columns = [column for name in names for column in _columns(visit, name, stages)]
    blocks: list[StandingBlock] = []
    kinds = {(row.stage, row.group) for row in rows}
    for index, row in enumerate(rows):
        below = rows[index + 1].entrant if index + 1 < len(rows) else 0
        line = _line(visit, row, _cells(row, names, stages), below)
        before = rows[index - 1] if index else None
        if before is None or (before.stage, before.group) != (row.stage, row.group):
            title = _title(visit, row) if len(kinds) > 1 else ""
            blocks.append(StandingBlock(title, []))
        blocks[-1].lines.append(line)
    return ShownStandings(columns, blocks, staged=bool(stages))


def stage_points(visit: Visit, rows: Sequence[RankedRow]) -> StagePoints:
    """The points of each stage as its standings count them; none unless there are several."""
    state, form = visit.state, visit.format
    stages = [*dict.fromkeys(draw.stage for draw in state.draws)]
    if form is None or len(stages) < 2:
        return {}
    found: StagePoints = {
        stage: {row.entrant: row.points for row in rows if row.stage == stage} for stage in stages
    }
    # Who came further has other points here. Tie-breaks move none, and take most of the time.
    plain = replace(state.settings, tie_breaks=("lot",), duplicate=False)
    for index, stage in enumerate(stages[:-1]):
        known = stages[: index + 1]
        then = replace(
            state,
            settings=plain,
            draws=[draw for draw in state.draws if draw.stage in known],
            tables={key: one for key, one in state.tables.items() if one.stage in known},
        )
        for row in form.standings(then):
            if not index or row.stage == stage:
                found[stage][row.entrant] = row.points
    return found


def _columns(visit: Visit, name: str, stages: StagePoints) -> list[Column]:
    if name == POINTS and stages:
        meaning = _("The points of this stage. They decide among those who came no further.")
        title = _("Points: %(stage)s")
        return [
            Column(f"{POINTS}-{stage}", title % {"stage": stage_title(visit.state, stage)}, meaning)
            for stage in stages
        ]
    meaning = _(TIE_BREAKS[name].meaning) if name in TIE_BREAKS else ""
    return [Column(name, column_title(name), meaning)]


def _cells(row: RankedRow, names: Sequence[str], stages: StagePoints) -> list[StandingCell]:
    found = []
    first = next(iter(stages), "")
    deciding = row.stage if row.stage in stages else first
    for name in names:
        if name != POINTS:
            found.append(StandingCell(value_shown(name, row.columns.get(name))))
        elif not stages:
            found.append(StandingCell(value_shown(POINTS, row.points), decides=True))
        else:
            for stage, points in stages.items():
                text = number_shown(points[row.entrant]) if row.entrant in points else ""
                found.append(StandingCell(text, decides=stage == deciding))
    return found


def _names(rows: Sequence[RankedRow]) -> list[str]:
    """The columns in the order in which they decide: points first, unless they stand among them."""
    found = dict.fromkeys(name for row in rows for name in row.columns)
    if found.pop("lot", True) is None:
        found["lot"] = None
    return [*found] if POINTS in found else [POINTS, *found]


def _title(visit: Visit, row: RankedRow) -> str:
    parts = [stage_title(visit.state, row.stage)] if row.stage else []
    if row.group:
        parts.append(group_title(row.group))
    return ", ".join(parts) or _("Others")


def _line(
    visit: Visit, row: RankedRow, cells: list[StandingCell], below: EntrantId
) -> StandingLine:
    own = visit.own
    entrant = visit.state.entrants[row.entrant]
    return StandingLine(
        place=row.place,
        entrant=row.entrant,
        name=visit.name(row.entrant),
        page=visit.page(row.entrant),
        me=own is not None and own.id == row.entrant,
        gone=entrant.status in ("dropped", "withdrawn"),
        cells=cells,
        by=column_title(row.ahead_by) if row.ahead_by else "",
        below=below,
    )


def why(visit: Visit, rows: Sequence[RankedRow], one: EntrantId, other: EntrantId) -> Why | None:
    """Why one of two stands before the other; None if they do not both stand there."""
    listed = {row.entrant for row in rows}
    if one == other or not {one, other} <= listed:
        return None
    texts = [
        text_of(said, visit.names, visit.state)
        for said in reason(visit.state, rows, one, other).sentences
    ]
    return Why(texts[0], texts[1:])
