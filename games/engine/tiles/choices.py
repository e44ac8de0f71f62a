"""What the player of a port tile has to choose beside the tile."""

from typing import Final

from msgspec import Struct

from games.engine.rules.spending import Kilts
from games.engine.terms import Column, HexName, TechnologyColumn, Unit
from games.engine.tiles.amounts import Amounts


class UnitExchange(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A unit on the map for the next one of a column, on the same space. (PORT-7)"""

    hex: HexName
    old: Unit
    new: Column


class PortChoice(Struct, frozen=True):
    """The choices of all tiles; each tile takes its own and no others.

    The fields are those of the move ``UsePort`` behind its tile and source, in their order.

    ``return_to`` names a column for every worker that goes home and whose column the rules leave to
    its owner, in the order of the exchange. (WORKER-03) ``kilts`` names what kilts stand for
    among what is discarded. (CLAN-FRASER-5)
    """

    discard: Amounts = Amounts()
    gain: Amounts = Amounts()
    copy: int | None = None
    exchange: list[UnitExchange] = []
    return_to: list[TechnologyColumn] = []
    kilts: Kilts = []


NOTHING: Final = PortChoice()
CHOICES: Final = PortChoice.__struct_fields__
