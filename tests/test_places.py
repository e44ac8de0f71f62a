"""Places to touch for one more of a kind; ``tests.places`` says what counts as one."""

import pytest

from games.engine.assembly import BASE_MOVES
from games.engine.moves.base import MoveBase
from tests.places import places

pytestmark = [pytest.mark.engine, pytest.mark.once]


@pytest.mark.parametrize("kind", BASE_MOVES, ids=lambda kind: kind.__name__)
def test_a_move_takes_three_places(kind: type[MoveBase]) -> None:
    """Its own module, its panel, and one more where the log says what no effect does."""
    found = places(kind, BASE_MOVES)
    print(f"places to touch for {kind.__name__}: {len(found)}")
    assert len(found) <= 3, found


def test_a_module_that_asks_for_a_move_is_a_place() -> None:
    """Else the counts above would hold for nothing."""
    (fulfil,) = (kind for kind in BASE_MOVES if kind.__name__ == "Fulfil")
    assert places(fulfil, BASE_MOVES) == [
        "games.engine.moves.fulfilling",
        "replays.sentences.leads",
        "web.pages.panel.moves.fulfilling",
    ]
