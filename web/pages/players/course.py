"""The course of a rating as a picture: a line from game to game."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from tournaments.ratings.reading import StepShown

WIDTH: Final = 320
HEIGHT: Final = 130
LEFT: Final = 34
RIGHT: Final = 6
TOP: Final = 8
BOTTOM: Final = 8
STEPS: Final = (5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
MOST_LINES: Final = 5


class RatingTick(Struct, frozen=True):
    """A rating on the axis and how high it stands."""

    at: float
    label: str


class Dot(Struct, frozen=True):
    """Where a step stands."""

    x: float
    y: float


class RatingCourse(Struct, frozen=True):
    """The picture: ``points`` of the line, a dot for each game, and lines across."""

    points: str
    dots: list[Dot]
    ticks: list[RatingTick]


def course(steps: Sequence[StepShown]) -> RatingCourse | None:
    """The picture of steps, oldest first; None for fewer than two, which make no line."""
    if len(steps) < 2:
        return None
    ratings = [step.rating for step in steps]
    width = next((s for s in STEPS if (max(ratings) - min(ratings)) / s < MOST_LINES), STEPS[-1])
    low = min(ratings) // width * width
    high = max(-(-max(ratings) // width) * width, low + width)

    def height(rating: int) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - rating) / (high - low), 1)

    along = (WIDTH - LEFT - RIGHT) / (len(steps) - 1)
    dots = [
        Dot(round(LEFT + along * index, 1), height(rating)) for index, rating in enumerate(ratings)
    ]
    return RatingCourse(
        points=" ".join(f"{dot.x},{dot.y}" for dot in dots),
        dots=dots,
        ticks=[RatingTick(height(value), str(value)) for value in range(low, high + 1, width)],
    )
