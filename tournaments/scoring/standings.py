"""Standings: entrants in order, with every number that decided it."""

from fractions import Fraction

from msgspec import Struct

from tournaments.state import EntrantId, Tournament


class Row(Struct, frozen=True):
    """A line of the standings.

    ``place`` counts from 1 and no two share one: the last tie-break is a lot. ``group`` is that of
    a league. ``stage`` is the last stage that the entrant reached. ``points`` and ``columns`` (by
    tie-break, in the order in which they decide; None where one says nothing) are exact.
    """

    place: int
    entrant: EntrantId
    points: Fraction
    columns: dict[str, Fraction | None]
    stage: str = ""
    group: int = 0


def stage_standings(
    state: Tournament, entrants: list[EntrantId], *, stage: str | None = None, group: int = 0
) -> list[Row]:
    """Entrants by the points and tie-breaks of a stage's tables; of all stages without one."""
    raise NotImplementedError
