"""Charts: what they show at a version is what the course of the game says."""

import re
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from replays.statistics.course import Course, course
from tests.games.tables import Table
from tests.replays.tables import played_out
from web.presenting.charts import HEIGHT, WIDTH, LineChart, bar_charts, line_charts

NAMES = ["alice", "bob"]


@pytest.fixture
def finished(db: None) -> Table:
    return played_out([User.objects.create_user(name) for name in NAMES])


@pytest.fixture
def numbers(finished: Table) -> Course:
    return course(finished.game)


def value_at(points: str, version: int) -> int:
    """As the page reads it: the last point that is not behind the version."""
    corners = [tuple(map(int, point.split(","))) for point in points.split()]
    return [y for x, y in corners if x <= version][-1]


def by_id(charts: list[LineChart]) -> dict[str, LineChart]:
    return {chart.id: chart for chart in charts}


@pytest.mark.parametrize("version", [1, 30, 77])
def test_lines_hold_what_the_course_holds(finished: Table, numbers: Course, version: int) -> None:
    charts = by_id(line_charts(numbers, NAMES, finished.game.version, version))
    place = sum(at <= version for at in numbers.versions) - 1
    for seat, player in enumerate(numbers.players):
        line = charts["money"].lines[seat]
        assert line.value == value_at(line.points, version) == player.money[place]
        assert charts["score"].lines[seat].value == player.score["total"][place]
        stock = sum(series[place] for series in player.goods.values())
        assert charts["goods"].lines[seat].value == stock
    assert [line.value for line in charts["prices"].lines] == [
        series[place] for series in numbers.prices.values()
    ]


def test_table_of_a_chart_ends_with_the_score(finished: Table, numbers: Course) -> None:
    charts = by_id(line_charts(numbers, NAMES, finished.game.version, 1))
    assert charts["score"].columns == NAMES
    assert charts["score"].rows[-1].name == "Round 5"
    assert charts["score"].rows[-1].values == [p.score["total"][-1] for p in numbers.players]


def test_everything_stays_inside_the_picture(finished: Table, numbers: Course) -> None:
    for chart in line_charts(numbers, NAMES, finished.game.version, finished.game.version):
        a, _, _, d, e, f = (float(n) for n in re.findall(r"-?[\d.]+", chart.matrix))
        for line in chart.lines:
            for x, y in (map(int, point.split(",")) for point in line.points.split()):
                assert 0 <= a * x + e <= WIDTH
                assert 0 <= d * y + f <= HEIGHT


def test_bars_after_the_position_are_later(finished: Table, numbers: Course) -> None:
    came = {1: 40, 2: 80, 3: 120, 4: 160, 5: 200}
    (income, _) = bar_charts(numbers, NAMES, came, 100)
    assert [group.later for group in income.groups] == [False, False, True, True, True]
    told = {(one.round, one.seat): one.money for one in numbers.production}
    assert [bar.value for bar in income.groups[0].bars] == [told.get((1, s), 0) for s in (0, 1)]


def test_pictures_are_well_formed(finished: Table) -> None:
    shown = Client().get(reverse("web:replay", args=[finished.id])).content.decode()
    pictures = re.findall(r'<svg [^>]*class="plot.*?</svg>', shown, re.DOTALL)
    assert len(pictures) == 8
    for picture in pictures:
        ElementTree.fromstring(picture)  # noqa: S314 - our own page
