"""The tasks of who has many games that wait for the server at once: a few come first."""

from uuid import uuid4

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from games import services
from games.services.play import paying
from games.services.play.stream import lock_with_seats
from games.services.play.sweeping import Forgotten
from games.services.play.wanted import Wanted
from games.services.seats.transfer import give_seat
from tests.games.conftest import Committed, Sent
from tests.games.tables import Table, new_table, started

NOW = timezone.now
BOTS, BOTS_LATER = "games.tasks.run_bots", "games.tasks.run_bots_later"
BOTS_ALONE = "games.tasks.run_bots_alone"

pytestmark = pytest.mark.django_db


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


@pytest.fixture
def many(alice: User, sent: Sent) -> list[Table]:
    """Two more games of alice with a bot than may come first, her move in each."""
    return [with_bot(alice, bots=3) for _ in range(paying.GAMES_FIRST + 2)]


def test_of_many_games_of_one_payer_a_few_come_first(
    alice: User, many: list[Table], committed: Committed
) -> None:
    """Before anything of them is charged; and again as soon as the others are worked off."""
    found = [committed(lambda table=table: play_until_due(table, alice)) for table in many]
    names = [name for one in found for name, *_ in one]
    assert names == [BOTS] * paying.GAMES_FIRST + [BOTS_LATER] * 2
    for table in many[2:]:
        services.play_bots(game_id=table.id, clock=NOW)
    assert [name for name, *_ in committed(lambda: play_until_due(many[2], alice))] == [BOTS]


def test_bots_that_play_alone_keep_their_queue(alice: User, many: list[Table]) -> None:
    """Nobody waits for it, so it need not be left for others."""
    for table in many:
        play_until_due(table, alice)
    assert paying.queued(Wanted.BOTS, alice.pk) is Wanted.BOTS_LATER
    assert paying.queued(Wanted.BOTS_ALONE, alice.pk) is Wanted.BOTS_ALONE


def test_what_follows_in_many_games_comes_later(
    alice: User, many: list[Table], sent: Sent, settings: LazySettings
) -> None:
    settings.BOT_MOVES_AT_ONCE = 1
    for table in many:
        play_until_due(table, alice)
    sent.clear()
    version = many[0].game.version
    assert services.play_share(game_id=many[0].id, seen=version, clock=NOW, first=True) == 1
    assert sent == [(BOTS_LATER, (version + 1,), False)]


def test_many_games_of_others_delay_nothing(
    alice: User, bob: User, many: list[Table], committed: Committed
) -> None:
    of_bob = with_bot(bob)
    for table in many:
        play_until_due(table, alice)
    assert [name for name, *_ in committed(lambda: play_until_due(of_bob, bob))] == [BOTS]


def test_bots_that_play_alone_delay_no_others(
    alice: User, sent: Sent, committed: Committed
) -> None:
    for _ in range(paying.GAMES_FIRST + 1):
        assert of_bots(alice).game.due
    table = with_bot(alice)
    assert [name for name, *_ in committed(lambda: play_until_due(table, alice))] == [BOTS]


@pytest.mark.parametrize(("begun", "name"), [(0, BOTS), (-1, BOTS_LATER)])
def test_a_bot_that_takes_a_seat_over_is_one_of_them(
    alice: User, many: list[Table], committed: Committed, begun: int, name: str
) -> None:
    for table in many[:begun]:
        play_until_due(table, alice)
    table = started([alice, User.objects.create(username="bob")])
    while table.users[table.seat] == alice:
        table.play()

    def take_over() -> None:
        with transaction.atomic():
            give_seat(lock_with_seats(table.id), table.seat, user=None, bot="random", now=NOW())

    assert [one for one, *_ in committed(take_over)] == [name]


def test_the_sweep_wakes_many_games_of_one_payer_later(
    alice: User, bob: User, many: list[Table], sent: Sent
) -> None:
    of_bob, alone = with_bot(bob), of_bots(bob)
    for table in many:
        play_until_due(table, alice)
    play_until_due(of_bob, bob)
    sent.clear()
    woken = (*many, of_bob, alone)
    services.wake(Forgotten(one.id, one.game.version, alone=one is alone) for one in woken)
    few = [BOTS] * paying.GAMES_FIRST + [BOTS_LATER] * (len(many) - paying.GAMES_FIRST)
    assert [name for name, *_ in sent] == [*few, BOTS, BOTS_ALONE]
    sent.clear()
    services.wake([Forgotten(uuid4(), 1, alone=False)])
    assert not sent
