"""When: what is played."""

from typing import Self

from games import engine
from games.engine.state import Phase
from tests.scenario.seats import COLOURS, seat_of
from tests.scenario.table import Looking


class Playing(Looking):
    """Plays moves in notation, and the steps of the game itself."""

    def play(self, *lines: str) -> Self:
        """Play notation for the seat that has to decide; steps of the game follow by themselves."""
        for line in lines:
            self.play_as(COLOURS[self.deciding()], line)
        return self

    def play_as(self, colour: str, line: str) -> Self:
        """Play notation for one seat."""
        self.events.append(engine.play(self.state, seat_of(colour), engine.parse(line)))
        return self

    def all_pass(self) -> Self:
        """Everybody passes in turn order, which ends the action phase."""
        while self.state.phase == "action":
            self.play("pass")
        return self

    def go_to(self, phase: Phase) -> Self:
        """Leave what is open and go on at a phase of the game itself."""
        self.state.decisions, self.state.phase = [], phase
        return self

    def advance(self, *kinds: str) -> Self:
        """Take steps of the game itself: exactly these, or all until a player has to decide."""
        taken: list[str] = []
        while (not kinds or len(taken) < len(kinds)) and (step := engine.advance(self.state)):
            self.events.append(step)
            taken.append(step.kind)
        assert not kinds or taken == list(kinds)
        return self
