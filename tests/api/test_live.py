"""Streams, as far as they go without waiting: what is told to whom, from where on, until when."""

import base64
import os
from collections.abc import Callable
from datetime import timedelta

import msgspec
import pytest
from django.contrib.auth.models import User
from django.http import StreamingHttpResponse
from django.test import Client
from django.utils import timezone

from api import tokens
from api.live import bounded, feeds
from api.live.feeds import GameFeed, WaitingFeed, look
from api.live.viewers import Viewer
from api.models import Token
from games import live, services, store
from games.live import Hint
from games.models import Game
from tests.api.conftest import PASSWORD, Caller, Turn, problem
from tests.live import Told, events_in

NOBODY = Viewer(None, None, None, "address-192.0.2.1")


def viewer(caller: Caller) -> Viewer:
    """Who the caller is by token."""
    token = Token.objects.get(user=caller.user)
    return Viewer(caller.user.pk, token.pk, None, "address-192.0.2.1")


def told(caller: Caller, path: str, **headers: str) -> list[Told]:
    """All that a stream has to tell now."""
    answered = caller.get(path, **headers)
    assert answered.status_code == 200, answered.content
    assert isinstance(answered, StreamingHttpResponse)
    return events_in(answered.getvalue())


def versions(events: list[Told]) -> list[int]:
    """The versions of the events among them, each checked against its id."""
    found = [one for one in events if one.event == "event"]
    assert [one.id for one in found] == [str(one.data["version"]) for one in found]
    return [one.data["version"] for one in found]


class Watching:
    """A feed that is looked at again and again, with nobody at the other end."""

    def __init__(self, feed: feeds.Feed) -> None:
        self.feed = feed
        self.over = False

    def now(self) -> list[Told]:
        """What is new since the last time."""
        text, more = b"", True
        while more and not self.over:
            (delivery,) = look([self.feed], now=timezone.now())
            self.feed, self.over, more = delivery.feed, delivery.over, delivery.more
            text += delivery.text
        return events_in(text)


def watching(caller: Caller, game: Game, after: int = 0) -> Watching:
    watched = Watching(GameFeed(viewer(caller), game.pk, after))
    watched.now()
    return watched


# --- A game ---------------------------------------------------------------------------------------


def test_events_are_those_of_the_log(turn: Turn) -> None:
    turn.play_first(3)
    caller = turn.callers[0]
    listed = caller.get(f"{turn.path}/events").json()["events"]
    events = told(caller, f"{turn.path}/stream?after=0")
    assert [one.data for one in events if one.event == "event"] == listed
    assert versions(events) == list(range(1, turn.version + 1))


def test_the_answer_is_a_stream_that_nobody_keeps(turn: Turn) -> None:
    answered = turn.callers[0].get(f"{turn.path}/stream", Accept="text/event-stream")
    assert answered["Content-Type"] == "text/event-stream; charset=utf-8"
    assert answered["Cache-Control"] == "no-store, no-transform"
    assert answered["X-Accel-Buffering"] == "no"
    assert "Content-Encoding" not in answered
    assert answered.getvalue().startswith(b"retry: 3000\n\n")


def test_the_table_comes_first_and_says_where_the_stream_begins(turn: Turn) -> None:
    turn.play_first(2)
    first, *others = told(turn.callers[0], f"{turn.path}/stream")
    assert others == []
    assert (first.event, first.id) == ("table", str(turn.version))
    assert first.data["version"] == turn.version
    assert first.data["status"] == "running"
    assert [seat["user"] for seat in first.data["seats"]] == ["alice", "bob"]


@pytest.mark.parametrize(
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
    events = told(turn.callers[0], f"{turn.path}/stream?{query}", **headers)
    assert versions(events) == list(range(first, turn.version + 1))


@pytest.mark.parametrize(
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


@pytest.mark.parametrize("query", ["after=999", "last_event_id=999"])
def test_a_place_ahead_of_the_game(turn: Turn, query: str) -> None:
    problem(turn.callers[0].get(f"{turn.path}/stream?{query}"), 400, "version_ahead")


def test_pages_follow_each_other(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "PAGE", 2)
    turn.play_first(4)
    (delivery,) = look([GameFeed(NOBODY, turn.game.pk, 0)], now=timezone.now())
    assert versions(events_in(delivery.text)) == [1, 2]
    assert delivery.more
    events = told(turn.callers[0], f"{turn.path}/stream?after=0")
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


def test_undoing_is_an_event(turn: Turn) -> None:
    turn.until_action()
    turn.play("hire")
    watched = watching(turn.callers[0], turn.game, turn.version)
    assert turn.active.post(f"{turn.path}/undo").status_code == 201
    (event,) = watched.now()
    assert event.data["kind"] == "undo"
    assert event.data["parent"] == turn.version - 2


def test_nothing_secret_for_anybody(turn: Turn, nobody: Caller) -> None:
    turn.until_action()
    streams = [
        [one.data for one in told(caller, f"{turn.path}/stream?after=0") if one.event == "event"]
        for caller in (*turn.callers, nobody)
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
    (first,) = told(alice, f"games/{game.pk}/stream")
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
    events = told(caller, f"{turn.path}/stream?after={last - 1}")
    assert [one.event for one in events] == ["table", "event", "end"]
    # Who comes without a place gets an id with which the next attempt ends.
    first, end = told(caller, f"{turn.path}/stream")
    assert (first.id, end.event) == (str(last), "end")


# --- Who may --------------------------------------------------------------------------------------


@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
def test_who_may_open_one(
    table: Callable[..., Game],
    alice: Caller,
    charlie: Caller,
    nobody: Caller,
    visibility: str,
) -> None:
    path = f"games/{table(visibility=visibility).pk}/stream"
    assert told(alice, path)
    for stranger in (charlie, nobody):
        if visibility == "private":
            problem(stranger.get(path), 404, "no_such_game")
        else:
            assert told(stranger, path)


def test_a_game_that_is_none(alice: Caller) -> None:
    problem(alice.get("games/00000000-0000-4000-8000-000000000000/stream"), 404, "no_such_game")
    problem(alice.get("games/x/stream"), 404, "no_such_game")


def test_a_token_that_is_none(turn: Turn, nobody: Caller) -> None:
    headers = {"Authorization": "Bearer coc_x"}
    problem(nobody.get(f"{turn.path}/stream", **headers), 401)
    problem(nobody.get("me/stream"), 401)


@pytest.mark.parametrize("path", ["stream", "me/stream"])
def test_other_methods(turn: Turn, path: str) -> None:
    path = path if path == "me/stream" else f"{turn.path}/{path}"
    caller = turn.callers[0]
    head = caller.send("HEAD", path)
    assert (head.status_code, head.content) == (200, b"")
    assert head["Content-Type"].startswith("text/event-stream")
    for method in ("POST", "PUT", "DELETE"):
        answered = caller.send(method, path)
        problem(answered, 405)
        assert "GET" in answered["Allow"]


def test_reads_are_throttled(turn: Turn, settings: object, nobody: Caller) -> None:
    rates = {**_rates(), "anonymous": "2/min"}
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("api.throttling.api_settings.DEFAULT_THROTTLE_RATES", rates)
        answers = [nobody.get(f"{turn.path}/stream") for _ in range(3)]
    assert [one.status_code for one in answers] == [200, 200, 429]
    assert int(answers[2]["Retry-After"]) <= 60


def _rates() -> dict[str, str]:
    from rest_framework.settings import api_settings  # noqa: PLC0415

    return dict(api_settings.DEFAULT_THROTTLE_RATES)


def ends(watched: Watching, reason: str) -> None:
    """The stream says why it ends, and nothing else."""
    (end,) = watched.now()
    assert (end.event, end.data) == ("end", {"reason": reason})
    assert watched.over


def test_a_revoked_token_ends_it_before_the_next_event(turn: Turn) -> None:
    watched = watching(turn.callers[0], turn.game, 0)
    turn.play_first(1)
    tokens.revoke(user=turn.callers[0].user, token_id=watched.feed.viewer.token_id)
    ends(watched, "signed_out")


def test_a_deactivated_user(turn: Turn) -> None:
    watched = watching(turn.callers[0], turn.game, 0)
    turn.play_first(1)
    User.objects.filter(pk=turn.callers[0].user.pk).update(is_active=False)
    ends(watched, "signed_out")


@pytest.fixture
def signed_in(turn: Turn) -> tuple[Client, Watching]:
    """Alice in a browser, watching."""
    client = Client()
    assert client.login(username="alice", password=PASSWORD)
    key = client.session.session_key
    feed = GameFeed(Viewer(turn.callers[0].user.pk, None, key, ""), turn.game.pk, turn.version)
    watched = Watching(feed)
    assert [one.event for one in watched.now()] == ["table"]
    turn.play_first(1)
    return client, watched


def test_a_session(signed_in: tuple[Client, Watching]) -> None:
    _, watched = signed_in
    assert len(versions(watched.now())) == 1


def test_the_view_watches_by_the_session(turn: Turn) -> None:
    client = Client()
    assert client.login(username="alice", password=PASSWORD)
    answered = client.get(f"/api/v1/{turn.path}/stream")
    assert isinstance(answered, bounded.LiveResponse)
    viewer = answered.feed.viewer
    assert (viewer.user_id, viewer.token_id) == (turn.callers[0].user.pk, None)
    assert viewer.session_key == client.session.session_key


def test_signing_out(signed_in: tuple[Client, Watching]) -> None:
    client, watched = signed_in
    client.logout()
    ends(watched, "signed_out")


def test_a_session_that_is_too_old(signed_in: tuple[Client, Watching]) -> None:
    _, watched = signed_in
    later = timezone.now() + timedelta(days=400)
    (delivery,) = look([watched.feed], now=later)
    assert delivery.over


def test_another_password_ends_the_sessions(turn: Turn, signed_in: tuple[Client, Watching]) -> None:
    _, watched = signed_in
    user = User.objects.get(pk=turn.callers[0].user.pk)
    user.set_password("another-good-password")
    user.save()
    ends(watched, "signed_out")


def test_an_erased_game(turn: Turn) -> None:
    watched = watching(turn.callers[0], turn.game, 0)
    services.erase_game(game_id=turn.game.pk, by=None, reason="test", now=timezone.now())
    ends(watched, "gone")


def test_a_game_that_is_hidden(turn: Turn, charlie: Caller) -> None:
    stranger = watching(charlie, turn.game, 0)
    nobody = Watching(GameFeed(NOBODY, turn.game.pk, turn.version))
    nobody.now()
    player = watching(turn.callers[1], turn.game, 0)
    turn.play_first(1)
    Game.objects.filter(pk=turn.game.pk).update(visibility="private")
    ends(stranger, "gone")
    ends(nobody, "gone")
    assert len(versions(player.now())) == 1


def test_a_seat_that_was_given_up(table: Callable[..., Game], alice: Caller, bob: Caller) -> None:
    game = table(visibility="private")
    code = Game.objects.get(pk=game.pk).invite_code
    services.join_game(game_id=game.pk, user=bob.user, invite=code, now=timezone.now())
    watched = watching(bob, game)
    services.leave_game(game_id=game.pk, user=bob.user, now=timezone.now())
    ends(watched, "gone")


# --- My turn --------------------------------------------------------------------------------------


def mine(caller: Caller, last_id: str = "") -> tuple[Watching, list[Told]]:
    """The stream of a user, and what it tells at first."""
    watched = Watching(WaitingFeed(viewer(caller), last_id))
    return watched, watched.now()


def test_all_games_that_wait_come_first(turn: Turn) -> None:
    (first,) = told(turn.active, "me/stream")
    assert first.event == "waiting"
    (game,) = first.data["games"]
    assert (game["game"], game["name"]) == (str(turn.game.pk), "Highlands")
    assert (game["version"], game["round"]) == (turn.version, 0)
    (decision,) = game["decisions"]
    assert (decision["seat"], decision["kind"]) == (turn.waiting[0], "choose_clan")
    (other,) = told(turn.idle, "me/stream")
    assert other.data == {"games": []}


def test_my_turn_begins_and_ends(turn: Turn) -> None:
    active, idle = turn.active, turn.idle
    (busy, _), (free, _) = mine(active), mine(idle)
    turn.play_first(1)
    assert turn.active is idle
    (done,) = busy.now()
    assert (done.event, done.data) == ("done", {"game": str(turn.game.pk)})
    (begun,) = free.now()
    assert (begun.event, begun.data["version"]) == ("turn", turn.version)
    assert busy.now() == free.now() == []


def test_the_next_decision_of_the_same_turn_is_not_told(turn: Turn) -> None:
    turn.until_action()
    active = turn.active
    watched, _ = mine(active)
    turn.play("hire")
    assert turn.active is active
    assert watched.now() == []


def test_a_turn_that_came_back_between_two_looks_is_told(turn: Turn) -> None:
    turn.until_action()
    active = turn.active
    watched, _ = mine(active)
    turn.play("hire", "end")
    assert turn.active is not active
    turn.play("hire", "end")
    assert turn.active is active
    (begun,) = watched.now()
    assert (begun.event, begun.data["version"]) == ("turn", turn.version)


def test_who_comes_back_and_has_missed_nothing_is_told_nothing(turn: Turn) -> None:
    (first,) = told(turn.active, "me/stream")
    assert first.id
    assert told(turn.active, "me/stream", Last_Event_ID=first.id) == []
    assert told(turn.active, f"me/stream?last_event_id={first.id}") == []
    (again,) = told(turn.active, "me/stream", Last_Event_ID="0123")
    assert again == first


def test_who_comes_back_and_has_missed_something_gets_the_list(turn: Turn) -> None:
    active, idle = turn.active, turn.idle
    (watched, (first,)), (_, (empty,)) = mine(active), mine(idle)
    turn.play_first(1)
    (done,) = watched.now()
    assert mine(active, done.id or "")[1] == []
    (again,) = mine(active, first.id or "")[1]
    assert again.data == {"games": []}
    (news,) = mine(idle, empty.id or "")[1]
    assert len(news.data["games"]) == 1


def test_an_id_of_nowhere(alice: Caller) -> None:
    problem(alice.get("me/stream", Last_Event_ID="x" * 65), 400, "malformed")
    problem(alice.get("me/stream?last_event_id=" + "x" * 65), 400, "malformed")
    problem(alice.get("me/stream?after=1"), 400, "malformed")


def test_an_erased_game_waits_for_nobody(turn: Turn) -> None:
    watched, _ = mine(turn.active)
    services.erase_game(game_id=turn.game.pk, by=None, reason="test", now=timezone.now())
    (done,) = watched.now()
    assert done.event == "done"


def test_my_stream_ends_with_the_token(turn: Turn) -> None:
    watched, _ = mine(turn.active)
    turn.play_first(1)
    Token.objects.all().delete()
    ends(watched, "signed_out")


# --- Hints ----------------------------------------------------------------------------------------


@pytest.fixture
def hints() -> list[Hint]:
    """What was told in this process."""
    heard: list[Hint] = []
    live.listen(heard.append)
    yield heard
    live.ignore(heard.append)


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


def test_a_move_does_not_care_whether_anybody_hears(
    turn: Turn, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    def deaf(hint: Hint) -> None:
        raise OSError(os.strerror(104))

    monkeypatch.setattr(live, "_listeners", [deaf])
    with django_capture_on_commit_callbacks(execute=True):
        turn.play_first(1)
