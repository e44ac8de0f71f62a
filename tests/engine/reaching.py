"""What a player's units reach on any board."""

from games.engine.geometry.board import Board, hexes_in
from games.engine.state import Piece, Player
from games.engine.state.position import Position
from games.engine.terms import Seat


def in_range(board: Board, units: int, level: int) -> int:
    """The spaces in range of a player with units on these, at a shipping level. (DEF-28)"""
    pieces = [Piece("cow", hex_) for hex_ in hexes_in(units)]
    return Position(board, [Player(shipping=level, units=pieces)], [], []).reach(Seat(0))
