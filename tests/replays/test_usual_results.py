"""Games with variants, in the statistics over all games."""

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from games import engine
from replays.models import Result
from replays.statistics import results
from replays.statistics.totals import Rules, StatisticsFilter, totals
from simulation.random_play import PlayedGame, seal, steps
from simulation.stored import lay
from tests.rules import rule

pytestmark = [pytest.mark.django_db, pytest.mark.uncounted]

USUAL = (
    engine.Options(players=2),
    engine.Options(players=2, map=["A2", "B1", "C2", "D1"]),
)
VARIANTS = (
    engine.Options(players=2, imports="static"),
    engine.Options(players=2, edition="rules-2017", kickstarter=False),
    engine.Options(players=2, port_after_pass=True),
)


def played(options: engine.Options, name: str) -> PlayedGame:
    """A whole game with these options."""
    whole = PlayedGame(engine.State())
    for state, event in steps(options.players, name, options=options):
        whole.state = state
        whole.rows.append(seal(event, state, whole.rows[-1].chain if whole.rows else ""))
    return whole


@pytest.fixture
def games(users: list[User]) -> None:
    """Two usual games and three others, counted."""
    for number, options in enumerate((*USUAL, *VARIANTS)):
        game = lay(played(options, f"usual/{number}"), *users[:2])
        game.finished_at = timezone.now()
        game.save()
        assert results.record(game.pk)


@pytest.mark.parametrize("options", USUAL)
def test_the_number_of_players_and_the_map_are_no_variants(options: engine.Options) -> None:
    assert options.usual
    assert engine.Options(players=1).usual
    assert engine.Options(turn_order="seats").usual
    assert not engine.Options(edition="wiki-2020").usual


@rule("OPT-10")
@pytest.mark.usefixtures("games")
@pytest.mark.long
def test_games_with_variants_are_counted_where_they_are_asked_for() -> None:
    asked: dict[Rules, int] = {"usual": 2, "variants": 3, "all": 5}
    for rules, number in asked.items():
        assert totals("place", StatisticsFilter(rules=rules)).all.games == number
    assert totals("place", StatisticsFilter()).all.games == asked["usual"]


@pytest.mark.long
@pytest.mark.usefixtures("games")
def test_the_migration_tells_games_apart_that_were_counted_before() -> None:
    before = list(Result.objects.order_by("pk").values_list("pk", "usual"))
    Result.objects.update(usual=True)
    migration = import_module("replays.migrations.0005_usual_rules")
    migration.mark_variants(apps, connection.schema_editor())
    assert list(Result.objects.order_by("pk").values_list("pk", "usual")) == before
    assert [usual for _, usual in before].count(False) == len(VARIANTS)
