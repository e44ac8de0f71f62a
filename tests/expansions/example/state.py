"""What the example stores: what lies open, and what is hidden."""

from msgspec import Struct

from games.engine.geometry.board import adjacent_hexes, mask_of
from games.engine.state import ExpansionState
from games.engine.terms import Hex, Seat

TILES = (1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3)
PATRONS = 6
COST = 3
PRICE = 2
MOST = 3
"""Hives of a player."""


class Keeper(Struct, omit_defaults=True, gc=False):
    """What one player has; ``patron`` is 0 until the end shows it.

    ``garden`` are the tiles of one's own that are used.
    """

    honey: int = 0
    hives: list[Hex] = []
    patron: int = 0
    garden: list[int] = []


class Apiary(ExpansionState, tag="apiary"):
    """What lies open: keepers by seat, how many tiles lie face down, and those that are used."""

    keepers: list[Keeper] = []
    pile: int = 0
    used: list[int] = []

    def closed(self) -> int:
        return mask_of(hex_ for keeper in self.keepers for hex_ in keeper.hives[1:])

    def reserved(self, seat: Seat) -> int:
        return mask_of(self.keepers[seat].hives[:1])

    def reach(self, seat: Seat) -> int:
        around = [space for hex_ in self.keepers[seat].hives for space in adjacent_hexes(hex_)]
        return mask_of(around)

    def neighbours(self, hex_: Hex) -> int:
        hives = (hive for keeper in self.keepers for hive in keeper.hives)
        rings = (adjacent_hexes(hive) for hive in hives)
        return mask_of(space for ring in rings if hex_ in ring for space in ring)


class HiddenApiary(ExpansionState, tag="hidden_apiary"):
    """The tiles that lie face down, the top one first, and the patrons by seat."""

    pile: list[int] = []
    patrons: list[int] = []
