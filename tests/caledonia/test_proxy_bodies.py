"""Bodies of requests at the proxy of deploy/: which it passes on, and which it refuses."""

import http.client
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest

from simulation.processes import wait_until
from tests import proxy
from tests.caledonia.fronts import ARRIVED, HOST, Front, standing
from tests.marks import in_one_test

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    with standing(tmp_path_factory) as front:
        yield front


def test_bodies_are_passed_on_as_they_come(front: Front) -> None:
    ARRIVED.clear()
    with front.send("POST /small HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\n\r\nsome") as slow:
        assert ARRIVED.wait(60)
        slow.sendall(b"more")
        assert slow.recv(100).startswith(b"HTTP/1.1 200")


def test_what_opens_no_stream_goes_where_bodies_are_collected(front: Front) -> None:
    """The process of the streams gets no body of more than 64 KiB."""
    connection = http.client.HTTPConnection(HOST, front.port, timeout=60)
    connection.request("POST", "/api/v1/me/stream", bytes(65 * 1024))
    assert connection.getresponse().status == 200
    connection.close()


@pytest.mark.parametrize("how", ["announced", "in chunks"])
@pytest.mark.parametrize(
    ("method", "path", "most"),
    [
        ("POST", "/small", 16 * 1024 * 1024),
        ("POST", "/api/v1/replays/export", 64 * 1024),
        ("GET", "/api/v1/me/stream", 64 * 1024),
    ],
)
def test_a_body_that_is_too_large_is_refused_as_such(
    front: Front, method: str, path: str, most: int, how: str
) -> None:
    named = {"announced": f"Content-Length: {most + 1}", "in chunks": "Transfer-Encoding: chunked"}
    with front.send(f"{method} {path} HTTP/1.1\r\nHost: a\r\n{named[how]}\r\n\r\n") as client:
        client.sendall(bytes(most + 1) if how == "announced" else in_chunks(most + 1))
        assert client.recv(100).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize(
    "asked",
    [
        *("POST /late", "POST /api/v1/replays/export?late"),
        *("GET /late", "GET /api/v1/me/stream?late"),
    ],
)
def test_bodies_that_stand_still_end_with_the_answer_of_a_process(front: Front, asked: str) -> None:
    """By itself Caddy reads the rest of each first, however long that takes.

    One in a hundred waits even so, when its threads come in an unlucky order (docs/limits.md).
    """
    request = f"{asked} HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\n\r\nsome"
    with ExitStack() as still:
        clients = [still.enter_context(front.send(request)) for _ in range(8)]
        for client in clients:
            assert client.recv(100).startswith(b"HTTP/1.1 408")
            client.setblocking(False)
        wait_until("most are closed", lambda: sum(map(is_closed, clients)) > 4)


def is_closed(client: socket.socket) -> bool:
    """Whether the other end has closed it."""
    with suppress(BlockingIOError):
        while client.recv(1000):
            pass
        return True
    return False


@pytest.mark.parametrize(("asked", "status"), [("GET /static/a.js", 200), ("POST /metrics", 404)])
def test_what_the_proxy_answers_waits_for_no_body(front: Front, asked: str, status: int) -> None:
    with front.send(f"{asked} HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\n\r\nsome") as client:
        assert client.recv(100).startswith(b"HTTP/1.1 %d" % status)


def in_chunks(size: int) -> bytes:
    """A body of so many bytes that says its length chunk by chunk."""
    return b"%x\r\n%b\r\n0\r\n\r\n" % (size, bytes(size))


@pytest.mark.parametrize(
    "body",
    ["zz\r\n", "1\r\nabc\r\n", "1" * 5000 + "\r\n", "1" * 20 + "\r\n"],
    ids=["no number", "longer than it says", "a long line", "a large number"],
)
def test_broken_chunks_are_the_clients_fault(front: Front, body: str) -> None:
    head = "POST /small HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    with front.send(head + body) as client:
        assert client.recv(100).startswith(b"HTTP/1.1 400")


@in_one_test(
    ("said", "is_refused"),
    [
        ("invalid byte in chunk length", True),
        ("empty hex number for chunk length", True),
        ("http chunk length too large", True),
        ("header line too long", True),
        ("malformed chunked encoding", True),
        ("chunked encoding contains too much non-data", True),
        ("chunked line ends with bare LF", True),
        ("invalid CR in chunked line", True),
        ("http: suspiciously long trailer after chunked body", True),
        ('malformed MIME header: missing colon: "Xy"', True),
        ("net/http: HTTP/1.x transport connection broken: malformed chunked encoding", False),
        ("dial tcp: lookup web: no such host", False),
        ("EOF", False),
    ],
)
def test_every_version_says_broken_chunks_in_words_that_are_known(
    said: str, is_refused: bool
) -> None:
    """Those of Go's net/http, of which newer versions have more than the one installed here."""
    (line,) = re.findall(r"@broken expression `(.*)`", proxy.CONFIG.read_text())
    (wanted,) = re.findall(r'matches\("(.*?)"\)', line)
    (other,) = re.findall(r'!\{err\.message\}\.contains\("(.*?)"\)', line)
    assert bool(re.search(wanted, said) and other not in said) == is_refused
