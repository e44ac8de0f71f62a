"""Using a port tile. (PORT-G, PORT-n)"""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from msgspec import Meta

from games.engine import effects as fx
from games.engine.amounts import Amounts
from games.engine.board import BIT
from games.engine.decisions import Decision
from games.engine.errors import IllegalMove, MalformedMove
from games.engine.moves.base import MoveBase, amounts, number
from games.engine.recorder import Recorder
from games.engine.state import PortTile, State
from games.engine.tiles.ports import NOTHING, PORTS, PortChoice
from games.engine.words import Hex, Seat

TileNumber = Annotated[int, Meta(ge=1, le=99)]


class UsePort(MoveBase, frozen=True, tag="use_port"):
    """Use a port tile, before or after the main action. (PORT-G01..G12)"""

    WORD = "port"
    EXAMPLE = "port 2 discard 1 wool gain 3 milk"
    OUT_OF_PLACE = "STATE-25"

    tile: TileNumber
    source: Literal["map"] = "map"
    discard: Amounts = Amounts()
    gain: Amounts = Amounts()

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        for port in state.ports:
            if decision.seat in port.used_by or not in_reach(state, decision.seat, port.hex):
                continue
            for choice in PORTS[port.tile].choices(state, decision.seat):
                yield cls(port.tile, discard=choice.discard, gain=choice.gain)

    def check(self, state: State, decision: Decision) -> None:
        port = self._port(state)
        if decision.seat in port.used_by:
            raise IllegalMove("PORT-G03", "port_used", tile=self.tile)
        if not in_reach(state, decision.seat, port.hex):
            shipping = state.players[decision.seat].shipping
            raise IllegalMove("PORT-G01", "port_out_of_reach", hex=port.hex, shipping=shipping)
        PORTS[self.tile].check(state, decision.seat, self._choice())

    def _port(self, state: State) -> PortTile:
        for port in state.ports:
            if port.tile == self.tile:
                return port
        tiles = [port.tile for port in state.ports]
        raise IllegalMove("SETUP-03", "no_such_port", tile=self.tile, tiles=tiles)

    def _choice(self) -> PortChoice:
        return PortChoice(self.discard, self.gain)

    def perform(self, game: Recorder, decision: Decision) -> None:
        game.emit(fx.PortUsed(decision.seat, self.tile))
        PORTS[self.tile].perform(game, decision.seat, self._choice())

    def notation(self) -> str:
        choice = self._choice()
        if choice == NOTHING:
            return f"{self.WORD} {self.tile}"
        discard, gain = choice.discard.notation(), choice.gain.notation()
        return f"{self.WORD} {self.tile} discard {discard} gain {gain}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        tile, *rest = words
        if not rest:
            return cls.build(tile=number(tile))
        if rest[0] != "discard" or "gain" not in rest:
            raise MalformedMove("expected 'discard' and 'gain', as in 'discard 1 wool gain 3 milk'")
        middle = rest.index("gain")
        return cls.build(
            tile=number(tile),
            discard=amounts(rest[1:middle]),
            gain=amounts(rest[middle + 1 :]),
        )


def in_reach(state: State, seat: Seat, hex_: Hex) -> bool:
    """Whether a port place is in range of a seat, or holds one of its units.

    (PORT-G01, PORT-G02, PORT-G09)
    """
    position = state.position
    return bool((position.reach(seat) | position.own[seat]) & BIT[hex_])
