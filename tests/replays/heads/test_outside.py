"""Heads go to a file and to an address, every one of them, also after failures."""

import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import msgspec
import pytest
from django.conf import LazySettings

from replays import tasks
from replays.heads import outside
from replays.heads.errors import HeadsFileUnreadable
from replays.heads.models import HeadDelivery, SignedHead
from tests.games.tables import Table
from tests.marks import case
from tests.replays.heads.reader import day, sign

pytestmark = pytest.mark.django_db


class Receiver(HTTPServer):
    """A server elsewhere, which answers with ``status``."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.status = 200
        self.got: list[tuple[str, int]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/heads?token=x"


class Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = msgspec.json.decode(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.got.append((self.path, body["number"]))
        self.send_response(self.server.status)
        self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Says nothing."""


@pytest.fixture
def receiver(settings: LazySettings) -> Iterator[Receiver]:
    with Receiver() as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        settings.HEADS_WEBHOOK = server.address
        yield server
        server.shutdown()


def numbers(file: Path) -> list[int]:
    return [msgspec.json.decode(line)["number"] for line in file.read_bytes().splitlines()]


def test_the_address_gets_every_head_in_order_until_it_takes_them(
    tables: list[Table], receiver: Receiver, heads_file: Path
) -> None:
    for status, number in ((500, 1), (302, 2)):
        receiver.status = status
        sign(number)
    assert receiver.got == [("/heads?token=x", 1)] * 2
    assert numbers(heads_file) == [1, 2]
    receiver.status = 204
    tasks.deliver_heads()
    tasks.deliver_heads()
    assert [number for _, number in receiver.got] == [1, 1, 1, 2]
    assert not any("token" in target for target in HeadDelivery.objects.values_list("target"))


def test_an_address_that_is_away_holds_up_nothing_else(
    tables: list[Table], receiver: Receiver, heads_file: Path, settings: LazySettings
) -> None:
    settings.HEADS_WEBHOOK = "http://127.0.0.1:1/"
    sign(1)
    assert numbers(heads_file) == [1]
    assert not outside.deliver(now=day(1))
    settings.HEADS_WEBHOOK = receiver.address
    assert outside.deliver(now=day(1))
    assert receiver.got == [("/heads?token=x", 1)]


DRIP = b"HTTP/1.1 200 OK\r\nX-Slow: " + b"a" * 40 + b"\r\n\r\n"


def dripping(server: socket.socket) -> None:
    """Answer the first caller, one byte every tenth of a second."""
    with suppress(OSError), server.accept()[0] as caller:
        for byte in DRIP:
            caller.sendall(bytes([byte]))
            time.sleep(0.1)


def test_an_address_that_answers_slowly_has_its_seconds_and_no_more(
    tables: list[Table], heads_file: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign(1)
    monkeypatch.setattr(outside, "SECONDS", 1)
    with socket.create_server(("127.0.0.1", 0)) as server:
        Thread(target=dripping, args=(server,), daemon=True).start()
        settings.HEADS_WEBHOOK = f"http://127.0.0.1:{server.getsockname()[1]}/"
        assert not outside.deliver(now=day(1)), "it waited for the end of the answer, a good one"
    assert not HeadDelivery.objects.exists()


def answering(server: socket.socket, answer: bytes, rest: bytes) -> None:
    """Answer the first caller, and go on with the rest for as long as it listens."""
    with suppress(OSError), server.accept()[0] as caller:
        caller.recv(65_536)
        caller.sendall(answer)
        while rest:
            caller.sendall(rest)


ANSWERS = (
    (b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 65_536, True),
    (b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", b"", True),
    (b"", b"", False),
    (b"", b"HTTP/1.1 100 Continue\r\n\r\n", False),
    (b"HTTP/1.1 200 OK\r\n", b"X: y\r\n", False),
    (b"HTTP/1.1 200 OK\r\nX: ", b"y" * 65_536, False),
    (b"HTTP/1.1 99999 OK\r\n\r\n", b"", False),
    (b"HTTP/2 200 OK\r\n\r\n", b"", False),
    (b"\x00\xff\n", b"", False),
)
"""What an address says, what it goes on with, and whether it has got the head then."""


def test_an_address_that_answers_anything_has_its_seconds_and_no_more(
    tables: list[Table], heads_file: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign(1)
    monkeypatch.setattr(outside, "SECONDS", 1)
    for answer, rest, delivered in ANSWERS:
        with case(answer + rest), socket.create_server(("127.0.0.1", 0)) as server:
            Thread(target=answering, args=(server, answer, rest), daemon=True).start()
            settings.HEADS_WEBHOOK = f"http://127.0.0.1:{server.getsockname()[1]}/"
            began = time.monotonic()
            assert outside.deliver(now=day(1)) == delivered
            assert time.monotonic() - began < 10


def test_heads_that_a_slow_address_leaves_no_time_for_come_with_the_next_run(
    tables: list[Table], receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    receiver.status = 500
    sign(1)
    sign(2)
    receiver.got.clear()
    receiver.status = 200
    monkeypatch.setattr(outside, "SECONDS_OF_A_RUN", 0)
    assert not outside.deliver(now=day(2))
    assert [number for _, number in receiver.got] == [1]
    assert outside.deliver(now=day(2))
    assert [number for _, number in receiver.got] == [1, 2]


def test_a_file_that_cannot_be_written_gets_its_heads_later(
    tables: list[Table], heads_file: Path, settings: LazySettings
) -> None:
    settings.HEADS_FILE = str(heads_file.parent / "away" / "heads.jsonl")
    sign(1)
    sign(2)
    assert not outside.deliver(now=day(2))
    heads_file.parent.joinpath("away").mkdir()
    assert outside.deliver(now=day(2))
    assert numbers(Path(settings.HEADS_FILE)) == [1, 2]


def test_a_file_that_was_lost_gets_all_heads_again(tables: list[Table], heads_file: Path) -> None:
    sign(1)
    sign(2)
    kept = heads_file.read_bytes()
    heads_file.unlink()
    sign(3)
    assert heads_file.read_bytes().startswith(kept)
    assert numbers(heads_file) == [1, 2, 3]
    # One that was away, as with its disk, gets what it missed.
    heads_file.write_bytes(kept)
    assert outside.deliver(now=day(3))
    assert numbers(heads_file) == [1, 2, 3]


def test_nothing_is_signed_beside_a_file_that_cannot_be_read(
    tables: list[Table], heads_file: Path
) -> None:
    heads_file.mkdir()
    with pytest.raises(HeadsFileUnreadable, match="HEADS_FILE cannot be read"):
        sign(1)
    assert not outside.deliver(now=day(1))
    assert not SignedHead.objects.exists()


def test_a_line_that_was_torn_does_no_harm(tables: list[Table], heads_file: Path) -> None:
    sign(1)
    whole = heads_file.read_bytes()
    heads_file.write_bytes(whole + whole[:40])
    sign(2)
    first, torn, second = heads_file.read_bytes().splitlines()
    assert (first + b"\n", torn) == (whole, whole[:40])
    assert msgspec.json.decode(second)["number"] == 2
