"""The spaces of all pieces as masks; derived from the units and dropped when they change."""

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Final

from games.engine.geometry.board import BIT, Board
from games.engine.state.expansion import ExpansionState
from games.engine.state.player import Blocker, Piece, Player
from games.engine.terms import GOODS, Good, Hex, Seat, Unit

PRODUCES: dict[Unit, Good] = {
    "sheep": "wool",
    "cow": "milk",
    "field": "grain",
    "bakery": "bread",
    "cheese_dairy": "cheese",
    "distillery": "whisky",
}
"""What a unit makes; a worker makes money, no good. (NBR-02)"""


def mask_of(pieces: Iterable[Piece | Blocker]) -> int:
    """The spaces on which some pieces stand."""
    mask = 0
    for piece in pieces:
        mask |= BIT[piece.hex]
    return mask


class Position:
    """The units of all players on the board, and what else keeps its spaces from being empty."""

    def __init__(
        self,
        board: Board,
        players: Sequence[Player],
        blockers: Sequence[Blocker] = (),
        expansions: Sequence[ExpansionState] = (),
    ) -> None:
        self._board = board
        self._players = players
        self._expansions = expansions
        self._reach: dict[Seat, int] = {}

        self.own: Final = [mask_of(player.units) for player in players]
        """By seat, the spaces with units of that player."""
        self.reserved: Final = [
            reduce(or_, (one.reserved(Seat(seat)) for one in expansions), 0)
            for seat in range(len(players))
        ]
        """By seat, the spaces that are kept for its next units. (DELIV-19)"""
        self.paid_for: Final = reduce(or_, self.reserved, 0)
        """The spaces that are kept for some player. (DELIV-19)"""
        closed = reduce(or_, (one.closed() for one in expansions), mask_of(blockers))
        self.blocked: Final = closed | self.paid_for
        """The spaces under neutral pieces and cover tiles, and what expansions close. (DEF-12)"""
        self.empty = board.active & ~reduce(or_, self.own, self.blocked)
        """The spaces of the active map on which nothing stands. (DEF-12)"""

    def moved(self, seat: Seat) -> None:
        """Look again at the units of one player, and at its reach; nothing else has changed."""
        self.own[seat] = mask_of(self._players[seat].units)
        self.empty = self._board.active & ~reduce(or_, self.own, self.blocked)
        self._reach.pop(seat, None)

    def open_to(self, seat: Seat) -> int:
        """The spaces on which a player finds room to deploy: empty, or kept for it."""
        return self.empty | self.reserved[seat]

    def reach(self, seat: Seat) -> int:
        """The spaces in range of a player, occupied or not. (DEF-28)"""
        if seat not in self._reach:
            player = self._players[seat]
            table = self._board.in_reach[player.shipping]
            mask = 0
            for piece in player.units:
                mask |= table[piece.hex]
            for expansion in self._expansions:
                mask |= expansion.reach(seat)
            self._reach[seat] = mask
        return self._reach[seat]

    def neighbours_goods(self, seat: Seat, hexes: Iterable[Hex], farther: int = 0) -> list[Good]:
        """The goods that other players' units neighbouring ``hexes`` produce. (NBR-01..04)

        Those on spaces that are ``farther`` away sell too.
        """
        around = farther
        for hex_ in hexes:
            around |= self._board.neighbours[hex_]
            for expansion in self._expansions:
                around |= expansion.neighbours(hex_)
        found: list[Good] = []
        for other, player in enumerate(self._players):
            if other == seat or not self.own[other] & around:
                continue
            for piece in player.units:
                good = PRODUCES.get(piece.unit)
                if good and good not in found and BIT[piece.hex] & around:
                    found.append(good)
        return sorted(found, key=GOODS.index)
