"""What is drawn of a tournament's seed: rounds, lots, seedings. Pure, so that anybody can check it.

Each draw has a stream of its own (``games.engine.randomness``): ``draw/2/1`` is the first attempt
at the second round, ``lot/7`` the lot of entrant 7, ``seeding`` the order of the entrants, and
``table/4`` for a table that players make themselves.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from games.engine.randomness import Stream
from tournaments.formats import EARLIER, FORMATS
from tournaments.state import (
    Draw,
    EntrantId,
    Person,
    RoundNumber,
    RoundTable,
    TableDraw,
    TableId,
    Tournament,
)

ALGORITHM: Final = 5
"""The version of all draws together; a log names the one that made each.

4 let a forfeited heat count as one that was played, and who forfeited a semi-final come into the
final before others who played theirs. 3 compared points in whole wins in Swiss of few players at
tables of three and four, however few the rounds; 2 did that, too, and looked at seats only after
points in Swiss at tables of two; 1 did all that, and had less patience and foresight in the rounds
of Swiss at tables of three and four.
"""
LOTS: Final = 1 << 32


def draw_round(
    state: Tournament,
    seed: bytes,
    *,
    number: RoundNumber,
    attempt: int,
    algorithm: int = ALGORITHM,
) -> Draw | None:
    """The tables of a round as a version draws them; None when the format has no further one.

    The newest round is drawn again as if it had not been drawn.
    """
    if number == state.round:
        state = without_newest(state)
    chance = Stream(seed, f"draw/{number}/{attempt}")
    name = state.settings.format
    form = EARLIER.get((name, algorithm), FORMATS[name])
    return form.next_draw(state, chance)


def challenged(
    state: Tournament, asked: Sequence[EntrantId], *, table: TableId, seed: bytes
) -> TableDraw:
    """The table to which the first of ``asked`` challenges the others. Raises TableRefused."""
    form = FORMATS[state.settings.format]
    return form.challenge(state, asked, Stream(seed, f"table/{table}"))


def lots_for(state: Tournament, seed: bytes) -> dict[EntrantId, int]:
    """Lots for those who take part and have none yet; the lower one is better."""
    return {
        one: Stream(seed, f"lot/{one}").below(LOTS)
        for one in state.active()
        if one not in state.lots
    }


def seeding(
    state: Tournament, seed: bytes, *, ratings: Mapping[Person, int]
) -> tuple[EntrantId, ...] | None:
    """The order of the entrants as the settings say; None where the director has given it.

    By rating, the best first; who has none comes after those, in an order that is drawn.
    """
    if state.settings.seeding == "hand":
        return None
    drawn = Stream(seed, "seeding").shuffled(state.active())
    if state.settings.seeding == "drawn":
        return tuple(drawn)
    return tuple(
        sorted(drawn, key=lambda one: -ratings.get(state.entrants[one].person, -(1 << 30)))
    )


def setup_seed(seed: bytes, table: RoundTable, *, attempt: int, duplicate: bool) -> bytes:
    """The seed of a table's game, 32 bytes; duplicate set-ups share that of their round.

    A round that is drawn again has fresh ones, since players have seen those of the draw before.
    """
    label = f"setup/{table.round}" if duplicate else f"setup/{table.round}/{table.id}"
    if attempt > 1:
        label = f"{label}/again/{attempt}"
    return hmac.digest(seed, label.encode(), hashlib.sha256)


def without_newest(state: Tournament) -> Tournament:
    """The state as if its newest round had not been drawn."""
    tables = {one: table for one, table in state.tables.items() if table.round != state.round}
    return msgspec.structs.replace(state, draws=state.draws[:-1], tables=tables)
