"""A score line that no module of the project names: what an expansion would add."""

from collections.abc import Iterator
from typing import Final

import pytest

from games.engine.assembly import SHIPPED, assemble
from games.engine.expansions.base import Expansion
from games.engine.options import Options
from games.engine.rules.score_line import ScoreLine, always, by_seat

NAME: Final = "beads"
LABEL: Final = "Beads"
BEADS: Final = 7


class Beads(Expansion):
    """Seven points for the player who has the first seat, and one less for each other one."""

    name = NAME
    score_lines = (
        ScoreLine(
            NAME,
            LABEL,
            by_seat(lambda _state, seat: BEADS - seat),
            always("100%% of the beads", "FINAL-03"),
        ),
    )

    def in_play(self, options: Options) -> bool:
        return True


@pytest.fixture
def added() -> Iterator[str]:
    """The name of a line that an expansion adds, while it does."""
    assemble((*SHIPPED, Beads()))
    yield NAME
    assemble(SHIPPED)
