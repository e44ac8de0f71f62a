"""Deleting accounts: the games stay, the person is gone from them."""

import re

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db.models import ProtectedError
from django.test import Client
from django.utils import timezone

from api import tokens
from games import errors, services, store
from games.models import Erasure, Game, Receipt, Seat, Session
from games.models.game import Source
from games.runtime.commit import StartOver
from replays.statistics import results
from tests.games.tables import Table, new_table, started
from tests.replays.tables import played_out

NOW = timezone.now


def delete(user: User) -> str:
    return services.delete_account(user=user, now=NOW())


def with_bot(user: User) -> Table:
    """A running game of one person and a bot."""
    table = new_table([user], players=2)
    services.add_bot(game_id=table.id, user=user, bot="random", now=NOW())
    services.start_game(game_id=table.id, user=user, now=NOW())
    return table


@pytest.mark.uncounted
def test_finished_games_stay_under_another_name(alice: User, bob: User) -> None:
    tables = [played_out([alice, bob]), played_out([bob, alice])]
    rows = [table.rows for table in tables]
    name = delete(alice)
    assert re.fullmatch(r"former player \d{7}", name)
    assert not User.objects.filter(username="alice").exists()
    seats = [Seat.objects.get(game=table.id, index=n) for n, table in enumerate(tables)]
    assert [(seat.user, seat.label, seat.name) for seat in seats] == [(None, name, name)] * 2
    assert [table.rows for table in tables] == rows
    assert [table.game.host for table in tables] == [None, bob]


def test_names_are_of_one_person_each_and_are_not_made_of_it(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_out([alice, bob])
    drawn = iter([0, 0, 5])
    monkeypatch.setattr("games.services.people.accounts.secrets.randbelow", lambda _: next(drawn))
    assert delete(alice) == "former player 1000000"
    assert delete(bob) == "former player 1000005"


def test_a_table_opened_meanwhile_is_not_left_behind(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look at the games of a user and the lock on the user."""
    monkeypatch.setattr(
        "games.services.people.accounts.lock_user_to_delete", lambda user: new_table([user])
    )
    with pytest.raises(StartOver):
        delete(alice)
    assert User.objects.filter(username="alice").exists()


@pytest.mark.uncounted
def test_what_belongs_to_the_person_goes(alice: User, bob: User) -> None:
    table = started([alice, bob])
    table.play(by=table.user, key="k", request_hash="h")
    table.play_until(lambda state: state.over)
    for user in (alice, bob):
        tokens.issue(user=user, name="x", now=NOW())
        Client().force_login(user)
    assert Receipt.objects.count() == 1
    author = Receipt.objects.get().user
    delete(author)
    assert not Receipt.objects.exists()
    left = bob if author == alice else alice
    assert [token.user for token in tokens.Token.objects.all()] == [left]
    assert [s.get_decoded()["_auth_user_id"] for s in Session.objects.all()] == [str(left.pk)]


def test_nobody_leaves_while_others_wait(alice: User, bob: User) -> None:
    table, solo = started([alice, bob]), with_bot(alice)
    with pytest.raises(errors.StillPlaying) as refused:
        delete(alice)
    assert refused.value.games == [table.id]
    assert User.objects.filter(pk=alice.pk).exists()
    assert Game.objects.filter(pk=solo.id).exists()
    assert Seat.objects.get(game=table.id, index=0).user == alice


def test_a_running_game_with_bots_alone_goes_with_the_account(alice: User) -> None:
    table = with_bot(alice)
    delete(alice)
    assert not Game.objects.filter(pk=table.id).exists()
    assert store.rows(table.id) == []
    assert Erasure.objects.get().game == table.id


def test_a_running_game_that_was_only_hosted_stays(alice: User, bob: User, charlie: User) -> None:
    table = new_table([alice], players=2)
    services.leave_game(game_id=table.id, user=alice, now=NOW())
    for user in (bob, charlie):
        services.join_game(game_id=table.id, user=user, now=NOW())
    services.start_game(game_id=table.id, user=alice, now=NOW())
    delete(alice)
    assert table.game.host is None
    assert table.game.status == "running"


def test_an_open_table_goes_to_somebody_else_there(alice: User, bob: User) -> None:
    table = new_table([alice, bob], players=3)
    delete(alice)
    assert table.game.host == bob
    assert [seat.user for seat in table.game.seats.all()] == [bob]


def test_a_guest_leaves_an_open_table(alice: User, bob: User) -> None:
    table = new_table([alice, bob], players=3)
    delete(bob)
    assert table.game.host == alice
    assert [seat.user for seat in table.game.seats.all()] == [alice]


def test_an_open_table_without_others_goes(alice: User) -> None:
    table = new_table([alice], players=2)
    services.add_bot(game_id=table.id, user=alice, bot="random", now=NOW())
    delete(alice)
    assert not Game.objects.filter(pk=table.id).exists()


def test_imported_games_lose_their_host_only(alice: User, bob: User) -> None:
    table = played_out([bob, alice])
    Seat.objects.filter(game=table.id).update(user=None, label="Ada")
    Game.objects.filter(pk=table.id).update(host=alice, source=Source.IMPORTED)
    delete(alice)
    assert table.game.host is None
    assert [seat.label for seat in table.game.seats.all()] == ["Ada", "Ada"]


def test_statistics_stay_as_they_are(alice: User, bob: User) -> None:
    table = played_out([alice, bob])
    results.record(table.id)
    before = table.game.result.people
    delete(alice)
    results.record(table.id, anew=True)
    assert table.game.result.people == before == 2


def test_the_usual_way_to_delete_is_barred(alice: User, bob: User) -> None:
    """Deleting a row by hand leaves games intact."""
    played_out([alice, bob])
    with pytest.raises(ProtectedError):
        alice.delete()


def test_the_command_deletes(alice: User, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("delete_account", "alice", "--yes")
    assert not User.objects.exists()
    assert "former player" in capsys.readouterr().out


@pytest.mark.parametrize("said", ["n", ""])
def test_the_command_asks(alice: User, monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setattr("builtins.input", lambda _: said)
    with pytest.raises(CommandError, match="Nothing was deleted"):
        call_command("delete_account", "alice")
    assert User.objects.filter(pk=alice.pk).exists()


def test_the_command_refuses(alice: User, bob: User) -> None:
    table = started([alice, bob])
    with pytest.raises(CommandError, match=str(table.id)):
        call_command("delete_account", "alice", "--yes")
    with pytest.raises(CommandError, match="no account zoe"):
        call_command("delete_account", "zoe", "--yes")
