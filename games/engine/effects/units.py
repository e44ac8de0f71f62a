"""Effects on the units of the map and the markers of the ports."""

from games.engine.effects.base import Effect
from games.engine.state import Piece, State
from games.engine.terms import Column, Hex, Seat, Unit


class Deployed(Effect, frozen=True, tag="deploy"):
    """A unit from a column of the player board onto the map. (DEF-42)"""

    TOUCHES = ("players",)

    seat: Seat
    column: Column
    hex: Hex

    def apply(self, state: State) -> None:
        player = state.players[self.seat]
        unit: Unit
        match self.column:
            case "woodcutter" | "worker":
                player.workers_out[0] += 1
                unit = "worker"
            case "miner":
                player.workers_out[1] += 1
                unit = "worker"
            case column:
                unit = column
        player.units.append(Piece(unit, self.hex))
        state.units_moved(self.seat)


class Withdrawn(Effect, frozen=True, tag="withdraw"):
    """A unit that is no worker, from the map back to its column."""

    TOUCHES = ("players",)

    seat: Seat
    unit: Unit
    hex: Hex

    def apply(self, state: State) -> None:
        state.players[self.seat].units.remove(Piece(self.unit, self.hex))
        state.units_moved(self.seat)


class WorkerReturned(Effect, frozen=True, tag="return_worker"):
    """A worker from the map back to a column of the player board. (WORKER-03)"""

    TOUCHES = ("players",)

    seat: Seat
    column: Column
    hex: Hex

    def apply(self, state: State) -> None:
        player = state.players[self.seat]
        player.workers_out[self.column == "miner"] -= 1
        player.units.remove(Piece("worker", self.hex))
        state.units_moved(self.seat)


class UnitMoved(Effect, frozen=True, tag="move_unit"):
    """A unit from one space of the map to another."""

    TOUCHES = ("players",)

    seat: Seat
    unit: Unit
    origin: Hex
    target: Hex

    def apply(self, state: State) -> None:
        units = state.players[self.seat].units
        units[units.index(Piece(self.unit, self.origin))] = Piece(self.unit, self.target)
        state.units_moved(self.seat)


class PortUsed(Effect, frozen=True, tag="use_port"):
    """A marker of a seat on a port tile. (PORT-G03)"""

    TOUCHES = ("ports",)

    seat: Seat
    tile: int

    def apply(self, state: State) -> None:
        for port in state.ports:
            if port.tile == self.tile:
                port.used_by.append(self.seat)
