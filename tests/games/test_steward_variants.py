"""What the steward expects where variants change what things are worth."""

import pytest

from games import bots, engine
from games.bots.steward.outlook import outlook
from games.bots.steward.ranking import close_prospects
from games.bots.steward.worth import worth
from games.engine.randomness import Stream
from games.engine.terms import Seat
from simulation.random_options import random_options
from simulation.random_play import at_random, seed_of, steps
from tests.added_line import BEADS, added
from tests.marks import sample
from tests.rules import rule
from tests.scenario import RED, scenario

__all__ = ["added"]

pytestmark = pytest.mark.engine


@rule("VAR-2PSCORE-1", "VAR-2PSCORE-2")
def test_a_close_second_is_worth_half() -> None:
    expected = close_prospects(5, 8, 1, 0.05)
    assert [round(points, 2) for points in expected[2:8]] == [0, 0, 4, 4, 8, 8]
    expected = close_prospects(9, 12, 2, 0.05)
    assert [round(points, 2) for points in expected[5:11]] == [0, 0, 6, 6, 6, 12]
    open_still = close_prospects(5, 8, 1, 2.0)
    assert open_still == sorted(open_still)
    usual = outlook(scenario(players=2).fulfilled("blue", 10).state, RED).exports
    close = outlook(
        scenario(players=2, two_player_scoring=True).fulfilled("blue", 10).state, RED
    ).exports
    assert close[0] > usual[0]


@rule("VAR-LESS-01", "VAR-STATIC-01", "VAR-BALANCED-01", "VAR-NOSCORE-01")
def test_what_is_left_out_is_not_counted_on() -> None:
    left_out = {"export_scoring": False, "settlement_scoring": False, "scoring_tiles": False}
    for players in (2, 3):
        expected = outlook(scenario(players=players, **left_out).state, RED)
        assert set(expected.exports) == set(expected.settlements) == {0}
        assert expected.tiles == []
    late = scenario(players=3, imports="static").round(5)
    assert outlook(late.state, RED).imports == [4, 4, 4]
    own = scenario(players=3, imports="balanced").round(5).fulfilled("red", 10)
    worth = outlook(own.state, RED).imports
    assert worth != outlook(own.state, engine.Seat(1)).imports


@pytest.mark.uncounted
@rule("VAR-00")
@pytest.mark.long
def test_it_beats_chance_whatever_options_are_combined() -> None:
    games = sample(whole=8, usual=4)
    assert sum(_won(f"steward/any/{number}") for number in range(games)) >= games - 1


def _won(name: str) -> bool:
    """Whether a steward beats one who plays by chance, in a game with options by chance."""
    stream, by_chance = Stream(seed_of(name), "stewards"), at_random(name)

    def choose(state: engine.State, seat: engine.Seat) -> engine.Move:
        return bots.steward(state, seat, stream) if seat == RED else by_chance(state, seat)

    *_, (state, _) = steps(2, name, choose, random_options(name, 2))
    return state.scores[RED].rank == 1


def test_it_counts_a_line_that_an_expansion_adds(request: pytest.FixtureRequest) -> None:
    state = scenario(players=3).state
    out = outlook(state, Seat(1))
    before = worth(state, out)
    request.getfixturevalue("added")
    assert worth(state, out) == pytest.approx(before + BEADS - 1)
