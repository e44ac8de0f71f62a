"""The player over HTTP as a program: what it says when it cannot play."""

import select
import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.contrib.auth.models import User
from django.core.servers.basehttp import WSGIRequestHandler
from pytest_django.live_server_helper import LiveServer

from tests.api.conftest import PASSWORD
from tests.play_over_http import Client, main

pytestmark = pytest.mark.long


def said(capsys: pytest.CaptureFixture[str]) -> str:
    """The one line on standard error; nothing else was printed."""
    output = capsys.readouterr()
    assert output.out == ""
    (line,) = output.err.splitlines()
    return line


def test_no_server(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
        assert main(["--url", url]) == 1
    assert said(capsys).startswith(f"No answer from {url}")


class Elsewhere(BaseHTTPRequestHandler):
    """A server of something else."""

    def do_POST(self) -> None:
        """A page."""
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<h1>It works!</h1>")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - named by the base
        """Nothing: the test looks at what is printed."""


@pytest.fixture
def elsewhere(request: pytest.FixtureRequest) -> Iterator[str]:
    handler = getattr(request, "param", Elsewhere)
    with HTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_another_server(elsewhere: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--url", elsewhere]) == 1
    assert "not like this API" in said(capsys)


class Impatient(BaseHTTPRequestHandler):
    """A server that closes connections without saying so before."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        """The body again."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - named by the base
        """Nothing: the test looks at what is printed."""


@pytest.mark.parametrize("elsewhere", [Impatient], indirect=True)
def test_a_connection_that_was_closed_meanwhile(elsewhere: str) -> None:
    client = Client(elsewhere, "ada")
    with closing(client.connection) as connection:
        for number in range(3):
            assert client.post("anything", number) == number
            assert select.select([connection.sock], [], [], 5)[0]


@pytest.mark.django_db(transaction=True)
def test_wrong_password(live_server: LiveServer, capsys: pytest.CaptureFixture[str]) -> None:
    User.objects.create_user("ada", password=PASSWORD)
    assert main(["--url", live_server.url, "--password", "wrong"]) == 1
    line = said(capsys)
    assert "Signing in as ada" in line
    assert "User name or password is wrong." in line


@pytest.mark.parametrize(
    "arguments",
    [
        ["--users", "ada", "ada"],
        ["--users", "ada", "ben", "cleo", "dora", "emil"],
        ["--url", "127.0.0.1:8000"],
        ["--url", "ftp://127.0.0.1"],
    ],
)
def test_arguments_that_cannot_be(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(arguments)
    assert refused.value.code == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.uncounted
@pytest.mark.parametrize(
    "count", [*(pytest.param(few, marks=pytest.mark.once) for few in (1, 2)), 3]
)
def test_one_two_and_three_users(
    live_server: LiveServer,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    count: int,
) -> None:
    # The test server sends a response in two parts; without this the second waits for 40 ms.
    monkeypatch.setattr(WSGIRequestHandler, "disable_nagle_algorithm", True)
    names = ["ada", "ben", "cleo"][:count]
    for name in names:
        User.objects.create_user(name, password=PASSWORD)
    assert main(["--url", live_server.url, "--password", PASSWORD, "--users", *names]) == 0
    output = capsys.readouterr().out.splitlines()
    assert "moves in" in output[0]
    assert len(output) == 2 + count + (count == 1)
