"""Choosing a clan."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games import engine
from games.engine.clans import PLAIN, all_clans
from games.engine.moves.setting_up import ChooseClan
from games.engine.terms import GOODS
from replays.narration import vocabulary
from web.pages import clans
from web.pages.common.pieces import amount
from web.pages.guide.difference import listed
from web.pages.guide.setting import Setting
from web.pages.guide.strip import Cell, Strip
from web.pages.guide.topic import Example
from web.pages.panel import step_labels
from web.pages.panel.moves.base import MovePanel
from web.pages.panel.steps import Path, Route, Step
from web.pages.panel.structs import Light, Preview


class ClanPanel(MovePanel[ChooseClan]):
    """A clan with its starting tile; only the tile where no clans are played."""

    move = ChooseClan
    kind = "clan"
    label = gettext_noop("Choose a clan")
    explained = (
        gettext_noop("Your clan stays with you for the whole game and has its own abilities."),
        gettext_noop("You start with the money and goods of the tile beside it."),
    )
    lights = {"pair": "pair-{}"}

    def example(self, setting: Setting) -> Example:
        """The first starting tile."""
        number, tile = next(iter(setting.content.start_tiles.items()))
        goods = zip(GOODS, tile.goods, strict=True)
        given = [amount("money", tile.money), *(amount(good, n) for good, n in goods if n)]
        row = [Cell(one.text, one.symbol, "here") for one in given]
        text = _("Starting tile %(number)s: %(given)s.")
        return Example(Strip([row]), text % {"number": number, "given": listed(given)})

    def routes(self, move: ChooseClan) -> Iterator[Route]:
        yield (Step("pair", str(move.pair)),)

    def question(self, state: engine.State, path: Path, kind: str) -> str:
        if kind == "pair" and not state.options.clans:
            return _("Which starting tile do you take?")
        return super().question(state, path, kind)

    def light(self, step: Step, label: str, detail: str) -> Light | None:
        """Nothing is written on the card of the clan, which says all of it."""
        on = self.lit_by(step)
        return Light(on) if on else None

    def attempt(self, path: Path, kind: str, value: str) -> ChooseClan:
        if kind != "pair":
            raise LookupError(kind)
        return ChooseClan.build(pair=int(value))

    def looked_for(
        self, state: engine.State, decision: engine.Decision, kind: str
    ) -> Iterable[str]:
        return map(str, range(len(state.draft))) if kind == "pair" else ()

    def hides(self, state: engine.State) -> bool:
        return True

    def hidden_preview(
        self, state: engine.State, decision: engine.Decision, move: ChooseClan
    ) -> Preview:
        """What the pair gives, and what comes after the choice."""
        pair = state.draft[move.pair]
        clan = all_clans().get(pair.clan, PLAIN)
        facts = [*(_(text) for text in clan.text), *clans.in_game(state, pair.clan)]
        start = step_labels.start_tile(state, move.pair)
        facts.append(_("You start with %(start)s.") % {"start": start})
        if decision.seat in state.turn_order:
            place = state.turn_order.index(decision.seat) + 1
            text = _("Turn order in round 1: %(place)s of %(players)s.")
            facts.append(text % {"place": place, "players": len(state.players)})
        if pair.clan:
            text = _("You play clan %(clan)s.") % {"clan": vocabulary.clan(pair.clan)}
        else:
            text = _("You take the starting tile %(tile)s.") % {"tile": pair.start_tile}
        workers = clan.first_workers()
        then = ngettext(
            "When all have chosen, you place %(n)s worker on the board.",
            "When all have chosen, you place %(n)s workers on the board, in turns with the others.",
            workers,
        )
        after = [then % {"n": workers}]
        return Preview(text=text, notation=move.notation(), facts=facts, next=after, final=True)
