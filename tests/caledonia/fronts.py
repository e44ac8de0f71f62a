"""The proxy of deploy/ in front of a process that does what a test wants of it."""

import http.client
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

import pytest

from simulation.processes import free_port, listens, wait_until
from tests import proxy

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
        connection = http.client.HTTPConnection(HOST, self.port, timeout=60)
        connection.request("GET", path)
        answer = connection.getresponse()
        read = answer.read()
        connection.close()
        return answer.status, read, time.monotonic() - began

    def answer(self, path: str, **headers: str) -> tuple[int, HTTPMessage, bytes]:
        """Status, headers and body of the answer to a GET with these headers."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=60)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request("GET", path, headers={"Accept-Encoding": "identity", **sent})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, answer.headers, body

    def send(self, text: str, encoding: str = "utf-8") -> socket.socket:
        """A connection on which this was sent, and which reads as little as it can."""
        client = socket.socket()
        client.settimeout(60)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect((HOST, self.port))
        client.sendall(text.encode(encoding))
        return client


@contextmanager
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    """A proxy with files of its own, in front of such a process."""
    proxy.needed()
    OVER.clear()
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
