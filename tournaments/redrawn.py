"""What the erasure of a game says whose round was drawn again: of which tournament it was.

By it the tournament is found without a look into a log. It stands in the words of the erasure, of
which there is one row for a game.
"""

import re
from typing import Final
from uuid import UUID

REASON: Final = "its round of tournament {tournament} was drawn anew before anybody played"
NAMED: Final = re.compile(REASON.format(tournament="([0-9a-f-]{36})"))


def reason_of(tournament: UUID) -> str:
    """Why the games of a round are erased that is drawn again."""
    return REASON.format(tournament=tournament)


def tournament_in(reason: str) -> UUID | None:
    """The tournament of a game that was erased for such a reason; None for any other one."""
    found = NAMED.fullmatch(reason)
    return UUID(found[1]) if found else None
