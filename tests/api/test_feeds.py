"""When the stream of one's turns says that a turn goes on."""

import pytest

from api.live.my_turns import OpenDecision, WaitingTurn
from tests.marks import in_one_test

pytestmark = pytest.mark.once


def turn(*decisions: tuple[int, int], since: int = 4) -> WaitingTurn:
    """Of decisions by their id and seat."""
    open_ones = [OpenDecision(id=number, seat=seat, kind="any") for number, seat in decisions]
    return WaitingTurn("game", "Highlands", 9, 1, since, open_ones)


@in_one_test(
    ("now", "goes_on"),
    [
        (turn((5, 0)), True),
        (turn((7, 0)), True),
        (turn((5, 0), since=6), True),
        (turn((7, 0), since=6), False),
        (turn((5, 1)), False),
        (turn((5, 0), (6, 1)), False),
    ],
)
def test_a_turn_goes_on_for_the_same_seats_without_another_players_event(
    now: WaitingTurn, goes_on: bool
) -> None:
    assert now.goes_on(turn((5, 0))) is goes_on
