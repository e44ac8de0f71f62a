"""Bots play a few moves a task, so that one game does not keep the others."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone

from games import services
from games.models import Game
from games.runtime import dispatch
from games.services.play import running
from games.services.play.wanted import Wanted
from tests.games.tables import Table, new_table

NOW = timezone.now
SHARE = 5

Sent = list[tuple[Wanted, int]]

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture(autouse=True)
def _shares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "BOT_MOVES_AT_ONCE", SHARE)
    monkeypatch.setattr(running, "BOT_SECONDS_AT_ONCE", 3600)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """The tasks that were started, with the versions; none is carried out."""
    found: Sent = []
    monkeypatch.setattr(Wanted, "send", lambda wanted, _, version: found.append((wanted, version)))
    return found


def table_of_bots(alice: User, *, people: int = 0, bots: int = 3) -> Table:
    """A started table whose bots have no task."""
    table = new_table([alice], players=people + bots)
    if not people:
        services.leave_game(game_id=table.id, user=alice, now=NOW())
    for _ in range(bots):
        services.add_bot(game_id=table.id, user=alice, bot="random", now=NOW())
    services.start_game(game_id=table.id, user=alice, now=NOW())
    return table


def share(game_id: UUID, seen: int | None) -> int:
    return services.play_share(game_id=game_id, seen=seen, clock=NOW)


def test_a_task_plays_to_the_end_of_its_share_and_starts_the_next(alice: User, sent: Sent) -> None:
    table = table_of_bots(alice)
    assert share(table.id, 1) == SHARE - 1
    assert table.game.version == SHARE
    assert sent == [(Wanted.BOTS_ALONE, SHARE)]
    assert share(table.id, SHARE) == SHARE
    assert sent[1:] == [(Wanted.BOTS_ALONE, 2 * SHARE)]


def test_a_task_ends_when_its_time_is_over(
    alice: User, sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of_bots(alice)
    monkeypatch.setattr(running, "BOT_SECONDS_AT_ONCE", 0)
    assert share(table.id, 1) == 1
    assert sent == [(Wanted.BOTS_ALONE, 2)]


@pytest.mark.uncounted
@pytest.mark.parametrize("seen", [SHARE - 1, 0])
def test_of_several_tasks_only_one_goes_on(alice: User, sent: Sent, seen: int) -> None:
    table = table_of_bots(alice)
    share(table.id, 1)
    sent.clear()
    assert share(table.id, seen) == 0
    assert (table.game.version, sent) == (SHARE, [])


def test_a_task_that_died_half_way_can_come_again(alice: User, sent: Sent) -> None:
    table = table_of_bots(alice)
    services.play_bots(game_id=table.id, clock=NOW, limit=2)
    assert share(table.id, 1) == SHARE - 3
    assert sent == [(Wanted.BOTS_ALONE, SHARE)]


@pytest.mark.uncounted
def test_a_task_that_died_before_the_steps_after_its_share_takes_them(
    alice: User, sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its last move led to the end of a round, for which it starts no other task."""
    monkeypatch.setattr(settings, "BOT_MOVES_AT_ONCE", 1)
    table = table_of_bots(alice)
    while not table.game.awaits_step:
        services.play_bots(game_id=table.id, clock=NOW, limit=1)
    version = table.game.version
    assert share(table.id, version - 1) == 0
    assert not table.game.awaits_step
    assert sent == [(Wanted.BOTS_ALONE, table.game.version)]
    assert table.game.version > version


def test_a_task_that_died_before_a_resigned_seat_answers_for_it(
    alice: User, bob: User, charlie: User, sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "BOT_MOVES_AT_ONCE", 1)
    table = new_table([alice, bob, charlie], players=4)
    services.add_bot(game_id=table.id, user=alice, bot="random", now=NOW())
    services.start_game(game_id=table.id, user=alice, now=NOW())
    services.resign(game_id=table.id, user=alice, now=NOW())
    for _ in range(100):
        turn = running._bot_turn(table.id, now=NOW(), share=None)
        if turn.taken.of_bots and turn.next is Wanted.STEPS and not table.game.awaits_step:
            break
        if turn.taken is Wanted.STEPS:
            running._steps(table.id, now=NOW(), wake=False)
        elif not turn.taken:
            table.play(by=table.user)
    else:
        pytest.fail("no bot moves before the seat that has resigned")
    share(table.id, turn.version - 1)
    assert table.game.version > turn.version


def test_a_task_without_a_version_plays_all_the_same(alice: User, sent: Sent) -> None:
    """As those that an operator starts, and those of an earlier version of the server."""
    table = table_of_bots(alice)
    share(table.id, 1)
    assert share(table.id, None) > 0


@pytest.mark.uncounted
def test_nothing_is_started_where_a_person_decides(alice: User, sent: Sent) -> None:
    table = table_of_bots(alice, people=1, bots=1)
    for _ in range(2 * SHARE):
        while table.game.due:
            sent.clear()
            share(table.id, table.game.version)
            assert sent == [(Wanted.BOTS, table.game.version)] * table.game.due
        assert share(table.id, table.game.version) == 0
        table.play(by=alice)


@pytest.mark.uncounted
@pytest.mark.long
def test_whole_games_of_shares_are_those_of_one_go(alice: User, sent: Sent) -> None:
    """What bots choose, and what is stored of it, does not depend on how it is cut into tasks."""

    def shares(table: Table) -> None:
        version = 1
        while table.game.due:
            share(table.id, version)
            version = table.game.version

    def at_once(table: Table) -> None:
        services.play_bots(game_id=table.id, clock=NOW)

    streams = []
    for play in (at_once, shares):
        table = table_of_bots(alice)
        play(table)
        assert table.game.status == "finished"
        streams.append([(row.version, row.origin, row.cause, row.public) for row in table.rows])
    assert len(sent) > len(streams[0]) // SHARE - 10
    assert streams[0] == streams[1]


@pytest.mark.long
@pytest.mark.skipif(not settings.EMBEDDED, reason="tasks would go to a worker")
@pytest.mark.uncounted
def test_without_workers_one_call_plays_all_shares(alice: User) -> None:
    table = table_of_bots(alice)
    dispatch.start("games.tasks.run_bots_alone", table.id, 1)
    assert table.game.status == "finished"


@pytest.mark.parametrize(
    ("seen", "woken"), [(1, 0), (None, 0), (SHARE, 1), ("another", 1), ("no task", 1)]
)
def test_the_sweep_leaves_out_what_is_queued(alice: User, seen: object, woken: int) -> None:
    table = table_of_bots(alice)
    Game.objects.update(active_at=NOW() - timedelta(hours=1))
    tasks: dict[object, list[tuple[str, int | None]]] = {
        "another": [(str(uuid4()), 1)],
        "no task": [],
    }
    version = seen if isinstance(seen, int) else None
    queued = tasks.get(seen, [(str(table.id), version)])
    found = services.sweep(now=NOW(), queued=queued)
    assert found == [(table.id, 1, True)] * woken
