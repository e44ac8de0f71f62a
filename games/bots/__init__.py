"""Bots. A bot sees what its seat may see, and picks a legal move."""

from collections.abc import Callable, Mapping
from typing import Final

from games import engine
from games.bots.chance import random
from games.bots.steward import steward
from games.engine.randomness import Stream

Bot = Callable[[engine.State, engine.Seat, Stream], engine.Move]
"""Chooses a legal move for a seat, out of a state without secrets and a source of chance."""


def choose(name: str, state: engine.State, seat: engine.Seat, server_seed: bytes) -> engine.Move:
    """The move of the bot ``name``; the same game makes the same choice again.

    The bot gets a copy of the state without the face-down pile and the seed, and random numbers
    that reveal neither.
    """
    open_state = engine.copy(state)
    open_state.secret = None
    chance = Stream(server_seed, f"bot/{seat}/{state.version}")
    return BOTS[name](open_state, seat, chance)


BOTS: Final[Mapping[str, Bot]] = {"random": random, "steward": steward}

__all__ = ["BOTS", "Bot", "choose", "random", "steward"]
