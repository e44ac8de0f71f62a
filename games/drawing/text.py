"""A map as plain text: every space an outlined hexagon of ten by five characters."""

from typing import Final

from games.drawing.layout import side_of
from games.engine.geometry.board import BIT, COLUMN_LETTERS, ROWS, Board, adjacent_hexes, position
from games.engine.terms import Hex, Terrain

LEGEND: Final = (
    "G grassland, F forest, M mountain; the number is the cost of the land.",
    "~ loch, # river, delta: at the mouth of a river, mist: off the map with 1 and 2 players.",
    "falls: a waterfall, from which a river runs.",
)
LETTERS: Final[dict[Terrain, str]] = {"grassland": "G", "forest": "F", "mountain": "M"}

ACROSS: Final = 8
DOWN: Final = 4
OUTLINE: Final[tuple[tuple[tuple[int, int, str], ...], ...]] = (
    tuple((0, column, "_") for column in range(2, 8)),
    ((1, 8, "\\"), (2, 9, "\\")),
    ((3, 9, "/"), (4, 8, "/")),
    tuple((4, column, "_") for column in range(2, 8)),
    ((3, 0, "\\"), (4, 1, "\\")),
    ((1, 1, "/"), (2, 0, "/")),
)
"""The characters of each side, clockwise from the top: line, column, character."""

RIVER: Final = "#"
WATER: Final = "~"


class _Canvas:
    def __init__(self) -> None:
        width = ACROSS * len(COLUMN_LETTERS) + 2
        self.lines = [[" "] * width for _ in range(DOWN * ROWS + DOWN // 2 + 1)]

    def put(self, line: int, column: int, text: str) -> None:
        for offset, character in enumerate(text):
            self.lines[line][column + offset] = character

    def text(self) -> str:
        return "\n".join("".join(line).rstrip() for line in self.lines)


def text_map(board: Board) -> str:
    """The map of `board` as lines of plain ASCII."""
    canvas = _Canvas()
    for space in board.spaces:
        _draw_space(canvas, board, space)
    for one, other in board.rivers:
        line, column = _origin(one)
        for down, right, _ in OUTLINE[side_of(one, other)]:
            canvas.put(line + down, column + right, RIVER)
    return canvas.text()


def _origin(space: Hex) -> tuple[int, int]:
    column, row = position(space)
    return DOWN * row + DOWN // 2 * (column % 2), ACROSS * column


def _draw_space(canvas: _Canvas, board: Board, space: Hex) -> None:
    line, column = _origin(space)
    for down, right, character in (mark for side in OUTLINE for mark in side):
        canvas.put(line + down, column + right, character)
    if board.loch & BIT[space]:
        _draw_water(canvas, board, space)
        return
    printed = board.spaces[space]
    terrain = "".join(LETTERS[kind] for kind in printed.terrains)
    canvas.put(line + 1, column + 2, f"{space:<4}{printed.cost:>2}")
    canvas.put(line + 2, column + 1, f"{terrain:<4}{'mist' if printed.mist else ''}")
    if board.delta & BIT[space]:
        canvas.put(line + 3, column + 1, f"{'delta':^8}")
    elif space in board.waterfalls:
        canvas.put(line + 3, column + 1, f"{'falls':^8}")


def _draw_water(canvas: _Canvas, board: Board, space: Hex) -> None:
    """Water fills the space and joins with the loch next to it."""
    line, column = _origin(space)
    canvas.put(line + 1, column + 2, f"{space:<3}".replace(" ", WATER) + WATER * 3)
    canvas.put(line + 2, column + 1, WATER * 8)
    port = f"port {'1-2' if board.small else '3-4'}"
    canvas.put(line + 3, column + 1, port if space in board.ports else WATER * 8)
    for other in adjacent_hexes(space):
        if other in board.spaces and board.loch & BIT[other]:
            for down, right, _ in OUTLINE[side_of(space, other)]:
                canvas.put(line + down, column + right, WATER)
