"""What holds in every tournament, after every event of its log."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

from msgspec import Struct

from tournaments.drawing import draw_round
from tournaments.formats import FORMATS
from tournaments.formats.finals import TITLES
from tournaments.log import Entry, fold, read_entry
from tournaments.log.events import RoundDrawn, public_text
from tournaments.log.stored import digest
from tournaments.scoring.changes import changes
from tournaments.scoring.explaining import reason, value_in
from tournaments.scoring.places import check_result
from tournaments.scoring.points import result_points
from tournaments.scoring.standings import PARTS, RankedRow
from tournaments.scoring.tie_breaks import TIE_BREAKS
from tournaments.state import Draw, Tournament

MOST_EXPLAINED: Final = 12
"""Pairs of neighbours whose order is explained at each moment."""


class Remembered(Struct, frozen=True):
    """The standings after a version of the log, as they were then."""

    version: int
    rows: list[RankedRow]


def broken_rules(
    events: Sequence[Entry], seed: bytes, remembered: Sequence[Remembered]
) -> list[str]:
    """What is wrong with a log and the standings of its time; nothing if all holds.

    The log is read back from its stored text and folded anew.
    """
    return list(_broken(events, seed, {one.version: one.rows for one in remembered}))


def _broken(
    events: Sequence[Entry], seed: bytes, remembered: dict[int, list[RankedRow]]
) -> Iterator[str]:
    state: Tournament | None = None
    for version, event in enumerate(events, 1):
        stored = read_entry(public_text(event))
        if stored != event:
            yield f"{version}: the event is not what its stored text says"
        if isinstance(event, RoundDrawn) and state is not None:
            yield from (f"{version}: {text}" for text in broken_draw(state, event, seed))
        state = fold(state, stored)
        if version not in remembered:
            continue
        rows = FORMATS[state.settings.format].standings(state)
        if rows != remembered[version]:
            yield f"{version}: standings as of then are not those of then"
        yield from (f"{version}: {text}" for text in broken_standings(state, rows))
    if state is not None:
        yield from broken_tables(state)
        yield from broken_end(state, seed)
        yield from broken_sums(state)


def broken_draw(state: Tournament, event: RoundDrawn, seed: bytes) -> Iterator[str]:
    """Of a draw: it can be derived again, and seats who is to play, nobody twice."""
    before, draw = digest(state), event.draw
    if draw_round(state, seed, number=draw.round, attempt=event.attempt) != draw:
        yield "the draw derived again is another one"
    if digest(state) != before:
        yield "a draw changes the state"
    form = FORMATS[state.settings.format]
    if draw.round > max(1, state.round) and form.over(state) is not None:
        yield "a round is drawn after there was no further one"
    seats = Counter(one for table in draw.tables for one in table.seats)
    playing = set(state.to_draw()) if event.attempt == 1 else set(state.active())
    if any(len(set(table.seats)) < len(table.seats) for table in draw.tables):
        yield "an entrant has two seats of a table"
    if not {len(table.seats) for table in draw.tables} <= set(form.sizes):
        yield "a table has a size that the format does not have"
    if not set(seats) | set(draw.rest) <= playing or set(seats) & set(draw.rest):
        yield "somebody is drawn who does not take part, or rests and plays"
    first = draw if draw.round <= 1 else state.draws[0]
    entrants = len({one for table in first.tables for one in table.seats}.union(first.rest))
    once = form.plays_once(state.settings.format_options, entrants)
    if once and max(seats.values()) > 1:
        yield "an entrant sits at two tables of a round"
    if draw.stage not in TITLES and set(seats) | set(draw.rest) != playing:
        yield "somebody has no table and does not rest"
    if form.name == "league":
        yield from _broken_season(draw)


def broken_end(state: Tournament, seed: bytes) -> Iterator[str]:
    """Of the newest state: the format says that it is over where nothing more can be drawn."""
    form = FORMATS[state.settings.format]
    if form.endless or not state.draws or not state.round_over():
        return
    ended = form.over(state) is not None
    if ended != (draw_round(state, seed, number=state.round + 1, attempt=1) is None):
        yield "the format says that it is over where a round can be drawn, or the other way round"


def _broken_season(draw: Draw) -> Iterator[str]:
    """Of several tables at once: all of an entrant are of one group, from each seat once."""
    held = Counter((one, seat) for table in draw.tables for seat, one in enumerate(table.seats))
    if set(held.values()) != {1} or len({len(table.seats) for table in draw.tables}) > 1:
        yield "an entrant holds a seat twice in a season"
    groups = {(one, table.group) for table in draw.tables for one in table.seats}
    if len(groups) != len({one for one, _ in groups}):
        yield "an entrant plays in two divisions"


def broken_tables(state: Tournament) -> Iterator[str]:
    """The points of each table sum to what the table of points says."""
    for table in state.tables.values():
        if table.result is None:
            continue
        check_result(table.seats, table.result)
        given = sum(result_points(state.settings.points, table.seats, table.result))
        row = next(row for row in state.settings.points if len(row) == len(table.seats))
        nobody = set(table.result.forfeited) == set(table.seats)
        if given != (0 if nobody else sum(row)):
            yield f"the points of table {table.id} sum to {given}"


def broken_sums(state: Tournament) -> Iterator[str]:
    """Where all tables count, the points of all entrants are those of all tables; ratings too."""
    rows = FORMATS[state.settings.format].standings(state)
    if state.settings.format in ("series", "ladder"):
        given = sum(
            sum(result_points(state.settings.points, table.seats, table.result))
            for table in state.tables.values()
            if table.result
        )
        if sum(row.points for row in rows) != given:
            yield "the points of all entrants are not those of all tables"
    ratings = [row.columns["rating"] for row in rows if "rating" in row.columns]
    if sum(one or 0 for one in ratings) != 1500 * len(ratings):
        yield "ratings have come from nowhere"


def broken_standings(state: Tournament, rows: Sequence[RankedRow]) -> Iterator[str]:
    """A total order of everybody who competed, each place for a reason that can be named."""
    if [row.place for row in rows] != list(range(1, len(rows) + 1)):
        yield "two share a place, or one is left out"
    if sorted(row.entrant for row in rows) != sorted(state.competed()):
        yield "the standings do not list everybody who competed, once each"
    yield from _broken_order(state, rows)
    for row, following in list(pairwise(rows))[:MOST_EXPLAINED]:
        found = reason(state, rows, following.entrant, row.entrant)
        if (found.ahead, found.column) != (row.entrant, row.ahead_by):
            yield f"the reason for {row.entrant} before {following.entrant} is another one"
        list(map(str, found.sentences))
    if len(rows) > 1:
        # The columns of the last row are others where the first one has played a final.
        found = reason(state, rows, rows[0].entrant, rows[-1].entrant)
        if found.ahead != rows[0].entrant or not found.sentences:
            yield "there is no reason for the first before the last"
    if changes(state, state, rows, rows).sentences():
        yield "something has changed from now to now"


def _broken_order(state: Tournament, rows: Sequence[RankedRow]) -> Iterator[str]:
    """What is said to put a row before the next one does."""
    for row, following in pairwise(rows):
        if row.ahead_by in PARTS:
            continue
        if not row.ahead_by:
            if state.lots.keys() >= {row.entrant, following.entrant}:
                yield f"nothing puts {row.entrant} before {following.entrant}"
            continue
        high, low = value_in(row, row.ahead_by), value_in(following, row.ahead_by)
        if not _before(row.ahead_by, high, low):
            yield f"{row.ahead_by} does not put {row.entrant} before {following.entrant}"


def _before(column: str, high: Fraction | None, low: Fraction | None) -> bool:
    if high is None or low is None:
        return TIE_BREAKS[column].unknown_last and high is not None
    return high < low if TIE_BREAKS[column].lowest else high > low
