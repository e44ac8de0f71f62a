"""Places at one table, from 1, where who ties shares a place and the next ones stay empty.

That is competition ranking: 1, 2, 2, 4. A seat that was forfeited or resigned stands behind all
others; these are ranked as if it had not been there.
"""

from collections.abc import Sequence

from games.engine.terms import gettext_noop
from tournaments.errors import BadResult
from tournaments.state import EntrantId, TableOutcome

RANKED = gettext_noop("Places begin at 1, and after a shared place as many stay empty: 1, 2, 2, 4.")
SIZES = gettext_noop(
    "A result needs one place, and one score or none, for each of %(seats)s seats."
)
EVERY_SEAT = gettext_noop("Give a place or a score for every seat.")
OTHER_SEATS = gettext_noop("Give a place or a score for every seat that is not forfeited.")
STRANGER = gettext_noop("Only who sits at the table can have forfeited or resigned.")
TWICE = gettext_noop("A seat is either forfeited or resigned, and only once.")
LAST = gettext_noop("Who has forfeited or resigned comes after all others.")
FORFEITED_LAST = gettext_noop("Forfeited seats share the last place.")


def ranked_places(values: Sequence[int]) -> tuple[int, ...]:
    """The place of each value, the highest first."""
    return tuple(1 + sum(other > value for other in values) for value in values)


def places_with_forfeits(
    seats: Sequence[EntrantId], places: Sequence[int], forfeited: Sequence[EntrantId]
) -> tuple[int, ...]:
    """Places after some seats are forfeited: these share the last, the others keep their order."""
    last = len(seats) + 1
    out = set(forfeited)
    order = [
        last if entrant in out else place for entrant, place in zip(seats, places, strict=True)
    ]
    return ranked_places([-one for one in order])


def check_result(seats: Sequence[EntrantId], result: TableOutcome) -> None:
    """Raises BadResult where a result contradicts itself or the table."""
    size = len(seats)
    if len(result.places) != size or len(result.scores) not in {0, size}:
        raise BadResult(SIZES, seats=size)
    if result.places != ranked_places([-place for place in result.places]):
        raise BadResult(RANKED)
    out = (*result.forfeited, *result.resigned)
    if not set(out) <= set(seats):
        raise BadResult(STRANGER)
    if len(set(out)) < len(out):
        raise BadResult(TWICE)
    place_of = dict(zip(seats, result.places, strict=True))
    playing = [place_of[one] for one in seats if one not in out]
    if playing and any(place_of[one] <= max(playing) for one in out):
        raise BadResult(LAST)
    share = {place_of[one] for one in result.forfeited}
    if len(share) > 1 or any(
        place_of[one] >= min(share, default=size + 1) for one in result.resigned
    ):
        raise BadResult(FORFEITED_LAST)
