"""The bot that plays by chance."""

from collections.abc import Sequence
from typing import Final

from games import engine
from games.engine.randomness import Stream

BIDS: Final = 6
"""Of how many bids, the lowest ones, it takes one: else it would soon be at the limit."""


def random(state: engine.State, seat: engine.Seat, chance: Stream) -> engine.Move:
    """Any legal move, all alike; of bids one of the lowest."""
    return chance.choice(_not_too_dear(engine.legal_moves(state, seat)))


def _not_too_dear(moves: Sequence[engine.Move]) -> list[engine.Move]:
    stakes = [move.stake() for move in moves]
    low = sorted(stake for stake in stakes if stake is not None)[:BIDS]
    return [m for m, stake in zip(moves, stakes, strict=True) if stake is None or stake in low]
