"""Clans explained: their texts, and where the rules differ for them."""

from collections.abc import Callable, Iterator
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct

from games.engine.clans import all_clans
from games.engine.clans.base import Clan
from games.engine.content.schema import SMALL_MAP_PLAYERS
from games.engine.geometry.board import hexes_in, mask_of
from games.engine.rules.deploying import ground
from games.engine.terms import Column
from replays.narration import vocabulary
from web.pages.clans import page_of
from web.pages.common.labels import label, pounds
from web.pages.guide.map_piece import map_piece, middle_out
from web.pages.guide.setting import YOU, Setting, put
from web.pages.guide.strip import BECOMES, Cell, Strip, sign
from web.pages.guide.topic import Example, Topic

PLAIN: Final = Clan()
APART: Final = sign("")
TWO: Final = 2
"""Comparisons in a row."""


class ClanTopic(Topic):
    """A clan."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.id = f"clan-{name}"
        self.rule = all_clans()[name].first_rule()

    def title(self) -> str:
        return _("Clan %(clan)s") % {"clan": vocabulary.clan(self.name)}

    def sentences(self, setting: Setting) -> list[str]:
        clan, page = all_clans()[self.name], page_of(self.name)
        decided = [] if page is None else page.by_options(setting.options)
        return [*(_(text) for text in (*clan.text, *clan.details)), *decided]

    def example(self, setting: Setting) -> Example:
        """The drawing of its page; without one a comparison with a plain clan."""
        page = page_of(self.name)
        own = None if page is None else page.example(setting)
        if own is not None:
            return own
        clan = all_clans()[self.name]
        return _discount(setting, clan) or _costs(setting, clan) or _compared(setting, clan)


# --- numbers --------------------------------------------------------------------------------------


class ClanNumber(Struct, frozen=True):
    """A number that may differ for a clan; ``text`` writes it."""

    symbol: str
    label: str
    ask: Callable[[Clan, Setting], int]
    text: Callable[[int], str] = str


NUMBERS: Final = (
    ClanNumber(
        "merchant",
        gettext_noop("Merchants at the start"),
        lambda clan, setting: setting.content.merchants_start + clan.start_merchants(),
    ),
    ClanNumber(
        "shipping",
        gettext_noop("Shipping at the start"),
        lambda clan, setting: clan.start_shipping(small=_small(setting)),
    ),
    ClanNumber(
        "worker", gettext_noop("First workers"), lambda clan, _setting: clan.first_workers()
    ),
    ClanNumber(
        "money",
        gettext_noop("For trading a good"),
        lambda clan, _setting: clan.trade_income(),
        pounds,
    ),
    ClanNumber(
        "whisky",
        gettext_noop("For each whisky made"),
        lambda clan, _setting: clan.distilling_income(),
        pounds,
    ),
    ClanNumber("contract", gettext_noop("Export boxes"), lambda clan, _setting: clan.boxes()),
    ClanNumber(
        "contract",
        gettext_noop("Contracts taken in one action"),
        lambda clan, setting: clan.contracts_at_once(setting.options),
    ),
    ClanNumber(
        "contract",
        gettext_noop("Contracts revealed by a building bonus"),
        lambda clan, setting: clan.contracts_drawn(setting.options),
    ),
    ClanNumber(
        "contract",
        gettext_noop("Contracts kept of these"),
        lambda clan, setting: clan.contracts_kept(setting.options),
    ),
)


def _small(setting: Setting) -> bool:
    return setting.options.players <= SMALL_MAP_PLAYERS


def _compared(setting: Setting, clan: Clan) -> Example:
    """Each number that differs from that of a plain clan, side by side."""
    cells, texts = [], []
    for one in NUMBERS:
        plain, own = one.ask(PLAIN, setting), one.ask(clan, setting)
        if plain != own:
            now = Cell(one.text(own), one.symbol, "here")
            cells.append([Cell(one.text(plain), one.symbol), BECOMES, now])
            texts.append(_instead(_(one.label), one.text(own), one.text(plain)))
    if not cells:
        raise LookupError(f"nothing is known of {clan.name} that could be drawn")
    return Example(Strip([*_in_twos(cells)]), vocabulary.sentences(texts))


def _in_twos(groups: list[list[Cell]]) -> Iterator[list[Cell]]:
    for start in range(0, len(groups), TWO):
        first, *others = groups[start : start + TWO]
        yield [*first, *(cell for group in others for cell in (APART, *group))]


def _instead(name: str, own: str, plain: str) -> str:
    facts = {"name": name, "own": own, "plain": plain}
    return _("%(name)s: %(own)s instead of %(plain)s.") % facts


# --- prices ---------------------------------------------------------------------------------------


def _costs(setting: Setting, clan: Clan) -> Example | None:
    """The units of the first column that cost something else than printed, one after the other."""
    for column in clan.columns:
        printed = setting.content.unit_costs.get(column)
        costs = [] if printed is None else _column_costs(setting, clan, column, printed)
        if any(cost != printed for cost in costs):
            assert printed is not None
            row = [Cell(pounds(cost), column, "here") for cost in costs]
            own = vocabulary.listed([pounds(cost) for cost in costs])
            return Example(Strip([row]), _instead(label(column), own, pounds(printed)))
    return None


def _column_costs(setting: Setting, clan: Clan, column: Column, printed: int) -> list[int]:
    state = setting.sample(clan.name)
    player, costs = state.players[YOU], []
    for _number in range(clan.column_size(column)):
        costs.append(clan.unit_cost(player, column, printed))
        fit = ground(state, player, column) & state.position.empty
        put(state, YOU, column, middle_out(fit)[0])
    return costs


def _discount(setting: Setting, clan: Clan) -> Example | None:
    """The spaces in a piece of the map that are cheaper."""
    state = setting.sample(clan.name)
    cheaper = {
        name: saved
        for name in hexes_in(state.board.land)
        if (saved := clan.deployment_discount(state.board, name))
    }
    if not cheaper:
        return None
    first = middle_out(mask_of(cheaper))[0]
    tags = {name: pounds(-saved) for name, saved in cheaper.items()}
    piece = map_piece(state, [first], tags=tags, marked={"ground": mask_of(cheaper)})
    facts = {"hex": first, "saved": pounds(cheaper[first])}
    return Example(piece, _("A unit on %(hex)s costs %(saved)s less in all.") % facts)
