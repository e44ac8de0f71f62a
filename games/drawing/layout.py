"""Where things lie on the drawing. Flat-top spaces; x runs right, y runs down."""

from collections.abc import Iterable
from math import cos, radians, sin, sqrt
from typing import Final

from games.engine.geometry.board import COLUMN_LETTERS, ROWS, Corner, around, position
from games.engine.terms import Hex

Point = tuple[float, float]

SIZE: Final = 44.0
"""From the middle of a space to its corners."""

MARGIN: Final = 30.0
WIDTH: Final = SIZE * (1.5 * (len(COLUMN_LETTERS) - 1) + 2) + 2 * MARGIN
HEIGHT: Final = SIZE * sqrt(3) * (ROWS + 0.5) + 2 * MARGIN


def place_centre(column: int, row: int) -> Point:
    """The middle of a place of the grid, on the map or off it."""
    x = MARGIN + SIZE * (1 + 1.5 * column)
    y = MARGIN + SIZE * sqrt(3) * (row + 0.5 + column % 2 / 2)
    return x, y


def centre(space: Hex) -> Point:
    return place_centre(*position(space))


def corner_offset(number: int) -> Point:
    """Corner 0 is the upper left one, then clockwise; side k joins the corners k and k + 1."""
    angle = radians(60 * number - 120)
    return SIZE * cos(angle), SIZE * sin(angle)


def side_of(space: Hex, other: Hex) -> int:
    """The number of the side between two adjacent spaces, seen from the first."""
    return around(*position(space)).index(position(other))


def side_points(space: Hex, side: int) -> tuple[Point, Point]:
    middle = centre(space)
    return moved(middle, corner_offset(side)), moved(middle, corner_offset(side + 1))


def corner_point(corner: Corner) -> Point:
    """Three places meet in a corner, and it lies in the middle between theirs."""
    xs, ys = zip(*(place_centre(*place) for place in sorted(corner)), strict=True)
    return sum(xs) / 3, sum(ys) / 3


def moved(point: Point, by: Point) -> Point:
    return point[0] + by[0], point[1] + by[1]


def between(one: Point, other: Point, share: float = 0.5) -> Point:
    """The point that lies `share` of the way from one point to another."""
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def text_of(point: Point) -> str:
    return f"{number(point[0])},{number(point[1])}"


def polygon(points: Iterable[Point]) -> str:
    return " ".join(text_of(point) for point in points)
