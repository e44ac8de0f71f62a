"""One score line more: on the page, in the statistics and in the tables, which do not name it."""

from datetime import timedelta
from importlib import import_module
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


@pytest.mark.once
def test_it_is_on_the_page(played: PlayedGame, added: str) -> None:
    shown = score_table(played.state, signs(["anna", "bruce"]))
    assert shown is not None
    row = next(row for row in shown.rows if row.label == LABEL)
    seats = [one.sign.seat for one in shown.sheets]
    assert row.points == [str(BEADS - seat) for seat in seats]
    assert (row.how, row.rule) == ("100% of the beads", "FINAL-03")
    assert [one.points for one in shown.sheets[0].lines if one.name == added]


@pytest.mark.once
@pytest.mark.uncounted
def test_it_is_in_the_statistics(game: Game, added: str) -> None:
    assert course.course(game).players[1].score[added][-1] == BEADS - 1
    assert results.record(game.pk)
    assert [seat.lines[added] for seat in SeatResult.objects.order_by("seat")] == [7, 6]
    assert totals("clan", StatisticsFilter(with_="all")).all.lines[added] == BEADS - 0.5


@pytest.mark.uncounted
def test_results_from_before_count_it_as_nothing(game: Game, added: str) -> None:
    assert results.record(game.pk)
    for seat in SeatResult.objects.all():
        del seat.lines[added]
        seat.save()
    assert totals("clan", StatisticsFilter(with_="all")).all.lines[added] == 0


@pytest.mark.uncounted
def test_all_lines_are_kept_alike(game: Game, played: PlayedGame, added: str) -> None:
    assert results.record(game.pk)
    for seat, sheet in zip(SeatResult.objects.order_by("seat"), played.state.scores, strict=True):
        names = [line.name for line in engine.lines_of(played.state)]
        assert seat.lines == {name: sheet.points(name) for name in names}
        assert {"glory", added} <= seat.lines.keys()
    assert not {line.name for line in engine.score_lines()} & {
        column.name for column in SeatResult._meta.get_fields()
    }


def test_the_database_derives_the_points_of_other_lines_and_reads_this_one(
    game: Game, added: str
) -> None:
    assert results.record(game.pk)
    derived = {line.name for line in engine.score_lines()} - {added}
    for seat in SeatResult.objects.all():
        points = {name: getattr(seat, f"{name}_points") for name in derived}
        assert points == {name: seat.lines.get(name) for name in derived}
    with CaptureQueriesContext(connection) as queries:
        totals("clan", StatisticsFilter(with_="all"))
    statement = queries[-1]["sql"]
    assert added in statement
    assert "glory_points" in statement
    assert not [name for name in derived if f"'{name}'" in statement or f'"{name}"' in statement]


@pytest.mark.once
def test_it_is_a_column_of_the_tables(game: Game, added: str) -> None:
    assert tables.sheet_columns().count(added) == 1
    assert [row[added] for row in tables.result_rows(game)] == [BEADS, BEADS - 1]


# --- the migrations -------------------------------------------------------------------------------

BEFORE = "0010_strangers_turns"
LINES = import_module("replays.migrations.0012_fill_lines").LINES


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.uncounted
def test_tiles_become_one_text_in_as_many_statements_for_any_number() -> None:
    """Migration 0008; lines keep their columns there."""
    users = [User.objects.create_user(name) for name in ("alice", "bob")]
    counted = []
    try:
        for games in (1, 3):
            for _ in range(games):
                result_of(started(users).game)
            migrate("0007_heads")
            kept = list(model_at("0007_heads", "SeatResult").order_by("pk").values(*LINES))
            assert len({tuple(seat.values()) for seat in kept}) == 2
            counted.append(migrate("0008_more_lines"))
            there = model_at("0008_more_lines", "SeatResult").order_by("pk")
            assert list(there.values(*LINES)) == kept
            migrate(newest())
            assert {result.modules for result in Result.objects.all()} == {"A1 B2 C1 D2"}
            assert {result.scoring_tiles for result in Result.objects.all()} == {"10 4 7"}
            assert {result.port_tiles for result in Result.objects.all()} == {""}
    finally:
        migrate(newest())
    assert counted[0] == counted[1]


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_lines_move_from_their_columns_into_one_and_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("replays.migrations.0012_fill_lines"), "AT_ONCE", 3)
    users = [User.objects.create_user(name) for name in ("alice", "bob")]
    try:
        for _ in range(4):
            result_of(started(users).game)
        kept = list(SeatResult.objects.order_by("pk").values())
        sums = totals("clan", StatisticsFilter(with_="all"))
        assert sums.all.seats == 8
        migrate(BEFORE)
        for old, seat in zip(model_at(BEFORE, "SeatResult").order_by("pk"), kept, strict=True):
            assert {name: getattr(old, name) for name in LINES} | old.more == seat["lines"]
            assert old.more == {"beads": seat["lines"]["beads"]}
        migrate(newest())
        assert list(SeatResult.objects.order_by("pk").values()) == kept
        assert totals("clan", StatisticsFilter(with_="all")) == sums
    finally:
        migrate(newest())


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_move_of_lines_that_was_broken_off_goes_on() -> None:
    """Some rows have their lines in JSON already, in either direction."""
    users = [User.objects.create_user(name) for name in ("alice", "bob")]
    filling = import_module("replays.migrations.0012_fill_lines")
    try:
        for _ in range(2):
            result_of(started(users).game)
        kept = list(SeatResult.objects.order_by("pk").values())
        first = kept[0]["id"]
        migrate("0011_lines_as_json")
        apps = (
            MigrationExecutor(connection)
            .loader.project_state([("replays", "0011_lines_as_json")])
            .apps
        )
        rows = apps.get_model("replays", "SeatResult").objects.order_by("pk")
        columns = list(rows.values(*LINES))
        rows.filter(pk=first).update(lines=kept[0]["lines"], **dict.fromkeys(LINES, 99))
        with connection.schema_editor(atomic=False) as editor:
            filling.fill(apps, editor)
        assert [row.lines for row in rows.all()] == [seat["lines"] for seat in kept]
        rows.exclude(pk=first).update(lines={"beads": 5})
        with connection.schema_editor(atomic=False) as editor:
            filling.empty(apps, editor)
        assert list(rows.values(*LINES)) == columns
        assert [row.lines["beads"] for row in rows.all()] == [0, 5, 5, 5]
        migrate(newest())
    finally:
        migrate(newest())


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


def model_at(name: str, model: str) -> Any:
    """The rows as of a migration."""
    return apps_at(name).get_model("replays", model).objects


def apps_at(name: str) -> Any:
    """The models as of a migration."""
    return MigrationExecutor(connection).loader.project_state([("replays", name)]).apps


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
            lines={name: seat + i for i, name in enumerate(sorted(LINES))} | {"beads": 0},
        )
