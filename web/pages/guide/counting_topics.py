"""What counts at the end of the game, explained: imports and settlements."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.engine.geometry.board import BIT, Board
from games.engine.rules.deploying import ground
from games.engine.rules.final import connected_settlements, import_worth, ranking_scheme
from games.engine.terms import IMPORTS, Hex
from web.pages.common.labels import pounds
from web.pages.guide.map_piece import map_piece, middle_out
from web.pages.guide.setting import YOU, Setting, put
from web.pages.guide.strip import Cell, Strip
from web.pages.guide.topic import Example, Topic
from web.pages.overlays.layers import links, settlements
from web.pages.overlays.overlay import Area, edge_path, line_path, spaces_path

IMPORTED: Final = (7, 4, 2)
"""The counters of the example."""
LEVEL: Final = 2
"""The shipping level of the example: over one loch."""
WORKER: Final = "woodcutter"


class ImportsTopic(Topic):
    """The worth of imported goods."""

    id = "imports"
    rule = "FINAL-08"

    def title(self) -> str:
        return _("Imports")

    def sentences(self, setting: Setting) -> list[str]:
        options = setting.options
        texts = [_("At game end you score the goods that your fulfilled contracts have imported.")]
        texts.append(_(WORTH[options.imports]))
        if options.imports == "dynamic" and options.import_coin:
            text = _(
                "Whoever moves a counter to a multiple of %(every)s, or past it, gets %(money)s."
            )
            facts = {"every": setting.content.import_mark_every, "money": pounds(1)}
            texts.append(text % facts)
        return texts

    def example(self, setting: Setting) -> Example:
        state = setting.sample()
        state.imports = list(IMPORTED)
        worth = import_worth(state, YOU)
        goods = [Cell(str(amount), good) for amount, good in zip(IMPORTED, IMPORTS, strict=True)]
        points = [Cell(str(one), kind="here") for one in worth]
        text = _("Above: how many were imported. Below: points for each.")
        return Example(Strip([goods, points]), text)


WORTH: Final = {
    "dynamic": gettext_noop(
        "The good imported most by all players together is worth least, the rarest most."
    ),
    "balanced": gettext_noop(
        "The good that you have imported most yourself is worth least, the rarest most."
    ),
    "static": gettext_noop("Each of them is worth the same."),
}
"""By option, what decides about their worth."""


class SettlementsTopic(Topic):
    """Which settlements are connected at the end."""

    id = "settlements"
    rule = "FINAL-14"

    def title(self) -> str:
        return _("Connected settlements")

    def sentences(self, setting: Setting) -> list[str]:
        how = ranking_scheme(setting.options, "settlements").how()
        points = _(how.text) % how.params
        return [
            _(
                "Your units beside each other form a settlement; a river between two separates "
                "them."
            ),
            _("At game end, settlements within reach of your shipping are connected."),
            _("The largest group counts. Points: %(points)s.") % {"points": points},
        ]

    def example(self, setting: Setting) -> Example:
        """Two settlements that are connected, and one that is not."""
        state = setting.sample()
        player, board = state.players[YOU], state.board
        player.shipping = LEVEL
        fit = ground(state, player, WORKER)
        units = _three(board, fit)
        for hex_ in units:
            put(state, YOU, WORKER, hex_)
        found, counted = settlements(state, YOU)
        areas = [
            Area("group", spaces_path(one) + edge_path(one), YOU)
            if one in counted
            else Area("other", edge_path(one), YOU)
            for one in found
        ]
        areas.append(Area("link", line_path(links(state, YOU, counted)), YOU))
        text = _("Shipping level %(level)s: %(linked)s of %(all)s settlements are connected.")
        facts = {"level": LEVEL, "linked": connected_settlements(state, YOU), "all": len(found)}
        return Example(map_piece(state, units, areas=areas), text % facts)


def _three(board: Board, fit: int) -> list[Hex]:
    """Two spaces of which the second is reached by ship only, and one that neither reaches.

    The third one is as near as there is one.
    """
    for first in middle_out(fit):
        reach = board.in_reach[LEVEL]
        across = reach[first] & ~board.in_reach[0][first] & fit
        for second in middle_out(across):
            near = reach[first] | reach[second] | BIT[first] | BIT[second]
            apart = middle_out(fit & ~near)
            if apart:
                return [first, second, apart[0]]
    raise LookupError("no three spaces of this map are a group and one apart")


TOPICS: Final[tuple[Topic, ...]] = (ImportsTopic(), SettlementsTopic())
