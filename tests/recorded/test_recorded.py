"""Recorded games fit the rules, and tables follow them as far as they go the same way."""

from pathlib import Path

import pytest
from django.contrib.auth.models import User

from games import engine
from simulation.game_records import GameRecord, read
from simulation.quick_play import play_on
from tests import recorded
from tests.games.tables import Table, started
from tests.marks import in_one_test
from tests.recorded import plans
from tests.recorded.following import recorded_moves

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


@pytest.fixture
def table(db: None) -> Table:
    return started([User.objects.create_user(name) for name in ("alice", "bob")])


@pytest.fixture
def record() -> GameRecord:
    """The record that the table follows, to be spoiled."""
    return read(recorded.FOLDER / "people-2.txt")


def asked(state: engine.State, seat: engine.Seat) -> engine.Move:
    """In place of a chooser that is not to be asked."""
    pytest.fail(f"seat {seat} had to choose at version {state.version}")


@in_one_test("name", plans.PLANS)
def test_a_record_fits_its_plan_and_the_rules(name: str) -> None:
    record, plan = read(recorded.FOLDER / f"{name}.txt"), plans.PLANS[name]
    recorded.check(record)
    assert (record.name, record.options, record.seed) == (name, plan.options, plan.seed), (
        f"write the recorded games anew: {recorded.COMMAND}"
    )


def test_there_is_no_other_record() -> None:
    assert {path.stem for path in recorded.FOLDER.glob("*.txt")} == {*plans.PLANS}


@pytest.mark.long
def test_a_game_is_written_as_it_stands_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plans, "FOLDER", tmp_path)
    for name in ("people-2", "bots-2", "left", "taken-back-2"):
        written = plans.write(name)
        assert written.read_text() == (recorded.FOLDER / written.name).read_text()


def test_a_table_follows_its_record(table: Table, record: GameRecord) -> None:
    moves = recorded_moves(table.game)
    state = play_on(table.id, choose=asked, known=moves, reached=lambda state: state.round == 1)
    assert state.round == 1
    state = play_on(table.id, choose=asked, known=moves, reached=lambda _: False)
    assert recorded.trailer(state) == record.trailer


def test_after_another_move_a_table_goes_on_by_itself(table: Table) -> None:
    line, state = recorded.line_of(table.state.options, plans.PLANS["people-2"].seed), table.state
    played = line.move(state, state.open_decisions()[0].seat)
    other = next(move for move in table.moves() if move != played)
    table.play(other)
    assert line.move(table.state, engine.Seat(table.seat)) is None
    assert table.play_until(lambda state: state.round == 1).round == 1


def test_what_does_not_fit_says_how_to_write_it_anew(record: GameRecord) -> None:
    seat, _ = record.moves[3]
    record.moves[3] = seat, "buy 9 whisky"
    with pytest.raises(recorded.Outdated, match=f"fit the rules any more.*{recorded.COMMAND}"):
        recorded.check(record)


def test_what_comes_out_differently_says_how_to_write_it_anew(record: GameRecord) -> None:
    record.trailer["totals"] = "0 0"
    with pytest.raises(recorded.Outdated, match=f"recorded .*'0 0'.*{recorded.COMMAND}"):
        recorded.check(record)


def test_a_game_that_is_not_recorded_says_how_to_record_it(db: None) -> None:
    users = [User.objects.create_user(name) for name in ("alice", "bob")]
    with pytest.raises(recorded.Outdated, match=rf"port_after_pass.*{recorded.COMMAND}"):
        started(users, port_after_pass=True).play_until(lambda state: state.over)
