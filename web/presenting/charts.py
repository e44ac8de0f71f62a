"""Charts of a game's course as plain numbers: lines by version, bars by round, and their tables.

A line's ``points`` are in the chart's own coordinates, x the version and y the value, so that a
page can read off them what held at any version; a matrix fits them into the picture.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from django.utils.translation import gettext as _
from msgspec import Struct

from games.engine.words import GOODS, Good
from replays.sentences.words import GOODS as GOOD_NAMES
from replays.statistics.course import Course, PlayerCourse, Production, Series

WIDTH: Final = 320
HEIGHT: Final = 140
LEFT: Final = 30
RIGHT: Final = 12
TOP: Final = 8
BOTTOM: Final = 20
STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_LINES: Final = 5


class Tick(Struct, frozen=True):
    """A value on an axis and where it stands."""

    at: float
    label: str


class Line(Struct, frozen=True):
    """One series; ``style`` names colour, dashes and mark, ``value`` is what holds now."""

    style: str
    name: str
    points: str
    value: int
    x: float
    y: float


class Row(Struct, frozen=True):
    """A line of the table that tells the same in numbers."""

    name: str
    values: list[int]


class LineChart(Struct, frozen=True):
    """Lines over the versions of a game. ``cursor`` is where the position is, in the picture."""

    id: str
    title: str
    unit: str
    matrix: str
    lines: list[Line]
    values: list[Tick]
    rounds: list[Tick]
    cursor: float
    columns: list[str]
    rows: list[Row]


class Bar(Struct, frozen=True):
    """A bar of one player in one round; ``tip`` says it in words."""

    style: str
    x: float
    y: float
    width: float
    height: float
    value: int
    tip: str


class Group(Struct, frozen=True):
    """The bars of a round, which came with ``version``."""

    version: int
    label: str
    at: float
    later: bool
    bars: list[Bar]


class BarChart(Struct, frozen=True):
    """Bars by round and player."""

    id: str
    title: str
    unit: str
    values: list[Tick]
    groups: list[Group]
    columns: list[str]
    rows: list[Row]
    names: list[tuple[str, str]]


class Scale(Struct, frozen=True):
    """From versions and values to places in the picture."""

    first: int
    last: int
    low: int
    high: int

    def x(self, version: float) -> float:
        """Where a version stands."""
        inner = WIDTH - LEFT - RIGHT
        return round(LEFT + inner * (version - self.first) / max(self.last - self.first, 1), 2)

    def y(self, value: float) -> float:
        """Where a value stands."""
        inner = HEIGHT - TOP - BOTTOM
        return round(TOP + inner * (self.high - value) / max(self.high - self.low, 1), 2)

    def matrix(self) -> str:
        """The same as the transformation of a picture."""
        a = (WIDTH - LEFT - RIGHT) / max(self.last - self.first, 1)
        d = -(HEIGHT - TOP - BOTTOM) / max(self.high - self.low, 1)
        return f"matrix({a:.6f} 0 0 {d:.6f} {LEFT - a * self.first:.4f} {TOP - d * self.high:.4f})"


def line_charts(course: Course, names: Sequence[str], newest: int, version: int) -> list[LineChart]:
    """What everybody had, and the prices, up to the newest version; marked at ``version``."""
    maker = _Maker(course, newest, version)

    def of_players(id_: str, title: str, unit: str, read: Callable[[PlayerCourse], Series]) -> None:
        series = [(f"p{p.seat}", names[p.seat], read(p)) for p in course.players]
        charts.append(maker.chart(id_, title, unit, series))

    charts: list[LineChart] = []
    of_players("score", _("Points if the game ended now"), "", lambda p: p.score["total"])
    of_players("money", _("Money"), "£", lambda p: p.money)
    of_players("glory", _("Glory"), "", lambda p: p.glory)
    of_players("goods", _("Goods in stock"), "", _all_goods)
    of_players("settlements", _("Largest group of settlements"), "", lambda p: p.settlements)
    prices = [(f"good-{good}", _good(good), course.prices[good]) for good in GOODS]
    charts.append(maker.chart("prices", _("Market prices"), "£", prices))
    return charts


def bar_charts(
    course: Course, names: Sequence[str], came: dict[int, int], version: int
) -> list[BarChart]:
    """What production brought by round; ``came`` has the version in which each round's did."""

    def chart(id_: str, title: str, unit: str, read: Callable[[Production], int]) -> BarChart:
        return _bars(
            (id_, title, unit),
            [(one, read(one)) for one in made],
            names=names,
            came=came,
            version=version,
        )

    made = [one for one in course.production if one.round in came]
    if not made:
        return []
    return [
        chart("income", _("Income by round"), "£", lambda one: one.money),
        chart("produced", _("Goods produced by round"), "", lambda one: sum(one.gained.values())),
    ]


def stock_table(course: Course, names: Sequence[str]) -> tuple[list[str], list[Row]]:
    """The goods of each player at the newest version, by good."""
    columns = [_good(good) for good in GOODS]
    rows = [
        Row(names[p.seat], [p.goods[good][-1] if p.goods[good] else 0 for good in GOODS])
        for p in course.players
    ]
    return columns, rows


class _Maker:
    """Makes the line charts of one game."""

    def __init__(self, course: Course, newest: int, version: int) -> None:
        self.course = course
        self.newest = newest
        self.version = version
        starts = course.rounds
        self.ends = [(one.round, nxt.version - 1) for one, nxt in pairwise(starts)]
        self.ends += [(one.round, newest) for one in starts[-1:]]

    def chart(
        self, id_: str, title: str, unit: str, series: Sequence[tuple[str, str, Series]]
    ) -> LineChart:
        values = [value for _style, _name, one in series for value in one] or [0]
        step = _step(max(*values, 1) - min(*values, 0))
        low = min(*values, 0) // step * step
        high = -(-max(*values, 1) // step) * step
        scale = Scale(1, self.newest, low, high)
        return LineChart(
            id=id_,
            title=title,
            unit=unit,
            matrix=scale.matrix(),
            lines=[self._line(scale, *one) for one in series],
            values=[Tick(scale.y(v), str(v)) for v in range(low, high + 1, step)],
            rounds=[Tick(scale.x(r.version), str(r.round)) for r in self.course.rounds if r.round],
            cursor=scale.x(self.version),
            columns=[name for _style, name, _series in series],
            rows=[
                Row(_round(number), [self._at(one, end) for _style, _name, one in series])
                for number, end in self.ends
            ],
        )

    def _line(self, scale: Scale, style: str, name: str, series: Series) -> Line:
        value = self._at(series, self.version)
        return Line(
            style=style,
            name=name,
            points=" ".join(f"{x},{y}" for x, y in self._corners(series)),
            value=value,
            x=scale.x(self.version),
            y=scale.y(value),
        )

    def _corners(self, series: Series) -> Iterator[tuple[int, int]]:
        """A value holds until the next one, so the line goes in steps."""
        last: int | None = None
        for version, value in zip(self.course.versions, series, strict=True):
            if value == last:
                continue
            if last is not None:
                yield version, last
            yield version, value
            last = value
        if last is not None:
            yield self.newest, last

    def _at(self, series: Series, version: int) -> int:
        found = 0
        for at, value in zip(self.course.versions, series, strict=True):
            if at > version:
                break
            found = value
        return found


def _bars(
    head: tuple[str, str, str],
    made: Sequence[tuple[Production, int]],
    *,
    names: Sequence[str],
    came: dict[int, int],
    version: int,
) -> BarChart:
    id_, title, unit = head
    scale = _bar_scale(max(value for _one, value in made))
    rounds = sorted({one.round for one, _value in made})
    values = {(one.round, one.seat): value for one, value in made}
    seats = range(len(names))
    room = (WIDTH - LEFT - RIGHT) / len(rounds)
    width = min(room * 0.8 / len(names), 24)

    def bar(round_: int, place: int, seat: int) -> Bar:
        value = values.get((round_, seat), 0)
        start = LEFT + room * (place + 0.5) - width * len(names) / 2
        return Bar(
            style=f"p{seat}",
            x=round(start + width * seat, 2),
            y=scale.y(value),
            width=round(width - 1, 2),
            height=round(scale.y(0) - scale.y(value), 2),
            value=value,
            tip=f"{names[seat]}, {_round(round_)}: {unit}{value}",
        )

    def group(place: int, round_: int) -> Group:
        return Group(
            version=came[round_],
            label=str(round_),
            at=round(LEFT + room * (place + 0.5), 2),
            later=came[round_] > version,
            bars=[bar(round_, place, seat) for seat in seats],
        )

    return BarChart(
        id=id_,
        title=title,
        unit=unit,
        values=[Tick(scale.y(v), str(v)) for v in range(0, scale.high + 1, _step(scale.high))],
        groups=[group(place, round_) for place, round_ in enumerate(rounds)],
        columns=list(names),
        rows=[Row(_round(one), [values.get((one, seat), 0) for seat in seats]) for one in rounds],
        names=[(f"p{seat}", name) for seat, name in enumerate(names)],
    )


def _bar_scale(most: int) -> Scale:
    step = _step(max(most, 1))
    return Scale(0, 1, 0, max(-(-most // step) * step, step))


def _step(range_: int) -> int:
    return next((step for step in STEPS if range_ <= step * MOST_LINES), STEPS[-1] * range_)


def _all_goods(player: PlayerCourse) -> Series:
    return [sum(row) for row in zip(*player.goods.values(), strict=True)]


def _good(good: Good) -> str:
    return _(GOOD_NAMES[good]).capitalize()


def _round(number: int) -> str:
    return _("Round %(number)s") % {"number": number} if number else _("Set-up")
