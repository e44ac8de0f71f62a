"""To whom a host may show a game in which others have played, or of which others had a seat."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games import engine, errors, services
from games.models import Handover
from tests.games.tables import SEED, Table

pytestmark = pytest.mark.uncounted


def with_a_bot(host: User) -> Table:
    """A private game of a host and a bot."""
    options = engine.Options(players=2)
    now = timezone.now()
    game = services.create_game(
        host=host, name="Test", options=options, visibility="private", now=now, seed=SEED
    )
    services.add_bot(game_id=game.pk, user=host, bot="random", now=now)
    services.start_game(game_id=game.pk, user=host, now=now)
    return Table(game.pk, [host, host])


def fork_with_a_bot(host: User) -> Table:
    """A private game of a host and a bot, branched off a public one."""
    table = with_a_bot(host)
    show(table, host, "public")
    game = services.fork_game(
        game_id=table.id, user=host, version=1, seats=[None, "random"], now=timezone.now()
    )
    return Table(game.pk, [host, host])


def hand_over(table: Table, giver: User, taker: User) -> None:
    now = timezone.now()
    services.offer_seat(game_id=table.id, user=giver, taker=taker.username, now=now)
    services.take_seat(game_id=table.id, user=taker, seat=0, now=now)


def show(table: Table, host: User, visibility: str) -> None:
    services.change_game(game_id=table.id, user=host, visibility=visibility)


MAKERS = pytest.mark.parametrize("make", [with_a_bot, fork_with_a_bot])
Maker = Callable[[User], Table]


@MAKERS
def test_a_host_shows_a_game_that_only_the_host_has_played(make: Maker, alice: User) -> None:
    table = make(alice)
    show(table, alice, "public")
    assert table.game.visibility == "public"


@MAKERS
def test_a_seat_that_comes_back_does_not_let_the_host_show_the_game(
    make: Maker, alice: User, dora: User
) -> None:
    table = make(alice)
    hand_over(table, alice, dora)
    hand_over(table, dora, alice)
    for wanted in ("public", "unlisted"):
        with pytest.raises(errors.VisibilityFixed):
            show(table, alice, wanted)
    assert table.game.visibility == "private"


@MAKERS
def test_nor_does_a_player_whose_account_is_gone(make: Maker, alice: User, dora: User) -> None:
    table = make(alice)
    hand_over(table, alice, dora)
    hand_over(table, dora, alice)
    services.delete_account(user=dora, now=timezone.now())
    assert Handover.objects.filter(game=table.id, giver=None).exists()
    with pytest.raises(errors.VisibilityFixed):
        show(table, alice, "public")


@MAKERS
def test_a_player_who_sits_there_now_keeps_it_hidden(make: Maker, alice: User, dora: User) -> None:
    table = make(alice)
    hand_over(table, alice, dora)
    with pytest.raises(errors.VisibilityFixed):
        show(table, alice, "unlisted")


@MAKERS
def test_an_offer_that_was_not_accepted_changes_nothing(
    make: Maker, alice: User, dora: User
) -> None:
    table = make(alice)
    now = timezone.now()
    services.offer_seat(game_id=table.id, user=alice, taker="dora", now=now)
    services.decline_offer(game_id=table.id, user=dora)
    services.offer_seat(game_id=table.id, user=alice, taker="dora", now=now)
    show(table, alice, "public")


def test_a_game_with_a_former_player_can_be_hidden_but_not_shown_again(
    alice: User, dora: User
) -> None:
    table = with_a_bot(alice)
    show(table, alice, "public")
    hand_over(table, alice, dora)
    hand_over(table, dora, alice)
    show(table, alice, "unlisted")
    with pytest.raises(errors.VisibilityFixed):
        show(table, alice, "public")
