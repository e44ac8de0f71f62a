"""Moving units from space to space. (IND-MOVE)"""

from msgspec.structs import replace

from games.engine.clans import clan_of
from games.engine.errors import IllegalMove
from games.engine.geometry.board import BIT, hexes_in, mask_of
from games.engine.rules.deploying import ground
from games.engine.state import Piece, Player, State
from games.engine.terms import Column, Hex, Seat


def columns_of(player: Player, piece: Piece) -> list[Column]:
    """The columns whose ground a unit on the map needs: for a worker those of all workers.

    (IND-MOVE-02)
    """
    if piece.unit != "worker":
        return [piece.unit]
    workers: tuple[Column, ...] = ("woodcutter", "miner", "worker")
    return [column for column in clan_of(player).columns if column in workers]


def beside(state: State, seat: Seat, piece: Piece) -> int:
    """The adjacent spaces to which a unit may move, as a mask. (IND-MOVE-01..07)

    They are empty and fit the unit; over a river goes who can cross it.
    """
    player, board = state.players[seat], state.board
    spaces = board.adjacent[piece.hex] & state.position.empty
    if not player.shipping:
        spaces &= ~board.across_river[piece.hex]
    fitting = 0
    for column in columns_of(player, piece):
        fitting |= ground(state, player, column)
    rest = without(player, piece)
    return mask_of(hex_ for hex_ in hexes_in(spaces & fitting) if not _forbidden(state, rest, hex_))


def without(player: Player, piece: Piece) -> Player:
    """The player with one unit fewer on the map."""
    units = list(player.units)
    units.remove(piece)
    return replace(player, units=units)


def _forbidden(state: State, rest: Player, hex_: Hex) -> bool:
    """Whether the clan forbids a space, such as one beside another fisherman. (IND-MOVE-07)"""
    try:
        clan_of(rest).check_deployment(state.board, rest, hex_)
    except IllegalMove:
        return True
    return False


def can_move(state: State, seat: Seat) -> bool:
    """Whether some unit of a player may move to an adjacent space."""
    return any(beside(state, seat, piece) for piece in state.players[seat].units)


def check_beside(state: State, seat: Seat, piece: Piece, target: Hex) -> None:
    """Raise IllegalMove unless a unit on the map may move to a space."""
    player, board = state.players[seat], state.board
    if not board.adjacent[piece.hex] & BIT[target]:
        raise IllegalMove("IND-MOVE-05", "not_beside", hex=target, origin=piece.hex)
    if not state.position.empty & BIT[target]:
        raise IllegalMove("IND-MOVE-06", "not_empty", hex=target)
    if board.across_river[piece.hex] & BIT[target] and not player.shipping:
        raise IllegalMove("IND-MOVE-05", "river_between", hex=target, origin=piece.hex)
    rest = without(player, piece)
    clan_of(rest).check_deployment(board, rest, target)
    if not beside(state, seat, piece) & BIT[target]:
        raise IllegalMove("IND-MOVE-01", "does_not_fit", unit=piece.unit, hex=target)
