"""What goes on without a player: the game's own steps, standing orders, bots, the sweep."""

import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games import engine, selectors, services, tasks
from games.errors import MalformedOrder, NotSeated
from games.models import Game
from games.standing_orders import StandingOrder, decode
from tests.database import Settled
from tests.games.tables import Table, new_table, started
from tests.marks import in_one_test

NOW = timezone.now


def at_round_end(table: Table) -> Table:
    """The table with the last pass of the first round played and no step taken."""
    table.play_until(lambda state: state.awaits_step)
    return table


@pytest.mark.django_db
def test_steps_run_until_a_player_decides(table: Table) -> None:
    before = at_round_end(table).rows
    assert table.game.awaits_step
    assert table.game.due
    done = services.run_steps(game_id=table.id, now=NOW())
    rows = table.rows[len(before) :]
    assert done == len(rows) > 0
    assert {(row.origin, row.seat) for row in rows} == {("game", None)}
    assert [row.cause for row in rows] == [row.version - 1 for row in rows]
    assert table.state.open_decisions()
    assert not table.game.due


@pytest.mark.django_db
def test_a_task_that_comes_twice_changes_nothing(table: Table) -> None:
    at_round_end(table)
    tasks.run_round_end(str(table.id))
    rows = table.rows
    tasks.run_round_end(str(table.id))
    tasks.run_bots(str(table.id))
    assert table.rows == rows


@pytest.mark.django_db
def test_a_task_for_a_game_that_is_gone_changes_nothing(alice: User) -> None:
    tasks.run_round_end(str(uuid.uuid4()))
    tasks.run_bots(str(uuid.uuid4()))
    table = new_table([alice], players=2)
    tasks.run_round_end(str(table.id))
    tasks.run_bots(str(table.id))
    assert table.rows == []


@pytest.mark.django_db
def test_looking_at_a_game_takes_the_step_it_waits_for(
    table: Table, settings: pytest.FixtureRequest
) -> None:
    """Embedded only: elsewhere the workers and the sweep see to it."""
    version = at_round_end(table).game.version
    settings.EMBEDDED = False  # type: ignore[attr-defined]
    assert services.visit_game(table.users[0], table.id).version == version
    settings.EMBEDDED = True  # type: ignore[attr-defined]
    assert services.visit_game(table.users[0], table.id).version > version


@pytest.mark.django_db
def test_a_step_that_fails_can_still_be_looked_at(
    table: Table,
    settings: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    version = at_round_end(table).game.version
    monkeypatch.setattr(engine, "advance", lambda _: None)
    settings.EMBEDDED = True  # type: ignore[attr-defined]
    assert services.visit_game(table.users[0], table.id).version == version
    assert f"advancing game {table.id} failed" in caplog.text


@pytest.mark.uncounted
@pytest.mark.django_db(transaction=True)
def test_after_the_last_pass_the_game_goes_on(alice: User, bob: User, settled: Settled) -> None:
    table = started([alice, bob])
    while table.state.phase != "action" or len(table.state.passed) < 1:
        table.play(_pass_or_first(table))
    table.play(engine.parse("pass"))
    game = settled(table.id)
    assert game.version > 0
    assert {row.origin for row in table.rows if row.seat is None} == {"game"}
    assert [engine.read_payload(row.public).kind for row in table.rows].count("production") == 1


def _pass_or_first(table: Table) -> engine.Move:
    moves = table.moves()
    return next((move for move in moves if move.notation() == "pass"), moves[0])


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.uncounted
def test_bots_play_a_whole_game(alice: User, settled: Settled) -> None:
    table = new_table([alice], players=4)
    services.leave_game(game_id=table.id, user=alice, now=NOW())
    for _ in range(4):
        services.add_bot(game_id=table.id, user=alice, bot="random", now=NOW())
    services.start_game(game_id=table.id, user=alice, now=NOW())
    game = settled(table.id)
    assert game.status == "finished"
    assert {row.origin for row in table.rows} == {"game", "bot"}
    assert len(table.state.scores) == 4


@pytest.mark.uncounted
@pytest.mark.django_db(transaction=True)
def test_bots_stop_where_a_person_decides(alice: User, settled: Settled) -> None:
    table = new_table([alice], players=2)
    services.add_bot(game_id=table.id, user=alice, bot="random", now=NOW())
    services.start_game(game_id=table.id, user=alice, now=NOW())
    for _ in range(6):
        settled(table.id)
        assert table.seat == 0
        table.play(by=alice)
    settled(table.id)
    assert {row.seat for row in table.rows if row.origin == "bot"} == {1}
    assert {row.seat for row in table.rows if row.origin == "player"} == {0}


@pytest.mark.once
@pytest.mark.uncounted
@pytest.mark.django_db
def test_bots_stop_at_their_limit_and_repeat_their_choices(alice: User) -> None:
    streams = []
    for _ in range(2):
        table = new_table([alice], players=3)
        services.leave_game(game_id=table.id, user=alice, now=NOW())
        for _ in range(3):
            services.add_bot(game_id=table.id, user=alice, bot="random", now=NOW())
        services.start_game(game_id=table.id, user=alice, now=NOW())
        assert services.play_bots(game_id=table.id, clock=NOW, limit=20) == 20
        streams.append([row.public for row in table.rows])
        assert table.game.due
    assert streams[0] == streams[1]


@pytest.mark.django_db(transaction=True)
def test_the_sweep_wakes_forgotten_games(
    alice: User, bob: User, settled: Settled, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = started([alice, bob])
    monkeypatch.setattr(tasks.run_round_end, "delay", lambda _: None)
    at_round_end(table)
    assert tasks.sweep() == 0
    version = table.game.version
    Game.objects.update(active_at=NOW() - selectors.FORGOTTEN - timedelta(seconds=1))
    assert tasks.sweep() == 1
    assert settled(table.id).version > version
    Game.objects.update(active_at=NOW() - timedelta(days=1))
    assert tasks.sweep() == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("ahead", [timedelta(0), timedelta(days=1), timedelta(days=-1)])
def test_whatever_the_clocks_say_the_second_sweep_wakes_a_game(
    table: Table,
    settled: Settled,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    ahead: timedelta,
) -> None:
    """Its time was written by a clock that was wrong, or is right while the database's is not."""
    monkeypatch.setattr(tasks.run_round_end, "delay", lambda _: None)
    at_round_end(table)
    Game.objects.update(active_at=NOW() + ahead)
    version = table.game.version
    assert tasks.sweep() == bool(ahead)
    assert ("ahead of the database's clock" in caplog.text) == (ahead > timedelta(0))
    if not ahead:
        assert tasks.sweep() == 1
    assert settled(table.id).version > version
    assert not Game.objects.get().due


@pytest.mark.django_db(transaction=True)
def test_a_task_that_cannot_be_sent_does_not_undo_the_move(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def down(_: str) -> None:
        raise ConnectionRefusedError("no broker")

    monkeypatch.setattr(tasks.run_round_end, "delay", down)
    table = at_round_end(started([alice, bob]))
    assert table.rows[-1].version == table.game.version
    assert table.game.due
    assert "no broker" in caplog.text


@pytest.mark.uncounted
@pytest.mark.django_db
def test_a_standing_order_answers_production(table: Table) -> None:
    order = StandingOrder(order=["whisky", "bread", "cheese"])
    for user in table.users:
        services.set_standing_order(game_id=table.id, user=user, order=order, now=NOW())
    state = table.play_until(lambda state: state.round == 4)
    answers = [row for row in table.rows if row.origin == "standing_order"]
    assert answers
    assert state.round == 4
    for row in answers:
        assert row.cause is not None
        opened = engine.read_payload(table.rows[row.cause - 1].public)
        assert opened.kind == "production"
        assert engine.read_payload(row.public).kind == "produce"
    players = [row for row in table.rows if row.origin == "player"]
    assert all(engine.read_payload(row.public).kind != "produce" for row in players)


@pytest.mark.django_db
def test_an_order_left_late_answers_what_is_open(table: Table) -> None:
    state = table.play_until(lambda s: [d.kind for d in s.open_decisions()[:1]] == ["produce"])
    seat = state.open_decisions()[0].seat
    services.set_standing_order(
        game_id=table.id, user=table.users[seat], order=StandingOrder(), now=NOW()
    )
    row = table.rows[state.version]
    assert (row.seat, row.origin) == (seat, "standing_order")
    move = engine.read_payload(row.public).move
    assert move is not None
    assert move.notation() == "produce nothing"


@pytest.mark.django_db
def test_an_order_is_its_owners(table: Table, dora: User) -> None:
    with pytest.raises(NotSeated):
        services.set_standing_order(game_id=table.id, user=dora, order=None, now=NOW())
    user = table.users[0]
    order = decode({"order": ["cheese", "whisky"], "keep": {"grain": 1}})
    services.set_standing_order(game_id=table.id, user=user, order=order, now=NOW())
    kept = table.game.seats.get(user=user).standing_order
    assert decode(kept) == order
    services.set_standing_order(game_id=table.id, user=user, order=None, now=NOW())
    assert table.game.seats.get(user=user).standing_order is None


@in_one_test(
    "data",
    [
        {"order": ["wool"]},
        {"order": ["bread", "bread"]},
        {"order": "bread"},
        {"keep": {"grain": -1}},
        {"keep": {"wool": 1}},
        {"keep": {"grain": 10**30}},
        {"other": 1},
        [],
        b"{",
        b"\xff",
    ],
)
def test_malformed_orders(data: object) -> None:
    with pytest.raises(MalformedOrder):
        decode(data)
