"""Deleting accounts: games with others stay, the person is gone from them; the rest goes."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db.models import ProtectedError
from django.test import Client
from django.utils import timezone

from api import tokens
from games import errors, services, store, tasks
from games.models import ContentPack, Erasure, Game, Handover, Receipt, Seat, Session
from games.models.game import Source, Status, Visibility
from games.runtime.commit import StartOver
from games.services.tables import unseen
from replays.statistics import results
from tests.games.tables import Table, new_table, started
from tests.replays.tables import played_out

NOW = timezone.now
OnCommit = Callable[..., AbstractContextManager[object]]


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


def over(user: User, **changes: object) -> UUID:
    """A game of one person and a bot that is over."""
    game = with_bot(user).game
    Game.objects.filter(pk=game.pk).update(status=Status.FINISHED, **changes)
    return game.pk


def imported(host: User, visibility: Visibility) -> UUID:
    """A game of two players from elsewhere."""
    game_id = over(host, source=Source.IMPORTED, visibility=visibility)
    for index, label in enumerate(("Ada", "Ben")):
        Seat.objects.filter(game=game_id, index=index).update(user=None, bot="", label=label)
    return game_id


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tasks that are started, instead of starting them."""
    names: list[str] = []
    monkeypatch.setattr("games.runtime.dispatch.start_again", names.append)
    return names


def erase_what_is_unseen() -> None:
    """As the task does, which comes back as long as it has found some."""
    while tasks.forget_unseen():
        pass


def left(games: dict[str, UUID]) -> set[str]:
    there = set(Game.objects.filter(pk__in=games.values()).values_list("pk", flat=True))
    return {name for name, game_id in games.items() if game_id in there}


@pytest.mark.parametrize("gone", [True, False])
def test_a_game_that_goes_or_is_seen_again_meanwhile_is_not_counted(
    alice: User, gone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the list of those that nobody sees and the lock of one."""
    game_id = over(alice, host=None, visibility=Visibility.PRIVATE)
    Seat.objects.filter(game=game_id, bot="").update(user=None, label="Ada")

    def lock(_: UUID) -> None:
        if gone:
            raise errors.NoSuchGame
        Game.objects.filter(pk=game_id).update(host=alice)

    assert unseen.unseen().filter(pk=game_id).exists()
    monkeypatch.setattr(unseen, "lock", lock)
    assert unseen.erase_unseen(now=NOW()) == 0
    assert Game.objects.filter(pk=game_id).exists()


def test_finished_games_that_no_other_person_has_a_part_in_go_with_the_account(
    alice: User, bob: User, sent: list[str], django_capture_on_commit_callbacks: OnCommit
) -> None:
    goes = {
        **{f"{seen} with a bot": over(alice, visibility=seen) for seen in Visibility},
        "a fork": over(alice, source=Source.FORKED, forked_from=uuid4()),
        "a private import": imported(alice, Visibility.PRIVATE),
    }
    stays = {
        **{f"import {seen}": imported(alice, seen) for seen in ("public", "unlisted")},
        "of a tournament": over(alice, tournament=uuid4()),
        "bob's": over(alice, host=bob, visibility=Visibility.PRIVATE),
        "with bob": over(alice, visibility=Visibility.PRIVATE),
        "after bob": over(alice, visibility=Visibility.PRIVATE),
    }
    Seat.objects.filter(game=stays["with bob"], index=1).update(user=bob, bot="")
    taken = {"giver": bob, "taker": alice, "offered_at": NOW(), "at": NOW(), "version": 1}
    Handover.objects.create(game_id=stays["after bob"], seat=0, **taken)
    raw = {"raw": b"", "created_at": NOW()}
    pack = ContentPack.objects.create(hash="a" * 64, **raw)
    Game.objects.filter(pk=goes["a private import"]).update(content=pack)
    with django_capture_on_commit_callbacks(execute=True):
        delete(alice)
    # Nobody sees them from that moment on; erasing takes a moment each.
    waiting = Game.objects.filter(pk__in=goes.values())
    assert {(game.host, game.visibility) for game in waiting} == {(None, "private")}
    assert sent == [tasks.forget_unseen.name]
    erase_what_is_unseen()
    assert left(goes) == set()
    assert left(stays) == set(stays)
    assert not ContentPack.objects.filter(pk=pack.pk).exists()
    assert Erasure.objects.filter(game__in=goes.values()).count() == len(goes)
    delete(bob)
    erase_what_is_unseen()
    # Alice alone has played it; that of the tournament, and those of two, are kept.
    assert left(stays) == set(stays) - {"bob's"}


@pytest.mark.usefixtures("sent")
def test_forks_of_others_stay_for_them_alone(alice: User, bob: User) -> None:
    origin = over(alice)
    fork = over(bob, source=Source.FORKED, forked_from=origin, visibility="public")
    delete(alice)
    erase_what_is_unseen()
    assert Game.objects.get(pk=fork).visibility == "private"
    assert not Game.objects.filter(pk=origin).exists()


@pytest.mark.usefixtures("sent")
def test_a_deletion_erases_a_few_games_itself(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are, the request ends soon, and nobody sees the rest."""
    monkeypatch.setattr("games.services.people.accounts.MOST_ERASED", 1)
    monkeypatch.setattr("games.services.tables.unseen.AT_ONCE", 1)
    for _ in range(2):
        with_bot(alice)
    table = new_table([alice], players=2)
    delete(alice)
    waiting = Game.objects.all()
    assert len(waiting) == 2
    assert table.id not in {game.pk for game in waiting}
    hidden = {(game.host, game.visibility, game.due) for game in waiting}
    assert hidden == {(None, "private", False)}
    erase_what_is_unseen()
    assert not Game.objects.exists()


@pytest.mark.usefixtures("sent")
def test_a_table_for_a_rematch_that_nobody_has_accepted_goes_later_too(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.people.accounts.MOST_ERASED", 0)
    over = started([alice, bob])
    for user in (alice, bob):
        services.agree_to_abandon(game_id=over.id, user=user, now=timezone.now())
    table = services.rematch(game_id=over.id, user=alice, now=timezone.now())
    delete(alice)
    assert not table.seats.filter(user=bob).exists()
    erase_what_is_unseen()
    assert not Game.objects.filter(pk=table.pk).exists()


def test_a_guest_who_is_alone_leaves_the_table_to_its_host(alice: User, bob: User) -> None:
    table = new_table([alice, bob], players=3)
    services.leave_game(game_id=table.id, user=alice, now=NOW())
    delete(bob)
    assert table.game.host == alice
    assert not table.game.seats.exists()


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


@pytest.mark.uncounted
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
