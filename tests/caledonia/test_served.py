"""The processes of a public server behind the proxy of deploy/, as docker-compose.yml has them."""

import http.client
import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPMessage
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone

from api import tokens
from simulation.processes import (
    PATIENCE,
    Running,
    answered_within,
    free_port,
    listens,
    wait_until,
)
from tests import proxy
from tests.caledonia.crowds import Crowd, most_memory
from tests.caledonia.test_logged_addresses import LINKS, WORD
from tests.database import test_database as served
from tests.games.tables import started

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

HOST = "127.0.0.1"
CHOSEN = "from-the-client-1"
FILE = "/static/large.js"
MOST_OF_PROXY, MOST_OF_WEB = 250, 300
"""MiB of a process with clients that do not read or write; a container has more."""


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: HTTPMessage
    text: str


class Site:
    """gunicorn with two processes, a worker, and Caddy in front of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.metrics_token = secrets.token_urlsafe(30)
        self.web, self.stream, self.worker, self.proxy = (free_port() for _ in range(4))
        self.env = {
            **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
            "PYTHONPATH": str(settings.BASE_DIR),
            "SECRET_KEY": secrets.token_urlsafe(50),
            "DATABASE_URL": served(),
            "REDIS_URL": settings.REDIS_URL,
            "CALEDONIA_NAMESPACE": f"{settings.NAMESPACE}-served",
            "ALLOWED_HOSTS": HOST,
            # The proxy of this test has no certificate.
            "HTTPS": "0",
            "TRUST_PROXY": "1",
            "NUM_PROXIES": "1",
            "THROTTLE_SIGN_IN": "3/hour",
            "DATABASE_STATEMENT_SECONDS": "2",
            "METRICS_TOKEN": self.metrics_token,
        }
        self.running = [self._web(), self._stream(), self._worker(), self._proxy()]

    def wait(self) -> None:
        """Until all of them answer."""
        ports = {"web": self.web, "stream": self.stream, "worker": self.worker}
        for name, port in {**ports, "proxy": self.proxy}.items():
            wait_until(f"the {name} answers", lambda port=port: listens(port))

    def _web(self) -> Running:
        config = str(settings.BASE_DIR / "deploy/gunicorn.conf.py")
        command = ("gunicorn", "-c", config, "--bind", f"{HOST}:{self.web}")
        return self._start("web", *command, "caledonia.asgi:application")

    def _stream(self) -> Running:
        log = str(settings.BASE_DIR / "deploy/uvicorn.json")
        return Running(
            (
                *(sys.executable, "-m", "uvicorn", "caledonia.asgi:application"),
                *("--host", HOST, "--port", str(self.stream)),
                *("--http", "caledonia.http_protocol:BoundedProtocol"),
                *("--no-access-log", "--no-proxy-headers", "--log-config", log),
            ),
            log=self.folder / "stream.log",
            env=self.env,
        )

    def _worker(self) -> Running:
        command = ("celery", "-A", "caledonia", "worker", "--concurrency", "2")
        return self._start("worker", *command, METRICS_PORT=str(self.worker))

    def _proxy(self) -> Running:
        (self.folder / FILE[1:]).parent.mkdir()
        (self.folder / FILE[1:]).write_bytes(secrets.token_bytes(1_500_000))
        ports = {"port": self.proxy, "web": self.web, "stream": self.stream}
        return proxy.start(self.folder, **ports, FILES=str(self.folder))

    def _start(self, name: str, module: str, *arguments: str, **more: str) -> Running:
        env = {**self.env, "PROMETHEUS_MULTIPROC_DIR": str(self.folder / name), **more}
        command = (sys.executable, "-m", module, *arguments)
        return Running(command, log=self.folder / f"{name}.log", env=env)

    def close(self) -> None:
        """End everything."""
        for one in reversed(self.running):
            one.kill()

    def ask(self, path: str, *, port: int = 0, body: object = None, **headers: str) -> Answer:
        """A request by way of the proxy, or to a process itself."""
        connection = http.client.HTTPConnection(HOST, port or self.proxy, timeout=30)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            sent["Content-Type"] = "application/json"
        try:
            connection.request(
                "GET" if body is None else "POST",
                path,
                None if body is None else json.dumps(body),
                sent,
            )
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read().decode(errors="replace"))
        finally:
            connection.close()

    def metric(self, port: int, line: str) -> float:
        """The value of a line of the metrics of a process."""
        exposition = self.ask("/metrics", port=port, Authorization=f"Bearer {self.metrics_token}")
        assert exposition.status == 200
        found = re.search(rf"^{re.escape(line)} ([0-9.e+-]+)$", exposition.text, re.MULTILINE)
        return float(found[1]) if found else 0.0

    def logged(self, name: str, logger: str) -> list[dict[str, object]]:
        """The lines of a logger that a process has written."""
        text = (self.folder / f"{name}.log").read_text()
        lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
        return [line for line in lines if line["logger"] == logger]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    proxy.needed()
    made = Site(tmp_path)
    try:
        made.wait()
        yield made
    finally:
        made.close()


def test_a_server_behind_its_proxy(site: Site) -> None:
    """One server for all of it: to start it takes the longest."""
    paths_are_routed(site)
    processes_add_up(site)
    slow_bodies_keep_nobody_waiting(site)
    unfinished_bodies_take_no_memory(site)
    answers_that_nobody_reads_take_no_memory(site)
    statements_end_in_web_processes_only(site)
    nobody_claims_an_address(site)
    links_are_in_no_log(site)
    ids_travel_to_the_worker(site)
    streams_come_at_once(site)


def paths_are_routed(site: Site) -> None:
    assert site.ask("/api/v1/statistics").status == 200
    for inside in ("/metrics", "/healthz", "/readyz", "/health"):
        assert site.ask(inside, Authorization=f"Bearer {site.metrics_token}").status == 404
    assert site.ask("/readyz", port=site.web).text == '{"status": "ok"}'
    assert site.ask("/metrics", port=site.web).status == 401
    assert site.ask("/metrics", port=site.worker).status == 401
    assert site.ask("/anything", port=site.worker).status == 404


def processes_add_up(site: Site) -> None:
    """Two processes have answered, and one that is gone has still done what it did."""
    line = 'caledonia_responses_total{method="GET",route="api/v1/options",status="200"}'
    for _ in range(40):
        assert site.ask("/api/v1/options").status == 200
    for _ in range(5):
        assert site.metric(site.web, line) == 40
    web = site.running[0]
    before = web.children()
    assert len(before) == 2
    os.kill(before[0], signal.SIGKILL)
    wait_until("a new process", lambda: len(web.children()) == 2 and web.children() != before)
    wait_until("an answer", lambda: site.ask("/healthz", port=site.web).status == 200)
    assert site.metric(site.web, line) == 40


def slow_bodies_keep_nobody_waiting(site: Site) -> None:
    """More of them than the site has threads, to each of its processes."""
    dawdler, other = (signed_in(User.objects.create_user(name)) for name in ("dawdler", "other"))
    for path in ("games", "imports", "me/stream"):
        head = (
            f"POST /api/v1/{path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
            "Authorization: {Authorization}\r\nContent-Length: 1000\r\n\r\n{{"
        ).format(**dawdler)
        with ExitStack() as opened:
            for _ in range(50):
                slow = opened.enter_context(socket.create_connection((HOST, site.proxy)))
                slow.sendall(head.encode())
            time.sleep(0.3)
            answered_at_once(site, other)


def unfinished_bodies_take_no_memory(site: Site) -> None:
    """Neither of the proxy nor of a process, and the next user is answered at once."""
    other = signed_in(User.objects.create_user("other-writer"))
    with Crowd(site.proxy) as crowd:
        for number in range(200):
            path = "/api/v1/replays/import" if number % 2 else "/login/"
            crowd.begin(path, announced=16 * 2**20 - 1024, sent=2 * 2**20)
            if number % 20 == 0:
                answered_at_once(site, other)
        answered_at_once(site, other)
        body = {"name": "A", "options": {"players": 2}}
        assert site.ask("/api/v1/games", body=body, **other).status == 201
    memory_is_bounded(site)


def answers_that_nobody_reads_take_no_memory(site: Site) -> None:
    """Files by the thousand, pages by the hundred."""
    other = signed_in(User.objects.create_user("other-reader"))
    assert site.ask(FILE, Accept_Encoding="identity").status == 200
    with Crowd(site.proxy) as crowd:
        for number in range(2000):
            crowd.ask(FILE if number % 10 else "/api/schema")
            if number % 100 == 0:
                answered_at_once(site, other)
        answered_at_once(site, other)
    memory_is_bounded(site)


def answered_at_once(site: Site, headers: dict[str, str]) -> None:
    """Within a second once; who waits for a slow client waits for ten and more (docs/limits.md)."""
    assert answered_within(1, lambda: site.ask("/api/v1/me", **headers).status == 200)


def memory_is_bounded(site: Site) -> None:
    web, *_, front = site.running
    assert most_memory(front.pid) < MOST_OF_PROXY
    assert max(most_memory(pid) for pid in web.children()) < MOST_OF_WEB


def statements_end_in_web_processes_only(site: Site) -> None:
    """A statement that takes too long is answered by 503, wherever a request needs it.

    Each table is locked until its answer is there, so nothing but a limit can end the statement.
    """
    cookie = {"Cookie": f"sessionid={'x' * 32}"}
    asked = (
        ("games_game", "/api/v1/games", {}),
        ("api_token", "/api/v1/me", {"Authorization": f"Bearer {'x' * 43}"}),
        ("games_session", "/", cookie),
    )
    for table, path, headers in asked:
        with psycopg.connect(site.env["DATABASE_URL"]) as other:
            other.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE".encode())
            answer = site.ask(path, **headers)
            assert (answer.status, path) == (503, path), answer.text
            assert int(answer.headers["Retry-After"]) > 0
        assert site.ask(path, **headers).status != 503
    show = (
        "from django.db import connection as c; k = c.cursor(); k.execute('SHOW statement_timeout')"
    )
    for entry, limit in (("caledonia.asgi", "2s"), ("caledonia.celery", "0")):
        code = f"import {entry}, django; django.setup(); {show}; print(k.fetchone()[0])"
        command = [sys.executable, "-c", code]
        said = subprocess.run(command, env=site.env, capture_output=True, text=True, check=True)
        assert said.stdout.strip() == limit


def nobody_claims_an_address(site: Site) -> None:
    """Callers are distinguished by what the proxy saw, not by what they claim."""
    statuses = [
        site.ask(
            "/api/v1/tokens",
            body={"name": "x"},
            Authorization="Basic YTpi",
            X_Forwarded_For=f"10.0.0.{number}",
        ).status
        for number in range(4)
    ]
    assert statuses == [401, 401, 401, 429]


def links_are_in_no_log(site: Site) -> None:
    """Whatever a mail program takes along, and where a form comes too late."""
    for port in (site.proxy, site.web, site.stream):
        for link in LINKS:
            for address in (link, f"{link})", f"{link}.", f"{link}?code={WORD}"):
                for body in (None, {}):
                    headers = {"Origin": f"https://{WORD}", "Upgrade": "websocket"}
                    site.ask(address, port=port, body=body, **headers)
    assert site.logged("web", "caledonia.requests")
    for log in site.folder.glob("*.log"):
        assert WORD not in log.read_text()


def signed_in(user: User) -> dict[str, str]:
    """The headers of a user's requests."""
    token = tokens.issue(user=user, name="served", now=timezone.now())[1]
    return {"Authorization": f"Bearer {token}"}


def streams_come_at_once(site: Site) -> None:
    """From the other process, each event when it happens, and nothing is held back on the way."""
    table = started([User.objects.create_user(name) for name in ("bob", "carol")])
    line = 'caledonia_stream_subscribers{kind="game"}'
    connection = http.client.HTTPConnection(HOST, site.proxy, timeout=PATIENCE)
    headers = {"Accept": "text/event-stream", "Accept-Encoding": "gzip"}
    address = f"/api/v1/games/{table.id}/stream"
    connection.request("GET", address, headers=signed_in(table.users[0]) | headers)
    stream = connection.getresponse()
    assert stream.headers["Content-Type"].startswith("text/event-stream")
    assert stream.headers["X-Request-ID"]
    assert "Content-Encoding" not in stream.headers
    read_until(stream, b"id: 1")
    assert site.metric(site.stream, line) == 1
    versions = count(2)

    def two_come() -> bool:
        for version in islice(versions, 2):
            body = {"version": version - 1, "notation": table.moves()[0].notation()}
            headers = signed_in(table.user)
            assert site.ask(f"/api/v1/games/{table.id}/moves", body=body, **headers).status == 201
            read_until(stream, b"id: %d" % version)
        return True

    looks = settings.STREAM_POLL_SECONDS
    assert answered_within(looks, two_come, tries=3), "looks now and then bring them"
    stream.close()
    connection.close()
    wait_until("the stream is gone", lambda: site.metric(site.stream, line) == 0)


def read_until(stream: http.client.HTTPResponse, start: bytes) -> None:
    """Read up to the line that begins so; the connection's timeout is the patience."""
    while line := stream.readline():
        if line.startswith(start):
            return
    raise AssertionError(f"the stream ended before {start!r}")


def ids_travel_to_the_worker(site: Site) -> None:
    user = User.objects.create_user("alice")
    headers = signed_in(user)
    made = site.ask("/api/v1/games", body={"name": "A", "options": {"players": 2}}, **headers)
    game = json.loads(made.text)["id"]
    site.ask(f"/api/v1/games/{game}/bots", body={"bot": "random"}, **headers)
    site.ask(f"/api/v1/games/{game}/start", body={}, **headers)
    end = time.monotonic() + PATIENCE
    while not lines_of(site, "worker", "games.tasks"):
        assert time.monotonic() < end, "the worker tells nothing of this request"
        legal = json.loads(site.ask(f"/api/v1/games/{game}/moves", **headers).text)
        if not legal["moves"]:
            time.sleep(0.05)
            continue
        answer = site.ask(
            f"/api/v1/games/{game}/moves",
            body={"version": legal["version"], "move": legal["moves"][0]["move"]},
            X_Request_ID=CHOSEN,
            **headers,
        )
        assert answer.status in (201, 409), answer.text
        assert answer.headers["X-Request-ID"] == CHOSEN
    known = {"request_id": CHOSEN, "game": game, "user": str(user.pk)}
    assert lines_of(site, "web", "caledonia.requests")[0].items() >= known.items()
    task = lines_of(site, "worker", "games.tasks")[0]
    assert task.items() >= {**known, "task": "games.tasks.run_bots"}.items()
    line = 'caledonia_moves_accepted_total{kind="choose_clan",origin="bot"}'
    wait_until("the bot has chosen", lambda: site.metric(site.worker, line) == 1)


def lines_of(site: Site, name: str, logger: str) -> list[dict[str, object]]:
    """What a process has written of the request whose id was chosen."""
    return [line for line in site.logged(name, logger) if line.get("request_id") == CHOSEN]
