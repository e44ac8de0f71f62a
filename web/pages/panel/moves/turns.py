"""Passing, ending a turn, and leaving a bonus."""

from django.utils.translation import gettext_noop

from games import engine
from games.engine.moves.turns import EndTurn, Pass, Skip
from web.pages.panel.moves.base import MovePanel


class PassPanel(MovePanel[Pass]):
    """The last turn of a round."""

    move = Pass
    kind = "pass"
    label = gettext_noop("Pass for this round")
    group = "last"
    rule = "PASS-01"
    hint = gettext_noop("Your last turn in this round.")
    priced = True

    def price(self, state: engine.State, decision: engine.Decision, move: Pass) -> int:
        return -state.content.passing_bonus(state.options.players, len(state.passed))


class EndTurnPanel(MovePanel[EndTurn]):
    """The end of a turn whose action is done."""

    move = EndTurn
    kind = "end"
    label = gettext_noop("End turn")
    direct = True


class SkipPanel(MovePanel[Skip]):
    """Going on without a bonus."""

    move = Skip
    kind = "skip"
    label = gettext_noop("Do without")
    direct = True
