"""The chat of a game: who may write, what may be written, what becomes of it."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games import errors, selectors, services
from games.models import Message, Seat
from tests.games.tables import Table, new_table, started
from tests.marks import in_one_test
from tests.replays.tables import played_out

NOW = timezone.now


def say(table: Table, user: User, text: str = "Slàinte") -> Message:
    return services.say(game_id=table.id, user=user, text=text, now=NOW())


def texts(table: Table, **filters: int) -> list[str]:
    return [one.text for one in selectors.messages(table.game, **{"limit": 10, **filters})]


def test_messages_are_numbered_as_they_come(alice: User, bob: User) -> None:
    table = started([alice, bob])
    before = table.game
    said = [say(table, user, text) for user, text in ((alice, "one"), (bob, "two"), (alice, "3"))]
    assert [message.number for message in said] == [1, 2, 3]
    assert texts(table) == ["one", "two", "3"]
    after = table.game
    assert after.chat_number == 3
    assert (after.version, after.active_at) == (before.version, before.active_at)
    assert len(table.rows) == before.version


def test_newest_messages_between_two_numbers(alice: User, bob: User) -> None:
    table = started([alice, bob])
    for number in range(1, 7):
        say(table, alice, str(number))
    assert texts(table, limit=2) == ["5", "6"]
    assert texts(table, after=4) == ["5", "6"]
    assert texts(table, limit=2, before=4) == ["2", "3"]
    assert texts(table, after=6) == []


@pytest.mark.uncounted
@pytest.mark.parametrize("stage", ["open", "running", "finished"])
def test_players_write_at_every_stage_and_others_do_not(
    alice: User, bob: User, charlie: User, stage: str
) -> None:
    made = {"open": new_table, "running": started, "finished": played_out}[stage]
    table = made([alice, bob])
    say(table, bob)
    with pytest.raises(errors.NotSeated):
        say(table, charlie)
    table.game.__class__.objects.update(visibility="private")
    with pytest.raises(errors.NoSuchGame):
        say(table, charlie)
    assert Message.objects.count() == 1


def test_who_has_resigned_still_has_a_seat(alice: User, bob: User, charlie: User) -> None:
    table = started([alice, bob, charlie])
    services.resign(game_id=table.id, user=alice, now=NOW())
    assert say(table, alice).number == 1


def test_who_leaves_the_table_leaves_the_chat(alice: User, bob: User) -> None:
    table = new_table([alice, bob], players=3)
    say(table, bob, "see you")
    services.leave_game(game_id=table.id, user=bob, now=NOW())
    with pytest.raises(errors.NotSeated):
        say(table, bob)
    assert texts(table) == ["see you"]


@in_one_test(
    "text",
    ["", "  ", "\u2800", "x" * 501, "one\ntwo", "a\0b", "a\u202eb", "a\u2028b", "\x1b[31mred"],
)
def test_what_is_no_line_of_text_is_refused(table: Table, alice: User, text: str) -> None:
    with pytest.raises(errors.InvalidMessage):
        say(table, alice, text)
    assert table.game.chat_number == 0


@pytest.mark.uncounted
@pytest.mark.parametrize("text", ["x" * 500, "<b>no</b> & 'so'", "木を切る 🏴󠁧󠁢󠁳󠁣󠁴󠁿", "می‌خواهم"])
def test_what_people_write(table: Table, alice: User, text: str) -> None:
    assert say(table, alice, f" {text} ").text == text


def test_the_own_message_is_read_and_reading_goes_forward_only(table: Table) -> None:
    alice, bob, charlie = table.users
    say(table, alice)
    say(table, bob)
    assert read(table) == [1, 2, 0]
    services.read_chat(game_id=table.id, user=charlie, number=2)
    services.read_chat(game_id=table.id, user=charlie, number=1)
    assert read(table) == [1, 2, 2]


def read(table: Table) -> list[int]:
    return [seat.chat_read for seat in Seat.objects.filter(game=table.id).order_by("index")]


def test_messages_go_with_the_account(alice: User, bob: User) -> None:
    table = played_out([alice, bob])
    say(table, alice, "well played")
    say(table, bob, "thanks")
    services.delete_account(user=alice, now=NOW())
    assert texts(table) == ["thanks"]
    assert say(table, bob).number == 3


def test_messages_go_with_the_game(alice: User, bob: User) -> None:
    table, other = started([alice, bob]), started([alice, bob])
    say(table, alice)
    say(other, alice)
    services.erase_game(game_id=table.id, by=None, reason="test", now=NOW())
    assert [message.game_id for message in Message.objects.all()] == [other.id]
