"""MacKenzie on the pages."""

from collections.abc import Iterator

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from games import engine
from games.engine.clans.mackenzie import MacKenzie as MacKenzieClan
from games.engine.clans.mackenzie import WithdrawCellar, cellar
from games.engine.rules.answers import FieldChoice
from games.engine.state import Player
from replays.narration import vocabulary
from web.pages.clans.base import ClanPage, ClanSpace, OwnSpaces
from web.pages.common.labels import pounds
from web.pages.guide.setting import Setting
from web.pages.guide.strip import Cell, Strip, joined
from web.pages.guide.topic import Example
from web.pages.panel.moves.base import AnyPanel, MovePanel
from web.pages.panel.steps import Path, Route, Step


class CellarPanel(MovePanel[WithdrawCellar]):
    """Taking a barrel from the cellar."""

    move = WithdrawCellar
    kind = "cellar"
    label = gettext_noop("Take a barrel from the cellar")
    group = "free"
    topic = "clan-mackenzie"
    rule = "CLAN-MACKENZIE-07"
    hint = gettext_noop("In addition to your action; its space pays.")

    questions = {"barrel": gettext_noop("Which barrel do you take?")}

    def routes(self, move: WithdrawCellar) -> Iterator[Route]:
        yield (Step("barrel", str(move.slot)),)

    def choice_label(self, state: engine.State, kind: str, value: str) -> str:
        return _("Space %(number)s") % {"number": int(value) + 1}

    def price(self, state: engine.State, decision: engine.Decision, move: WithdrawCellar) -> int:
        return -state.content.cellar[move.slot]

    def attempt(self, path: Path, kind: str, value: str) -> WithdrawCellar:
        if kind != "barrel":
            raise LookupError(kind)
        return WithdrawCellar.build(slot=int(value))


class MacKenzie(ClanPage):
    """Whisky goes into the cellar and out of it."""

    clan = "mackenzie"
    choice = "cellar"
    choice_title = gettext_noop("Cellar")
    choice_rule = "CLAN-MACKENZIE-05"

    def panels(self) -> tuple[AnyPanel, ...]:
        return (CellarPanel(),)

    def own_spaces(self, state: engine.State, player: Player) -> OwnSpaces:
        barrels = zip(state.content.cellar, cellar(state.content, player), strict=False)
        return OwnSpaces(
            _("Cellar:"),
            tuple(
                ClanSpace(pounds(pay), "whisky", _("with a barrel"))
                if barrel
                else ClanSpace(pounds(pay))
                for pay, barrel in barrels
            ),
            "whisky",
        )

    def example(self, setting: Setting) -> Example:
        pays = [pounds(pay) for pay in setting.content.cellar]
        made = Cell(pounds(MacKenzieClan().distilling_income()), "whisky")
        row = joined([[made], *([Cell(pay, "whisky", "here")] for pay in pays)])
        caption = _("Making a whisky brings %(made)s. A barrel later pays by its space: %(pays)s.")
        facts = {"made": made.text, "pays": vocabulary.listed(pays)}
        return Example(Strip([row]), caption % facts)

    def wanted(self, state: engine.State, seat: engine.Seat, chosen: FieldChoice) -> int:
        return 1

    def choice_label(self, state: engine.State, chosen: FieldChoice) -> str:
        return _("A whisky into the cellar")

    def produced(self, chosen: FieldChoice) -> str:
        return _("one barrel for the cellar")

    def order_field(self) -> forms.Field:
        return forms.BooleanField(
            label=gettext_lazy("Put a whisky into the cellar"),
            required=False,
            help_text=gettext_lazy("Whenever one is made."),
        )

    def ordered(self, chosen: FieldChoice) -> str:
        return _("Puts a whisky into the cellar.")
