"""What an overlay of the map is made of: areas of spaces, goods on spaces, and its legend."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal, TypeAlias

from django.utils.translation import gettext as _
from msgspec import Struct

from games.drawing.layout import (
    centre,
    corner_offset,
    moved,
    number,
    polygon,
    side_of,
    side_points,
    text_of,
)
from games.engine.geometry.board import BIT, adjacent_hexes, hexes_in
from games.engine.terms import Hex
from web.pages.common.pieces import Sign
from web.pages.table.table import Table

Kind: TypeAlias = Literal[
    "near", "ship", "next", "dim", "group", "other", "link", "unit", "ground", "own"
]
"""How something is drawn; the style sheet of the board has a rule for each."""
SIX = range(6)
ROW = 2
"""Goods beside each other on a space; more begin another row."""
STEP, ABOVE, BELOW = 27, -23, 25
"""From good to good, and from the middle of a space to the rows above and below its cost."""


class Area(Struct, frozen=True):
    """A path on the map, in the colour of ``seat``; None for a colour of its own."""

    kind: Kind
    path: str
    seat: int | None = None


class GoodsAt(Struct, frozen=True):
    """Symbols on a space, each with its place, and a text below them; ``near`` are in reach."""

    x: str
    y: str
    near: bool
    symbols: list[tuple[str, str, int]]
    text: str = ""


class Legend(Struct, frozen=True):
    """A line of the legend: a sample of what is drawn, a player's sign or a symbol, and words."""

    text: str
    kind: Kind | None = None
    sign: Sign | None = None
    symbol: str = ""


class Layer(Struct, frozen=True):
    """An overlay as it is drawn; ``topic`` explains what it shows."""

    name: str
    label: str
    legend: list[Legend]
    areas: Sequence[Area] = ()
    goods: Sequence[GoodsAt] = ()
    topic: str = ""


class Overlay:
    """Something about the spaces of the map that is drawn over it on demand."""

    name: ClassVar[str]
    label: ClassVar[str]
    key: ClassVar[str]
    topic: ClassVar[str] = ""
    """The topic that explains it, where that is always the same."""

    def offered(self, table: Table) -> bool:
        """Whether the viewer can have it now."""
        return True

    def build(self, table: Table) -> Layer:
        """What is drawn."""
        raise NotImplementedError

    def layer(
        self, legend: list[Legend], areas: Iterable[Area] = (), goods: Iterable[GoodsAt] = ()
    ) -> Layer:
        """A layer of this overlay, without empty areas."""
        drawn = [area for area in areas if area.path]
        return Layer(self.name, _(self.label), legend, drawn, list(goods), self.topic)


# --- paths ----------------------------------------------------------------------------------------


def spaces_path(spaces: int) -> str:
    """The area of some spaces."""
    return "".join(f"M{_corners(name)}z" for name in hexes_in(spaces))


def edge_path(spaces: int) -> str:
    """The line around some spaces, without sides between two of them."""
    parts = []
    for name in hexes_in(spaces):
        inner = {side_of(name, other) for other in adjacent_hexes(name) if BIT[other] & spaces}
        for side in SIX:
            if side not in inner:
                one, other_end = side_points(name, side)
                parts.append(f"M{text_of(one)}L{text_of(other_end)}")
    return "".join(parts)


def line_path(pairs: Iterable[tuple[Hex, Hex]]) -> str:
    """Straight lines from space to space."""
    return "".join(f"M{text_of(centre(one))}L{text_of(centre(other))}" for one, other in pairs)


def _corners(name: Hex) -> str:
    middle = centre(name)
    return polygon(moved(middle, corner_offset(corner)) for corner in SIX)


def goods_at(name: Hex, symbols: Sequence[str], *, near: bool, text: str = "") -> GoodsAt:
    """Symbols above the cost of a space; from the third on below it."""
    x, y = centre(name)
    placed = []
    for start in range(0, len(symbols), ROW):
        row = symbols[start : start + ROW]
        left = -STEP * (len(row) - 1) / 2
        placed += [
            (symbol, number(left + STEP * at), BELOW if start else ABOVE)
            for at, symbol in enumerate(row)
        ]
    return GoodsAt(number(x), number(y), near, placed, text)
