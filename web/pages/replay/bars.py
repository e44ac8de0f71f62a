"""Charts of what production brought: bars by round and player, and their tables."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from msgspec import Struct

from replays.statistics.course import Course
from web.pages.replay.charts import (
    LEFT,
    NUMBER,
    RIGHT,
    WIDTH,
    ChartTableRow,
    Scale,
    Tick,
    in_pounds,
    round_title,
    step_of,
)

WIDEST: Final = 24
"""Of a bar."""


class Bar(Struct, frozen=True):
    """A bar of one player in one round."""

    style: str
    x: float
    y: float
    width: float
    height: float
    value: int


class BarGroup(Struct, frozen=True):
    """The bars of a round, which came with ``version``."""

    version: int
    round: str
    label: str
    at: float
    later: bool
    bars: list[Bar]


class Key(Struct, frozen=True):
    """An entry of the legend, with the value of the round that is shown."""

    style: str
    name: str
    value: int


class BarChart(Struct, frozen=True):
    """Bars by round and player. ``shown`` is the round of the position; empty before the first.

    ``form`` is as in ``LineChart``.
    """

    id: str
    title: str
    form: str
    values: list[Tick]
    groups: list[BarGroup]
    keys: list[Key]
    shown: str
    columns: list[str]
    rows: list[ChartTableRow]


def bar_charts(
    course: Course, names: Sequence[str], came: Mapping[int, int], version: int
) -> list[BarChart]:
    """What production brought by round; ``came`` has the version in which each round's did."""
    made = [one for one in course.production if one.round in came]
    if not made:
        return []
    maker = _BarChartMaker(names, came, version)
    income = {(one.round, one.seat): one.money for one in made}
    produced = {(one.round, one.seat): sum(one.gained.values()) for one in made}
    return [
        maker.chart("income", _("Income by round"), in_pounds(), income),
        maker.chart("produced", _("Goods produced by round"), NUMBER, produced),
    ]


class _BarChartMaker:
    """Makes the bar charts of one game."""

    def __init__(self, names: Sequence[str], came: Mapping[int, int], version: int) -> None:
        self.names = names
        self.came = came
        self.version = version
        self.rounds = sorted(came)
        self.room = (WIDTH - LEFT - RIGHT) / len(self.rounds)
        self.width = min(self.room * 0.8 / len(names), WIDEST)

    def chart(
        self, id_: str, title: str, form: str, values: Mapping[tuple[int, int], int]
    ) -> BarChart:
        step = step_of(max(*values.values(), 1))
        scale = Scale(0, 1, 0, max(-(-max(values.values()) // step) * step, step))
        shown = max((one for one in self.rounds if self.came[one] <= self.version), default=None)
        seats = range(len(self.names))

        def row(round_: int) -> list[int]:
            return [values.get((round_, seat), 0) for seat in seats]

        return BarChart(
            id=id_,
            title=title,
            form=form,
            values=[Tick(scale.y(v), str(v)) for v in range(0, scale.high + 1, step)],
            groups=[self._group(place, row(one), scale) for place, one in enumerate(self.rounds)],
            keys=[
                Key(f"p{seat}", name, 0 if shown is None else values.get((shown, seat), 0))
                for seat, name in enumerate(self.names)
            ],
            shown="" if shown is None else round_title(shown),
            columns=list(self.names),
            rows=[ChartTableRow(round_title(one), row(one)) for one in self.rounds],
        )

    def _group(self, place: int, values: Sequence[int], scale: Scale) -> BarGroup:
        round_ = self.rounds[place]
        start = LEFT + self.room * (place + 0.5) - self.width * len(values) / 2
        return BarGroup(
            version=self.came[round_],
            round=round_title(round_),
            label=str(round_),
            at=round(LEFT + self.room * (place + 0.5), 2),
            later=self.came[round_] > self.version,
            bars=[
                Bar(
                    style=f"p{seat}",
                    x=round(start + self.width * seat, 2),
                    y=scale.y(value),
                    width=round(self.width - 1, 2),
                    height=round(scale.y(0) - scale.y(value), 2),
                    value=value,
                )
                for seat, value in enumerate(values)
            ],
        )
