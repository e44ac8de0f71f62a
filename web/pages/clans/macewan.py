"""MacEwan on the pages."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games import engine
from games.engine.clans.macewan import BEER_PRICE, Brew
from games.engine.clans.macewan import MacEwan as MacEwanClan
from games.engine.decisions import BrewDecision
from replays.narration import vocabulary
from web.pages.clans.base import ClanPage
from web.pages.common.labels import pounds
from web.pages.guide.setting import Setting
from web.pages.guide.strip import Cell, Strip, joined
from web.pages.guide.topic import Example
from web.pages.panel.decisions import DecisionPanel
from web.pages.panel.moves.base import AnyPanel, MovePanel
from web.pages.panel.steps import Path, Route, Step


class BrewPanel(MovePanel[Brew]):
    """Selling grain as beer."""

    move = Brew
    kind = "brew"
    label = gettext_noop("Brew beer")
    topic = "clan-macewan"

    def routes(self, move: Brew) -> Iterator[Route]:
        yield (Step("quantity", str(move.quantity)),)

    def price(self, state: engine.State, decision: engine.Decision, move: Brew) -> int:
        return -BEER_PRICE * move.quantity

    def attempt(self, path: Path, kind: str, value: str) -> Brew:
        if kind != "quantity":
            raise LookupError(kind)
        return Brew.build(quantity=int(value))


def _brewing(_state: engine.State, decision: BrewDecision) -> str:
    text = ngettext(
        "Your clan may sell up to %(n)s grain as beer, for %(money)s each.",
        "Your clan may sell up to %(n)s grain as beer, for %(money)s each.",
        decision.most,
    )
    return text % {"n": decision.most, "money": vocabulary.money(BEER_PRICE)}


class MacEwan(ClanPage):
    """Grain is sold as beer."""

    clan = "macewan"

    def panels(self) -> tuple[AnyPanel, ...]:
        return (BrewPanel(),)

    def example(self, setting: Setting) -> Example:
        """The contract that lets most grain be sold, with the fewest hops."""
        most = MacEwanClan().beer
        found = max(setting.content.contracts.values(), key=lambda one: (most(one), -one.hops))
        grain, pays = str(most(found)), pounds(BEER_PRICE * most(found))
        row = joined(
            [[Cell(str(found.hops), "hops")], [Cell(grain, "grain")], [Cell(pays, "money", "here")]]
        )
        caption = _(
            "Contract %(number)s, hops: %(hops)s. Grain discarded: %(grain)s, for %(money)s in all."
        )
        facts = {"number": found.id, "hops": found.hops, "grain": grain, "money": pays}
        return Example(Strip([row]), caption % facts)

    def decisions(self) -> tuple[DecisionPanel, ...]:
        return (
            DecisionPanel(
                kind="brew",
                heading=gettext_noop("Brew beer?"),
                rule="CLAN-MACEWAN-01",
                explain=_brewing,
                leads_to=gettext_noop("Then you may brew beer."),
            ),
        )
