"""Bodies in chunks are read as those whose length is announced, with the same limits."""

import http.client
import json
from collections.abc import Iterator
from contextlib import closing
from http.cookies import SimpleCookie
from urllib.parse import urlencode

import pytest

from replays.files import LARGEST_GAME
from simulation.served import PASSWORD, Served

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("served"))
    try:
        server.start()
        yield server
    finally:
        server.close()


def name_of(size: int) -> bytes:
    return json.dumps({"name": "x" * size}).encode()


@pytest.mark.parametrize(
    ("asked", "body", "expected"),
    [
        ("POST games", name_of(10), (201, "")),
        ("POST games", b"", (400, "malformed")),
        ("POST games", name_of(70_000), (413, "too_large")),
        ("POST games", name_of(600_000), (413, "request_entity_too_large")),
        ("POST replays/import", b"", (422, "empty_file")),
        ("POST replays/import", b"hello", (202, "")),
        ("POST replays/import", b"x" * (LARGEST_GAME + 1), (413, "file_too_large")),
        ("GET games", name_of(10), (200, "")),
        ("GET me/stream", name_of(10), (200, "")),
    ],
)
def test_the_api_answers_as_if_the_length_were_announced(
    served: Served, asked: str, body: bytes, expected: tuple[int, str]
) -> None:
    method, path = asked.split()
    headers = served.headers("alice") | {"Content-Type": "application/json"}
    for sent in (body, in_chunks(body)):
        status, text = answer(served, method, f"/api/v1/{path}", sent, headers)
        assert (status, json.loads(text)["code"] if status >= 400 else "") == expected


@pytest.mark.parametrize(("next_page", "status"), [("/games/", 302), ("x" * 140_000, 413)])
def test_a_form_does_too(served: Served, next_page: str, status: int) -> None:
    _, headers, _ = served.ask("GET", "/login/", None)
    token = SimpleCookie(headers["set-cookie"])["csrftoken"].value
    names = {"username": "alice", "password": PASSWORD, "next": next_page}
    form = urlencode({**names, "csrfmiddlewaretoken": token}).encode()
    kind = "application/x-www-form-urlencoded"
    for sent in (form, in_chunks(form)):
        cookie = {"Content-Type": kind, "Cookie": f"csrftoken={token}"}
        assert answer(served, "POST", "/login/", sent, cookie)[0] == status


def in_chunks(body: bytes) -> Iterator[bytes]:
    yield from (body[at : at + 50_000] for at in range(0, len(body), 50_000))


def answer(
    served: Served, method: str, path: str, body: bytes | Iterator[bytes], headers: dict[str, str]
) -> tuple[int, bytes]:
    """Status and beginning of the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=30)
    chunked = not isinstance(body, bytes)
    more = {"Transfer-Encoding": "chunked"} if chunked else {}
    with closing(connection):
        connection.request(method, path, body, headers | more, encode_chunked=chunked)
        got = connection.getresponse()
        return got.status, got.read1()
