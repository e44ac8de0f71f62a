"""Measuring how well the steward plays modules."""

import pytest

from benchmarks import modules
from games.bots.steward import weights
from games.engine.expansions import by_name
from simulation.random_play import steps

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
    options = modules.options_of({"refill_board"})
    share, lead = modules.won("refill_board", options, "random", 0)
    assert (share, lead > 0) == (1, True)
    assert modules.won("refill_board", options, "random", 1)[0] == 1


def test_the_spread_is_how_far_players_are_apart_whoever_leads() -> None:
    assert modules.spread([3, -4, 5, 0]) == 12.5**0.5


@pytest.mark.long
def test_a_game_without_clans_has_none() -> None:
    options = modules.options_of({"awards"}, clans=False)
    choose = modules.chooser("awards", "plain", 0, "random")
    clans = {
        player.clan
        for state, _ in steps(modules.PLAYERS, "plain", choose, options)
        for player in state.players
    }
    assert clans == {""}
