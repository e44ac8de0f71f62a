"""From an empty table to a running game."""

import hashlib

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games import engine, errors, selectors, services, table_errors
from games.models import Game
from tests.games.tables import Table, new_table

pytestmark = [pytest.mark.django_db, pytest.mark.uncounted]


def create(host: User, visibility: str = "public") -> Game:
    return services.create_game(
        host=host,
        name="Highlands",
        options=engine.Options(players=2),
        visibility=visibility,
        now=timezone.now(),
    )


def join(game: Game, user: User, invite: str | None = None) -> Game:
    return services.join_game(game_id=game.id, user=user, invite=invite, now=timezone.now())


def test_the_host_sits_at_a_new_table_whose_seed_is_committed_to(alice: User) -> None:
    game = create(alice)
    assert [(seat.index, seat.user) for seat in game.seats.all()] == [(0, alice)]
    assert game.status == "open"
    assert game.version == 0
    assert game.commitment == hashlib.sha256(bytes(game.server_seed)).hexdigest()
    assert bytes(game.content.raw) == engine.packs.builtin().raw


def test_two_games_share_no_secret(alice: User) -> None:
    one, two = create(alice), create(alice)
    assert one.server_seed != two.server_seed
    assert one.salt != two.salt
    assert one.invite_code != two.invite_code


def test_joining_takes_the_first_free_seat(alice: User, bob: User, charlie: User) -> None:
    game = create(alice)
    services.leave_game(game_id=game.id, user=alice, now=timezone.now())
    join(game, bob)
    join(game, charlie)
    assert [seat.user for seat in game.seats.all()] == [bob, charlie]


def test_a_seat_is_taken_once(alice: User, bob: User, charlie: User) -> None:
    game = create(alice)
    with pytest.raises(table_errors.AlreadySeated):
        join(game, alice)
    join(game, bob)
    with pytest.raises(table_errors.GameFull):
        join(game, charlie)
    with pytest.raises(table_errors.GameFull):
        services.add_bot(game_id=game.id, user=alice, bot="random", now=timezone.now())


def test_a_private_game_is_unknown_without_its_invite_code(alice: User, bob: User) -> None:
    game = create(alice, "private")
    for invite in (None, "", "wrong", "ünknown"):
        with pytest.raises(errors.NoSuchGame):
            join(game, bob, invite)
    with pytest.raises(errors.NoSuchGame):
        services.leave_game(game_id=game.id, user=bob, now=timezone.now())
    with pytest.raises(errors.NoSuchGame):
        services.start_game(game_id=game.id, user=bob, now=timezone.now())
    with pytest.raises(errors.NoSuchGame):
        selectors.game_for(bob, game.id)
    join(game, bob, game.invite_code)
    assert selectors.game_for(bob, game.id) == game


def test_only_public_and_own_games_are_listed(alice: User, bob: User) -> None:
    public, unlisted, private = (create(alice, v) for v in ("public", "unlisted", "private"))
    assert set(selectors.games_visible_to(alice)) == {public, unlisted, private}
    assert set(selectors.games_visible_to(bob)) == {public}
    assert set(selectors.games_visible_to(None)) == {public}
    join(private, bob, private.invite_code)
    assert set(selectors.games_visible_to(bob)) == {public, private}
    assert selectors.game_for(None, unlisted.id) == unlisted


def test_leaving_frees_the_seat_but_not_after_the_start(table: Table, dora: User) -> None:
    open_table = new_table(table.users)
    services.leave_game(game_id=open_table.id, user=table.users[1], now=timezone.now())
    assert [seat.index for seat in open_table.game.seats.all()] == [0, 2]
    with pytest.raises(errors.NotSeated):
        services.leave_game(game_id=table.id, user=dora, now=timezone.now())
    with pytest.raises(table_errors.GameNotOpen):
        services.leave_game(game_id=table.id, user=table.users[1], now=timezone.now())
    with pytest.raises(table_errors.GameNotOpen):
        join(table.game, dora)


def test_the_host_alone_adds_bots_and_starts(alice: User, bob: User) -> None:
    game = create(alice)
    with pytest.raises(errors.NotHost):
        services.add_bot(game_id=game.id, user=bob, bot="random", now=timezone.now())
    with pytest.raises(errors.NotHost):
        services.start_game(game_id=game.id, user=bob, now=timezone.now())
    with pytest.raises(table_errors.UnknownBot, match="'deep-blue'"):
        services.add_bot(game_id=game.id, user=alice, bot="deep-blue", now=timezone.now())
    with pytest.raises(table_errors.TooFewPlayers):
        services.start_game(game_id=game.id, user=alice, now=timezone.now())
    services.add_bot(game_id=game.id, user=alice, bot="random", now=timezone.now())
    assert [seat.bot for seat in game.seats.all()] == ["", "random"]
    services.start_game(game_id=game.id, user=alice, now=timezone.now())
    with pytest.raises(table_errors.GameNotOpen):
        services.start_game(game_id=game.id, user=alice, now=timezone.now())


def test_the_host_alone_sends_bots_away(alice: User, bob: User, charlie: User) -> None:
    game = create(alice, "private")
    services.add_bot(game_id=game.id, user=alice, bot="random", now=timezone.now())

    def send_away(user: User, seat: int) -> Game:
        return services.remove_bot(game_id=game.id, user=user, seat=seat, now=timezone.now())

    with pytest.raises(errors.NoSuchGame):
        send_away(bob, 1)
    services.change_game(game_id=game.id, user=alice, visibility="public")
    with pytest.raises(errors.NotHost):
        send_away(bob, 1)
    with pytest.raises(table_errors.NoBot):
        send_away(alice, 0)
    assert game.seats.count() == 2
    send_away(alice, 1)
    assert [seat.user for seat in game.seats.all()] == [alice]
    with pytest.raises(table_errors.NoBot):
        send_away(alice, 1)
    join(game, charlie)
    with pytest.raises(table_errors.NoBot):
        send_away(alice, 1)
    services.start_game(game_id=game.id, user=alice, now=timezone.now())
    with pytest.raises(table_errors.GameNotOpen):
        send_away(alice, 1)


def test_the_start_is_the_first_event(table: Table) -> None:
    (row,) = table.rows
    assert (row.version, row.parent, row.seat, row.origin) == (1, 0, None, "game")
    assert row.secret is not None
    assert table.game.status == "running"
    assert [seat.waiting for seat in table.game.seats.all()].count(True) == 1
    assert table.game.seats.get(waiting=True).index == table.seat
