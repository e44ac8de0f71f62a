"""The proxy of deploy/ in front of a process that does what a test wants of it."""

import http.client
import json
import re
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

import pytest

from simulation.processes import free_port, listens, wait_until
from tests import proxy
from tests.api.junk import PROBES, routes
from tests.marks import in_one_test

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

HOST = "127.0.0.1"
WITHIN = 5.5
"""Seconds for an answer here, more than those within which the proxy tries to reach a process."""
STREAMED = 8
LARGE = 64 * 1024 * 1024
"""More than the buffers of all connections on the way."""
WRITTEN = threading.Event()
OVER = threading.Event()
ARRIVED = threading.Event()
BROKEN: list[str] = []
"""The requests whose connection broke instead of an answer, by method."""


class Server(ThreadingHTTPServer):
    """It waits for its threads at its end, and connections may break."""

    daemon_threads = False

    def handle_error(self, *args: object) -> None:
        """Say nothing."""


class Behind(BaseHTTPRequestHandler):
    """Answers by the path."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *args: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        if self.path.endswith("late"):
            self.do_late()
            return
        self.read_body()
        getattr(self, f"do_{self.path.rpartition('/')[2]}", self.do_small)()

    def do_POST(self) -> None:
        ARRIVED.set()
        if self.path.endswith("late"):
            self.do_late()
            return
        if self.path.endswith("/end"):
            self.close_connection = True
            return
        self.begin(self.read_body())

    def read_body(self) -> int:
        """How many bytes there were."""
        chunks = "Transfer-Encoding" in self.headers
        return len(self.rfile.read(-1 if chunks else int(self.headers["Content-Length"] or 0)))

    def do_small(self) -> None:
        self.begin(0)

    def do_late(self) -> None:
        # What came is read, as a process does: a connection closed over it would be reset.
        self.connection.settimeout(0.3)
        with suppress(TimeoutError):
            self.rfile.read1(100)
        self.close_connection = True
        self.send_response(408)
        self.send_header("Content-Length", "0")
        self.send_header("Connection", "close")
        self.end_headers()

    def do_hang(self) -> None:
        OVER.wait(2 * WITHIN)
        self.close_connection = True

    def do_break(self) -> None:
        BROKEN.append(self.command)
        self.close_connection = True

    def do_large(self) -> None:
        self.begin(LARGE)
        WRITTEN.set()

    def do_stream(self) -> None:
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for number in range(STREAMED):
            self.wfile.write(b"id: %d\n\n" % number)
            time.sleep(WITHIN * 1.3 / STREAMED)

    def begin(self, size: int) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(size))
        self.end_headers()
        self.wfile.write(bytes(size))


class Front(NamedTuple):
    """A proxy."""

    port: int
    log: Path

    def ask(self, path: str) -> tuple[int, bytes, float]:
        """Status, body and seconds."""
        began = time.monotonic()
        connection = http.client.HTTPConnection(HOST, self.port, timeout=20)
        connection.request("GET", path)
        answer = connection.getresponse()
        read = answer.read()
        connection.close()
        return answer.status, read, time.monotonic() - began

    def answer(self, path: str, **headers: str) -> tuple[int, HTTPMessage, bytes]:
        """Status, headers and body of the answer to a GET with these headers."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=20)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request("GET", path, headers={"Accept-Encoding": "identity", **sent})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, answer.headers, body

    def send(self, text: str, encoding: str = "utf-8") -> socket.socket:
        """A connection on which this was sent, and which reads as little as it can."""
        client = socket.socket()
        client.settimeout(20)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect((HOST, self.port))
        client.sendall(text.encode(encoding))
        return client


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    proxy.needed()
    port = free_port()
    files = tmp_path_factory.mktemp("files")
    (files / "static").mkdir()
    (files / "secret").write_text("secret")
    for name in ("a.js", "a.0123456789ab.js"):
        (files / "static" / name).write_text("plain")
        (files / "static" / f"{name}.gz").write_text("packed")
    with Server((HOST, 0), Behind) as behind:
        threading.Thread(target=behind.serve_forever, daemon=True).start()
        folder = tmp_path_factory.mktemp("proxy")
        running = proxy.start(
            folder,
            port=port,
            **dict.fromkeys(("web", "stream"), behind.server_address[1]),
            FILES=str(files),
            ANSWER_WITHIN=f"{WITHIN}s",
        )
        try:
            wait_until("the proxy answers", lambda: listens(port))
            yield Front(port, folder / "proxy.log")
        finally:
            OVER.set()
            running.kill()
            behind.shutdown()


@pytest.mark.parametrize("site", ["example.org", ":80"])
def test_a_connection_carries_one_request_at_a_time(site: str) -> None:
    """With HTTP/2 it could hold hundreds of open files, where only connections are counted."""
    proxy.needed()
    servers = proxy.adapted(site)["apps"]["http"]["servers"].values()
    assert [server.get("protocols") for server in servers] == [["h1"]]


@pytest.mark.parametrize("path", ["/break", "/api/v1/break", "/api/v1/games/x/break"])
def test_what_has_reached_a_process_is_not_sent_to_another(front: Front, path: str) -> None:
    BROKEN.clear()
    status, _, _ = front.ask(path)
    assert (status, BROKEN) == (502, ["GET"])


@pytest.mark.long
def test_nothing_but_http_1_is_spoken_behind_tls(tmp_path: Path) -> None:
    """Whatever else a client offers."""
    proxy.needed()
    port = free_port()
    config = proxy.adapted(f"https://localhost:{port}")
    (server,) = config["apps"]["http"]["servers"].values()
    server["automatic_https"] = {"disable_redirects": True}
    # Its own authority, of which nothing but this test hears.
    issuer = {"subjects": ["localhost"], "issuers": [{"module": "internal"}]}
    config["apps"]["tls"] = {"automation": {"policies": [issuer]}}
    config["apps"]["pki"] = {"certificate_authorities": {"local": {"install_trust": False}}}
    running = proxy.run(tmp_path, config)
    try:
        wait_until("the proxy has a certificate", lambda: answers(port))
        assert chosen(port, "h2", "http/1.1") == "http/1.1"
        with pytest.raises(ssl.SSLError):
            chosen(port, "h2")
    finally:
        running.kill()


def answers(port: int) -> bool:
    """Whether one can speak to the proxy behind TLS."""
    with suppress(OSError):
        return chosen(port, "http/1.1") == "http/1.1"
    return False


def chosen(port: int, *offered: str) -> str | None:
    """The protocol that the proxy chooses of those. Raises OSError, SSLError for none of them."""
    client = ssl.create_default_context()
    client.check_hostname, client.verify_mode = False, ssl.CERT_NONE
    client.set_alpn_protocols(offered)
    with (
        socket.create_connection((HOST, port), timeout=20) as plain,
        client.wrap_socket(plain, server_hostname="localhost") as wrapped,
    ):
        return wrapped.selected_alpn_protocol()


@pytest.mark.long
def test_waiting_has_an_end_and_streams_have_none(front: Front) -> None:
    """All at once, because most of it is waiting."""
    found: dict[str, tuple[int, bytes, float]] = {}

    def ask(path: str) -> None:
        found[path] = front.ask(path)

    asking = [threading.Thread(target=ask, args=(path,)) for path in ("/hang", "/api/v1/me/stream")]
    for one in asking:
        one.start()
    for one in asking:
        one.join()
    status, _, seconds = found["/hang"]
    assert status == 504
    assert seconds > WITHIN - 1
    status, text, seconds = found["/api/v1/me/stream"]
    assert (status, text.count(b"id: ")) == (200, STREAMED)
    assert seconds > WITHIN


def test_nothing_is_held_for_who_does_not_read(front: Front) -> None:
    """What is behind has to notice that its answer is not taken, and end it."""
    WRITTEN.clear()
    with front.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n"):
        assert not WRITTEN.wait(1)


def test_bodies_are_passed_on_as_they_come(front: Front) -> None:
    ARRIVED.clear()
    with front.send("POST /small HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\n\r\nsome") as slow:
        assert ARRIVED.wait(2)
        slow.sendall(b"more")
        assert slow.recv(100).startswith(b"HTTP/1.1 200")


def test_files_come_from_the_proxy(front: Front) -> None:
    """With the headers of other answers; what it does not have, "web" may have."""
    for name, kept in (("a.js", "max-age=60"), ("a.0123456789ab.js", "immutable")):
        status, headers, body = front.answer(f"/static/{name}", Accept_Encoding="gzip")
        assert (status, body, headers["Content-Encoding"]) == (200, b"packed", "gzip")
        assert kept in headers["Cache-Control"]
        assert "javascript" in headers["Content-Type"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert front.answer(f"/static/{name}")[2] == b"plain"
    for path in ("/static/b.js", "/static/", "/static/../secret", "/static/%2e%2e/secret"):
        _, headers, body = front.answer(path)
        assert "Cache-Control" not in headers, path
        assert b"secret" not in body, path


def test_headers_have_a_limit(front: Front) -> None:
    assert front.answer("/small", X_A="x" * 30_000)[0] == 200
    assert front.answer("/small", X_A="x" * 60_000)[0] == 431


def test_what_opens_no_stream_goes_where_bodies_are_collected(front: Front) -> None:
    """The process of the streams gets no body of more than 64 KiB."""
    connection = http.client.HTTPConnection(HOST, front.port, timeout=20)
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


def test_lines_of_the_log_are_short_whatever_is_sent(front: Front) -> None:
    """Faults behind the proxy have one, with little of what a stranger chooses."""
    before = front.log.stat().st_size
    headers = "".join(f"X-{number}: " + "\xff" * 7000 + "\r\n" for number in range(3))
    paths = [f"/{'a' * 20_000}", f"/{'a' * 20_000}/end"]
    bodies = ["Transfer-Encoding: chunked\r\n\r\nzz\r\n", "\r\n"]
    for path, body, status in zip(paths, bodies, (400, 502), strict=True):
        with front.send(f"POST {path} HTTP/1.1\r\nHost: a\r\n{headers}{body}", "latin-1") as client:
            assert client.recv(100).startswith(b"HTTP/1.1 %d" % status)
    lines = front.log.read_bytes()[before:].splitlines()
    assert [line for line in lines if b'"error"' in line and b'"uri"' in line]
    assert max(map(len, lines)) < 2000


@pytest.mark.long
def test_a_fault_is_logged_with_the_first_word_of_its_address(front: Front) -> None:
    """Behind it may stand what lets somebody in."""
    word = "dihldu-a730-nobody-should-see"
    shown = {"/static", *first_words()}
    before = front.log.stat().st_size
    for first in (*shown, f"/{word}"):
        for rest in ("", f"/{word}", f"-{word}", f"?{word}", f"/v1/{word}"):
            with front.send(f"POST {first}{rest}/end HTTP/1.1\r\nHost: a\r\n\r\n") as client:
                assert client.recv(100).startswith(b"HTTP/1.1 502")
    written = front.log.read_text()[before:]
    assert word not in written
    uris = {json.loads(line)["request"]["uri"] for line in written.splitlines()}
    assert uris == {"", *shown}


def first_words() -> set[str]:
    """What addresses begin with: a word, in the API the one behind its version."""
    patterns = (route.pattern for route in routes() if route.pattern not in PROBES)
    fixed = ([word for word in one.split("/") if "<" not in word] for one in patterns)
    return {f"/{'/'.join(words[: 3 if words[1:2] == ['v1'] else 1])}" for words in fixed} - {"/"}
