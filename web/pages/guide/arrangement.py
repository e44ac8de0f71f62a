"""Example units for a scoring tile: each is put where the engine counts most."""

from collections.abc import Iterator, Mapping, Sequence
from math import dist
from typing import Final

from msgspec import Struct

from games import engine
from games.drawing.layout import centre
from games.engine.geometry.board import BIT, hexes_in
from games.engine.rules.deploying import ground
from games.engine.state import Piece
from games.engine.terms import TECHNOLOGY_COLUMNS, Column, Hex
from games.engine.tiles import ScoringTile
from web.pages.guide.map_piece import middle_out
from web.pages.guide.setting import YOU, Setting, put

NEAR: Final = 330.0
"""How far apart units of an arrangement stand at most, in units of the drawing."""
TRIED: Final = 24
"""How many spaces are tried for the first unit."""


class Arrangement(Struct, frozen=True):
    """Units that make a tile count ``wanted`` where that is possible, and one that adds nothing."""

    columns: tuple[Column, ...]
    apart: Column
    wanted: int


ARRANGEMENTS: Final[Mapping[str, Arrangement]] = {
    "animal-pairs": Arrangement(("sheep", "cow", "sheep", "sheep"), "cow", 2),
    "chains": Arrangement(("field", "bakery", "distillery", "cow", "cheese_dairy"), "bakery", 3),
    "varied-settlement": Arrangement(("field", "sheep", "bakery", "woodcutter"), "cow", 4),
    "river-pairs": Arrangement(("sheep", "sheep", "woodcutter", "woodcutter"), "sheep", 2),
    "settlements-of-two": Arrangement(("sheep", "bakery", "cow", "field"), "woodcutter", 2),
}
"""By name, the tiles that count how units stand to each other."""


def arranged(setting: Setting, tile: ScoringTile) -> tuple[engine.State, list[Hex]]:
    """A sample with the units of a tile, and their spaces; the last one is that of the unit apart.

    Raises LookupError where the map has no such spaces.
    """
    wanted = ARRANGEMENTS[tile.name]
    best: tuple[engine.State, list[Hex]] | None = None
    for state, spaces in _attempts(setting, tile, wanted):
        if best is None or tile.count(state, YOU) > tile.count(best[0], YOU):
            best = state, spaces
        if tile.count(state, YOU) >= wanted.wanted:
            break
    if best is None or not tile.count(best[0], YOU):
        raise LookupError(f"no spaces of this map show tile {tile.number}")
    return best


def _attempts(
    setting: Setting, tile: ScoringTile, wanted: Arrangement
) -> Iterator[tuple[engine.State, list[Hex]]]:
    """Every unit beside a first one as it counts most, for some spaces of the first one."""
    first, *others = wanted.columns
    empty = setting.sample()
    for home in middle_out(ground(empty, empty.players[YOU], first))[:TRIED]:
        state, spaces = setting.sample(), [home]
        put(state, YOU, first, home)
        for column in others:
            _stand(state, spaces, column, _where_most(state, tile, spaces, column))
        _stand(state, spaces, wanted.apart, _where_nothing(state, tile, spaces, wanted.apart))
        if len(spaces) == len(wanted.columns) + 1:
            yield state, spaces


def _stand(state: engine.State, spaces: list[Hex], column: Column, found: Sequence[Hex]) -> None:
    for hex_ in found[:1]:
        put(state, YOU, column, hex_)
        spaces.append(hex_)


def _where_most(
    state: engine.State, tile: ScoringTile, spaces: Sequence[Hex], column: Column
) -> list[Hex]:
    """The spaces for a unit: by what the tile counts with it, then by distance."""
    counts = {hex_: _with(state, tile, column, hex_)[0] for hex_ in _near(state, spaces, column)}
    return sorted(counts, key=lambda hex_: -counts[hex_])


def _where_nothing(
    state: engine.State, tile: ScoringTile, spaces: Sequence[Hex], column: Column
) -> list[Hex]:
    """The spaces for a unit that changes nothing and is not among those that count."""
    before = tile.count(state, YOU)
    found = ((hex_, _with(state, tile, column, hex_)) for hex_ in _near(state, spaces, column))
    return [hex_ for hex_, (count, where) in found if count == before and not where & BIT[hex_]]


def _near(state: engine.State, spaces: Sequence[Hex], column: Column) -> list[Hex]:
    """The empty spaces for a unit around the first one, by their distance from all."""
    home, player = centre(spaces[0]), state.players[YOU]
    fit = ground(state, player, column) & state.position.empty
    return sorted(
        (hex_ for hex_ in hexes_in(fit) if dist(centre(hex_), home) < NEAR),
        key=lambda hex_: (sum(dist(centre(hex_), centre(one)) for one in spaces), hex_),
    )


def _with(state: engine.State, tile: ScoringTile, column: Column, hex_: Hex) -> tuple[int, int]:
    """The count with one more unit, and the spaces that count then."""
    assert tile.where is not None
    units = state.players[YOU].units
    units.append(Piece("worker" if column in TECHNOLOGY_COLUMNS else column, hex_))  # type: ignore[arg-type]
    state.forget_position()
    found = tile.count(state, YOU), tile.where(state, YOU)
    units.pop()
    state.forget_position()
    return found
