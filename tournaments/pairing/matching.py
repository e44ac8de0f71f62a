"""A round of Swiss for two at a table, by a matching of least cost. Pure."""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from games.engine.randomness import Stream
from tournaments.pairing.records import SwissRecord, held, seat_imbalance
from tournaments.pairing.seating import Seating
from tournaments.state import EntrantId

Seated: TypeAlias = tuple[EntrantId, ...]

# The digits of a cost: each is more than all that comes after it can sum to in a round.
LOT: Final = 1 << 40
LOTS: Final = LOT << 16
SEATS: Final = 1 << 60
STEPS: Final = 1 << 48
BEYOND: Final = 1 << 40
SECOND_BYE: Final = 1 << 24


def duels(
    records: Sequence[SwissRecord], byes: Iterable[EntrantId], chance: Stream
) -> tuple[tuple[Seated, ...], EntrantId | None]:
    """The tables of a round, each in the order of its seats, and who has a bye.

    Nobody gets a second bye before all have had one; then fewest repeated opponents, and fewest who
    hold a seat more than twice oftener than the other; then the least squared distance in points
    (of a bye: to the lowest), and the best balance of seats. Lots make one matching the best of
    all, so that every correct search finds the same. ``byes`` names entrants as often as they had
    one.
    """
    return _matched(records, byes, chance, beyond=BEYOND)


def first_duels(
    records: Sequence[SwissRecord], byes: Iterable[EntrantId], chance: Stream
) -> tuple[tuple[Seated, ...], EntrantId | None]:
    """The same as the first two versions of the draws found them: seats only after points."""
    return _matched(records, byes, chance, beyond=0)


def _matched(
    records: Sequence[SwissRecord], byes: Iterable[EntrantId], chance: Stream, *, beyond: int
) -> tuple[tuple[Seated, ...], EntrantId | None]:
    from tournaments.pairing.plain_graph import (  # noqa: PLC0415 - says why
        PlainGraph,
        heaviest_matching,
    )

    mixed = chance.shuffled(records)
    seating = Seating(mixed, 2)
    graph = PlainGraph()
    for one, record in enumerate(mixed):
        for other in range(one):
            cost = _cost(record, mixed[other]) + beyond * _beyond(record, mixed[other])
            cost = cost * SEATS + seating.cost((other, one))
            graph.add_edge(other, one, weight=-(cost * LOTS + chance.below(LOT)))
    if len(mixed) % 2:
        for one, cost in enumerate(_bye_costs(mixed, list(byes))):
            graph.add_edge(one, len(mixed), weight=-(cost * SEATS * LOTS + chance.below(LOT)))
    pairs = heaviest_matching(graph)
    resting = [one for one, other in pairs if other == len(mixed)]
    tables = sorted(
        (-mixed[one].step - mixed[other].step, seating.order((one, other)))
        for one, other in pairs
        if other < len(mixed)
    )
    seated = tuple(tuple(mixed[one].entrant for one in table) for _, table in tables)
    return seated, mixed[resting[0]].entrant if resting else None


def _cost(one: SwissRecord, other: SwissRecord) -> int:
    """What two at one table cost, before their seats. Who met twice counts four times."""
    return STEPS * one.met[other.entrant] ** 2 + (one.step - other.step) ** 2


def _beyond(one: SwissRecord, other: SwissRecord) -> int:
    """How many of two have a seat out of balance by more than two games, sat as well as can be."""
    return min(
        sum(seat_imbalance(held(record.shares, 2, seat)) > 2 for record, seat in seated)
        for seated in (((one, 0), (other, 1)), ((one, 1), (other, 0)))
    )


def _bye_costs(records: Sequence[SwissRecord], byes: list[EntrantId]) -> list[int]:
    lowest = min(record.step for record in records)
    return [
        byes.count(record.entrant) * SECOND_BYE * STEPS + (record.step - lowest) ** 2
        for record in records
    ]
