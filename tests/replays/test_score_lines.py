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
from replays.models import Result, SeatResult
from replays.statistics import course, results
from replays.statistics.totals import Choice, totals
from simulation.random_play import Played, seal, steps
from simulation.stored import lay
from tests.added_line import BEADS, LABEL, added
from tests.games.tables import started
from web.presenting.pieces import signs
from web.presenting.sheet import score_table

__all__ = ["added"]


@pytest.fixture
def played(added: str) -> Played:
    """A game that was played with one line more."""
    made = Played(engine.State())
    for state, event in steps(2, "added line"):
        made.state = state
        made.events.append(event)
        made.rows.append(seal(event, state, made.rows[-1].chain if made.rows else ""))
    return made


@pytest.fixture
def game(played: Played, users: list[User]) -> Game:
    game = lay(played, *users[:2])
    game.finished_at = timezone.now() - timedelta(hours=1)
    game.save()
    return game


def test_it_is_on_the_page(played: Played, added: str) -> None:
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
    assert [seat.lines[added] for seat in SeatResult.objects.order_by("seat")] == [7, 6]
    assert totals("clan", Choice(with_="all")).all.lines[added] == BEADS - 0.5


def test_results_from_before_count_it_as_nothing(game: Game, added: str) -> None:
    assert results.record(game.pk)
    for seat in SeatResult.objects.all():
        del seat.lines[added]
        seat.save()
    assert totals("clan", Choice(with_="all")).all.lines[added] == 0


def test_it_is_a_column_of_the_tables(game: Game, added: str) -> None:
    assert tables.sheet_columns().count(added) == 1
    assert [row[added] for row in tables.result_rows(game)] == [BEADS, BEADS - 1]


# --- lines that were columns ----------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_columns_become_json_and_json_columns_in_as_many_statements_for_any_number() -> None:
    """Migration 0008, both ways; a line that is missing is 0."""
    users = [User.objects.create_user(name) for name in ("alice", "bob")]
    names = [line.name for line in engine.score_lines()]
    counted = []
    try:
        for games in (1, 3):
            for _ in range(games):
                result_of(started(users).game, {name: i for i, name in enumerate(names[:-1])})
            kept = list(SeatResult.objects.order_by("pk").values_list("pk", "lines"))
            migrate("0007_heads")
            columns = seats_at("0007_heads").values_list("pk", *names).order_by("pk")
            assert list(columns) == [(pk, *range(len(names) - 1), 0) for pk, _ in kept]
            counted.append(migrate("0008_score_lines"))
            found = dict(SeatResult.objects.values_list("pk", "lines"))
            assert found == {pk: {**lines, names[-1]: 0} for pk, lines in kept}
    finally:
        migrate("0008_score_lines")
    assert counted[0] == counted[1]


def migrate(name: str) -> int:
    """Go to a migration of the read side; the number of statements."""
    with CaptureQueriesContext(connection) as told:
        executor = MigrationExecutor(connection)
        executor.migrate([("replays", name)])
    return len(told)


def seats_at(name: str) -> Any:
    """The rows as of a migration."""
    state = MigrationExecutor(connection).loader.project_state([("replays", name)])
    return state.apps.get_model("replays", "SeatResult").objects


def result_of(game: Game, lines: dict[str, int]) -> None:
    result = Result.objects.create(
        game=game, version=2, players=2, people=2, modules="", finished_at=timezone.now()
    )
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
            lines=lines,
        )
