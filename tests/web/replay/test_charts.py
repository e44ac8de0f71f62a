"""Charts: what they show at a version is what the course of the game says."""

import re
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse

from games import selectors
from replays.statistics.course import Course, course
from tests.games.tables import Table
from tests.web.replay.conftest import take_back
from web.pages.replay.bars import bar_charts
from web.pages.replay.charts import HEIGHT, RIGHT, WIDTH, LineChart, line_charts
from web.pages.replay.outline import outline_of

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

NAMES = ["alice", "bob"]


@pytest.fixture
def numbers(finished: Table) -> Course:
    return course(finished.game)


def line_of(table: Table) -> list[int]:
    """The versions that hold."""
    return outline_of(table.game, selectors.names_of(table.game)).line


def value_at(points: str, place: int) -> int:
    """As the page reads it: the last point that is not behind the place."""
    corners = [tuple(map(int, point.split(","))) for point in points.split()]
    return [y for x, y in corners if x <= place][-1]


def by_id(charts: list[LineChart]) -> dict[str, LineChart]:
    return {chart.id: chart for chart in charts}


@pytest.mark.parametrize("version", [1, 30, 77])
@pytest.mark.long
def test_lines_hold_what_the_course_holds(finished: Table, numbers: Course, version: int) -> None:
    charts = by_id(line_charts(numbers, NAMES, line_of(finished), version))
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
    charts = by_id(line_charts(numbers, NAMES, line_of(finished), 1))
    assert charts["score"].columns == NAMES
    assert charts["score"].rows[-1].name == "Round 5"
    assert charts["score"].rows[-1].values == [p.score["total"][-1] for p in numbers.players]


def test_everything_stays_inside_the_picture(finished: Table, numbers: Course) -> None:
    for chart in line_charts(numbers, NAMES, line_of(finished), finished.game.version):
        a, _, _, d, e, f = (float(n) for n in re.findall(r"-?[\d.]+", chart.matrix))
        for line in chart.lines:
            for x, y in (map(int, point.split(",")) for point in line.points.split()):
                assert 0 <= a * x + e <= WIDTH
                assert 0 <= d * y + f <= HEIGHT


def test_bars_after_the_position_are_later(finished: Table, numbers: Course) -> None:
    came = {1: 40, 2: 80, 3: 120, 4: 160, 5: 200}
    (income, _) = bar_charts(numbers, NAMES, came, 100)
    assert [group.later for group in income.groups] == [False, False, True, True, True]
    expected = {(one.round, one.seat): one.money for one in numbers.production}
    assert [bar.value for bar in income.groups[0].bars] == [expected.get((1, s), 0) for s in (0, 1)]
    assert income.shown == "Round 2"
    assert [key.value for key in income.keys] == [expected.get((2, s), 0) for s in (0, 1)]


def test_bars_before_the_first_production_have_no_round(numbers: Course) -> None:
    (income, _) = bar_charts(numbers, NAMES, {1: 40, 2: 80}, 39)
    assert income.shown == ""
    assert [key.value for key in income.keys] == [0, 0]


def test_what_was_taken_back_takes_no_room(running: Table) -> None:
    take_back(running)
    running.play()
    line, game = line_of(running), running.game
    (score, *_) = line_charts(course(game), NAMES, line, game.version)
    ends = [int(one.points.split()[-1].split(",")[0]) for one in score.lines]
    assert ends == [len(line), len(line)]
    assert len(line) == game.version - 2
    assert score.cursor == pytest.approx(WIDTH - RIGHT)


def test_pictures_are_well_formed(finished: Table) -> None:
    shown = Client().get(reverse("web:replay", args=[finished.id])).content.decode()
    pictures = re.findall(r'<svg [^>]*class="plot.*?</svg>', shown, re.DOTALL)
    assert len(pictures) == 8
    for picture in pictures:
        ElementTree.fromstring(picture)  # noqa: S314 - our own page
