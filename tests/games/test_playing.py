"""Moves of players: what works, what is refused, and that a refusal leaves no trace."""

import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games import engine, errors, services
from games.engine.decisions import ProduceDecision
from games.engine.moves.producing import Produce as ProduceMove
from games.engine.terms import Seat
from games.models import Game, Receipt
from tests.games.tables import Table

pytestmark = pytest.mark.django_db


def test_a_move_is_appended(table: Table) -> None:
    user, seat, (move, *_) = table.user, table.seat, table.moves()
    now = timezone.now() + timedelta(minutes=1)
    played = table.play(move, now=now)
    assert (played.version, played.seat, played.repeated) == (2, seat, False)
    (row,) = played.rows
    assert row == table.rows[-1]
    assert (row.version, row.parent, row.seat, row.origin, row.cause) == (
        2,
        1,
        seat,
        "player",
        None,
    )
    assert row.recorded_at == now
    assert engine.read_payload(row.public).move == move
    assert table.game.version == 2
    assert table.game.active_at == now
    assert table.users[seat] == user


def test_several_moves_are_one_request(table: Table) -> None:
    state = table.play_until(lambda state: state.phase == "action")
    before = state.version
    played = table.play(_trade(table), engine.parse("end"))
    assert [row.version for row in played.rows] == [before + 1, before + 2]
    assert table.rows[before:] == played.rows
    assert played.state.version == table.game.version == before + 2


def test_of_several_moves_all_or_none_are_played(table: Table) -> None:
    table.play_until(lambda state: state.phase == "action")
    before = table.rows
    with pytest.raises(engine.IllegalMove):
        table.play(_trade(table), _trade(table))
    assert table.rows == before
    assert table.game.version == len(before)


def test_a_turn_is_ended_in_the_same_request(table: Table) -> None:
    state = table.play_until(lambda state: state.phase == "action")
    before = state.version
    played = table.play(_trade(table), then=engine.parse("end"), key="once")
    moves = [engine.read_payload(row.public).move for row in played.rows]
    assert [move.notation() for move in moves if move][1:] == ["end"]
    assert [row.version for row in table.rows[before:]] == [before + 1, before + 2]
    assert played.refused is None
    again = table.play(moves[0], then=engine.parse("end"), key="once", by=table.users[played.seat])
    assert (again.repeated, again.version) == (True, before + 2)


def test_a_move_stays_when_what_follows_it_is_refused(table: Table) -> None:
    state = table.play_until(lambda state: state.phase == "action")
    before, seat = state.version, table.seat
    played = table.play(_trade(table), then=_trade(table), key="once")
    assert [row.version for row in table.rows[before:]] == [before + 1]
    assert isinstance(played.refused, engine.EngineError)
    assert (table.seat, played.version) == (seat, before + 1)


def _trade(table: Table) -> engine.Move:
    return next(move for move in table.moves() if move.notation().startswith(("buy", "sell")))


def test_strangers_and_unknown_games(table: Table, dora: User) -> None:
    move = table.moves()[0]
    with pytest.raises(errors.NotSeated):
        table.play(move, by=dora)
    Game.objects.update(visibility="private")
    with pytest.raises(errors.NoSuchGame):
        table.play(move, by=dora)
    with pytest.raises(errors.NoSuchGame):
        services.undo(game_id=uuid.uuid4(), user=dora, now=timezone.now())
    assert len(table.rows) == 1


def test_not_your_decision(table: Table) -> None:
    other = table.users[(table.seat + 1) % 3]
    with pytest.raises(engine.NotYourDecision):
        table.play(table.moves()[0], by=other)
    assert len(table.rows) == 1


def test_illegal(table: Table) -> None:
    with pytest.raises(engine.IllegalMove) as refused:
        table.play(engine.parse("pass"))
    assert refused.value.rule
    assert len(table.rows) == 1


def test_stale_carries_the_missed_events(table: Table) -> None:
    user, move = table.user, table.moves()[0]
    table.play(move)
    with pytest.raises(errors.StaleVersion) as refused:
        table.play(move, by=user, seen_version=1)
    assert refused.value.version == 2
    assert refused.value.rows == table.rows[1:]
    assert len(table.rows) == 2


def test_stale_when_the_decision_came_after_what_was_seen(table: Table) -> None:
    table.play()
    with pytest.raises(errors.StaleVersion):
        table.play(table.moves()[0], seen_version=1)


def test_a_version_that_is_not_there_yet_is_refused(table: Table) -> None:
    with pytest.raises(errors.VersionAhead, match="no version 2 yet"):
        table.play(seen_version=2)


def test_a_game_that_does_not_run_takes_no_moves(table: Table) -> None:
    for status, message in (("open", "has not started"), ("finished", "is over")):
        Game.objects.update(status=status)
        with pytest.raises(errors.GameNotRunning, match=message):
            table.play()
        with pytest.raises(errors.GameNotRunning):
            services.undo(game_id=table.id, user=table.user, now=timezone.now())
    assert len(table.rows) == 1


def test_all_seats_answer_production_whatever_the_others_did(table: Table) -> None:
    state = table.play_until(_two_produce)
    seen = state.version
    first, second = (decision.seat for decision in state.open_decisions()[:2])
    for seat in (first, second):
        table.play(table.moves(seat)[-1], by=table.users[seat], seen_version=seen)
    assert [row.seat for row in table.rows[seen:]] == [first, second]


def test_an_answer_may_be_replaced_while_others_are_missing(table: Table) -> None:
    state = table.play_until(_two_produce)
    seat = state.open_decisions()[0].seat
    best = table.moves(seat)[-1]
    for move in (engine.parse("produce nothing"), best):
        table.play(move, by=table.users[seat])
    assert [row.seat for row in table.rows[state.version :]] == [seat, seat]
    decision = table.state.decision_for(engine.Seat(seat))
    assert isinstance(decision, ProduceDecision)
    assert isinstance(best, ProduceMove)
    assert decision.answer == best.answer()


def test_an_answer_of_ones_own_makes_the_version_stale(table: Table) -> None:
    state = table.play_until(_two_produce)
    seat = state.open_decisions()[0].seat
    nothing = engine.parse("produce nothing")
    table.play(nothing, by=table.users[seat])
    with pytest.raises(errors.StaleVersion):
        table.play(nothing, by=table.users[seat], seen_version=state.version)


def _two_produce(state: engine.State) -> bool:
    return [d.kind for d in state.open_decisions()[:2]] == ["produce"] * 2


def test_undo_appends_an_event_with_another_parent(table: Table) -> None:
    table.play_until(lambda state: state.phase == "action")
    before = table.state
    user, seat = table.user, table.seat
    table.play(_trade(table))
    undone = services.undo(game_id=table.id, user=user, now=timezone.now())
    (row,) = undone.rows
    assert (row.version, row.parent, row.seat) == (before.version + 2, before.version, seat)
    assert engine.digest(undone.state) == engine.digest(before)
    assert engine.dump(table.state) == engine.dump(undone.state)
    with pytest.raises(errors.StaleVersion):
        table.play(_trade(table), by=user, seen_version=before.version + 1)
    table.play(_trade(table), by=user)
    assert table.rows[-1].parent == row.version


def test_undo_is_for_whoever_decides(table: Table, dora: User) -> None:
    table.play_until(lambda state: state.phase == "action")
    table.play(_trade(table))
    other = table.users[(table.seat + 1) % 3]
    with pytest.raises(engine.NotYourDecision):
        services.undo(game_id=table.id, user=other, now=timezone.now())
    with pytest.raises(errors.NotSeated):
        services.undo(game_id=table.id, user=dora, now=timezone.now())
    with pytest.raises(engine.IllegalMove):
        services.undo(game_id=table.id, user=table.user, to_version=1, now=timezone.now())


def test_the_same_key_gives_the_first_answer_again(table: Table) -> None:
    user, move = table.user, table.moves()[0]
    first = table.play(move, key="k1", request_hash="a", seen_version=1)
    table.play()
    again = table.play(move, by=user, key="k1", request_hash="a", seen_version=1)
    assert again.repeated
    assert again.rows == first.rows
    assert engine.dump(again.state) == engine.dump(first.state)
    assert len(table.rows) == 3


def test_a_key_belongs_to_one_request_of_one_user(table: Table) -> None:
    user, move = table.user, table.moves()[0]
    table.play(move, key="k1", request_hash="a")
    with pytest.raises(errors.KeyReused):
        table.play(move, by=user, key="k1", request_hash="b", seen_version=1)
    assert table.user != user
    assert not table.play(key="k1", request_hash="b").repeated


def test_a_refusal_is_not_kept(table: Table) -> None:
    with pytest.raises(engine.IllegalMove):
        table.play(engine.parse("pass"), key="k1", request_hash="a")
    assert not Receipt.objects.exists()
    assert not table.play(key="k1", request_hash="b").repeated


def test_seats_are_marked_as_the_state_says(table: Table) -> None:
    for _ in range(4):
        table.play()
        waiting = {Seat(seat.index) for seat in table.game.seats.filter(waiting=True)}
        assert waiting == {decision.seat for decision in table.state.open_decisions()}
