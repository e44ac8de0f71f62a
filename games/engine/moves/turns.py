"""Passing, ending a turn, and leaving out what is optional. (PASS, STATE-24, CMD-16)"""

from games.engine import decisions
from games.engine import effects as fx
from games.engine.decisions import Decision
from games.engine.moves.base import PlainMove
from games.engine.recorder import Recorder
from games.engine.rules.bonuses import drop_export_bonuses
from games.engine.rules.rounds import next_turn, passing_bonus


class Pass(PlainMove, frozen=True, tag="pass"):
    """Take no more turns in this round; the place in the next turn order pays. (PASS-01..07)

    Nothing follows in this turn, unless ports may be used after passing. (PASS-06, OPT-09)
    """

    WORD = "pass"

    def perform(self, game: Recorder, decision: Decision) -> None:
        seat, state = decision.seat, game.state
        game.close()
        bonus = passing_bonus(state.content, state.options, len(state.passed))
        game.emit(fx.Passed(seat))
        game.money(seat, bonus)
        if state.options.port_after_pass:
            game.open(decisions.EndTurnDecision(game.version, seat))
        else:
            next_turn(game, seat)


class EndTurn(PlainMove, frozen=True, tag="end_turn"):
    """Hand the turn on. (STATE-24)"""

    WORD = "end"

    def perform(self, game: Recorder, decision: Decision) -> None:
        game.close()
        next_turn(game, decision.seat)


class Skip(PlainMove, frozen=True, tag="skip"):
    """Forfeit what the open decision offers. (NBR-13, BONUS-05, BONUS-10)"""

    WORD = "skip"

    def perform(self, game: Recorder, decision: Decision) -> None:
        if isinstance(decision, decisions.ExportBonusesDecision):
            drop_export_bonuses(game, decision)
        else:
            game.close()
