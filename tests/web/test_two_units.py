"""Two units of a player on one space, as the page shows them. (IND-DUAL)"""

import pytest

from tests.scenario import scenario
from web.pages.common.pieces import signs
from web.pages.table.parts import board

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

SIGNS = signs(["Anna", "Bruce", "Catriona"])


def test_they_stand_side_by_side_and_are_listed_one_by_one() -> None:
    state = scenario().put("red", "sheep B2", "cow B2", "sheep B3").state
    shown = board.board(state, SIGNS)
    places = {(token.symbol, token.hex): (float(token.x), token.y) for token in shown.tokens}
    (sheep, height), (cow, same) = places["sheep", "B2"], places["cow", "B2"]
    alone, _height = places["sheep", "B3"]
    assert alone == float(board.place("B3")[0])  # type: ignore[arg-type]
    assert (height, cow - sheep) == (same, 2 * board.BESIDE)
    assert (sheep + cow) / 2 == float(board.place("B2")[0])  # type: ignore[arg-type]
    (row,) = [row for row in shown.rows if row.hex == "B2"]
    assert [one.text for one in row.on] == ["Sheep", "Cow"]
