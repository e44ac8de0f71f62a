"""Streams from real processes: as moves are played, over restarts, and for how many at once."""

import gzip
import json
import os
import shutil
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from select import select

import psycopg
import pytest

from simulation.processes import Running, free_port, listens, wait_until
from simulation.served import PATIENCE, Served, Subscriber, missing, server_url

pytestmark = pytest.mark.long

MOST = 7
"""Streams of one user; all users together have more of them than the server has threads."""
STATES = """SELECT state FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()"""
POLL = 2
"""Seconds between two looks at all streams, which need not be woken for them."""


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    """One server for all of these tests."""
    if lacking := missing():
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail(f"needs {lacking}", pytrace=False)
        pytest.skip(f"needs {lacking}")
    folder = Path(tempfile.mkdtemp(prefix="caledonia-live-"))
    made = Served(
        folder,
        STREAMS_PER_USER=str(MOST),
        STREAM_HEARTBEAT_SECONDS="1",
        STREAM_POLL_SECONDS=str(POLL),
    )
    try:
        made.start()
        yield made
    finally:
        made.close()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def served(server: Served, request: pytest.FixtureRequest) -> Iterator[Served]:
    """The server; a failure prints its log."""
    failed = request.session.testsfailed
    yield server
    if request.session.testsfailed > failed:
        print((server.folder / "server.log").read_text()[-5000:])


@pytest.fixture
def opened(served: Served) -> Iterator["Opening"]:
    """Opens streams and leaves them at the end."""
    opening = Opening(served)
    yield opening
    for one in opening.subscribers:
        one.leave()


class Opening:
    """The streams of one test."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.subscribers: list[Subscriber] = []

    def __call__(self, path: str, user: str | None = "alice", **more: object) -> Subscriber:
        """Open one, whatever comes of it."""
        self.subscribers.append(Subscriber(self.served, path, user, **more))  # type: ignore[arg-type]
        return self.subscribers[-1]


def test_moves_are_there_as_soon_as_they_are_played(served: Served, opened: Opening) -> None:
    path = served.game("alice", "bob")
    watching = [opened(f"{path}/stream?after=0", user) for user in ("alice", "bob", None)]
    for one in watching:
        one.wait_for("event")
        assert one.events[0].event == "table"
    wait_until("they come at once", lambda: woken(served, path, *watching), PATIENCE)
    (seen,) = {tuple(one.versions) for one in watching}
    assert list(seen) == list(range(1, len(seen) + 1))


def woken(served: Served, path: str, *watching: Subscriber) -> bool:
    """Whether three moves come in less time than looks take, of which the last is two later.

    On a machine that is busy not always, but sooner or later.
    """
    came = len(watching[0].versions)
    began = time.monotonic()
    for count in range(came + 1, came + 4):
        served.play(path)
        for one in watching:
            one.wait_for("event", count)
    return time.monotonic() - began < 1.5 * POLL


def test_no_gap_and_none_twice_while_moves_are_played(served: Served, opened: Opening) -> None:
    path = served.game("alice", "bob")
    played: list[int] = []
    player = threading.Thread(target=lambda: played.append(served.play(path, 16, pause=0.03)))
    player.start()
    got: list[int] = []
    while player.is_alive() or not played or got[-1] < played[0]:
        last = str(got[-1]) if got else "0"
        one = opened(f"{path}/stream", last=last)
        assert one.status == 200, one.status
        wait_until("something comes", lambda one=one: one.versions or played)
        time.sleep(0.05)
        one.leave()
        got += one.versions
    player.join()
    assert got == list(range(1, played[0] + 1))


def test_the_server_ends_quickly_and_the_next_one_goes_on(served: Served, opened: Opening) -> None:
    path = served.game("alice", "bob")
    first, mine = opened(f"{path}/stream?after=0"), opened("me/stream")
    first.wait_for("event")
    mine.wait_for("waiting")
    if served.terminate() > 4:  # Uvicorn waits for streams for five seconds; a busy machine, once.
        served.start()
        opened("me/stream").wait_for("waiting")
        assert served.terminate() < 4, "it waited for its streams"
    first.wait_until_over()
    assert not first.named("end")
    served.start()
    last = served.play(path, 2)
    second = opened(f"{path}/stream", last=first.events[-1].id or "")
    second.wait_for("event", last - first.versions[-1])
    assert first.versions + second.versions == list(range(1, last + 1))


def test_a_silent_stream_says_that_it_is_there(served: Served, opened: Opening) -> None:
    one = opened(f"{served.game('alice', 'bob')}/stream")
    wait_until("two heartbeats come", lambda: one.comments >= 2)
    assert [event.event for event in one.events] == ["table"]


def test_streams_of_one_user_are_bounded(served: Served, opened: Opening) -> None:
    path = served.game("alice", "bob")
    several = [opened(one, "dora") for one in [f"{path}/stream"] * (MOST - 1) + ["me/stream"]]
    assert {one.status for one in several} == {200}
    refused = opened(f"{path}/stream", "dora")
    assert refused.status == 429
    assert int(refused.answer.headers["Retry-After"]) > 0
    assert refused.answer.headers["Content-Type"] == "application/problem+json"
    assert refused.answer.headers["X-Content-Type-Options"] == "nosniff"
    assert json.loads(refused.answer.read())["code"] == "too_many_streams"
    assert opened(f"{path}/stream", "charlie").status == 200
    several[0].leave()
    wait_until("there is room again", lambda: opened("me/stream", "dora").status == 200)


def test_streams_of_one_address_are_bounded_whatever_it_claims(
    served: Served, opened: Opening
) -> None:
    path = served.game("alice", "bob")
    for number in range(MOST):
        claimed = {("X-Forwarded-For", "Forwarded")[number % 2]: f"192.0.2.{number}"}
        assert opened(f"{path}/stream", None, headers=claimed).status == 200
    for name in ("X-Forwarded-For", "X_Forwarded_For", "Remote_Addr"):
        assert opened(f"{path}/stream", None, headers={name: "192.0.2.9"}).status == 429


def test_a_revoked_token_ends_its_streams(served: Served, opened: Opening) -> None:
    path = served.game("bob", "alice")
    made = served.new_token("bob")
    headers = {"Authorization": f"Bearer {made['token']}"}
    game = opened(f"{path}/stream", None, headers=headers)
    mine = opened("me/stream", None, headers=headers)
    other = opened(f"{path}/stream", "alice")
    mine.wait_for("waiting")
    served.api("DELETE", f"tokens/{made['id']}", "bob")
    served.play(path)
    for one in (game, mine):
        assert one.wait_for("end", patience=POLL + 2)[0].data == {"reason": "signed_out"}
        one.wait_until_over()
        assert one.versions == []
    other.wait_for("event")
    assert not other.over


def test_without_any_news_a_right_ends_all_the_same(served: Served, opened: Opening) -> None:
    made = served.new_token("bob")
    headers = {"Authorization": f"Bearer {made['token']}"}
    mine = opened("me/stream", None, headers=headers)
    mine.wait_for("waiting")
    served.api("DELETE", f"tokens/{made['id']}", "bob")
    mine.wait_for("end", patience=POLL + 2)


def test_a_table_that_is_closed_ends_its_streams(served: Served, opened: Opening) -> None:
    path = served.game("alice", "bob", start=False)
    one = opened(f"{path}/stream", "bob")
    one.wait_for("table")
    served.api("DELETE", path, "alice")
    assert one.wait_for("end")[0].data == {"reason": "gone"}
    one.wait_until_over()
    assert opened(f"{path}/stream", "bob").status == 404


def test_a_game_to_its_end(served: Served, opened: Opening) -> None:
    path = served.game("alice", "bob")
    one = opened(f"{path}/stream?after=0", "bob")
    one.wait_for("event")
    served.api("POST", f"{path}/resign", "alice")
    assert one.wait_for("end")[0].data == {"reason": "finished"}
    one.wait_until_over()
    last = one.named("table")[-1]
    assert last.data["status"] == "finished"
    assert opened(f"{path}/stream", "bob", last=last.id).status == 204


def test_my_turn(served: Served, opened: Opening) -> None:
    path = served.game("charlie", "dora")
    streams = {user: opened("me/stream", user) for user in ("charlie", "dora")}
    for one in streams.values():
        one.wait_for("waiting")
    game = served.api("GET", path)
    (active,) = [seat["user"] for seat in game["seats"] if seat["waiting"]]
    other = "dora" if active == "charlie" else "charlie"
    served.play(path)
    (turn,) = streams[other].wait_for("turn")
    assert (turn.data["game"], turn.data["name"]) == (game["id"], "Live")
    assert streams[active].wait_for("done")[0].data == {"game": game["id"]}


def test_the_rest_is_as_ever(served: Served) -> None:
    """What is not a stream goes through the adapter."""
    assert served.ask("GET", "/healthz")[0] == 200
    status, headers, body = served.ask("GET", "/", None)
    assert (status, headers["x-frame-options"]) == (200, "DENY")
    assert body.lower().startswith(b"<!doctype html>")
    assert raw(served, b"GET /api/v1/options?\xe9=1 HTTP/1.1").startswith(b"HTTP/1.1 400 ")
    status, headers, body = served.ask("POST", "/api/v1/games", body=b"x" * 5_000_000)
    assert status in (413, 415)
    assert headers["content-type"] == "application/problem+json"
    assert served.ask("HEAD", "/api/v1/options")[2] == b""
    status, headers, _ = served.ask("HEAD", "/api/v1/me/stream")
    assert (status, headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
    assert served.ask("POST", "/api/v1/me/stream")[0] == 405
    status, _, body = served.ask("GET", "/api/v1/me/stream", headers={"Host": "evil.example"})
    assert (status, json.loads(body)["status"]) == (400, 400)
    status, headers, body = served.ask("GET", "/api/v1/replays/export")
    assert (status, headers["content-type"]) == (200, "application/gzip")
    assert headers["transfer-encoding"] == "chunked"
    assert gzip.decompress(body).count(b"\n") >= 0


def raw(served: Served, line: bytes) -> bytes:
    """The beginning of the answer to a request that no client library would send."""
    with socket.create_connection(("127.0.0.1", served.port), 10) as connection:
        connection.sendall(line + b"\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return connection.recv(100)


def test_several_requests_at_once(served: Served, opened: Opening) -> None:
    """Streams take no thread of those that answer."""
    path = served.game("alice", "bob")
    for user in ("alice", "bob", "charlie"):
        for _ in range(MOST - 1):
            assert opened(f"{path}/stream", user).status == 200
    answers: list[int] = []
    asking = [
        threading.Thread(target=lambda: answers.append(served.ask("GET", f"/api/v1/{path}")[0]))
        for _ in range(8)
    ]
    for one in asking:
        one.start()
    for one in asking:
        one.join()
    assert answers == [200] * 8


@pytest.fixture
def wsgi(served: Served) -> Iterator[int]:
    """The port of gunicorn with two threads, beside the other server."""
    port = free_port()
    arguments = ["--bind", f"127.0.0.1:{port}", "--worker-class", "gthread", "--threads", "2"]
    gunicorn: Running = served.run(
        "gunicorn", sys.executable, "-m", "gunicorn", *arguments, "caledonia.wsgi:application"
    )
    wait_until("gunicorn answers", lambda: listens(port))
    yield port
    gunicorn.kill()


def test_under_wsgi_few_wait_and_nobody_is_kept_out(
    served: Served, opened: Opening, wsgi: int
) -> None:
    path = served.game("alice", "bob")
    waiting = opened(f"{path}/stream?after=0", port=wsgi)
    waiting.wait_for("event")
    wait_until("a heartbeat comes", lambda: waiting.comments)
    short = opened(f"{path}/stream?after=0", "bob", port=wsgi)
    short.wait_until_over()
    assert short.versions == [1]
    assert served.ask("GET", f"/api/v1/{path}", port=wsgi)[0] == 200
    served.play(path)
    waiting.wait_for("event", 2)
    assert waiting.versions == [1, 2]


@pytest.mark.services
def test_no_transaction_stays_open(served: Served, opened: Opening) -> None:
    path = served.game("alice", "bob")
    for user in ("alice", "bob", "charlie", "dora"):
        for _ in range(MOST - 1):
            assert opened(f"{path}/stream?after=0", user).status == 200
    opened.subscribers[-1].wait_for("event")
    served.play(path)
    opened.subscribers[-1].wait_for("event", 2)
    with psycopg.connect(f"{server_url()}/{served.database}", autocommit=True) as connection:
        states = partial(connection.execute, STATES)
        wait_until("no transaction is open", lambda: {*states()} == {("idle",)})
        connections = len(states().fetchall())
    # As many as threads that open, look and answer the rest, however many streams there are.
    assert connections <= 4 + 1 + 12 < len(opened.subscribers)


@pytest.mark.services
def test_redis_only_wakes(served: Served, opened: Opening) -> None:
    path = served.game("alice", "bob")
    one = opened(f"{path}/stream?after=0")
    one.wait_for("event")
    served.terminate("redis")
    served.play(path)
    one.wait_for("event", 2)
    served.start_redis()
    wait_until("it is woken again", lambda: woken(served, path, one), PATIENCE)
    assert one.versions == list(range(1, one.versions[-1] + 1))


def test_bodies_that_do_not_come_keep_nobody_waiting(served: Served) -> None:
    """Twelve times as many as there are threads, also at the addresses of streams."""
    announced = "HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    announced += f"Authorization: {served.headers('alice')['Authorization']}\r\n"
    announced += "Content-Length: 1000\r\n\r\n{"
    with ExitStack() as opened:
        slow: dict[socket.socket, str] = {}
        for number in range(50):
            path = ("games", "imports", "me/stream")[number % 3]
            client = opened.enter_context(socket.create_connection(("127.0.0.1", served.port)))
            client.sendall(f"POST /api/v1/{path} {announced}".encode())
            slow[client] = path
        time.sleep(0.2)
        assert served.ask("GET", "/api/v1/me", "bob")[0] == 200
        given_up, _, _ = select(slow, [], [], 0)
        assert not given_up, {slow[one] for one in given_up}


AT_ONCE = """
import django; django.setup()
import time
from threading import Barrier, Thread
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone
from api import tokens
user = User.objects.get(username="dora")
while tokens.Token.objects.filter(user=user).count() < tokens.MOST_TOKENS - 2:
    tokens.issue(user=user, name="one", now=timezone.now())
barrier, refused = Barrier(8), []
random = tokens.secrets.token_urlsafe
def slow(size):
    time.sleep(0.05)  # between the count and the new row
    return random(size)
tokens.secrets.token_urlsafe = slow
def ask():
    connection.ensure_connection()
    barrier.wait()
    try:
        tokens.issue(user=user, name="race", now=timezone.now())
    except tokens.TooManyTokens:
        refused.append(1)
    connection.close()
threads = [Thread(target=ask) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(len(refused), tokens.Token.objects.filter(user=user).count())
"""


def test_the_limit_of_tokens_holds_in_either_database(served: Served) -> None:
    assert served.python(AT_ONCE).split() == ["6", "50"]
