"""Drawings in rows: symbols with numbers, prices of a track, gains and losses."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, Literal, TypeAlias

from msgspec import Struct

from web.pages.common.labels import SHAPES

CellKind: TypeAlias = Literal["plain", "here", "sign", "tick", "tick was", "tick here"]
"""How a cell is drawn: plain, the one that it is about, a sign between others, a place of a track,
where its marker was, and where it is now."""
WIDE: Final[dict[CellKind, int]] = {
    "plain": 48,
    "here": 48,
    "sign": 22,
    "tick": 29,
    "tick was": 29,
    "tick here": 29,
}
HIGH: Final = 48
"""The height of a row, in units of the drawing: pixels, where there is room."""
LOW: Final = 26
"""The height of a row without symbols."""
GAP: Final = 6
SYMBOL: Final = 24


class Cell(Struct, frozen=True):
    """A symbol and a text below it, or one of them; ``seat`` is that of a player's shape."""

    text: str = ""
    symbol: str = ""
    kind: CellKind = "plain"
    seat: int | None = None

    @property
    def shape(self) -> str:
        """The shape of its player; empty without one."""
        return "" if self.seat is None else SHAPES[self.seat]

    @property
    def drawn(self) -> bool:
        """Whether anything stands above its text."""
        return bool(self.symbol) or self.seat is not None


class Placed(Struct, frozen=True):
    """A cell with its place: its upper left corner, its width and its height."""

    cell: Cell
    x: int
    y: int
    width: int
    height: int

    @property
    def inner(self) -> int:
        """How wide its ground is: a little apart from the next one."""
        return self.width - 2

    @property
    def middle(self) -> int:
        """The middle of its width."""
        return self.width // 2

    @property
    def left(self) -> int:
        """Where its symbol begins."""
        return self.middle - SYMBOL // 2

    @property
    def top(self) -> int:
        """The upper edge of its symbol, which is in the middle where no text is below it."""
        return 2 if self.cell.text else (self.height - SYMBOL) // 2

    @property
    def base(self) -> int:
        """The line on which its text stands."""
        return self.height - 6 if self.cell.drawn else self.height // 2 + 5


class Strip(Struct, frozen=True):
    """Rows of cells, each in the middle of the drawing."""

    template: ClassVar[str] = "web/guide/strip.html"
    rows: Sequence[Sequence[Cell]]

    @property
    def width(self) -> int:
        """The width of the longest row."""
        return max(map(_width, self.rows))

    @property
    def height(self) -> int:
        """The height of all rows."""
        return sum(map(_height, self.rows)) + (len(self.rows) - 1) * GAP

    @property
    def placed(self) -> list[Placed]:
        """The cells with their places."""
        found, y = [], 0
        for row in self.rows:
            x, height = (self.width - _width(row)) // 2, _height(row)
            for cell in row:
                found.append(Placed(cell, x, y, WIDE[cell.kind], height))
                x += WIDE[cell.kind]
            y += height + GAP
        return found


def _width(row: Sequence[Cell]) -> int:
    return sum(WIDE[cell.kind] for cell in row)


def _height(row: Sequence[Cell]) -> int:
    return HIGH if any(cell.drawn for cell in row) else LOW


def track(prices: Sequence[int], was: int, now: int) -> list[Cell]:
    """The prices of a track, and the marker on two of its places."""
    kinds: dict[int, CellKind] = {was: "tick was", now: "tick here"}
    return [Cell(str(price), kind=kinds.get(at, "tick")) for at, price in enumerate(prices)]


def sign(text: str) -> Cell:
    """A sign between two cells, such as an arrow."""
    return Cell(text, kind="sign")


BECOMES: Final = sign("→")


def joined(groups: Iterable[Iterable[Cell]], between: Cell = BECOMES) -> list[Cell]:
    """The cells of one row, with a sign between groups of them; empty groups are left out."""
    row: list[Cell] = []
    for group in groups:
        cells = [*group]
        if cells:
            row += [between, *cells] if row else cells
    return row
