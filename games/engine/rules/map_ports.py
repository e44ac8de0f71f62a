"""The port tiles on the map. (PORT-G01..G09)"""

from collections.abc import Sequence
from typing import Final

from games.engine import effects as fx
from games.engine.clans import clan_of
from games.engine.errors import IllegalMove
from games.engine.geometry.board import BIT
from games.engine.recorder import Recorder
from games.engine.rules.port_source import PortSource
from games.engine.state import State
from games.engine.terms import Hex, Seat


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
        fee, player = self._fee_to(state, seat, port.hex), state.players[seat]
        if fee is None:
            code = clan_of(player).port_out_of_reach
            raise IllegalMove("PORT-G01", code, hex=port.hex, shipping=player.shipping)
        if fee > player.money:
            raise IllegalMove("CLAN-SINCLAIR-9", "not_enough_money", cost=fee, money=player.money)

    def usable(self, state: State, seat: Seat, tile: int) -> bool:
        for port in state.ports:
            if port.tile == tile and seat not in port.used_by:
                fee = self._fee_to(state, seat, port.hex)
                return fee is not None and fee <= state.players[seat].money
        return False

    def usable_tiles(self, state: State, seat: Seat) -> list[int]:
        near, player = state.position.reach(seat) | state.position.own[seat], state.players[seat]
        clan, found = clan_of(player), []
        for port in state.ports:
            if seat not in port.used_by:
                fee = 0 if near & BIT[port.hex] else clan.port_fee(state, seat, port.hex)
                if fee is not None and fee <= player.money:
                    found.append(port.tile)
        return found

    def announceable(self, state: State, seat: Seat, tile: int) -> bool:
        return self.usable(state, seat, tile)

    def fee(self, state: State, seat: Seat, tile: int) -> int:
        port = next(port for port in state.ports if port.tile == tile)
        return self._fee_to(state, seat, port.hex) or 0

    def mark(self, game: Recorder, seat: Seat, tile: int) -> None:
        game.money(seat, -self.fee(game.state, seat, tile))
        game.emit(fx.PortUsed(seat, tile))

    def _fee_to(self, state: State, seat: Seat, hex_: Hex) -> int | None:
        """What it costs to get to a port place: nothing in range of a seat, or where it has a unit.

        None where it cannot. (PORT-G01, PORT-G02, PORT-G09, CLAN-SINCLAIR-4)
        """
        position = state.position
        if (position.reach(seat) | position.own[seat]) & BIT[hex_]:
            return 0
        return clan_of(state.players[seat]).port_fee(state, seat, hex_)


MAP: Final = MapPorts()
