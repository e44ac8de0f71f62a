"""Embedded, using a game that waits for the server continues it; and so does the clock."""

import itertools
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import engine, errors, services
from games.models import Game
from games.services.play import running
from tests.games.tables import Table, new_table

NOW = timezone.now

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _embedded(settings: pytest.FixtureRequest) -> None:
    settings.EMBEDDED = True  # type: ignore[attr-defined]


@pytest.fixture
def lost(table: Table) -> Table:
    """A table whose step at the end of the round is not taken: its task never came."""
    table.play_until(lambda state: state.awaits_step)
    return table


def play(table: Table, user: User) -> None:
    services.play_moves(
        game_id=table.id,
        user=user,
        moves=[engine.parse("pass")],
        seen_version=table.game.version,
        now=NOW(),
    )


def undo(table: Table, user: User) -> None:
    services.undo(game_id=table.id, user=user, now=NOW())


def leave_order(table: Table, user: User) -> None:
    services.set_standing_order(game_id=table.id, user=user, order=None, now=NOW())


def ask_for_a_list(table: Table, user: User) -> None:
    found = services.visit_games(user).get()
    assert found.version == table.game.version


REFUSALS = (engine.IllegalMove, engine.NotYourDecision, errors.StaleVersion)


@pytest.mark.uncounted
@pytest.mark.parametrize("touch", [play, undo, leave_order, ask_for_a_list])
def test_any_touch_takes_a_lost_step(lost: Table, touch: Callable[[Table, User], None]) -> None:
    version = lost.game.version
    with suppress(*REFUSALS):
        touch(lost, lost.users[0])
    assert lost.game.version > version
    assert lost.state.open_decisions()


@pytest.mark.parametrize("touch", [play, undo, leave_order, ask_for_a_list])
def test_with_workers_a_touch_leaves_it_to_them(
    lost: Table, touch: Callable[[Table, User], None], settings: pytest.FixtureRequest
) -> None:
    version = lost.game.version
    settings.EMBEDDED = False  # type: ignore[attr-defined]
    with suppress(*REFUSALS):
        touch(lost, lost.users[0])
    assert lost.game.version == version


def test_with_workers_nothing_is_asked_for(table: Table, settings: pytest.FixtureRequest) -> None:
    """Every move comes by there, so what it costs counts."""
    asked = []
    undo_in_vain = partial(undo, table, table.users[0])
    with suppress(*REFUSALS):
        undo_in_vain()  # so that the state is in the cache
    for embedded in (True, False):
        settings.EMBEDDED = embedded  # type: ignore[attr-defined]
        with CaptureQueriesContext(connection) as queries, suppress(*REFUSALS):
            undo_in_vain()
        asked.append(len(queries))
    assert asked[0] == asked[1] + 1


def test_a_lost_step_does_not_hide_whose_turn_it_is(lost: Table) -> None:
    waiting = [
        services.visit_games(user).filter(seats__user=user, seats__waiting=True).exists()
        for user in lost.users
    ]
    assert any(waiting)


def test_a_list_takes_the_steps_of_a_few_games_only(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(running.GAMES_AT_ONCE + 2):
        new_table([alice], players=2)
    Game.objects.update(due=True, awaits_step=True, status="running")
    taken: list[Game] = []
    monkeypatch.setattr(running, "catch_up", taken.append)
    assert services.visit_games(alice).count() == running.GAMES_AT_ONCE + 2
    assert len(taken) == running.GAMES_AT_ONCE


def bots(alice: User, number: int) -> Table:
    """A started table of bots whose task was never sent."""
    table = new_table([alice], players=number)
    services.leave_game(game_id=table.id, user=alice, now=NOW())
    for _ in range(number):
        services.add_bot(game_id=table.id, user=alice, bot="random", now=NOW())
    services.start_game(game_id=table.id, user=alice, now=NOW())
    return table


@pytest.mark.long
@pytest.mark.uncounted
def test_bots_are_left_for_a_moment_to_who_should_play_them(alice: User) -> None:
    """Else everybody who looks at a game while its bots play would wait for them."""
    table = bots(alice, 2)
    version = table.game.version
    assert services.visit_game(alice, table.id).version == version
    assert [game.version for game in services.visit_games(alice)] == [version]
    Game.objects.update(active_at=NOW() - running.IDLE - timedelta(seconds=1))
    assert services.visit_game(alice, table.id).status == "finished"


@pytest.mark.once
@pytest.mark.uncounted
@pytest.mark.long
def test_each_transaction_looks_at_the_clock(alice: User) -> None:
    table = bots(alice, 2)
    start = NOW() + timedelta(hours=1)
    ticks = (start + timedelta(seconds=second) for second in itertools.count())
    services.play_bots(game_id=table.id, clock=lambda: next(ticks))
    times = [row.recorded_at for row in table.rows if row.origin == "bot"]
    assert len(set(times)) == len(times)
    every = [row.recorded_at for row in table.rows]
    assert every == sorted(every)
    assert table.game.finished_at == every[-1] > start + timedelta(seconds=len(times) - 2)


def test_time_does_not_run_backwards_in_a_stream(table: Table) -> None:
    """A request that waited for the lock may have a time before the event that it waited for."""
    late = NOW() + timedelta(minutes=1)
    table.play(now=late)
    table.play(now=datetime(2020, 1, 1, tzinfo=UTC))
    assert [row.recorded_at for row in table.rows[1:]] == [late, late]
    # By the clock: a time that is wrong is mended with the next move.
    assert table.game.active_at == datetime(2020, 1, 1, tzinfo=UTC)
