"""MacLeod on the pages."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import engine
from games.engine.clans.macleod import SHIPYARDS, flags, shipyards
from games.engine.state import Player
from replays.narration import vocabulary
from web.pages.clans.base import ClanPage, ClanSpace, OwnSpaces
from web.pages.guide.setting import Setting
from web.pages.guide.strip import Cell, Strip
from web.pages.guide.topic import Example
from web.pages.panel.decisions import DecisionPanel, panel_at
from web.pages.panel.deployed import before_building_bonus, building_bonus
from web.pages.panel.step_labels import own_port_text


def _bonus(state: engine.State, decision: engine.Decision) -> str:
    kept = building_bonus(state, decision)
    return vocabulary.sentences([_("Your shipyard brings a building bonus."), kept])


def _later(state: engine.State, decision: engine.Decision) -> str:
    """What becomes of it after what is decided first, which may empty a box, fill one or neither.

    (CLAN-MACLEOD-8)
    """
    first = state.decisions[state.decisions.index(decision) + 1 :]
    empties = any(panel_at(state, one).empties_box for one in first)
    if not (empties or state.building_bonus_possible(decision.seat)):
        return vocabulary.sentence(_(decision.LOST))
    if any("contracts" in one.gives for one in first):
        return _("After that you may use another building bonus if an export box is empty.")
    return _("After that you may use a building bonus if an export box is empty.")


class MacLeod(ClanPage):
    """Shipyards are port tiles of its own."""

    clan = "macleod"

    def own_spaces(self, state: engine.State, player: Player) -> OwnSpaces | None:
        spaces = tuple(
            ClanSpace(str(tile), "shipping", _("used")) if used else ClanSpace(str(tile))
            for tile, used in zip(shipyards(state), flags(player), strict=False)
        )
        return OwnSpaces(_("Shipyards:"), spaces, "shipping") if spaces else None

    def in_game(self, state: engine.State) -> list[str]:
        """Which port tiles the shipyards are, and what each does."""
        return [
            _("Shipyard %(tile)s: %(text)s") % {"tile": tile, "text": own_port_text(tile)}
            for tile in shipyards(state)
        ]

    def example(self, setting: Setting) -> Example:
        """The tiles that would be left beside those on the map, as many as there are shipyards."""
        state = setting.sample(self.clan)
        laid_out = {port.tile for port in state.ports}
        left = [tile for tile in setting.content.ports if tile not in laid_out][:SHIPYARDS]
        row = [Cell(str(tile), "shipping") for tile in left]
        text = _("For each port tile used on the map, one of the four shipyards can be used.")
        return Example(Strip([row]), text)

    def decisions(self) -> tuple[DecisionPanel, ...]:
        return (
            DecisionPanel(
                kind="shipyard_bonus",
                heading=gettext_noop("Building bonus"),
                rule="CLAN-MACLEOD-8",
                explain=_bonus,
                follow=before_building_bonus,
                later=_later,
            ),
        )
