"""Passing, ending a turn, and leaving a bonus."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import engine
from games.engine.moves.turns import EndTurn, Pass, Skip
from games.engine.rules.rounds import passing_bonus
from replays.narration import vocabulary
from web.pages.guide.setting import Setting
from web.pages.guide.strip import Cell, Strip
from web.pages.guide.topic import Example
from web.pages.panel.moves.base import MovePanel
from web.pages.panel.structs import Preview


class PassPanel(MovePanel[Pass]):
    """The last turn of a round."""

    move = Pass
    kind = "pass"
    label = gettext_noop("Pass for this round")
    group = "last"
    rule = "PASS-01"
    hint = gettext_noop("Ends your round.")
    priced = True
    explained = (
        gettext_noop(
            "You take no more turns in this round. When all have passed, production begins."
        ),
        gettext_noop("You are paid at once; the first to pass gets most."),
        gettext_noop("The next round is played in the order of passing."),
    )

    def example(self, setting: Setting) -> Example:
        players, options = setting.options.players, setting.options
        paid = [passing_bonus(setting.content, options, place) for place in range(players)]
        places = [Cell(f"{place}.") for place in range(1, players + 1)]
        row = [Cell(vocabulary.money(one), "money", "here") for one in paid]
        text = _("First to pass: %(first)s. Last: %(last)s.")
        facts = {"first": vocabulary.money(paid[0]), "last": vocabulary.money(paid[-1])}
        return Example(Strip([places, row]), text % facts)

    def price(self, state: engine.State, decision: engine.Decision, move: Pass) -> int:
        return -passing_bonus(state.content, state.options, len(state.passed))


class EndTurnPanel(MovePanel[EndTurn]):
    """The end of a turn whose action is done."""

    move = EndTurn
    kind = "end"
    label = gettext_noop("End turn")
    direct = True

    def hides(self, state: engine.State) -> bool:
        return True

    def hidden_preview(
        self, state: engine.State, decision: engine.Decision, move: EndTurn
    ) -> Preview:
        return Preview(text=_("You end your turn."), notation=move.notation(), final=True)


class SkipPanel(MovePanel[Skip]):
    """Going on without a bonus."""

    move = Skip
    kind = "skip"
    label = gettext_noop("Skip")
    direct = True
