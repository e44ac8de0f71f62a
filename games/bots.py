"""Players that are programs. A bot sees what its seat may do, and picks one of it."""

from collections.abc import Callable, Mapping
from typing import Final

from games import engine

Bot = Callable[[engine.State, engine.Seat, bytes], engine.Move]
"""Chooses a legal move for a seat; ``server_seed`` is what its chance comes from."""


def random(state: engine.State, seat: engine.Seat, server_seed: bytes) -> engine.Move:
    """Any legal move, all alike; the same game makes the same choice again."""
    stream = engine.randomness.Stream(server_seed, f"bot/{seat}/{state.version}")
    return stream.choice(engine.legal_moves(state, seat))


BOTS: Final[Mapping[str, Bot]] = {"random": random}
