"""The lots that decide what every tie-break leaves tied.

Each entrant has a stream of its own, so that a lot depends on nothing but the seed and the number
of the entrant: who else takes part, and how often a round is drawn, changes no lot.
"""

from collections.abc import Iterable
from typing import Final

from games.engine.randomness import Stream
from tournaments.state import EntrantId, Tournament

LOTS: Final = 1_000_000_000
"""So many lots that two alike are not to be expected; these would stand by registration."""


def lot_of(seed: bytes, entrant: EntrantId) -> int:
    """The lot of an entrant, from 1 to ``LOTS``."""
    return 1 + Stream(seed, f"lot {entrant}").below(LOTS)


def new_lots(state: Tournament, seed: bytes, drawn: Iterable[EntrantId]) -> dict[EntrantId, int]:
    """The lots that the event of a draw adds: of those who have none yet."""
    return {one: lot_of(seed, one) for one in drawn if one not in state.lots}
