"""Charts of a game's course as plain numbers: lines event by event, and their tables.

A line's ``points`` are in the chart's own coordinates, x the place among the events that hold and y
the value, so that a page can read off them what held anywhere; a matrix fits them into the picture.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Final

from django.utils.translation import gettext as _
from msgspec import Struct

from games.engine.expansions import statistics
from games.engine.terms import GOODS, Good
from replays.narration.vocabulary import GOODS as GOOD_NAMES
from replays.statistics.course import Course, PlayerCourse, Series

WIDTH: Final = 320
HEIGHT: Final = 150
LEFT: Final = 34
RIGHT: Final = 12
TOP: Final = 8
BOTTOM: Final = 24
STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_LINES: Final = 5


NUMBER: Final = "#"
"""Where the number stands in how a value is written."""


class Tick(Struct, frozen=True):
    """A value on an axis and where it stands."""

    at: float
    label: str


class ChartLine(Struct, frozen=True):
    """One series; ``style`` names colour, dashes and mark, ``value`` is what holds now."""

    style: str
    name: str
    points: str
    value: int
    x: float
    y: float


class ChartTableRow(Struct, frozen=True):
    """A line of the table that tells the same in numbers."""

    name: str
    values: list[int]


class LineChart(Struct, frozen=True):
    """Lines over the events of a game. ``cursor`` is where the position is, in the picture.

    ``form`` is how a value is written, with ``#`` for its number.
    """

    id: str
    title: str
    form: str
    matrix: str
    lines: list[ChartLine]
    values: list[Tick]
    rounds: list[Tick]
    cursor: float
    columns: list[str]
    rows: list[ChartTableRow]


class Scale(Struct, frozen=True):
    """From places in the game and values to points of the picture."""

    first: int
    last: int
    low: int
    high: int

    def x(self, place: float) -> float:
        """Where a place stands."""
        inner = WIDTH - LEFT - RIGHT
        return round(LEFT + inner * (place - self.first) / max(self.last - self.first, 1), 2)

    def y(self, value: float) -> float:
        """Where a value stands."""
        inner = HEIGHT - TOP - BOTTOM
        return round(TOP + inner * (self.high - value) / max(self.high - self.low, 1), 2)

    def matrix(self) -> str:
        """The same as the transformation of a picture."""
        a = (WIDTH - LEFT - RIGHT) / max(self.last - self.first, 1)
        d = -(HEIGHT - TOP - BOTTOM) / max(self.high - self.low, 1)
        return f"matrix({a:.6f} 0 0 {d:.6f} {LEFT - a * self.first:.4f} {TOP - d * self.high:.4f})"


def in_pounds() -> str:
    """The form of amounts of money."""
    return _("£%(pounds)s") % {"pounds": NUMBER}


def line_charts(
    course: Course, names: Sequence[str], line: Sequence[int], version: int
) -> list[LineChart]:
    """What everybody had, and the prices, marked at ``version``.

    ``line`` are the versions that hold: what was taken back takes no room.
    """
    maker = _LineChartMaker(course, line, version)

    def of_players(id_: str, title: str, form: str, read: Callable[[PlayerCourse], Series]) -> None:
        series = [(f"p{p.seat}", names[p.seat], read(p)) for p in course.players]
        charts.append(maker.chart(id_, title, form, series))

    charts: list[LineChart] = []
    of_players("score", _("Points if the game ended now"), NUMBER, lambda p: p.score["total"])
    of_players("money", _("Money"), in_pounds(), lambda p: p.money)
    of_players("glory", _("Glory"), NUMBER, lambda p: p.glory)
    of_players("goods", _("Goods in stock"), NUMBER, _all_goods)
    of_players("settlements", _("Largest group of settlements"), NUMBER, lambda p: p.settlements)
    for one in statistics():
        if all(one.name in (player.expansions or ()) for player in course.players):
            of_players(one.name, _(one.label), NUMBER, partial(_added, one.name))
    prices = [(f"good-{good}", _good(good), course.prices[good]) for good in GOODS]
    charts.append(maker.chart("prices", _("Market prices"), in_pounds(), prices))
    return charts


def _added(statistic: str, player: PlayerCourse) -> Series:
    """What an expansion counts."""
    return player.expansions[statistic] if player.expansions else []


def stock_table(course: Course, names: Sequence[str]) -> tuple[list[str], list[ChartTableRow]]:
    """The goods of each player at the newest version, by good."""
    columns = [_good(good) for good in GOODS]
    rows = [
        ChartTableRow(names[p.seat], [p.goods[good][-1] if p.goods[good] else 0 for good in GOODS])
        for p in course.players
    ]
    return columns, rows


class _LineChartMaker:
    """Makes the line charts of one game."""

    def __init__(self, course: Course, line: Sequence[int], version: int) -> None:
        self.course = course
        self.line = line
        self.version = version
        starts = course.rounds
        self.ends = [(one.round, nxt.version - 1) for one, nxt in pairwise(starts)]
        self.ends += [(one.round, line[-1]) for one in starts[-1:]]

    def chart(
        self, id_: str, title: str, form: str, series: Sequence[tuple[str, str, Series]]
    ) -> LineChart:
        values = [value for _style, _name, one in series for value in one] or [0]
        step = step_of(max(*values, 1) - min(*values, 0))
        low = min(*values, 0) // step * step
        high = -(-max(*values, 1) // step) * step
        scale = Scale(1, len(self.line), low, high)
        return LineChart(
            id=id_,
            title=title,
            form=form,
            matrix=scale.matrix(),
            lines=[self._line(scale, *one) for one in series],
            values=[Tick(scale.y(v), str(v)) for v in range(low, high + 1, step)],
            rounds=[
                Tick(scale.x(self._place(one.version)), str(one.round))
                for one in self.course.rounds
                if one.round
            ],
            cursor=scale.x(self._place(self.version)),
            columns=[name for _style, name, _series in series],
            rows=[
                ChartTableRow(
                    round_title(number), [self._at(one, end) for _style, _name, one in series]
                )
                for number, end in self.ends
            ],
        )

    def _line(self, scale: Scale, style: str, name: str, series: Series) -> ChartLine:
        value = self._at(series, self.version)
        return ChartLine(
            style=style,
            name=name,
            points=" ".join(f"{x},{y}" for x, y in self._corners(series)),
            value=value,
            x=scale.x(self._place(self.version)),
            y=scale.y(value),
        )

    def _place(self, version: int) -> int:
        """The place of a version among those that hold, from 1; of another one the place before."""
        return max(bisect_right(self.line, version), 1)

    def _corners(self, series: Series) -> Iterator[tuple[int, int]]:
        """A value holds until the next one, so the line goes in steps."""
        last: int | None = None
        for version, value in zip(self.course.versions, series, strict=True):
            if value == last:
                continue
            if last is not None:
                yield self._place(version), last
            yield self._place(version), value
            last = value
        if last is not None:
            yield len(self.line), last

    def _at(self, series: Series, version: int) -> int:
        found = 0
        for at, value in zip(self.course.versions, series, strict=True):
            if at > version:
                break
            found = value
        return found


def step_of(range_: int) -> int:
    """Between two lines of the grid, so that there are few and their numbers are round."""
    return next((step for step in STEPS if range_ <= step * MOST_LINES), STEPS[-1] * range_)


def _all_goods(player: PlayerCourse) -> Series:
    return [sum(row) for row in zip(*player.goods.values(), strict=True)]


def _good(good: Good) -> str:
    return _(GOOD_NAMES[good]).capitalize()


def round_title(number: int) -> str:
    """What a round is called."""
    return _("Round %(number)s") % {"number": number} if number else _("Set-up")
