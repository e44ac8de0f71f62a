"""Tables that follow a recorded game."""

import msgspec

from games import engine
from games.models import Game
from simulation.quick_play import KnownMove
from tests.recorded import line_of


def recorded_moves(game: Game) -> KnownMove | None:
    """The moves of the recorded game that this one may be; a fork is none.

    Raises Outdated if there is no such record.
    """
    if game.forked_from is not None:
        return None
    options = msgspec.json.decode(game.options, type=engine.Options)
    added = [bytes.fromhex(one) for one in game.contributions]
    seed = engine.randomness.game_seed(bytes(game.server_seed), added)
    return line_of(options, seed).move
