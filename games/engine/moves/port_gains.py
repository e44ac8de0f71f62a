"""Choosing between the gains of a port tile. (PORT-13)"""

from collections.abc import Iterator
from typing import Self

from games.engine.decisions import Decision
from games.engine.errors import IllegalMove
from games.engine.moves.base import MoveBase, as_kind, no_more
from games.engine.recorder import Recorder
from games.engine.rules.granted_decisions import PortGain, PortGainDecision
from games.engine.state import State
from games.engine.tiles.new_ports import take_gain


class ChoosePortGain(MoveBase, frozen=True, tag="port_gain"):
    """Take one of the gains that a port tile offers. (PORT-13)"""

    WORD = "gain"
    EXAMPLE = "gain glory"

    gain: PortGain

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        yield from map(cls, as_kind(decision, PortGainDecision).gains)

    def check(self, state: State, decision: Decision) -> None:
        if self.gain not in as_kind(decision, PortGainDecision).gains:
            raise IllegalMove("PORT-13", "no_such_gain", gain=self.gain)

    def perform(self, game: Recorder, decision: Decision) -> None:
        game.close()
        take_gain(game, decision.seat, self.gain)

    def notation(self) -> str:
        return f"{self.WORD} {self.gain}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[1:])
        return cls.build(gain=words[0])
