"""Handing a seat over: who may offer and take it, what goes with it, what stays."""

from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from api.live.feeds import GameFeed, WaitingFeed, look
from api.live.viewers import StreamViewer
from games import engine, errors, quota_errors, selectors, services, table_errors
from games.models import Game, Handover, Message, Seat
from games.services.seats import transfer
from games.services.seats.transfer import OFFER_LASTS
from tests.games.tables import Table, new_table, started
from tests.games.test_races import at_once
from tests.replays.tables import played_out

NOW = timezone.now


def offer(table: Table, giver: User, taker: User | str, now: datetime | None = None) -> Handover:
    name = taker if isinstance(taker, str) else taker.username
    return services.offer_seat(game_id=table.id, user=giver, taker=name, now=now or NOW())


def take(table: Table, taker: User, seat: int = 0, now: datetime | None = None) -> Game:
    return services.take_seat(game_id=table.id, user=taker, seat=seat, now=now or NOW())


def holders(table: Table) -> list[str]:
    return [seat.name for seat in Seat.objects.filter(game=table.id).order_by("index")]


# --- agreement ------------------------------------------------------------------------------------


def test_a_seat_goes_to_another_player(table: Table, dora: User) -> None:
    alice = table.users[0]
    rows, version = table.rows, table.game.version
    offer(table, alice, dora)
    assert holders(table) == ["alice", "bob", "charlie"]
    take(table, dora)
    assert holders(table) == ["dora", "bob", "charlie"]
    assert table.rows == rows
    done = Handover.objects.get()
    assert (done.giver_name, done.taker_name, done.version) == ("alice", "dora", version)
    table.users[0] = dora
    for _ in range(8):
        table.play()
    with pytest.raises(errors.NotSeated):
        table.play(by=alice)


def test_nobody_takes_what_is_not_offered_to_them(table: Table, dora: User) -> None:
    alice, bob, _ = table.users
    stranger = User.objects.create_user("eve")
    with pytest.raises(errors.NoSuchOffer):
        take(table, dora)
    offer(table, alice, dora)
    for user, seat in ((stranger, 0), (dora, 1)):
        with pytest.raises(errors.NoSuchOffer):
            take(table, user, seat)
    with pytest.raises(table_errors.AlreadySeated):
        take(table, bob)
    assert holders(table)[0] == "alice"


def test_a_later_offer_takes_the_place_of_the_first(table: Table, dora: User) -> None:
    eve = User.objects.create_user("eve")
    offer(table, table.users[0], dora)
    offer(table, table.users[0], eve)
    assert Handover.objects.count() == 1
    with pytest.raises(errors.NoSuchOffer):
        take(table, dora)
    take(table, eve)


def test_the_name_of_the_taker_is_normalised(table: Table, dora: User) -> None:
    wide = " \uff44\uff4f\uff52\uff41"
    now = NOW()
    services.offer_seat(game_id=table.id, user=table.users[0], taker=wide, now=now)
    User.objects.filter(pk=dora.pk).update(is_active=False)
    with pytest.raises(errors.NoSuchPlayer):
        services.offer_seat(game_id=table.id, user=table.users[0], taker=wide, now=now)
    assert Handover.objects.get().taker == dora


def test_offers_can_be_withdrawn_declined_and_end(table: Table, dora: User) -> None:
    alice, now = table.users[0], NOW()
    offer(table, alice, dora)
    services.withdraw_offer(game_id=table.id, user=alice)
    offer(table, alice, dora)
    services.decline_offer(game_id=table.id, user=dora)
    assert not Handover.objects.exists()
    offer(table, alice, dora, now)
    assert not selectors.offers_to(dora, now + OFFER_LASTS)
    with pytest.raises(errors.NoSuchOffer):
        take(table, dora, now=now + OFFER_LASTS)
    take(table, dora, now=now + OFFER_LASTS - timedelta(seconds=1))


def test_one_user_offers_few_seats_at_a_time(
    table: Table, dora: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or one user could fill the lobby of another."""
    monkeypatch.setattr(transfer, "MOST_OFFERS", 1)
    alice, other = table.users[0], started(table.users)
    offer(table, alice, dora)
    offer(table, alice, dora)
    with pytest.raises(quota_errors.TooManyOffers):
        offer(other, alice, dora)
    offer(other, alice, dora, NOW() + OFFER_LASTS)


def test_who_cannot_offer(table: Table, dora: User) -> None:
    alice, bob, _ = table.users
    with pytest.raises(errors.NotSeated):
        offer(table, dora, alice)
    with pytest.raises(errors.NoSuchPlayer):
        offer(table, alice, "nobody")
    for seated in (alice, bob):
        with pytest.raises(errors.TakerSeated):
            offer(table, alice, seated)
    Seat.objects.filter(user=bob).update(shared=True)
    with pytest.raises(errors.SeatShared):
        offer(table, bob, dora)
    User.objects.filter(pk=dora.pk).update(is_active=False)
    with pytest.raises(errors.NoSuchPlayer):
        offer(table, alice, dora)


def test_only_in_running_games(alice: User, bob: User, dora: User) -> None:
    for table in (new_table([alice, bob]), played_out([alice, bob])):
        with pytest.raises(errors.GameNotRunning):
            offer(table, alice, dora)


def test_a_resigned_seat_stays(table: Table, dora: User) -> None:
    alice = table.users[0]
    offer(table, alice, dora)
    services.resign(game_id=table.id, user=alice, now=NOW())
    with pytest.raises(errors.NoSuchOffer):
        take(table, dora)
    with pytest.raises(errors.SeatResigned):
        offer(table, alice, dora)


def test_a_game_that_has_ended_meanwhile(table: Table, dora: User) -> None:
    offer(table, table.users[0], dora)
    for user in table.users:
        services.agree_to_abandon(game_id=table.id, user=user, now=NOW())
    with pytest.raises(errors.GameNotRunning):
        take(table, dora)
    assert not selectors.offers_to(dora, NOW())


def test_two_seats_to_one_person_are_one_too_many(table: Table, dora: User) -> None:
    offer(table, table.users[0], dora)
    offer(table, table.users[1], dora)
    take(table, dora, 1)
    with pytest.raises(table_errors.AlreadySeated):
        take(table, dora, 0)
    assert Handover.objects.filter(at=None).count() == 0


# --- what goes and what stays ---------------------------------------------------------------------


def test_orders_and_agreements_of_the_giver_go(table: Table, dora: User) -> None:
    alice, now = table.users[0], NOW() + timedelta(hours=1)
    services.agree_to_abandon(game_id=table.id, user=alice, now=NOW())
    services.say(game_id=table.id, user=alice, text="bye", now=NOW())
    Seat.objects.filter(user=alice).update(standing_order=["bread"], max_bid={}, waiting=True)
    offer(table, alice, dora)
    take(table, dora, now=now)
    seat = Seat.objects.get(user=dora)
    assert (seat.standing_order, seat.max_bid, seat.abandons) == (None, None, False)
    assert seat.waiting_since == now
    notice = Message.objects.get(handover__isnull=False)
    assert (notice.number, notice.user) == (2, dora)
    assert notice.handover == Handover.objects.get()


def test_keys_of_the_giver_answer_nobody(alice: User, bob: User, dora: User) -> None:
    table = started([alice, bob])
    user, seat = table.user, table.seat
    move, version = table.moves()[0], table.game.version
    table.play(move, by=user, seen_version=version, key="k", request_hash="h")
    offer(table, user, dora)
    take(table, dora, seat)
    for by, refusal in ((user, errors.NotSeated), (dora, errors.StaleVersion)):
        with pytest.raises((refusal, engine.NotYourDecision)):
            table.play(move, by=by, seen_version=version, key="k", request_hash="h")


def test_open_streams_of_the_giver_see_no_more(table: Table, dora: User) -> None:
    giver, seat = table.user, table.seat
    Game.objects.filter(pk=table.id).update(visibility="private")
    services.change_game(game_id=table.id, user=table.users[0], name="Private")
    Game.objects.filter(pk=table.id).update(host=table.users[1 if giver == table.users[0] else 0])
    viewers = [StreamViewer(user.pk, None, None, "x") for user in (giver, dora)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("api.live.feeds.still_in", lambda viewers, **_: set(viewers))
        feeds = [GameFeed(viewers[0], table.id, 0), *(WaitingFeed(one) for one in viewers)]
        feeds = [one.feed for one in look(feeds, now=NOW())]
        offer(table, giver, dora)
        take(table, dora, seat)
        game, mine, theirs = look(feeds, now=NOW())
    assert game.over
    assert b'"gone"' in game.text
    assert b"event: done" in mine.text
    assert b"event: turn" in theirs.text


def test_accounts_that_go_leave_no_name(table: Table, dora: User) -> None:
    alice, bob, charlie = table.users
    Seat.objects.filter(game=table.id).update(word="heather")
    eve = User.objects.create_user("eve")
    offer(table, alice, dora)
    take(table, dora)
    offer(table, dora, eve)
    label = services.delete_account(user=alice, now=NOW())
    done = Handover.objects.get(at__isnull=False)
    assert (done.giver, done.giver_name, done.taker_name) == (None, label, "dora")
    assert words(table) == ["", "heather", "heather"]
    services.delete_account(user=eve, now=NOW())
    assert not Handover.objects.filter(at=None).exists()
    for user in (bob, charlie):
        services.resign(game_id=table.id, user=user, now=NOW())
    services.delete_account(user=dora, now=NOW())
    assert not Handover.objects.exclude(taker=None).exists()
    assert words(table) == ["", "heather", "heather"]


def words(table: Table) -> list[str]:
    return [seat.word for seat in Seat.objects.filter(game=table.id).order_by("index")]


def test_who_takes_a_seat_over_is_not_the_author_of_its_word(table: Table, dora: User) -> None:
    Seat.objects.filter(game=table.id).update(word="heather")
    offer(table, table.users[0], dora)
    take(table, dora)
    for user in (dora, *table.users[1:]):
        services.agree_to_abandon(game_id=table.id, user=user, now=NOW())
    services.delete_account(user=dora, now=NOW())
    assert words(table) == ["heather"] * 3


def test_erasing_a_game_takes_its_handovers(table: Table, dora: User) -> None:
    offer(table, table.users[0], dora)
    take(table, dora)
    services.erase_game(game_id=table.id, by=None, reason="test", now=NOW())
    assert not Handover.objects.exists()
    assert not Message.objects.exists()


# --- at once --------------------------------------------------------------------------------------


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_at_once_one_gets_the_seat(alice: User, bob: User, dora: User) -> None:
    table = started([alice, bob])
    offer(table, alice, dora)
    results = at_once([lambda: take(table, dora)] * 4)
    assert sum(isinstance(one, Game) for one in results) == 1
    assert all(isinstance(one, Game | table_errors.AlreadySeated) for one in results)
    assert Handover.objects.count() == Message.objects.count() == 1


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_move_at_once_is_played_before_or_not_at_all(alice: User, bob: User, dora: User) -> None:
    table = started([alice, bob])
    giver, seat, move = table.user, table.seat, table.moves()[0]
    offer(table, giver, dora)
    played, taken = at_once(
        [lambda: table.play(move, by=giver, seen_version=1), lambda: take(table, dora, seat)]
    )
    assert isinstance(taken, Game)
    assert isinstance(played, services.Played | errors.NotSeated)
    assert Handover.objects.get().version == (2 if taken.version == 2 else 1)
    assert len(table.rows) == (2 if isinstance(played, services.Played) else 1)
