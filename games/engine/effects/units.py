"""Effects on the units of the map and the markers of the ports."""

from games.engine.effects.base import Effect
from games.engine.state import Piece, State
from games.engine.words import Column, Hex, Seat, Unit


class Deployed(Effect, tag="deploy"):
    """A unit from a column of the player board onto the map. (DEF-42)"""

    seat: Seat
    column: Column
    hex: Hex

    def apply(self, state: State) -> None:
        player = state.players[self.seat]
        unit: Unit
        if self.column == "woodcutter" or self.column == "worker":
            player.workers_out[0] += 1
            unit = "worker"
        elif self.column == "miner":
            player.workers_out[1] += 1
            unit = "worker"
        else:
            unit = self.column
        player.units.append(Piece(unit, self.hex))
        state.forget_position()


class Withdrawn(Effect, tag="withdraw"):
    """A unit that is no worker, from the map back to its column."""

    seat: Seat
    unit: Unit
    hex: Hex

    def apply(self, state: State) -> None:
        state.players[self.seat].units.remove(Piece(self.unit, self.hex))
        state.forget_position()


class PortUsed(Effect, tag="use_port"):
    """A marker of a seat on a port tile. (PORT-G03)"""

    seat: Seat
    tile: int

    def apply(self, state: State) -> None:
        for port in state.ports:
            if port.tile == self.tile:
                port.used_by.append(self.seat)
