"""What stands below the score sheet of a finished game."""

import re

import pytest
from django.test import Client

from games.models import Game
from tests.web.conftest import HTMX

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.uncounted]


def test_the_chart_of_points_ends_with_the_score(over: Game, stranger: Client) -> None:
    page = stranger.get(f"/games/{over.pk}/").content.decode()
    assert f'hx-get="/games/{over.pk}/replay/points/"' in page
    chart = stranger.get(f"/games/{over.pk}/replay/points/", headers=HTMX).content.decode()
    totals = re.findall(r'<td class="number">(-?\d+)</td>', page.partition('class="total"')[2])[:2]
    assert sorted(totals) == sorted(re.findall(r'<b class="number">(-?\d+)</b>', chart))
    assert chart.count("<figure") == 1


def test_without_scripts_the_chart_is_a_link(over: Game, stranger: Client) -> None:
    answer = stranger.get(f"/games/{over.pk}/replay/points/")
    assert answer.headers["Location"] == f"/games/{over.pk}/replay/#charts"


def test_there_is_no_chart_of_a_game_that_runs(
    running: Game, over: Game, anna: Client, stranger: Client
) -> None:
    assert anna.get(f"/games/{running.pk}/replay/points/", headers=HTMX).status_code == 404
    Game.objects.filter(pk=over.pk).update(visibility="private")
    assert stranger.get(f"/games/{over.pk}/replay/points/", headers=HTMX).status_code == 404
