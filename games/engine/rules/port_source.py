"""Where port tiles lie that players can use: on the map, or with a clan that has its own.

(PORT-G01, PORT-G03, CLAN-MACLEOD-3)
"""

from collections.abc import Sequence
from typing import ClassVar, Final, Literal, TypeAlias

from games.engine import effects as fx
from games.engine.errors import IllegalMove
from games.engine.geometry.board import BIT
from games.engine.recorder import Recorder
from games.engine.state import State
from games.engine.terms import Hex, Seat

PortPlace: TypeAlias = Literal["map", "shipyard"]
"""The name of such a place: the map, or the board of a player whose clan has port tiles."""
ModifierSource: TypeAlias = Literal["map", "copy", "shipyard", "shipyard_copy"]
"""From where a tile changes a move: the place, or a copy of a tile that lies there. (PORT-9c)"""


class PortSource:
    """Port tiles that lie together, and how one of them is used."""

    name: ClassVar[PortPlace] = "shipyard"
    """The ``source`` of moves and modifiers that use a tile there; a clan's own keep it."""
    copying: ClassVar[ModifierSource] = "shipyard_copy"
    """The ``source`` of a modifier that is a copy of another tile there. (PORT-9c)"""

    def tiles(self, state: State, seat: Seat) -> Sequence[int]:
        """The tiles there, used or not; tile 9 there copies one of the others."""
        raise NotImplementedError

    def check(self, state: State, seat: Seat, tile: int) -> None:
        """Raise IllegalMove unless a player can use a tile there now, whatever the tile asks."""
        raise NotImplementedError

    def usable(self, state: State, seat: Seat, tile: int) -> bool:
        """Whether ``check`` has nothing to say."""
        try:
            self.check(state, seat, tile)
        except IllegalMove:
            return False
        return True

    def mark(self, game: Recorder, seat: Seat, tile: int) -> None:
        """Note that a player has used a tile."""
        raise NotImplementedError

    def after(self, game: Recorder, seat: Seat) -> None:
        """Do what follows once a tile there has been used, or the move that it changes made.

        A decision that is opened here waits until those of the tile are answered.
        """


class MapPorts(PortSource):
    """The tiles on the map: in reach, once for each player. (PORT-G01..G03)"""

    name = "map"
    copying = "copy"

    def tiles(self, state: State, seat: Seat) -> Sequence[int]:
        return [port.tile for port in state.ports]

    def check(self, state: State, seat: Seat, tile: int) -> None:
        port = next((port for port in state.ports if port.tile == tile), None)
        if port is None:
            tiles = [port.tile for port in state.ports]
            if not tiles:
                raise IllegalMove("VAR-NOPORT-01", "no_ports", tile=tile)
            raise IllegalMove("SETUP-03", "no_such_port", tile=tile, tiles=tiles)
        if seat in port.used_by:
            raise IllegalMove("PORT-G03", "port_used", tile=tile)
        if not self._in_reach(state, seat, port.hex):
            shipping = state.players[seat].shipping
            raise IllegalMove("PORT-G01", "port_out_of_reach", hex=port.hex, shipping=shipping)

    def usable(self, state: State, seat: Seat, tile: int) -> bool:
        return any(
            port.tile == tile and seat not in port.used_by and self._in_reach(state, seat, port.hex)
            for port in state.ports
        )

    def mark(self, game: Recorder, seat: Seat, tile: int) -> None:
        game.emit(fx.PortUsed(seat, tile))

    def _in_reach(self, state: State, seat: Seat, hex_: Hex) -> bool:
        """Whether a port place is in range of a seat, or holds one of its units.

        (PORT-G01, PORT-G02, PORT-G09)
        """
        position = state.position
        return bool((position.reach(seat) | position.own[seat]) & BIT[hex_])


MAP: Final = MapPorts()
