"""Who plays at the tables of tests and benchmarks, and from which seeds."""

from typing import Final

from games import bots, engine
from games.engine.randomness import Stream
from simulation.random_play import Chooser

PEOPLE: Final = bytes(range(32))
"""The server's seed of tables with people only, who play by chance."""
AGAINST_BOTS: Final = b"g" * 32
"""The server's seed of tables at which somebody has the first seat, and bots the others."""
OWN: Final = b"c" * 32
"""Where somebody who plays as a steward has chance from."""
BOT: Final = "steward"


def by_chance() -> Chooser:
    """Uniform over the legal moves."""
    chance = Stream(PEOPLE, "tables")

    def choose(state: engine.State, seat: engine.Seat) -> engine.Move:
        return chance.choice(engine.legal_moves(state, seat))

    return choose


def by_stewards() -> Chooser:
    """As stewards do, the one in the first seat with another source of chance than the others."""

    def choose(state: engine.State, seat: engine.Seat) -> engine.Move:
        return bots.choose(BOT, state, seat, AGAINST_BOTS if seat else OWN)

    return choose
