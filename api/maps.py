"""The map of a game as clients draw it."""

from api.bodies import GameMap, MapHex, MapPort
from games import engine
from games.engine.geometry.board import BIT, Board, module_of
from games.engine.terms import TERRAINS, Hex


def map_view(state: engine.State) -> GameMap:
    """Every printed space, with what the rules need to know of it."""
    board = state.board
    side_of = {side[0]: side for side in board.modules}
    return GameMap(
        hexes=[map_hex(board, space, side_of[module_of(space)]) for space in board.spaces],
        rivers=[(str(one), str(other)) for one, other in board.rivers],
        ports=[MapPort(str(port.hex), port.tile) for port in state.ports],
        central_loch=[str(space) for space in board.central_loch],
    )


def map_hex(board: Board, space: Hex, side: str) -> MapHex:
    """One space; ``module`` is the side of the module that prints it."""
    printed, bit = board.spaces[space], BIT[space]
    return MapHex(
        hex=str(space),
        kind="loch" if printed.is_loch else "land",
        terrain=[kind for kind in TERRAINS if kind in printed.terrains],
        cost=printed.cost,
        mist=bool(board.mist & bit),
        delta=bool(board.delta & bit),
        border=bool(board.border & bit),
        module=side,
    )
