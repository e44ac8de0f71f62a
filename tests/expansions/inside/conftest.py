"""A game of the example that several modules look at."""

import pytest

from games import engine
from simulation.random_play import PlayedGame, seal, steps
from tests.expansions.inside.games import OPTIONS, choose


@pytest.fixture(scope="session")
def played() -> PlayedGame:
    """A sealed game of two; each state that it came to is rebuilt on the way."""
    game = PlayedGame(engine.State())
    for state, event in steps(2, "hives", choose("hives"), OPTIONS):
        game.state = state
        game.events.append(event)
        game.rows.append(seal(event, state, game.rows[-1].chain if game.rows else ""))
    return game
