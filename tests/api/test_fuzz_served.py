"""What only a real server can be sent: broken requests, bytes by bytes, over a socket."""

import errno
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from simulation.served import Served

pytestmark = pytest.mark.long

PATIENCE: Final = 5.0
END: Final = b"\r\n\r\n"
BROKEN: Final = {
    "no HTTP": b"hello" + END,
    "no method": b" /api/v1/games HTTP/1.1\r\nHost: localhost" + END,
    "another protocol": b"GET /api/v1/games HTTP/9.9\r\nHost: localhost" + END,
    "bytes that are no text": b"GET /\xff\xfe\x00 HTTP/1.1\r\nHost: localhost" + END,
    "no host": b"GET /api/v1/games HTTP/1.1" + END,
    "an address without an end": b"GET /api/v1/" + b"x" * 100_000 + b" HTTP/1.1" + END,
    "a header without an end": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 200_000 + END,
    "a thousand headers": b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 1000 + END,
    "a header of no name": b"GET / HTTP/1.1\r\nHost: localhost\r\n: x" + END,
    "a length that is none": b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Length: many" + END,
    "a length below nothing": b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Length: -5" + END,
    "two lengths": b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Length: 2\r\nContent-Length: 9" + END + b"{}",
    "a length and chunks": b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Length: 2\r\nTransfer-Encoding: chunked" + END + b"2\r\n{}\r\n0\r\n\r\n",
    "chunks of no size": b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\n"
    b"Transfer-Encoding: chunked" + END + b"zz\r\n{}\r\n",
    "half a body": b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/json\r\nContent-Length: 5000" + END + b'{"name":',
    "half a chunk": b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\n"
    b"Transfer-Encoding: chunked" + END + b'ff\r\n{"name"',
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("served")
    server = Served(folder)
    try:
        server.start()
        yield server
    finally:
        server.close()


@pytest.mark.parametrize("sent", BROKEN.values(), ids=BROKEN.keys())
def test_what_is_broken_is_refused_or_dropped_and_the_server_goes_on(
    served: Served, sent: bytes
) -> None:
    path = served.game("bob")
    before = served.api("GET", f"{path}/events")
    body = answer_of(served.port, sent)
    assert not body or body.startswith(b"HTTP/1."), body[:200]
    assert not body.split(b" ")[1:2] or body.split(b" ")[1] < b"500", body[:500]
    assert served.api("GET", f"{path}/events") == before


def answer_of(port: int, sent: bytes) -> bytes:
    """What comes back until the server has said enough; nothing if it hangs up."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
        try:
            client.sendall(sent)
            client.shutdown(socket.SHUT_WR)
            return client.recv(65536)
        except (TimeoutError, ConnectionError):
            return b""
        except OSError as error:
            # Shutting down what the server has closed already.
            if error.errno != errno.ENOTCONN:
                raise
            return b""
