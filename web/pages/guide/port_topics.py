"""Port tiles explained: a sample uses the tile, and the changes are drawn."""

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import engine
from games.engine.moves.modifiers import Modifier, price_after
from games.engine.moves.reductions import sparing
from games.engine.recorder import Recorder
from games.engine.rules.demands import Demand
from games.engine.rules.deploying import ground
from games.engine.terms import COLUMNS, GOOD_INDEX, GOODS
from games.engine.tiles import PORTS
from games.engine.tiles.choices import PortChoice
from games.engine.tiles.of_clans import said_by_all
from games.engine.tiles.port_tile import PortTileKind
from replays.narration import vocabulary
from web.pages.common.labels import pounds
from web.pages.common.pieces import amount
from web.pages.guide.difference import SampleChange, difference, listed
from web.pages.guide.map_piece import middle_out
from web.pages.guide.port_samples import SAMPLES
from web.pages.guide.setting import YOU, Setting, put
from web.pages.guide.strip import Cell, Strip, joined, track
from web.pages.guide.topic import Example, Topic
from web.pages.panel.decisions import panel_at

TRIED: Final = 60
"""How many choices of a tile are tried for a telling example."""
HELD: Final = 2
"""Of each good in the sample."""
GOOD: Final = "cheese"
"""Whose price is moved in the example of a tile that moves one."""
ONCE: Final = gettext_noop(
    "One of your units must be beside the port or reach it by ship. You can use each tile once."
)


class PortTopic(Topic):
    """A port tile."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.id = f"port-{number}"
        self.rule = f"PORT-{number}"

    def title(self) -> str:
        return _("Port tile %(number)s") % {"number": self.number}

    def sentences(self, setting: Setting) -> list[str]:
        tile = PORTS[self.number]
        of_clans = vocabulary.sentences([_(text) for text in said_by_all(tile)])
        said = [_(text) for text in (tile.text, *tile.details)]
        return [*said, *([of_clans] if of_clans else []), _(ONCE)]

    def example(self, setting: Setting) -> Example:
        tile = PORTS[self.number]
        if self.number in SAMPLES:
            return SAMPLES[self.number](setting, self.number)
        if tile.announced is not None:
            return ANNOUNCED[tile.announced.names[0]](setting, self.number)
        return _used(setting, tile)


# --- tiles that do something by themselves --------------------------------------------------------


def _used(setting: Setting, tile: PortTileKind) -> Example:
    """The changes by the choice that changes most kinds of things."""
    state = _stocked(setting, tile.number)
    tried = [_after(state, tile, choice) for choice in islice(tile.choices(state, YOU), TRIED)]
    after, shown = max(tried, key=lambda one: len(one[1].out) + len(one[1].into))
    decisions = [after.decision_of(YOU)] if len(after.decisions) > len(state.decisions) else []
    then = [text for one in decisions if one for text in panel_at(after, one).then(after, one)]
    return Example(Strip([shown.row]), vocabulary.sentences([shown.words, *then]))


def _after(
    state: engine.State, tile: PortTileKind, choice: PortChoice
) -> tuple[engine.State, SampleChange]:
    after = engine.copy(state)
    tile.perform(Recorder(after), YOU, choice)
    return after, difference(state, after)


def _stocked(setting: Setting, number: int) -> engine.State:
    """A sample with goods and units, and the tile among those of the game."""
    state = setting.sample()
    player = state.players[YOU]
    player.goods = [HELD] * len(GOODS)
    state.pile = len(state.content.contracts) - len(state.slots)
    for column in COLUMNS:
        free = ground(state, player, column) & state.position.empty
        put(state, YOU, column, middle_out(free)[0])
    state.ports[0].tile = number
    return state


# --- tiles that are announced with a move ---------------------------------------------------------


def _price_moved(setting: Setting, number: int) -> Example:
    """The marker of a price before and after."""
    state = setting.sample()
    announced = Modifier(number, "map", direction="down")  # type: ignore[arg-type]
    index = GOOD_INDEX[GOOD]
    printed, was = state.content.market(state.options.players)[index], state.prices[index]
    facts = {
        "good": vocabulary.of_good(GOOD),
        "before": pounds(state.price(index)),
        "after": pounds(price_after(state, GOOD, [announced])),
    }
    caption = _("Price of %(good)s: %(after)s instead of %(before)s, before you trade.")
    row = track(printed.prices, was, printed.moved(was, announced.shift()))
    return Example(Strip([row]), caption % facts)


def _spared(setting: Setting, number: int) -> Example:
    """The contract that asks for most of what the tile spares, and what is still delivered."""
    items = sparing(number).items
    contracts = setting.content.contracts.values()
    found = max(contracts, key=lambda one: max(map(Demand.of(one).amount, items)))
    demand = Demand.of(found)
    item = max(items, key=demand.amount)
    if not demand.amount(item):
        raise LookupError(f"no contract asks for what tile {number} spares")
    asked = amount(item, demand.amount(item))
    left = amount(item, demand.without([item]).amount(item))
    caption = _("Contract %(number)s asks for %(asked)s; you deliver %(left)s.")
    facts = {"number": found.id, "asked": listed([asked]), "left": listed([left])}
    row = joined([[Cell(asked.text, item)], [Cell(left.text, item, "here")]])
    return Example(Strip([row]), caption % facts)


ANNOUNCED: Final[Mapping[str, Callable[[Setting, int], Example]]] = {
    "direction": _price_moved,
    "spare": _spared,
    "good": _spared,
}
"""By what is named first when a tile is announced."""
