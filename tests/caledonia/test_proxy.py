"""The proxy of deploy/: protocols, waiting, files, headers and what it logs."""

import json
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from simulation.processes import free_port, wait_until
from tests import proxy
from tests.api.junk import PROBES, routes
from tests.caledonia.fronts import BROKEN, HOST, STREAMED, WITHIN, WRITTEN, Front, standing

pytestmark = [pytest.mark.once, pytest.mark.uncounted]


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    with standing(tmp_path_factory) as front:
        yield front


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
        socket.create_connection((HOST, port), timeout=60) as plain,
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
