"""Playing again: one table for a finished game, at which everybody is asked."""

from typing import Any, Never

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.utils import timezone

from games import engine, errors, quota_errors, selectors, services, table_errors
from games.models import Game
from tests.games.tables import Table, new_table

pytestmark = pytest.mark.django_db


def again(table: Table, user: User) -> Game:
    return services.rematch(game_id=table.id, user=user, now=timezone.now())


def finished(users: list[User], bots: int = 0, **options: Any) -> Table:
    """A game of these users, and bots, that all agreed to end."""
    table = new_table(users, len(users) + bots, **options)
    for _ in range(bots):
        services.add_bot(game_id=table.id, user=users[0], bot="steward", now=timezone.now())
    services.start_game(game_id=table.id, user=users[0], now=timezone.now())
    for user in users:
        services.agree_to_abandon(game_id=table.id, user=user, now=timezone.now())
    return table


def seats(game: Game) -> list[tuple[int, str, bool]]:
    return [(seat.index, seat.name, seat.asked) for seat in game.seats.all()]


def test_the_same_players_are_asked_one_seat_further_up(
    alice: User, bob: User, charlie: User
) -> None:
    table = finished([alice, bob, charlie], bots=1, clan_experience="by_player")
    made = again(table, bob)
    assert made.host == bob
    assert seats(made) == [
        (0, "bob", False),
        (1, "charlie", True),
        (2, "steward bot", False),
        (3, "alice", True),
    ]
    old, new = (Game.objects.get(pk=pk) for pk in (table.id, made.pk))
    assert '"ordinary"' in old.options
    assert "ordinary" not in new.options
    assert (new.name, new.visibility, new.status) == (old.name, old.visibility, "open")
    assert new.commitment != old.commitment
    assert not new.seed_chosen


def test_a_game_has_one_rematch_until_that_is_closed(alice: User, bob: User) -> None:
    table = finished([alice, bob])
    made = again(table, alice)
    assert again(table, bob) == again(table, alice) == made
    services.close_table(game_id=made.pk, user=alice, now=timezone.now())
    assert again(table, bob) != made


def test_who_was_asked_takes_the_kept_seat_or_declines(
    alice: User, bob: User, charlie: User, dora: User
) -> None:
    made = again(finished([alice, bob, charlie]), alice)
    with pytest.raises(table_errors.GameFull):
        services.join_game(game_id=made.pk, user=dora, now=timezone.now())
    services.join_game(game_id=made.pk, user=bob, now=timezone.now())
    with pytest.raises(table_errors.AlreadySeated):
        services.join_game(game_id=made.pk, user=bob, now=timezone.now())
    with pytest.raises(table_errors.TooFewPlayers):
        services.start_game(game_id=made.pk, user=alice, now=timezone.now())
    services.leave_game(game_id=made.pk, user=charlie, now=timezone.now())
    services.join_game(game_id=made.pk, user=dora, now=timezone.now())
    assert seats(made) == [(0, "bob", False), (1, "dora", False), (2, "alice", False)]
    services.start_game(game_id=made.pk, user=alice, now=timezone.now())


def test_the_host_may_free_a_seat_without_an_answer(alice: User, bob: User) -> None:
    made = again(finished([alice, bob]), alice)
    services.remove_bot(game_id=made.pk, user=alice, seat=0, now=timezone.now())
    with pytest.raises(table_errors.NoBot):
        services.remove_bot(game_id=made.pk, user=alice, seat=1, now=timezone.now())
    services.add_bot(game_id=made.pk, user=alice, bot="steward", now=timezone.now())
    services.start_game(game_id=made.pk, user=alice, now=timezone.now())


def test_a_private_rematch_is_seen_by_who_is_asked(alice: User, bob: User, dora: User) -> None:
    table = finished([alice, bob])
    Game.objects.filter(pk=table.id).update(visibility="private")
    made = again(table, alice)
    assert selectors.game_for(bob, made.pk) == made
    assert [seat.game for seat in selectors.asked(bob)] == [made]
    assert not selectors.asked(alice)
    for call in (again, lambda _, user: selectors.game_for(user, made.pk)):
        with pytest.raises(errors.NoSuchGame):
            call(table, dora)
    services.leave_game(game_id=made.pk, user=bob, now=timezone.now())
    with pytest.raises(errors.NoSuchGame):
        selectors.game_for(bob, made.pk)


def test_no_rematch_of_these(alice: User, bob: User, dora: User) -> None:
    table = new_table([alice, bob])
    with pytest.raises(table_errors.NoRematch):
        again(table, alice)
    over = finished([alice, bob])
    with pytest.raises(errors.NotSeated):
        again(over, dora)
    Game.objects.filter(pk=over.id).update(source="forked")
    with pytest.raises(table_errors.NoRematch):
        again(over, alice)


def test_the_quotas_of_new_tables_count(alice: User, bob: User, settings: LazySettings) -> None:
    table = finished([alice, bob])
    settings.MOST_OPEN_TABLES = 0
    with pytest.raises(quota_errors.TooManyOpenTables):
        again(table, alice)


def test_who_has_gone_is_not_asked(alice: User, bob: User, charlie: User) -> None:
    table = finished([alice, bob, charlie])
    services.delete_account(user=bob, now=timezone.now())
    User.objects.filter(pk=charlie.pk).update(is_active=False)
    made = again(table, alice)
    assert seats(made) == [(2, "alice", False)]


@pytest.mark.uncounted
def test_a_table_does_not_go_to_who_has_not_answered(alice: User, bob: User) -> None:
    made = again(finished([alice, bob]), alice)
    services.delete_account(user=alice, now=timezone.now())
    assert not Game.objects.filter(pk=made.pk).exists()


def test_an_unanswered_seat_keeps_words_closed(alice: User, bob: User) -> None:
    made = again(finished([alice, bob]), alice)
    word = engine.randomness.seal_of(engine.randomness.contribution("peat"))
    services.seal_word(game_id=made.pk, user=alice, seal=word, now=timezone.now())
    with pytest.raises(table_errors.TooFewPlayers):
        services.open_word(game_id=made.pk, user=alice, word="peat", now=timezone.now())


def test_a_rematch_of_options_that_the_content_has_no_more(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished([alice, bob])

    def gone(*_: object) -> Never:
        raise engine.InvalidOptions("map", "there is no such side")

    monkeypatch.setattr(engine, "decode_options", gone)
    with pytest.raises(table_errors.NoRematch):
        again(table, alice)
    assert not Game.objects.filter(rematch_of=table.id).exists()


def test_a_rematch_of_a_private_game_stays_private_until_all_have_answered(
    alice: User, bob: User
) -> None:
    table = finished([alice, bob])
    Game.objects.filter(pk=table.id).update(visibility="private")
    made = again(table, alice)
    with pytest.raises(errors.VisibilityFixed):
        services.change_game(game_id=made.pk, user=alice, visibility="public")
    services.join_game(game_id=made.pk, user=bob, now=timezone.now())
    services.change_game(game_id=made.pk, user=alice, visibility="public")
