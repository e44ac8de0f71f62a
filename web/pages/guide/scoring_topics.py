"""Scoring tiles explained: what counts is found by adding things to a sample."""

from collections.abc import Callable, Iterator, Sequence
from math import dist
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct, convert
from msgspec.structs import replace

from games import engine
from games.drawing.layout import centre
from games.engine.content import Contract
from games.engine.geometry.board import hexes_in
from games.engine.rules.deploying import ground
from games.engine.terms import (
    COLUMNS,
    GOOD_INDEX,
    GOODS,
    TECHNOLOGY_COLUMNS,
    Column,
    ContractId,
    Hex,
)
from games.engine.tiles import ScoringTile, scoring_tile
from games.engine.tiles.of_clans import said_by_all
from replays.narration import vocabulary
from web.pages.common.pieces import ASKED, GIVEN
from web.pages.guide.arrangement import ARRANGEMENTS, arranged
from web.pages.guide.map_piece import map_piece, middle_out
from web.pages.guide.setting import YOU, Setting, put
from web.pages.guide.strip import Cell, Strip
from web.pages.guide.topic import Example, Topic

MOST: Final = 6
"""Symbols in a row."""
TIMES: Final = (1, 2, 3, 4)
SHOWN: Final = (*ASKED, *GIVEN)
"""What a contract may show."""
PRINTED: Final = ContractId(1)
WORKER: Final = "woodcutter"
UNITS: Final = 3
"""How many stand on the ground that counts, in the example of a tile with such a ground."""
END: Final = gettext_noop("It is scored for all players after production in its round.")
GLORY: Final = gettext_noop("Each Glory is 1 point at game end.")

Add = Callable[[engine.State, int], None]


class Thing(Struct, frozen=True):
    """Something that a player can have, and how to put so many of it into a sample."""

    symbol: str
    add: Add


class ScoringTopic(Topic):
    """A scoring tile."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.id = f"scoring-{number}"
        self.rule = f"SCORE-{number}"

    def title(self) -> str:
        return _("Scoring tile %(number)s") % {"number": self.number}

    def sentences(self, setting: Setting) -> list[str]:
        tile = scoring_tile(setting.options, self.number)
        of_clans = vocabulary.sentences([_(text) for text in said_by_all(tile)])
        said = [_(text) for text in (tile.text, *tile.details)]
        return [*said, *([of_clans] if of_clans else []), _(END), _(GLORY)]

    def example(self, setting: Setting) -> Example:
        tile = scoring_tile(setting.options, self.number)
        if tile.name in ARRANGEMENTS:
            return _in_place(setting, tile)
        return _on_map(setting, tile) if tile.ground is not None else _in_row(setting, tile)


def _caption(tile: ScoringTile, state: engine.State) -> str:
    facts = {"count": tile.count(state, YOU), "glory": tile.value(state, YOU)}
    return _("Counted in the example: %(count)s. Glory: %(glory)s.") % facts


# --- in a row -------------------------------------------------------------------------------------


def _in_row(setting: Setting, tile: ScoringTile) -> Example:
    """What counts, and the Glory for one to four of what counts least.

    Where more of the same adds nothing, these are one to four different things.
    """
    weights = {thing: _count(setting, tile, thing) for thing in things()}
    counted = {thing: weight for thing, weight in weights.items() if weight}
    symbols = [
        Cell(f"\u00d7{weight}" if weight > 1 else "", thing.symbol)
        for thing, weight in counted.items()
    ]
    one = min(counted, key=lambda thing: counted[thing])
    if tile.count(_having(setting, one, 2), YOU) > counted[one]:
        added, states = [one] * len(TIMES), [_having(setting, one, times) for times in TIMES]
    else:
        added = [*counted][: len(TIMES)]
        states = [_together(setting, added[:times]) for times in TIMES[: len(added)]]
    numbers = [
        Cell(str(tile.count(state, YOU)), thing.symbol)
        for thing, state in zip(added, states, strict=True)
    ]
    glories = [Cell(str(tile.value(state, YOU)), "glory", "here") for state in states]
    return Example(Strip([symbols[:MOST], numbers, glories]), _caption(tile, states[-1]))


def _count(setting: Setting, tile: ScoringTile, thing: Thing) -> int:
    """The count of one such thing."""
    return tile.count(_having(setting, thing, 1), YOU) - tile.count(setting.sample(), YOU)


def _having(setting: Setting, thing: Thing, times: int) -> engine.State:
    state = setting.sample()
    thing.add(state, times)
    return state


def _together(setting: Setting, several: Sequence[Thing]) -> engine.State:
    """A sample with one of each."""
    state = setting.sample()
    for thing in several:
        thing.add(state, 1)
    return state


def things() -> Iterator[Thing]:
    """All that a scoring tile may count, each by itself."""
    yield from (Thing(good, _stock(GOOD_INDEX[good])) for good in GOODS)
    yield from (Thing(column, _units(column)) for column in COLUMNS)
    yield from (Thing(symbol, _fulfilled(symbol)) for symbol in SHOWN)
    yield Thing("shipping", _shipping)
    yield Thing("merchant", _hired)
    yield Thing("merchant", _trading)
    yield Thing("technology", _flipped)


def _stock(index: int) -> Add:
    def add(state: engine.State, times: int) -> None:
        state.players[YOU].goods[index] += times

    return add


def _units(column: Column) -> Add:
    def add(state: engine.State, times: int) -> None:
        spaces = ground(state, state.players[YOU], column) & state.position.empty
        for hex_ in middle_out(spaces)[:times]:
            put(state, YOU, column, hex_)

    return add


def _fulfilled(symbol: str) -> Add:
    """Contracts that show one of it and nothing else."""

    def add(state: engine.State, times: int) -> None:
        nothing = dict.fromkeys(Contract.__struct_fields__, 0)
        contract = convert({**nothing, "id": PRINTED, symbol: 1}, Contract)
        state.__dict__["content"] = replace(state.content, contracts={PRINTED: contract})
        state.players[YOU].fulfilled = [PRINTED] * times

    return add


def _shipping(state: engine.State, times: int) -> None:
    state.players[YOU].shipping += times


def _hired(state: engine.State, times: int) -> None:
    state.players[YOU].track -= times


def _trading(state: engine.State, times: int) -> None:
    """Merchants on the market."""
    state.players[YOU].buying[0] += times


def _flipped(state: engine.State, times: int) -> None:
    state.players[YOU].technology = list(TECHNOLOGY_COLUMNS[:times])


# --- on the map -----------------------------------------------------------------------------------


def _on_map(setting: Setting, tile: ScoringTile) -> Example:
    """Units on the ground that counts, as close together as it allows, and one beside it."""
    state = setting.sample()
    assert tile.ground is not None
    counting, fit = tile.ground(state.board), ground(state, state.players[YOU], WORKER)
    groups = [_nearest(name, counting & fit)[:UNITS] for name in middle_out(counting & fit)]
    on = min(groups, key=lambda group: dist(centre(group[0]), centre(group[-1])))
    off = _nearest(on[0], fit & ~counting)[:1]
    for name in (*on, *off):
        put(state, YOU, WORKER, name)
    piece = map_piece(state, (*on, *off), marked={"ground": counting})
    return Example(piece, _caption(tile, state))


def _in_place(setting: Setting, tile: ScoringTile) -> Example:
    """Units that count together, and one that does not count."""
    state, spaces = arranged(setting, tile)
    assert tile.where is not None
    piece = map_piece(state, spaces, marked={"ground": tile.where(state, YOU)})
    return Example(piece, _caption(tile, state))


def _nearest(home: Hex, spaces: int) -> list[Hex]:
    """Some spaces, those first that are near to one."""
    return sorted(hexes_in(spaces), key=lambda name: (dist(centre(name), centre(home)), name))
