"""Measuring how well the steward plays modules."""

import pytest

from benchmarks import modules
from games.bots.steward import weights
from games.engine.expansions import by_name

pytestmark = [pytest.mark.engine, pytest.mark.uncounted]


def test_what_is_ignored_exists_and_is_back_afterwards() -> None:
    assert set(modules.IGNORING) <= set(by_name())
    known = weights.PORTS
    for name, replaced in modules.IGNORING.items():
        before = {place: getattr(*place) for place in replaced}
        with modules.ignoring(name):
            assert all(getattr(*place) is not old for place, old in before.items()), name
        assert {place: getattr(*place) for place in replaced} == before
    assert weights.PORTS is known


@pytest.mark.long
def test_the_seats_of_a_pair_of_games_are_exchanged() -> None:
    share, lead = modules.won("refill_board", (), "random", 0)
    assert (share, lead > 0) == (1, True)
    assert modules.won("refill_board", (), "random", 1)[0] == 1
