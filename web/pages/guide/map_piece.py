"""A piece of the map as a drawing: spaces as the board draws them, units, numbers on spaces."""

import re
from collections.abc import Iterable, Mapping, Sequence
from math import dist
from types import MappingProxyType
from typing import Any, ClassVar, Final

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from msgspec import Struct

from games import engine
from games.drawing.layout import HEIGHT, SIZE, WIDTH, centre, number
from games.drawing.svg import map_layers
from games.engine.geometry.board import Board, adjacent_hexes, hexes_in, mask_of
from games.engine.terms import Hex
from web.pages.common.pieces import signs
from web.pages.overlays.overlay import Area, Kind, spaces_path
from web.pages.table.parts.board import MapTile, Port, UnitToken, board

SCALE: Final = 0.8
"""Pixels of the drawing's units, where there is room."""
MARGIN: Final = 4
BELOW: Final = 26
"""How far below the middle of a space a number stands, under its cost or its unit."""
LETTER: Final = 9
"""About how wide a letter of such a number is."""
HALF_HEIGHT: Final = SIZE * 0.866
TITLE: Final = re.compile(r"<title>.*?</title>", re.DOTALL)
"""The title of a space, which is left out: the caption describes the drawing."""
NOTHING: Final[Mapping[Any, Any]] = MappingProxyType({})


class Tag(Struct, frozen=True):
    """A text on a space, with its place; ``half`` is half of the width of its ground."""

    text: str
    x: str
    y: str
    half: int

    @property
    def width(self) -> int:
        """The width of its background."""
        return 2 * self.half


class MapPiece(Struct, frozen=True):
    """Some spaces of the map with the units on them."""

    template: ClassVar[str] = "web/guide/map.html"
    box: str
    width: int
    height: int
    drawn: SafeString
    areas: Sequence[Area]
    tokens: Sequence[UnitToken]
    ports: Sequence[Port]
    tiles: Sequence[MapTile]
    tags: Sequence[Tag]

    covers: ClassVar[tuple[()]] = ()
    goods: ClassVar[tuple[()]] = ()
    """Templates of the board ask for it."""


def map_piece(
    state: engine.State,
    around: Iterable[Hex],
    *,
    tags: Mapping[Hex, str] = NOTHING,
    marked: Mapping[Kind, int] = NOTHING,
    areas: Sequence[Area] = (),
    ring: bool = True,
) -> MapPiece:
    """Some spaces, with all that lies between them, and a text on each of ``tags``.

    With ``ring`` those beside them are drawn too. ``marked`` are sets of spaces by how they are
    drawn, ``areas`` other paths.
    """
    shown = _cut(state.board, around, ring=ring)
    inside = [Area(kind, spaces_path(mask & mask_of(shown))) for kind, mask in marked.items()]
    drawn = board(state, signs([_("You"), *[_("Another player")] * (len(state.players) - 1)]))
    piece = Board(
        {name: state.board.spaces[name] for name in shown},
        [pair for pair in state.board.rivers if {*pair} <= shown],
        small=state.board.small,
    )
    layers = map_layers(piece)
    # Symbols are on the page already; tiles are drawn with their numbers, on top.
    kept = [layer for layer in layers if not layer.startswith(("<defs>", '<g class="ports">'))]
    left, top, wide, high = _box(shown)
    return MapPiece(
        box=" ".join(map(number, (left, top, wide, high))),
        width=round(wide * SCALE),
        height=round(high * SCALE),
        drawn=mark_safe(TITLE.sub("", "".join(kept))),  # noqa: S308 - paths and numbers of ours
        areas=[*inside, *areas],
        tokens=[token for token in drawn.tokens if token.hex in shown],
        ports=[port for port in drawn.ports if port.hex in shown],
        tiles=[tile for tile in drawn.tiles if tile.hex in shown],
        tags=[_tag(name, text) for name, text in tags.items() if name in shown],
    )


def _cut(board: Board, around: Iterable[Hex], *, ring: bool) -> set[Hex]:
    """All spaces within the frame around some, or around those beside them too."""
    beside = {name for one in around for name in (one, *(adjacent_hexes(one) if ring else ()))}
    near = beside & board.spaces.keys()
    left, top, wide, high = _box(near)
    return {
        name
        for name in board.spaces
        if left < centre(name)[0] < left + wide and top < centre(name)[1] < top + high
    }


def _box(spaces: Iterable[Hex]) -> tuple[float, float, float, float]:
    """The frame of some spaces: left, top, width, height."""
    xs, ys = zip(*map(centre, spaces), strict=True)
    left, top = min(xs) - SIZE - MARGIN, min(ys) - HALF_HEIGHT - MARGIN
    return left, top, max(xs) + SIZE + MARGIN - left, max(ys) + HALF_HEIGHT + MARGIN - top


def _tag(name: Hex, text: str) -> Tag:
    x, y = centre(name)
    return Tag(text, number(x), number(y + BELOW), len(text) * LETTER // 2 + 6)


def middle_out(spaces: int) -> list[Hex]:
    """Some spaces, those in the middle of the map first."""
    middle = (WIDTH / 2, HEIGHT / 2)
    return sorted(hexes_in(spaces), key=lambda name: (round(dist(centre(name), middle)), name))
