"""The bot that plays by chance."""

from games import engine
from games.engine.randomness import Stream


def random(state: engine.State, seat: engine.Seat, chance: Stream) -> engine.Move:
    """Any legal move, all alike."""
    return chance.choice(engine.legal_moves(state, seat))
