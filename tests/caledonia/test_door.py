"""Requests that are let in no further than the door, and what is let in."""

import asyncio
import time
from typing import Any, Final

import pytest
from django.test import RequestFactory

from caledonia.asgi import Application
from caledonia.door import LARGEST_HEADERS, LONGEST_ADDRESS, LONGEST_HEADER, Door, refusal
from caledonia.wsgi import application
from tests.api.conftest import problem
from tests.caledonia.asking import whole
from tests.door import DoorClient
from tests.marks import in_one_test

pytestmark = [pytest.mark.uncounted, pytest.mark.once]

JSON: Final = "application/json"
PARTS: Final = "multipart/form-data"


def environ(path: str = "/", **given: Any) -> dict[str, Any]:
    return RequestFactory().get(path).environ | given


@in_one_test(
    ("given", "status"),
    [
        ({"PATH_INFO": "/" + "x" * (LONGEST_ADDRESS - 1)}, None),
        ({"PATH_INFO": "/" + "x" * LONGEST_ADDRESS}, 414),
        ({"QUERY_STRING": "q=" + "x" * LONGEST_ADDRESS}, 414),
        ({"QUERY_STRING": "a=1&" * 99 + "a=1"}, None),
        ({"QUERY_STRING": "a=1&" * 100 + "a=1"}, 400),
        ({"HTTP_COOKIE": "x" * LONGEST_HEADER}, None),
        ({"HTTP_COOKIE": "x" * (LONGEST_HEADER + 1)}, 431),
        ({f"HTTP_X{n}": "" for n in range(101)}, 431),
        ({f"HTTP_X{n}": "x" * (LARGEST_HEADERS // 8) for n in range(9)}, 431),
        ({"CONTENT_LENGTH": "5"}, None),
        ({"HTTP_TRANSFER_ENCODING": "chunked"}, 411),
        ({"HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": "5"}, None),
        ({"CONTENT_LENGTH": "-5"}, 400),
        ({"CONTENT_LENGTH": "\u0665"}, 400),
        ({"CONTENT_LENGTH": "9" * 5000}, 400),
        ({"CONTENT_TYPE": "x" * 256}, 415),
        ({"CONTENT_TYPE": f"{PARTS}; boundary=x; charset=latin-1"}, 415),
        ({"CONTENT_TYPE": f"{PARTS}; boundary=x; charset=hex"}, 415),
        ({"CONTENT_TYPE": f'{PARTS}; boundary=x; charset="UTF-8"'}, None),
    ],
)
def test_what_is_larger_than_any_request_has_to_be(
    given: dict[str, str], status: int | None
) -> None:
    refused = refusal(environ(**given))
    assert (refused and refused.status_code) == status


@in_one_test(
    ("sent", "kept"),
    [
        ("", ""),
        (JSON, JSON),
        (f"{JSON}; charset=hex", JSON),
        (f"{JSON};;;", JSON),
        (f"{JSON}; charset*=klingon''x; x", JSON),
        (f'{PARTS}; x=1; Boundary="a b"', f'{PARTS}; boundary="a b"'),
        (f'{PARTS}; boundary=a"b', PARTS),
        (f"{PARTS}; boundary={'x' * 71}", PARTS),
    ],
)
def test_of_a_content_type_its_kind_and_boundary_are_kept(sent: str, kept: str) -> None:
    asked = environ(CONTENT_TYPE=sent)
    assert refusal(asked) is None
    assert asked["CONTENT_TYPE"] == kept


def test_servers_come_by_the_door_and_are_told_in_the_form_of_the_address() -> None:
    assert isinstance(application, Door)
    responses: list[Any] = []
    asked = environ(PATH_INFO="/x", QUERY_STRING="x" * LONGEST_ADDRESS)
    (text,) = application(asked, lambda *given: responses.append(given))  # type: ignore[arg-type, func-returns-value]
    assert responses[0][0] == "414 Request-URI Too Long"
    assert text == b"The address is longer than 4000 bytes: shorten it.\n"
    assert ("Cache-Control", "private, no-store") in responses[0][1]


@pytest.mark.django_db
@in_one_test("charset", ["hex", "rot13", "idna", "undefined", "punycode", "utf-16"])
@in_one_test("path", ["/games/?q=%41", "/api/v1/games?limit=%31"])
def test_a_query_is_utf8_whatever_the_content_type_says(path: str, charset: str) -> None:
    kind = f"text/plain; charset={charset}"
    assert DoorClient().get(path, CONTENT_TYPE=kind).status_code == 200


def test_a_wsgi_server_that_does_not_measure_chunks_is_told_that_it_must() -> None:
    sent = DoorClient().post("/api/v1/games", HTTP_TRANSFER_ENCODING="chunked", CONTENT_LENGTH="")
    problem(sent, 411, "length_required")


def test_the_api_says_it_in_a_problem() -> None:
    refused = DoorClient().get("/api/v1/games?cursor=" + "x" * LONGEST_ADDRESS)
    body = problem(refused, 414)
    assert "shorten it" in body["detail"]
    assert refused["X-Request-ID"] == body["request_id"]
    assert refused["Cache-Control"] == "private, no-store"


@in_one_test(
    ("path", "headers", "status"),
    [
        ("/", [(b"x", b"y")] * 101, 431),
        ("/api/v1/me/stream", [(b"x", b"y")] * 200_000, 431),
        ("/api/v1/games", [(b"x-request-id", b"chosen-by-me"), (b"x", b"y" * 9000)], 431),
        ("/" + "x" * LONGEST_ADDRESS, [], 414),
        ("/api/v1/me/stream", [(b"content-length", b"65537")], 413),
        ("/api/v1/games/x/stream", [(b"content-length", b"9" * 15)], 413),
    ],
)
def test_asgi_servers_come_by_the_same_limits(
    path: str, headers: list[tuple[bytes, bytes]], status: int
) -> None:
    """uvicorn has none of its own."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers}
    began = time.process_time()
    asyncio.run(Application()(scope, whole, send))
    assert sent[0]["status"] == status
    given, offered = dict(sent[0]["headers"])[b"x-request-id"], dict(headers).get(b"x-request-id")
    assert given == offered if offered else len(given) == 32
    assert time.process_time() - began < 1
