"""The cross table: what each did in each round, and who was ahead of whom."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Final

from django.utils.translation import gettext as _
from msgspec import Struct

from tournaments.scoring.results import SeatOutcome, seat_results
from tournaments.scoring.standings import RankedRow
from tournaments.state import Draw, EntrantId, RoundNumber, TableId
from tournaments.state import Tournament as State
from web.pages.common.decimals import number_shown
from web.pages.common.name_search import NameFilter
from web.pages.tournaments.visit import Visit
from web.pages.tournaments.wording import own_stage

Pair = tuple[EntrantId, EntrantId]
Cells = dict[EntrantId, dict[RoundNumber, list[SeatOutcome]]]

NOTHING: Final[frozenset[TableId]] = frozenset()

MOST_AGAINST: Final = 64
"""Lines and columns of who was ahead of whom: all pairs of 256 would be two seconds of work."""

MOST_CELLS: Final = 4000
"""Of all lines, a cell for each round."""


class RoundCell(Struct, frozen=True):
    """What an entrant did in a round.

    ``tables`` has the table, place (0 for the last, of who forfeited) and points of each game,
    whether they count, and whether it was forfeited or resigned. Who had to ``rest`` may have
    points for it, a bye.
    """

    tables: list[tuple[int, int, str, bool, str]]
    rest: bool
    bye: int = 0


class CrossLine(Struct, frozen=True):
    """An entrant: a cell for each round, and one for each entrant in the order of the lines.

    ``points`` are those of all rounds together that count, where standings may have those of the
    last stage.
    ``before`` are the names of those who held the place, who is ``gone`` has dropped out.
    A cell against another says how often ahead and how often behind; empty if they never met.
    Only the first ``MOST_AGAINST`` have these cells, against each other.
    """

    place: int
    name: str
    page: str
    before: list[str]
    rounds: list[RoundCell]
    against: list[str]
    points: str
    gone: bool


class CrossTable(Struct, frozen=True):
    """All of it; ``heads`` are the newest rounds, by number and stage, after ``older`` ones.

    ``left_out`` says that some results do not count, ``staged`` that there was more than one stage.
    ``round_title`` is what a round is called.
    """

    heads: list[tuple[RoundNumber, str]]
    lines: list[CrossLine]
    older: int = 0
    names: NameFilter = NameFilter("")
    left_out: bool = False
    staged: bool = False
    round_title: str = ""

    @property
    def shown(self) -> list[CrossLine]:
        """The lines with a name that fits."""
        return [line for line in self.lines if self.names.finds(line.name)]

    @property
    def columns(self) -> list[CrossLine]:
        """Those against whom lines are shown, whatever name is looked for."""
        return self.lines[:MOST_AGAINST]

    @property
    def against(self) -> list[CrossLine]:
        """The lines with cells against each other."""
        return [line for line in self.columns if self.names.finds(line.name)]

    @property
    def cut(self) -> int:
        """How many those are, where there are others; else 0."""
        return MOST_AGAINST if len(self.lines) > MOST_AGAINST else 0


def cross_table(
    visit: Visit, rows: Sequence[RankedRow], names: NameFilter | None = None
) -> CrossTable:
    """The cross table in the order of the standings, of it the lines with a name that fits."""
    state = visit.state
    order = [row.entrant for row in rows[:MOST_AGAINST]]
    first = set(order)
    cells, ahead = _met(state, first)
    left_out = visit.format.left_out(state) if visit.format else {}
    draws = _newest(state.draws, lines=len(rows))
    return CrossTable(
        names=names or NameFilter(""),
        heads=[(draw.round, own_stage(state, draw.stage)) for draw in draws],
        left_out=any(left_out.values()),
        older=len(state.draws) - len(draws),
        staged=len({draw.stage for draw in state.draws}) > 1,
        round_title=_("Season") if visit.seasons else _("Round"),
        lines=[
            CrossLine(
                place=row.place,
                name=visit.name(one),
                page=visit.page(one),
                before=visit.before(one),
                rounds=[
                    _cell(visit, cells[one][draw.round], one, draw, left_out.get(one, NOTHING))
                    for draw in draws
                ],
                against=[_against(ahead, one, other) for other in order if one in first],
                points=_points(visit, cells[one], one, left_out.get(one, NOTHING)),
                gone=state.entrants[one].gone,
            )
            for row in rows
            for one in (row.entrant,)
        ],
    )


def _met(state: State, compared: Collection[EntrantId]) -> tuple[Cells, Mapping[Pair, int]]:
    """What each did in each round, and of some who was ahead of whom how often, in halves."""
    cells: Cells = defaultdict(lambda: defaultdict(list))
    ahead: defaultdict[Pair, int] = defaultdict(int)
    for table in state.tables.values():
        results = seat_results(state.settings.points, table)
        for entrant, one in results.items():
            cells[entrant][table.round].append(one)
        places = [(entrant, one.place) for entrant, one in results.items() if entrant in compared]
        for (entrant, own), (other, theirs) in permutations(places, 2):
            ahead[entrant, other] += (own < theirs) * 2 + (own == theirs)
    return cells, ahead


def _points(
    visit: Visit,
    rounds: Mapping[RoundNumber, list[SeatOutcome]],
    entrant: EntrantId,
    left_out: frozenset[TableId],
) -> str:
    """The points of all rounds that count, those of rests among them."""
    counting = (one.points for some in rounds.values() for one in some if one.table not in left_out)
    return number_shown(sum(counting, Fraction(_rest_points(visit, entrant))))


def _cell(
    visit: Visit,
    outcomes: list[SeatOutcome],
    entrant: EntrantId,
    draw: Draw,
    left_out: frozenset[TableId],
) -> RoundCell:
    found = [
        (
            one.table,
            0 if one.forfeited else one.place,
            number_shown(one.points),
            one.table not in left_out,
            _out(one),
        )
        for one in outcomes
    ]
    rest = entrant in draw.rest
    bye = visit.format.rest_points(visit.state, draw.stage) if rest and visit.format else 0
    return RoundCell(found, rest, bye)


def _out(one: SeatOutcome) -> str:
    if one.forfeited:
        return _("forfeited")
    return _("resigned") if one.out else ""


def _newest(draws: list[Draw], *, lines: int) -> list[Draw]:
    """The rounds of which so many lines have no more than ``MOST_CELLS`` cells; one at least."""
    return draws[-max(1, MOST_CELLS // max(1, lines)) :]


def _rest_points(visit: Visit, entrant: EntrantId) -> int:
    """What all rounds brought in which an entrant rested."""
    state, form = visit.state, visit.format
    rested = [draw.stage for draw in state.draws if entrant in draw.rest]
    return sum(form.rest_points(state, stage) for stage in rested) if form else 0


def _against(ahead: Mapping[Pair, int], one: EntrantId, other: EntrantId) -> str:
    if (one, other) not in ahead:
        return ""
    own, theirs = Fraction(ahead[one, other], 2), Fraction(ahead[other, one], 2)
    return f"{number_shown(own)}\u2013{number_shown(theirs)}"
