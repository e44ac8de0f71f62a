"""The stream of a game, as far as it goes without waiting: its events, and where it begins."""

import base64
import os
from collections.abc import Callable
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.utils import timezone

from api.live import feeds
from api.live.feeds import GameFeed, look
from api.live.hints import MOST_BYTES, RedisHints
from games import services, store
from games.models import Game
from games.runtime import notifications
from games.runtime.notifications import Hint
from simulation.live import events_in
from tests.api.conftest import Caller, Turn, problem
from tests.api.watching import ANONYMOUS, events_at, versions, viewer, watching
from tests.games.tables import new_table
from tests.marks import in_one_test


def test_events_are_those_of_the_log(turn: Turn) -> None:
    turn.play_first(3)
    caller = turn.callers[0]
    listed = caller.get(f"{turn.path}/events").json()["events"]
    events = events_at(caller, f"{turn.path}/stream?after=0")
    assert [one.data for one in events if one.event == "event"] == listed
    assert versions(events) == list(range(1, turn.version + 1))


def test_the_answer_is_a_stream_that_nobody_keeps(turn: Turn) -> None:
    answered = turn.callers[0].get(f"{turn.path}/stream", Accept="text/event-stream")
    assert answered["Content-Type"] == "text/event-stream; charset=utf-8"
    assert answered["Cache-Control"] == "private, no-store, no-transform"
    assert answered["X-Accel-Buffering"] == "no"
    assert "Content-Encoding" not in answered
    assert answered.getvalue().startswith(b"retry: 3000\n\n")


@pytest.mark.uncounted
def test_the_table_comes_first_and_says_where_the_stream_begins(turn: Turn) -> None:
    turn.play_first(2)
    first, *others = events_at(turn.callers[0], f"{turn.path}/stream")
    assert others == []
    assert (first.event, first.id) == ("table", str(turn.version))
    assert first.data["version"] == turn.version
    assert first.data["status"] == "running"
    assert [seat["user"] for seat in first.data["seats"]] == ["alice", "bob"]


@pytest.mark.once
@pytest.mark.uncounted
@in_one_test(
    ("query", "header", "first"),
    [
        ("after=2", None, 3),
        ("last_event_id=2", None, 3),
        ("", "2", 3),
        # A browser that reconnects does not change the address.
        ("after=1", "2", 3),
        ("last_event_id=1", "2", 3),
        ("after=2", "", 3),
        ("after=0", None, 1),
        ("", "0", 1),
    ],
)
def test_where_it_begins(turn: Turn, query: str, header: str | None, first: int) -> None:
    turn.play_first(3)
    headers = {} if header is None else {"Last_Event_ID": header}
    events = events_at(turn.callers[0], f"{turn.path}/stream?{query}", **headers)
    assert versions(events) == list(range(first, turn.version + 1))


@in_one_test(
    ("query", "header"),
    [
        ("after=-1", None),
        ("after=x", None),
        ("after=1.0", None),
        ("last_event_id=", None),
        ("after=1&last_event_id=1", None),
        ("since=1", None),
        ("", "x"),
        ("", "-1"),
        ("", "1 2"),
        ("", "²"),
        ("", "9" * 30),
    ],
)
def test_a_place_that_is_none(turn: Turn, query: str, header: str | None) -> None:
    headers = {} if header is None else {"Last_Event_ID": header}
    problem(turn.callers[0].get(f"{turn.path}/stream?{query}", **headers), 400, "malformed")


@in_one_test("query", ["after=999", "last_event_id=999"])
def test_a_place_ahead_of_the_game(turn: Turn, query: str) -> None:
    problem(turn.callers[0].get(f"{turn.path}/stream?{query}"), 400, "version_ahead")


@pytest.mark.uncounted
def test_pages_follow_each_other(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "PAGE", 2)
    turn.play_first(4)
    (delivery,) = look([GameFeed(ANONYMOUS, turn.game.pk, 0)], now=timezone.now())
    assert versions(events_in(delivery.text)) == [1, 2]
    assert delivery.more
    events = events_at(turn.callers[0], f"{turn.path}/stream?after=0")
    assert versions(events) == list(range(1, turn.version + 1))


def test_one_look_serves_all_at_the_price_of_one(
    turn: Turn, django_assert_max_num_queries: Callable[[int], object]
) -> None:
    turn.play_first(3)
    alice = viewer(turn.callers[0])
    several = [GameFeed(alice, turn.game.pk, after) for after in (0, 0, 2, 2, 2)] * 10
    with django_assert_max_num_queries(6):
        deliveries = look(several, now=timezone.now())
    assert versions(events_in(deliveries[0].text))[0] == 1
    assert versions(events_in(deliveries[2].text))[0] == 3


@pytest.mark.uncounted
def test_who_lags_a_little_shares_a_query_and_who_lags_more_has_pages(
    turn: Turn, monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    monkeypatch.setattr(feeds, "NEAR", 2)
    turn.play_first(4)
    last = turn.version
    alice = viewer(turn.callers[0])
    places = (last, last - 1, last - 2, last - 3, 0)
    with django_assert_max_num_queries(7) as queries:
        several = [GameFeed(alice, turn.game.pk, one) for one in places]
        deliveries = look(several, now=timezone.now())
    found = [versions(events_in(one.text)) for one in deliveries]
    assert found == [list(range(one + 1, last + 1)) for one in places]
    assert sum("games_event" in one["sql"] for one in queries.captured_queries) == 3


@pytest.mark.once
@pytest.mark.uncounted
def test_undoing_is_an_event(turn: Turn) -> None:
    turn.until_action()
    turn.play("hire")
    watched = watching(turn.callers[0], turn.game, turn.version)
    assert turn.active.post(f"{turn.path}/undo").status_code == 201
    (event,) = watched.now()
    assert event.data["kind"] == "undo"
    assert event.data["parent"] == turn.version - 2


@pytest.mark.once
@pytest.mark.uncounted
def test_nothing_secret_for_anybody(turn: Turn, anonymous: Caller) -> None:
    turn.until_action()
    streams = [
        [
            one.data
            for one in events_at(caller, f"{turn.path}/stream?after=0")
            if one.event == "event"
        ]
        for caller in (*turn.callers, anonymous)
    ]
    assert streams[0] == streams[1] == streams[2]
    text = msgspec.json.encode(streams).decode()
    seed, salt = bytes(turn.game.server_seed), bytes(turn.game.salt)
    payloads = [row.secret for row in store.rows(turn.game.pk) if row.secret]
    assert payloads
    for secret in (seed.hex(), salt.hex(), base64.b64encode(seed).decode(), *payloads):
        assert secret not in text
    assert "secret" not in {name for one in streams[0] for name in one}


def test_a_table_tells_who_sits_down_and_that_it_starts(
    table: Callable[..., Game], alice: Caller, bob: Caller
) -> None:
    game = table()
    (first,) = events_at(alice, f"games/{game.pk}/stream")
    assert (first.id, first.data["status"], len(first.data["seats"])) == ("0", "open", 1)
    watched = watching(alice, game)
    assert bob.post(f"games/{game.pk}/join").status_code == 200
    (joined,) = watched.now()
    assert [seat["user"] for seat in joined.data["seats"]] == ["alice", "bob"]
    assert alice.post(f"games/{game.pk}/start").status_code == 200
    events = watched.now()
    assert [one.event for one in events] == ["event", "table"]
    assert events[1].data["status"] == "running"
    assert watched.now() == []


def test_a_game_that_is_over_tells_its_rest_and_ends(turn: Turn) -> None:
    watched = watching(turn.callers[0], turn.game, 1)
    assert turn.callers[0].post(f"{turn.path}/resign").status_code == 200
    *events, table, end = watched.now()
    assert versions(events)[-1] == turn.version
    assert table.data["status"] == "finished"
    assert (end.event, end.data) == ("end", {"reason": "finished"})
    assert watched.over


def test_who_resumes_at_the_end_is_told_to_stop(turn: Turn) -> None:
    assert turn.callers[0].post(f"{turn.path}/resign").status_code == 200
    caller, last = turn.callers[1], turn.version
    answered = caller.get(f"{turn.path}/stream", Last_Event_ID=str(last))
    assert (answered.status_code, answered.content) == (204, b"")
    assert caller.get(f"{turn.path}/stream?after={last}").status_code == 204
    events = events_at(caller, f"{turn.path}/stream?after={last - 1}")
    assert [one.event for one in events] == ["table", "event", "end"]
    # Who comes without a place gets an id with which the next attempt ends.
    first, end = events_at(caller, f"{turn.path}/stream")
    assert (first.id, end.event) == (str(last), "end")


# --- Hints ----------------------------------------------------------------------------------------


@pytest.fixture
def hints() -> list[Hint]:
    """The hints of this process."""
    heard: list[Hint] = []
    notifications.listen(heard.append)
    yield heard
    notifications.ignore(heard.append)


@in_one_test(
    "data",
    [
        *(b"", b"junk", b"null", b"[]", b"\xff\xfe", b"[" * 4000),
        *(b'{"game": "no id"}', b'{"game": "' + b"0" * 32 + b'", "users": ["alice"]}'),
        b'{"game": "' + b"0" * 32 + b'"}' + b" " * MOST_BYTES,
    ],
)
def test_what_is_no_hint_is_dropped(data: bytes) -> None:
    """Write access to Redis allows publishing."""
    heard: list[Hint] = []
    listening = RedisHints(heard.append, heard.clear)
    listening._hear(data)
    assert heard == []
    listening._hear(b'{"game": "' + b"0" * 32 + b'", "users": [1]}')
    assert heard == [Hint(UUID(int=0), (1,))]


@pytest.mark.django_db(transaction=True)
def test_what_happens_is_hinted_at(turn: Turn, hints: list[Hint]) -> None:
    people = tuple(sorted(caller.user.pk for caller in turn.callers))
    turn.play_first(1)
    assert Hint(turn.game.pk, people) in hints
    hints.clear()
    host = turn.callers[0]
    assert host.send("PATCH", turn.path, {"visibility": "unlisted"}).status_code == 200
    assert Hint(turn.game.pk) in hints
    hints.clear()
    services.erase_game(game_id=turn.game.pk, by=None, reason="test", now=timezone.now())
    assert Hint(turn.game.pk, people) in hints
    table = new_table([host.user])
    hints.clear()
    assert host.send("DELETE", f"games/{table.id}").status_code == 204
    assert Hint(table.id, (host.user.pk,)) in hints


def test_a_move_does_not_care_whether_anybody_hears(
    turn: Turn, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    def deaf(hint: Hint) -> None:
        raise OSError(os.strerror(104))

    monkeypatch.setattr(notifications, "_listeners", [deaf])
    with django_capture_on_commit_callbacks(execute=True):
        turn.play_first(1)
