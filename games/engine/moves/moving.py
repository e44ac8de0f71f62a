"""Moving a unit to an adjacent space. (IND-MOVE)"""

from collections.abc import Iterator
from typing import Self

from games.engine import effects as fx
from games.engine.decisions import Decision
from games.engine.errors import IllegalMove
from games.engine.geometry.board import hexes_in
from games.engine.moves.base import MoveBase, no_more
from games.engine.recorder import Recorder
from games.engine.rules.moving import beside, check_beside
from games.engine.state import Piece, State
from games.engine.terms import HexName, Unit


class MoveUnit(MoveBase, frozen=True, tag="move_unit", rename={"origin": "from", "target": "to"}):
    """Move a unit of one's own to an adjacent empty space that fits it. (IND-MOVE-01..09)"""

    WORD = "move"
    EXAMPLE = "move sheep F5 F6"

    unit: Unit
    origin: HexName
    target: HexName

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        player = state.players[decision.seat]
        for piece in dict.fromkeys((one.unit, one.hex) for one in player.units):
            for target in hexes_in(beside(state, decision.seat, Piece(*piece))):
                yield cls(*piece, target)

    def check(self, state: State, decision: Decision) -> None:
        piece = Piece(self.unit, self.origin)
        if piece not in state.players[decision.seat].units:
            raise IllegalMove("IND-MOVE-06", "no_such_unit", unit=self.unit, hex=self.origin)
        check_beside(state, decision.seat, piece, self.target)

    def perform(self, game: Recorder, decision: Decision) -> None:
        game.finish(decision)
        game.emit(fx.UnitMoved(decision.seat, self.unit, self.origin, self.target))

    def notation(self) -> str:
        return f"{self.WORD} {self.unit} {self.origin} {self.target}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[3:])
        return cls.build(**{"unit": words[0], "from": words[1], "to": words[2]})
