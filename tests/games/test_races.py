"""Writers at the same moment, on a database that lets them."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection, connections, transaction
from django.db.backends.utils import CursorWrapper
from django.utils import timezone

from games import engine, services, store, tasks
from games.errors import StaleVersion
from games.models import Game
from games.store import StreamHead, locking
from games.table_errors import GameNotOpen, TooFewPlayers
from simulation.processes import wait_until
from tests.games.tables import Table, new_table, started

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def at_once(calls: list[Callable[[], object]]) -> list[object]:
    """The results of calls that begin together, each in a thread and connection of its own."""
    results: list[object] = [None] * len(calls)
    barrier = threading.Barrier(len(calls))

    def run(index: int, call: Callable[[], object]) -> None:
        try:
            connections["default"].ensure_connection()
            barrier.wait()
            results[index] = call()
        except Exception as error:  # noqa: BLE001 - it is the result
            results[index] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(index, call)) for index, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_of_eight_writers_for_one_version_one_succeeds(alice: User, bob: User) -> None:
    table = started([alice, bob])
    user, version = table.user, table.game.version
    moves = (table.moves() * 8)[:8]
    results = at_once(
        [lambda move=move: table.play(move, by=user, seen_version=version) for move in moves]
    )
    assert Counter(type(result).__name__ for result in results) == {"Played": 1, "StaleVersion": 7}
    assert [row.version for row in table.rows] == [1, 2]
    for result in results:
        if isinstance(result, StaleVersion):
            assert list(result.rows) == table.rows[1:]


def test_one_key_sent_eight_times_at_once_is_one_move(alice: User, bob: User) -> None:
    table = started([alice, bob])
    user, move, version = table.user, table.moves()[0], table.game.version
    results = at_once(
        [
            lambda: table.play(move, by=user, seen_version=version, key="k", request_hash="h")
            for _ in range(8)
        ]
    )
    played = [result for result in results if isinstance(result, services.Played)]
    assert len(played) == 8
    assert [result.repeated for result in played].count(False) == 1
    assert {engine.dump(result.state) for result in played} == {engine.dump(played[0].state)}
    assert len(table.rows) == 2


def test_two_seats_answer_production_at_once(alice: User, bob: User, charlie: User) -> None:
    table = started([alice, bob, charlie])
    state = _play_until_two_produce(table)
    seats = [decision.seat for decision in state.open_decisions()[:2]]
    nothing = engine.parse("produce nothing")
    results = at_once(
        [
            lambda seat=seat: table.play(nothing, by=table.users[seat], seen_version=state.version)
            for seat in seats
        ]
    )
    assert [type(result).__name__ for result in results] == ["Played", "Played"]
    answers = [row for row in table.rows[state.version :] if row.origin == "player"]
    assert {row.seat for row in answers} == set(seats)


def _play_until_two_produce(table: Table) -> engine.State:
    return table.play_until(lambda s: [d.kind for d in s.open_decisions()[:2]] == ["produce"] * 2)


def test_tasks_at_once_take_a_step_once(
    alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks.run_round_end, "delay", lambda _: None)
    table = started([alice, bob, charlie])
    table.play_until(lambda state: state.awaits_step)
    before = len(table.rows)
    results = at_once(
        [lambda: services.run_steps(game_id=table.id, now=timezone.now()) for _ in range(8)]
    )
    assert not [result for result in results if isinstance(result, Exception)]
    kinds = [engine.read_payload(row.public).kind for row in table.rows[before:]]
    assert kinds.count("production") == 1
    assert len(table.rows) == table.game.version


@pytest.mark.parametrize("turn", range(6))
def test_a_bot_is_sent_away_or_the_game_starts_with_it(alice: User, turn: int) -> None:
    made = new_table([alice], players=2)
    services.add_bot(game_id=made.id, user=alice, bot="random", now=timezone.now())
    named = {"game_id": made.id, "user": alice, "now": timezone.now()}
    actions = [
        lambda: services.start_game(**named),
        lambda: services.remove_bot(seat=1, **named),
    ]
    results = at_once(actions if turn % 2 else actions[::-1])
    refused = [type(result) for result in results if isinstance(result, Exception)]
    if made.game.status == "running":
        assert refused == [GameNotOpen]
        assert made.game.seats.count() == 2
    else:
        assert refused == [TooFewPlayers]
        assert made.game.seats.count() == 1


def test_nobody_waits_for_a_lock_without_an_end(alice: User, bob: User) -> None:
    """Its holder may be on a machine that is gone; the transaction ends by itself too."""
    table = started([alice, bob])
    settings = ("lock_timeout", "idle_in_transaction_session_timeout")
    with connection.cursor() as cursor:
        assert [shown(cursor, name) for name in settings] == ["10s", "2min"]
        cursor.execute("SET lock_timeout = '100ms'")
    try:
        with holding(table.id), pytest.raises(OperationalError, match="lock timeout"):
            table.play()
    finally:
        connection.close()
    assert len(table.rows) == 1


def shown(cursor: CursorWrapper, name: str) -> str:
    """A setting of the session."""
    cursor.execute(f"SHOW {name}")
    return str(cursor.fetchone()[0])


@contextmanager
def holding(game_id: UUID) -> Iterator[None]:
    """Meanwhile another transaction has locked the game."""
    other = connection.copy()
    try:
        other.set_autocommit(False)
        with other.cursor() as cursor:
            cursor.execute("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", [game_id])
        yield
        other.rollback()
    finally:
        other.close()


def test_two_who_ask_for_a_rematch_at_once_get_the_same_table(alice: User, bob: User) -> None:
    table = started([alice, bob])
    for user in (alice, bob):
        services.agree_to_abandon(game_id=table.id, user=user, now=timezone.now())

    def ask(user: User) -> Game:
        return services.rematch(game_id=table.id, user=user, now=timezone.now())

    made = at_once([lambda user=user: ask(user) for user in (alice, bob) * 4])
    assert made == [Game.objects.get(rematch_of=table.id)] * 8


def test_a_host_hides_a_game_though_a_fork_of_it_is_shown_at_that_moment(
    alice: User, bob: User, caplog: pytest.LogCaptureFixture
) -> None:
    """At once, and not in another try: who shows forks all the time would win every one."""
    caplog.set_level("INFO", logger="games.runtime.commit")
    table = started([alice, bob])
    for user in (alice, bob):
        services.agree_to_abandon(game_id=table.id, user=user, now=timezone.now())
    fork = services.fork_game(game_id=table.id, user=bob, version=1, now=timezone.now())
    results: list[object] = []

    def hide() -> Game:
        return services.change_game(game_id=table.id, user=alice, visibility="private")

    hiding = threading.Thread(target=lambda: results.extend(at_once([hide])))
    with transaction.atomic():
        services.change_game(game_id=fork.pk, user=bob, visibility="public")
        hiding.start()
        wait_until("the host waits", _somebody_waits)
    hiding.join()
    (hidden,) = results
    assert isinstance(hidden, Game), hidden
    shown_to = Game.objects.filter(pk__in=[table.id, fork.pk]).values_list("visibility", flat=True)
    assert set(shown_to) == {"private"}
    assert "lost a race" not in caplog.text


def test_who_has_waited_for_the_lock_has_what_was_committed_meanwhile(
    alice: User, bob: User
) -> None:
    """The game, its seats and the end of its stream, though all were asked for in one trip."""
    table = started([alice, bob])
    found: list[object] = []

    @transaction.atomic
    def look() -> tuple[int, StreamHead, list[bool]]:
        game = locking.lock_at_table(table.id)
        assert game is not None
        return game.version, vars(game)[locking.HEAD], [seat.waiting for seat in game.seats.all()]

    looking = threading.Thread(target=lambda: found.extend(at_once([look])))
    with transaction.atomic():
        played = table.play()
        looking.start()
        wait_until("the other one waits", _somebody_waits)
    looking.join()
    waiting = [seat.waiting for seat in played.game.seats.all()]
    assert found == [(2, store.head(table.id, 2), waiting)]


def _somebody_waits() -> bool:
    """Whether a transaction waits for a lock that this one has."""
    waiting = "NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM pg_locks WHERE {waiting}")  # noqa: S608 - no input
        return bool(cursor.fetchone()[0])
