"""Effects on phases, turns, decisions and scores."""

from typing import Generic, Literal

from games.engine.decisions import ProduceDecision
from games.engine.effects.base import Effect
from games.engine.rules.answers import ChoiceType, ProduceAnswer
from games.engine.state import DecisionType, Phase, ScoreSheet, State, Turn
from games.engine.terms import GOOD_INDEX, Good, Seat


class PhaseBegan(Effect, frozen=True, tag="phase"):
    """The phase that the game is in from now on."""

    TOUCHES = ("phase", "status", "ended_by")

    phase: Phase

    def apply(self, state: State) -> None:
        state.phase = self.phase


class RoundBegan(Effect, frozen=True, tag="round"):
    """The round that is being played, 1 to 5."""

    TOUCHES = ("round", "export_board")

    round: int

    def apply(self, state: State) -> None:
        state.round = self.round


class TurnBegan(Effect, frozen=True, tag="turn"):
    """A seat's turn; its counters start anew, and nothing before ``version`` can be undone."""

    TOUCHES = ("export_board",)

    seat: Seat
    version: int

    def apply(self, state: State) -> None:
        state.turn = Turn(self.seat)
        state.undo_to = self.version


class BarrierSet(Effect, frozen=True, tag="barrier"):
    """Something hidden has been seen: nothing before ``version`` can be undone. (UNDO-02)"""

    REVEALS = True
    TOUCHES = ()

    version: int

    def apply(self, state: State) -> None:
        state.undo_to = self.version


class NeighbourhoodBought(Effect, frozen=True, tag="bought"):
    """Goods bought by the neighbourhood bonus in this turn. (NBR-09)"""

    TOUCHES = ()

    good: Good
    amount: int

    def apply(self, state: State) -> None:
        state.turn.bought[GOOD_INDEX[self.good]] += self.amount


class Rowed(Effect, frozen=True, tag="rowed"):
    """The seat whose turn it is has rowed. (CLAN-MACDONALD-06)"""

    TOUCHES = ()

    def apply(self, state: State) -> None:
        state.turn.rowed = True


class CostSettled(Effect, frozen=True, tag="cost_settled"):
    """No contract obtained later in this turn costs anything. (CLAN-BUCHANAN-03)"""

    TOUCHES = ("export_board",)

    def apply(self, state: State) -> None:
        state.turn.cost_settled = True


class Passed(Effect, frozen=True, tag="pass"):
    """A seat has passed; it takes the next free place of the next turn order. (PASS-02)"""

    TOUCHES = ("passed",)

    seat: Seat

    def apply(self, state: State) -> None:
        state.passed.append(self.seat)


class DecisionOpened(Effect, Generic[DecisionType], frozen=True, tag="open"):
    """One more decision on the stack."""

    TOUCHES = ("auction",)

    decision: DecisionType

    def apply(self, state: State) -> None:
        state.decisions.append(self.decision)


class DecisionChanged(Effect, Generic[DecisionType], frozen=True, tag="change"):
    """The decision on top is now this one."""

    TOUCHES = ("auction",)

    decision: DecisionType

    def apply(self, state: State) -> None:
        state.decisions[-1] = self.decision


class DecisionClosed(Effect, frozen=True, tag="close"):
    """The decision on top is answered."""

    TOUCHES = ("auction",)

    def apply(self, state: State) -> None:
        state.decisions.pop()


class Answered(Effect, Generic[ChoiceType], frozen=True, tag="answer"):
    """A seat's answer in production; it waits for the others'. (UNDO-05)"""

    TOUCHES = ()

    seat: Seat
    answer: ProduceAnswer[ChoiceType]

    def apply(self, state: State) -> None:
        for place, decision in enumerate(state.decisions):
            if isinstance(decision, ProduceDecision) and decision.seat == self.seat:
                state.decisions[place] = ProduceDecision(decision.id, self.seat, self.answer)


class AnswersClosed(Effect, frozen=True, tag="answers_over"):
    """Every answer of production has been carried out."""

    TOUCHES = ()

    def apply(self, state: State) -> None:
        state.decisions = []


class Scored(Effect, frozen=True, tag="score"):
    """A player's score sheet. (FINAL-20)"""

    TOUCHES = ("scores",)

    sheet: ScoreSheet

    def apply(self, state: State) -> None:
        state.scores.append(self.sheet)


class Resigned(Effect, frozen=True, tag="resigned"):
    """A seat decides nothing any more: the game answers for it from now on. (RESIGN-01)"""

    TOUCHES = ("players",)

    seat: Seat

    def apply(self, state: State) -> None:
        state.resigned.append(self.seat)


class Ended(Effect, frozen=True, tag="ended"):
    """What ends the game before its last round was played to the end."""

    TOUCHES = ("ended_by",)

    by: Literal["resignation", "agreement", "director"]

    def apply(self, state: State) -> None:
        state.ended_by = self.by
