"""The log of rulings: why, by whom, and what changed by them."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.core.paginator import Page, Paginator
from msgspec import Struct
from msgspec.structs import replace

from tournaments import store
from tournaments.formats.base import Format
from tournaments.log import LogRow, fold, read_entry
from tournaments.log.events import Cancelled, RoundDrawn, Ruled
from tournaments.scoring.changes import changes
from tournaments.scoring.standings import RankedRow
from tournaments.state import TableId
from tournaments.state import Tournament as State
from web.pages.tournaments.tables import out_text
from web.pages.tournaments.visit import Visit
from web.pages.tournaments.wording import table_title, text_of

PER_PAGE: Final = 10
MOST_RANKED: Final = 2_500
"""Tables times rulings on a page: what one has changed takes the standings before and after it.

So ten of a tournament with 250 tables, and four with the most that a Swiss one has. Everybody may
ask, and ten of the largest took nearly three seconds of CPU.
"""


class RulingLine(Struct, frozen=True):
    """A ruling; ``moved`` are sentences of who stands elsewhere. ``forfeited`` are names.

    ``old`` and ``new`` are the results before and after it where they differ, a text for each seat.
    One that ``ended`` ended the game beside the result.
    """

    version: int
    when: datetime
    author: str
    table: int
    table_title: str
    reason: str
    forfeited: list[str]
    moved: list[str]
    ended: bool
    old: list[str] | None
    new: list[str] | None

    @property
    def before(self) -> int:
        """The version before it."""
        return self.version - 1


class Moment(Struct, frozen=True):
    """A version at which standings can be looked at: the last one before a round was drawn."""

    version: int
    when: datetime
    round: int


class ListedRulings(NamedTuple):
    """Some rulings, and where they stand among all."""

    lines: list[RulingLine]
    page: Page[int]


def rulings_of(visit: Visit, page: str, *, table: TableId | None = None) -> ListedRulings:
    """A page of the rulings up to the version that is looked at, or of those on one table.

    The newest come first.
    """
    versions = [
        row.version
        for row in store.each(visit.id, upto=visit.state.version, kinds=("ruling",))
        if table in {None, _at(row)}
    ]
    fitting = MOST_RANKED // max(1, len(visit.state.tables))
    shown = Paginator(versions[::-1], max(1, min(PER_PAGE, fitting))).get_page(page)
    rows = store.each(visit.id, upto=max(shown.object_list, default=0))
    ranked = RankedState()
    lines = [_ruling(visit, step, ranked) for step in _steps(rows, {*shown.object_list})]
    return ListedRulings(lines[::-1], shown)


def moments_of(visit: Visit) -> list[Moment]:
    """The end of each round but the newest, the newest of them first."""
    found: dict[int, Moment] = {}
    for row in store.each(visit.id, upto=visit.tournament.version, kinds=("drawn",)):
        entry = read_entry(row.public)
        if isinstance(entry, RoundDrawn) and entry.draw.round > 1:
            over = entry.draw.round - 1
            found.setdefault(over, Moment(row.version - 1, row.recorded_at, over))
    return [*found.values()][::-1]


def why_cancelled(visit: Visit) -> str:
    """The reason that was given; empty for what was not cancelled, or without one."""
    if visit.state.phase != "cancelled":
        return ""
    # After it a seed may have been revealed.
    for row in store.each(visit.id, upto=visit.state.version, kinds=("cancelled",)):
        entry = read_entry(row.public)
        if isinstance(entry, Cancelled):
            return entry.reason
    return ""


class _Step(NamedTuple):
    """A ruling with its row, the state before it and the one after it."""

    row: LogRow
    entry: Ruled
    before: State
    after: State


def _at(row: LogRow) -> TableId | None:
    """The table that a ruling is about."""
    entry = read_entry(row.public)
    return entry.table if isinstance(entry, Ruled) else None


def _steps(rows: Iterable[LogRow], wanted: Collection[int]) -> Iterator[_Step]:
    """The rulings with these versions; a state holds until the next one is asked for."""
    state: State | None = None
    for row in rows:
        entry = read_entry(row.public)
        if row.version in wanted and isinstance(entry, Ruled) and state is not None:
            # A ruling changes its table alone.
            table = state.tables[entry.table]
            kept = replace(table, forfeited=[*table.forfeited])
            before = replace(state, tables={**state.tables, table.id: kept})
            state = fold(state, entry)
            yield _Step(row, entry, before, state)
        else:
            state = fold(state, entry)


def _result(visit: Visit, state: State, number: TableId) -> list[str]:
    """The result of a table, best first: place, name, score; nothing where there is none."""
    table = state.tables[number]
    if table.result is None:
        return []
    found = []
    for seat, entrant in enumerate(table.seats):
        score, out = table.result.score(seat), out_text(table, entrant)
        said = [visit.names.person(state.person_at(table, entrant))]
        said += [str(score)] if score is not None else []
        said += [out] if out else []
        found.append((table.result.places[seat], " · ".join(said)))
    return [f"{place}. {text}" for place, text in sorted(found)]


@dataclass(slots=True)
class RankedState:
    """The standings last worked out: a ruling often follows on another one."""

    version: int = 0
    rows: Sequence[RankedRow] = ()

    def standings(self, form: Format, state: State) -> Sequence[RankedRow]:
        """Those of a state of one and the same tournament."""
        if state.version != self.version:
            self.version, self.rows = state.version, form.standings(state)
        return self.rows


def _ruling(visit: Visit, step: _Step, ranked: RankedState) -> RulingLine:
    form, entry, before, after = visit.format, step.entry, step.before, step.after
    # Names are those of who held the places then.
    moved: list[str] = []
    if form is not None:
        old = ranked.standings(form, before)
        both = changes(before, after, old, ranked.standings(form, after))
        moved = [text_of(one, visit.names, after) for one in both.of_places()]
    differs = before.tables[entry.table].result != entry.result
    return RulingLine(
        version=after.version,
        when=step.row.recorded_at,
        author=visit.names.person(step.row.actor),
        table=entry.table,
        table_title=table_title(after, entry.table),
        reason=entry.reason,
        ended=entry.ended,
        old=_result(visit, before, entry.table) if differs else None,
        new=_result(visit, after, entry.table) if differs else None,
        forfeited=[
            visit.names.person(after.person_at(after.tables[entry.table], one))
            for one in entry.forfeited
        ],
        moved=moved,
    )
