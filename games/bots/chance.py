"""The bot that plays by chance."""

from collections.abc import Sequence
from typing import Final

from games import engine
from games.engine.moves.bidding import Bid
from games.engine.randomness import Stream

BIDS: Final = 6
"""Of how many bids, the lowest ones, it takes one: else it would soon be at the limit."""


def random(state: engine.State, seat: engine.Seat, chance: Stream) -> engine.Move:
    """Any legal move, all alike; of bids one of the lowest."""
    return chance.choice(_not_too_dear(engine.legal_moves(state, seat)))


def _not_too_dear(moves: Sequence[engine.Move]) -> list[engine.Move]:
    bids = sorted(move.amount for move in moves if isinstance(move, Bid))
    low = bids[:BIDS]
    return [move for move in moves if not isinstance(move, Bid) or move.amount in low]
