"""Rounds to come: those of a schedule, and the draw that a director looks at before all others."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from msgspec import Struct

from tournaments.drawing import without_newest
from tournaments.state import FINAL, Draw, EntrantId
from web.pages.common.decimals import number_shown
from web.pages.common.name_search import NameFilter
from web.pages.tournaments.standings import rows_of
from web.pages.tournaments.tables import EVERYBODY, resting
from web.pages.tournaments.visit import Visit, by_hand_text
from web.pages.tournaments.wording import (
    group_title,
    numbered_table,
    own_stage,
    rest_text,
    round_title,
)


class ScheduledRound(Struct, frozen=True):
    """A round of a schedule that is not drawn yet: who sits where, if nobody leaves."""

    title: str
    tables: list[list[str]]
    rests: str


def coming_rounds(visit: Visit, names: NameFilter = EVERYBODY) -> list[ScheduledRound]:
    """The rounds to come as far as they are known, with the tables and people of these names."""
    found = visit.format.coming(visit.state) if visit.format else []
    rounds = list[ScheduledRound]()
    for draw in found:
        seated = [[visit.name(one) for one in table.seats] for table in draw.tables]
        tables = [table for table in seated if any(map(names.finds, table))]
        rests = rest_text(visit.state, draw, resting(visit, draw, names))
        if tables or rests:
            rounds.append(ScheduledRound(round_title(visit.state, draw), tables, rests))
    return rounds


class DrawnSeat(Struct, frozen=True):
    """A seat of a draw; ``met`` are those at the table whom the player has met, with how often."""

    name: str
    points: str
    met: list[str]


def drawn_tables(visit: Visit, draw: Draw) -> list[tuple[str, str, list[DrawnSeat], str]]:
    """What each table is called, its division where there are several, its seats.

    Then, where games are played here, why there can be none, and who plays for bots there.
    """
    final = draw.stage == FINAL and len(draw.tables) == 1
    several = any(one.group > 1 for one in draw.tables)
    earlier = [one for one in visit.state.tables.values() if one.round != draw.round]
    met = Counter(pair for one in earlier for pair in combinations(sorted(one.seats), 2))
    points = _points_before(visit, draw) if earlier else {}
    return [
        (
            own_stage(visit.state, draw.stage)
            if final
            else numbered_table(visit.state, draw.round, number),
            group_title(one.group) if several else "",
            [_drawn_seat(visit, entrant, one.seats, points, met) for entrant in one.seats],
            by_hand_text(visit, one.seats),
        )
        for number, one in enumerate(draw.tables, 1)
    ]


def _points_before(visit: Visit, draw: Draw) -> dict[EntrantId, str]:
    """What all have before a draw; of the newest one, which is drawn again, as without it."""
    if draw.round == visit.state.round:
        visit = replace(visit, state=without_newest(visit.state))
    return {row.entrant: number_shown(row.points) for row in rows_of(visit)}


def _drawn_seat(
    visit: Visit,
    entrant: EntrantId,
    seats: Sequence[EntrantId],
    points: Mapping[EntrantId, str],
    met: Mapping[tuple[EntrantId, EntrantId], int],
) -> DrawnSeat:
    often = {one: met.get((min(one, entrant), max(one, entrant)), 0) for one in seats}
    return DrawnSeat(
        name=visit.name(entrant),
        points=points.get(entrant, ""),
        met=[
            f"{visit.name(one)} ({count}\u00d7)" if count > 1 else visit.name(one)
            for one, count in often.items()
            if count
        ],
    )
