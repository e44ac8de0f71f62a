"""One score line more: on the page, in the statistics and in the tables, which do not name it."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import engine
from games.models import Game
from replays import tables
from replays.models import Result, SeatResult, Trait
from replays.statistics import course, results
from replays.statistics.totals import StatisticsFilter, totals
from simulation.random_play import PlayedGame, seal, steps
from simulation.stored import lay
from tests.added_line import BEADS, LABEL, added
from tests.games.tables import started
from web.pages.common.pieces import signs
from web.pages.table.parts.sheet import score_table

__all__ = ["added"]


@pytest.fixture
def played(added: str) -> PlayedGame:
    """A game that was played with one line more."""
    made = PlayedGame(engine.State())
    for state, event in steps(2, "added line"):
        made.state = state
        made.events.append(event)
        made.rows.append(seal(event, state, made.rows[-1].chain if made.rows else ""))
    return made


@pytest.fixture
def game(played: PlayedGame, users: list[User]) -> Game:
    game = lay(played, *users[:2])
    game.finished_at = timezone.now() - timedelta(hours=1)
    game.save()
    return game


def test_it_is_on_the_page(played: PlayedGame, added: str) -> None:
    shown = score_table(played.state, signs(["anna", "bruce"]))
    assert shown is not None
    row = next(row for row in shown.rows if row.label == LABEL)
    seats = [one.sign.seat for one in shown.sheets]
    assert row.points == [str(BEADS - seat) for seat in seats]
    assert (row.how, row.rule) == ("100% of the beads", "FINAL-03")
    assert [one.points for one in shown.sheets[0].lines if one.name == added]


def test_it_is_in_the_statistics(game: Game, added: str) -> None:
    assert course.course(game).players[1].score[added][-1] == BEADS - 1
    assert results.record(game.pk)
    assert [seat.more[added] for seat in SeatResult.objects.order_by("seat")] == [7, 6]
    assert totals("clan", StatisticsFilter(with_="all")).all.lines[added] == BEADS - 0.5


def test_results_from_before_count_it_as_nothing(game: Game, added: str) -> None:
    assert results.record(game.pk)
    for seat in SeatResult.objects.all():
        del seat.more[added]
        seat.save()
    assert totals("clan", StatisticsFilter(with_="all")).all.lines[added] == 0


def test_lines_of_the_base_game_have_a_column_each(added: str) -> None:
    """Sums of columns are several times faster than those of JSON."""
    assert {line.name for line in engine.score_lines()} - results.LINE_COLUMNS == {added}
    assert {line.name for line in engine.score_lines()} >= results.LINE_COLUMNS


def test_it_is_a_column_of_the_tables(game: Game, added: str) -> None:
    assert tables.sheet_columns().count(added) == 1
    assert [row[added] for row in tables.result_rows(game)] == [BEADS, BEADS - 1]


# --- the migration --------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_results_are_carried_over_in_as_many_statements_for_any_number() -> None:
    """Migration 0008, both ways: lines keep their columns, tiles become one text."""
    users = [User.objects.create_user(name) for name in ("alice", "bob")]
    counted = []
    try:
        for games in (1, 3):
            for _ in range(games):
                result_of(started(users).game)
            kept = list(SeatResult.objects.order_by("pk").values())
            migrate("0007_heads")
            columns = sorted(results.LINE_COLUMNS)
            old = seats_at("0007_heads").order_by("pk").values_list(*columns)
            assert list(old) == [tuple(seat[name] for name in columns) for seat in kept]
            counted.append(migrate("0008_more_lines"))
            assert list(SeatResult.objects.order_by("pk").values()) == kept
            assert {result.modules for result in Result.objects.all()} == {"A1 B2 C1 D2"}
            assert {result.scoring_tiles for result in Result.objects.all()} == {"10 4 7"}
            assert {result.port_tiles for result in Result.objects.all()} == {""}
    finally:
        migrate(newest())
    assert counted[0] == counted[1]


def migrate(name: str) -> int:
    """Go to a migration of the read side; the number of statements."""
    with CaptureQueriesContext(connection) as queries:
        executor = MigrationExecutor(connection)
        executor.migrate([("replays", name)])
    return len(queries)


def newest() -> str:
    """The last migration of the read side, with which the other tests go on."""
    ((_, name),) = MigrationExecutor(connection).loader.graph.leaf_nodes("replays")
    return str(name)


def seats_at(name: str) -> Any:
    """The rows as of a migration."""
    state = MigrationExecutor(connection).loader.project_state([("replays", name)])
    return state.apps.get_model("replays", "SeatResult").objects


def result_of(game: Game) -> None:
    result = Result.objects.create(
        game=game,
        version=2,
        players=2,
        people=2,
        modules="A1 B2 C1 D2",
        scoring_tiles="10 4 7",
        finished_at=timezone.now(),
    )
    for tile in ("10", "4", "7"):
        Trait.objects.create(result=result, kind="scoring_tile", value=tile)
    for seat in range(2):
        SeatResult.objects.create(
            result=result,
            seat=seat,
            clan="campbell",
            start_tile=1,
            place=1,
            rank=1,
            win=0,
            total=9,
            **{name: seat + i for i, name in enumerate(sorted(results.LINE_COLUMNS))},
        )
