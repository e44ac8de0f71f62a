"""Charging users for bots and ends of rounds, and the queue of those beyond their share."""

from collections.abc import Iterator
from itertools import count

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.utils import timezone

from caledonia import queues
from caledonia.celery import app
from games import services, store, tasks
from games.models import Game, Seat
from games.runtime import computing, dispatch
from games.services.play import paying, running
from games.standing_orders import StandingOrder
from tests.database import Settled, empty_cache
from tests.games.conftest import Committed, Sent
from tests.games.tables import Table, new_table, started

NOW = timezone.now
SHARE = 10
STEPS, STEPS_LATER = "games.tasks.run_round_end", "games.tasks.run_round_end_later"
BOTS, BOTS_LATER = "games.tasks.run_bots", "games.tasks.run_bots_later"
BOTS_ALONE = "games.tasks.run_bots_alone"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _one_second(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One second is what comes first, and tasks take nothing unless a test says so."""
    settings.GAMES_COMPUTING_RATE = "1/d"
    settings.BOT_MOVES_AT_ONCE = SHARE
    monkeypatch.setattr(running, "BOT_SECONDS_AT_ONCE", 3600)
    monkeypatch.setattr(paying.time, "thread_time", lambda: 0.0)
    empty_cache()
    yield
    empty_cache()


def use_up(user: User) -> None:
    computing.games_spent(user.pk, 1)


def with_bot(*users: User, bots: int = 1) -> Table:
    """A started table of users and bots, in the first decision of a user."""
    table = new_table([*users], players=len(users) + bots)
    for _ in range(bots):
        services.add_bot(game_id=table.id, user=users[0], bot="random", now=NOW())
    services.start_game(game_id=table.id, user=users[0], now=NOW())
    services.play_bots(game_id=table.id, clock=NOW)
    return table


def of_bots(host: User) -> Table:
    """A started table at which three bots play alone."""
    table = new_table([host], players=3)
    services.leave_game(game_id=table.id, user=host, now=NOW())
    for _ in range(3):
        services.add_bot(game_id=table.id, user=host, bot="random", now=NOW())
    services.start_game(game_id=table.id, user=host, now=NOW())
    return table


def play_until_due(table: Table, by: User) -> None:
    while not table.game.due:
        table.play(by=by)


def queue_of(name: str) -> str:
    return str(app.amqp.router.route({}, name)["queue"].name)


def test_nothing_of_others_waits_behind_what_comes_later(settings: LazySettings) -> None:
    """Neither behind bots that play alone, nor behind mail, for which anybody can ask."""
    expected = {
        queues.LATER: {BOTS_LATER, STEPS_LATER},
        queues.ALONE: {BOTS_ALONE, "replays.tasks.validate_games", "web.tasks.draw_games"},
        queues.JOBS: {"replays.tasks.run_import", "replays.tasks.validate_game"},
    }
    for queue, names in expected.items():
        assert {queue_of(name) for name in names} == {queues.name(settings.NAMESPACE, queue)}
    pages = {name for name in app.tasks if name.startswith("web.tasks.")}
    expected[queues.MAIL] = pages - expected[queues.ALONE]
    assert "web.tasks.send_account_mail" in expected[queues.MAIL]
    for name in (BOTS, STEPS, "games.tasks.sweep"):
        assert queue_of(name) == settings.NAMESPACE, name
    for queue in (queues.LATER, queues.ALONE, queues.MAIL):
        found = {
            one for one in app.tasks if queue_of(one) == queues.name(settings.NAMESPACE, queue)
        }
        assert found == expected[queue]


def test_bots_of_who_has_used_it_up_come_later_and_those_of_others_first(
    alice: User, bob: User, committed: Committed
) -> None:
    of_alice, of_bob = with_bot(alice), with_bot(bob)
    use_up(alice)
    tasks_of_alice = committed(lambda: play_until_due(of_alice, alice))
    assert tasks_of_alice == [(BOTS_LATER, (of_alice.game.version,), False)]
    tasks_of_bob = committed(lambda: play_until_due(of_bob, bob))
    assert tasks_of_bob == [(BOTS, (of_bob.game.version,), True)]


@pytest.mark.parametrize(
    ("payers", "task"), [(0, (STEPS, (), True)), (2, (STEPS_LATER, (), False))]
)
def test_ends_of_rounds_do_so_too(
    alice: User, bob: User, committed: Committed, payers: int, task: tuple[object, ...]
) -> None:
    for user in [alice, bob][:payers]:
        use_up(user)
    table = started([alice, bob])
    assert committed(lambda: table.play_until(lambda state: state.awaits_step)) == [task]


@pytest.mark.parametrize(("over", "name"), [("alice", BOTS_LATER), ("bob", BOTS)])
def test_who_moves_in_the_game_of_another_pays(
    alice: User, bob: User, committed: Committed, over: str, name: str
) -> None:
    table = with_bot(alice)
    Game.objects.update(host=bob)
    use_up({"alice": alice, "bob": bob}[over])
    assert {one for one, *_ in committed(lambda: play_until_due(table, alice))} == {name}


ORDERS = (StandingOrder(), StandingOrder(order=["bread"]))


def test_an_order_whose_seat_decides_something_else_starts_no_task(
    alice: User, bob: User, committed: Committed
) -> None:
    table = started([alice, bob])
    user = table.users[table.seat]

    def leave_orders() -> None:
        for order in (*ORDERS, None, *ORDERS):
            services.set_standing_order(game_id=table.id, user=user, order=order, now=NOW())

    assert committed(leave_orders) == []
    assert not table.game.due


@pytest.mark.parametrize("is_over", [True, False])
def test_who_leaves_an_order_pays_for_what_follows_from_its_answer(
    alice: User, bob: User, committed: Committed, *, is_over: bool
) -> None:
    """However often it is left, there is one task at most: that of the end of the round."""
    table = started([alice, bob])
    table.play_until(lambda state: [d.kind for d in state.open_decisions()] == ["produce"] * 2)
    table.play()
    user = table.users[table.seat]
    assert store.last_person(table.id) != table.seat, "who decided last would pay otherwise"
    use_up(user if is_over else next(one for one in table.users if one != user))

    def leave_orders() -> None:
        for order in (*ORDERS, *ORDERS):
            services.set_standing_order(game_id=table.id, user=user, order=order, now=NOW())

    first = (STEPS_LATER, (), False) if is_over else (STEPS, (), True)
    assert committed(leave_orders) == [first]
    assert "standing_order" in {row.origin for row in table.rows}


@pytest.mark.uncounted
def test_a_task_finds_out_who_pays(alice: User, bob: User, sent: Sent) -> None:
    table = with_bot(alice, bob)
    assert paying.TaskCharge(table.id).payer == alice.pk, "only the host has done anything"
    for _ in range(8):
        mover = table.users[table.seat]
        table.play(by=mover)
        assert paying.TaskCharge(table.id).payer == mover.pk
        services.play_bots(game_id=table.id, clock=NOW)
        assert paying.TaskCharge(table.id).payer == mover.pk, "a bot is not charged"


def test_hosts_pay_for_bots_that_play_alone(alice: User, sent: Sent) -> None:
    table = of_bots(alice)
    assert paying.TaskCharge(table.id).payer == alice.pk
    Game.objects.update(host=None)
    assert paying.TaskCharge(table.id).payer == paying.NO_PAYER


def test_who_has_resigned_does_not_pay_for_bots_alone(alice: User, bob: User, sent: Sent) -> None:
    table = with_bot(alice, bob)
    while table.users[table.seat] != bob:
        table.play(by=alice)
        services.play_bots(game_id=table.id, clock=NOW)
    table.play(by=bob)
    assert paying.TaskCharge(table.id).payer == bob.pk
    Seat.objects.filter(game=table.id).update(resigned=True)
    assert paying.TaskCharge(table.id).payer == alice.pk


@pytest.mark.parametrize("seen", [1, None])
def test_a_task_that_came_first_is_sent_again_and_plays_nothing(
    alice: User, sent: Sent, seen: int | None
) -> None:
    table = of_bots(alice)
    use_up(alice)
    sent.clear()
    assert services.play_share(game_id=table.id, seen=seen, clock=NOW, first=True) == 0
    assert (table.game.version, sent) == (1, [(BOTS_LATER, (1,), False)])


def test_an_end_of_a_round_that_came_first_is_sent_again(
    alice: User, bob: User, sent: Sent
) -> None:
    table = started([alice, bob])
    table.play_until(lambda state: state.awaits_step)
    version = table.game.version
    use_up(table.users[table.rows[-1].seat or 0])
    sent.clear()
    tasks.run_round_end(str(table.id))
    assert (table.game.version, sent) == (version, [(STEPS_LATER, (), False)])
    tasks.run_round_end_later(str(table.id))
    assert table.game.version > version


@pytest.mark.parametrize(("is_over", "name"), [(False, BOTS_ALONE), (True, BOTS_LATER)])
def test_bots_that_play_alone_come_later_too(
    alice: User, sent: Sent, *, is_over: bool, name: str
) -> None:
    table = of_bots(alice)
    sent.clear()
    if is_over:
        use_up(alice)
    tasks.run_bots_alone(str(table.id), 1)
    assert [one for one, *_ in sent] == [name]
    if is_over:
        tasks.run_bots_later(str(table.id), 1)
        empty_cache()
        computing.forget()
        tasks.run_bots_later(str(table.id), table.game.version)
        assert [one for one, *_ in sent] == [name, name, BOTS_ALONE]


def test_the_share_of_who_has_used_it_up_is_small(alice: User, sent: Sent) -> None:
    table = of_bots(alice)
    use_up(alice)
    sent.clear()
    least = running.MOVES_OF_WHO_IS_OVER
    assert least < SHARE - 1
    assert services.play_share(game_id=table.id, seen=1, clock=NOW) == least
    assert sent == [(BOTS_LATER, (1 + least,), False)]


def test_of_two_tasks_that_come_later_one_ends(alice: User, sent: Sent) -> None:
    table = of_bots(alice)
    use_up(alice)
    while table.game.version < SHARE:
        services.play_share(game_id=table.id, seen=table.game.version, clock=NOW)
    sent.clear()
    assert services.play_share(game_id=table.id, seen=1, clock=NOW) == 0
    assert sent == []


@pytest.mark.uncounted
@pytest.mark.parametrize(("each", "name"), [(0.2, BOTS), (0.6, BOTS_LATER)])
def test_what_a_task_takes_counts_for_the_next(
    alice: User, sent: Sent, monkeypatch: pytest.MonkeyPatch, each: float, name: str
) -> None:
    """It is looked at twice, and took ``each`` second until then."""
    table = with_bot(alice, bots=3)
    play_until_due(table, alice)
    monkeypatch.setattr(running.settings, "BOT_MOVES_AT_ONCE", 1)
    times = count()
    monkeypatch.setattr(paying.time, "thread_time", lambda: each * next(times))
    sent.clear()
    version = table.game.version
    assert services.play_share(game_id=table.id, seen=version, clock=NOW, first=True) == 1
    assert sent == [(name, (version + 1,), name == BOTS)]


def test_a_task_that_fails_is_charged_too(
    alice: User, sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = of_bots(alice)
    times = count()
    monkeypatch.setattr(paying.time, "thread_time", lambda: 0.8 * next(times))
    monkeypatch.setattr(running, "_share", lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        services.play_share(game_id=table.id, seen=1, clock=NOW)
    assert computing.games_over(alice.pk)


def test_requests_and_games_are_counted_apart(alice: User) -> None:
    use_up(alice)
    assert computing.games_over(alice.pk)
    assert not computing.wait_of(alice.pk, "192.0.2.1")


def test_the_sweep_knows_what_comes_later(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[set[str]] = []
    monkeypatch.setattr(dispatch, "waiting", lambda *names: asked.append({*names}) or set())
    tasks.sweep()
    assert asked == [{BOTS, BOTS_ALONE, BOTS_LATER, STEPS_LATER}]


@pytest.mark.uncounted
@pytest.mark.django_db(transaction=True)
def test_a_game_of_who_has_used_it_up_goes_on(alice: User, settled: Settled) -> None:
    """Embedded and with a worker: later, and not less."""
    table = with_bot(alice, bots=3)
    use_up(alice)
    for _ in range(6):
        settled(table.id)
        table.play(by=alice)
    settled(table.id)
    seats = [row.seat for row in table.rows if row.origin == "player"]
    assert seats == [0] * 6
    assert {row.seat for row in table.rows if row.origin == "bot"} == {1, 2, 3}
