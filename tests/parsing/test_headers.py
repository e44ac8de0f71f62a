"""Headers, cookies and queries at the size that the door lets in."""

from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from itertools import cycle, islice
from typing import Any, Final

import pytest
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.wsgi import WSGIRequest
from django.http import Http404, HttpRequest
from django.middleware.csrf import CsrfViewMiddleware
from django.test import RequestFactory
from django.urls import resolve
from rest_framework.exceptions import APIException
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from api.authentication import PasswordAuthentication, check_own_site
from api.bodies import ListQuery
from api.errors import Malformed
from api.filters import Pages
from api.moves import MOST_NAMED, Narrowing, kinds_of
from api.parsers import read_query, single_values
from api.play_bodies import MyStreamQuery, StreamQuery
from api.replay_bodies import BulkQuery
from api.views.export import known_tags
from api.views.live import after_of
from api.views.play import key_of
from caledonia.door import LONGEST_ADDRESS, LONGEST_HEADER, LONGEST_TYPE, refusal
from caledonia.log_addresses import path_of
from games.accounts import names
from games.engine import move_types
from games.runtime import ratelimit, tracing
from tests.parsing.growth import Case, check
from tests.parsing.inputs import texts
from web.middleware import LanguageMiddleware
from web.pages.common.going_on import next_page
from web.pages.lobby.lobby import lobby_query
from web.pages.panel import rendering as panels
from web.pages.table.views import version_in

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.no_cover]


Read = Callable[[Any], object]

SECONDS: Final = 0.05
PLAIN: Final = RequestFactory().get("/api/v1/games").environ
"""A request with nothing in it."""


def asked(name: str, value: str) -> HttpRequest | None:
    """The request that Django makes of what comes in by the door; None if it does not."""
    environ = PLAIN | {name: value}
    refused = refusal(environ)
    assert refused is None or refused.status_code == 400
    return None if refused else WSGIRequest(environ)


def checked(name: str, before: tuple[str, ...], largest: int, read: Read) -> None:
    """Check every pattern; whether it is refused or not is for other tests."""

    def parse(value: str) -> None:
        request = asked(name, value)
        with suppress(APIException, SuspiciousOperation):
            if request is not None:
                read(request)

    for title, build in texts(before).items():
        check(Case(f"{name} {title}", build, parse, largest, seconds=SECONDS, mebibytes=4))


def credentials(request: HttpRequest) -> object:
    basic = b64encode(request.META["HTTP_AUTHORIZATION"].encode("latin-1"))[: LONGEST_HEADER - 6]
    request.META["HTTP_AUTHORIZATION"] = f"Basic {basic.decode()}"
    names.folded(PasswordAuthentication.claimed_name(Request(request)))
    return PasswordAuthentication.claimed(Request(request))


def forgery(request: HttpRequest) -> object:
    request.META["wsgi.url_scheme"] = "https"
    request.COOKIES["csrftoken"] = "x" * 32
    return CsrfViewMiddleware(lambda _: None).process_view(request, lambda _: None, (), {})  # type: ignore[arg-type, return-value]


HEADERS: Final[dict[str, tuple[str, Read]]] = {
    "cookies": ("HTTP_COOKIE", lambda request: request.COOKIES),
    "language": (
        "HTTP_ACCEPT_LANGUAGE",
        lambda request: LanguageMiddleware(lambda _: None).process_request(request),  # type: ignore[arg-type, return-value]
    ),
    "accepted types": (
        "HTTP_ACCEPT",
        lambda request: DefaultContentNegotiation().select_renderer(
            Request(request), [JSONRenderer()]
        ),
    ),
    "tags": ("HTTP_IF_NONE_MATCH", lambda request: known_tags(Request(request))),
    "password": ("HTTP_AUTHORIZATION", credentials),
    "address of the caller": (
        "HTTP_X_FORWARDED_FOR",
        lambda request: ratelimit.by_address(BaseThrottle().get_ident(request) or ""),
    ),
    "host": ("HTTP_HOST", lambda request: request.get_host()),
    "origin": ("HTTP_ORIGIN", lambda request: check_own_site(Request(request))),
    "referer": ("HTTP_REFERER", forgery),
    "request id": (
        "HTTP_X_REQUEST_ID",
        lambda request: tracing.request_id(request.headers["X-Request-ID"]),
    ),
    "idempotency key": ("HTTP_IDEMPOTENCY_KEY", lambda request: key_of(Request(request))),
    "last event": (
        "HTTP_LAST_EVENT_ID",
        lambda request: after_of(Request(request), StreamQuery()),
    ),
}


@pytest.mark.parametrize("name", HEADERS)
def test_headers_are_read_in_linear_time(name: str) -> None:
    key, read = HEADERS[name]
    checked(
        key, ("https://",) if name in ("origin", "referer") else ("", 'a="'), LONGEST_HEADER, read
    )


def test_types_are_read_in_linear_time() -> None:
    checked("CONTENT_TYPE", ("", 'a/b;a="'), LONGEST_TYPE, lambda request: request.content_params)


def query_of(shape: type[Any]) -> Read:
    return lambda request: read_query(request.GET, shape)


def narrowing(request: HttpRequest) -> object:
    return Narrowing(single_values(request.GET))


QUERIES: Final[dict[str, tuple[tuple[str, ...], Read]]] = {
    "list of games": (
        ("", "limit=", "cursor="),
        lambda request: Pages(read_query(request.GET, ListQuery)).decode_cursor(Request(request)),
    ),
    "stream": (("last_event_id=",), query_of(MyStreamQuery)),
    "export": (("after=", "finished_after="), query_of(BulkQuery)),
    "lobby": (("name=", "players="), lambda request: lobby_query(request.GET.dict(), None)),
    "panel": (("p=", "why="), lambda request: (panels.path_of(request), panels.why_in(request))),
    "version": (("upto=",), lambda request: version_in(request, "upto")),
    "next": (("next=", "next=/"), next_page),
    "moves": (("type=", "unit=", "modifiers=", "type=port&exchange="), narrowing),
}


@pytest.mark.parametrize("name", QUERIES)
def test_queries_are_read_in_linear_time(name: str) -> None:
    before, read = QUERIES[name]
    checked("QUERY_STRING", before, LONGEST_ADDRESS - len(PLAIN["PATH_INFO"]), read)


HEXES: Final = [f"{column}{row}" for column in "ABCDEFGHIJKLM" for row in range(1, 10)]
MODIFIERS: Final = ["6", "map", "copy", "up", "down", "2", "mutton", "10", "whisky"]
LISTS: Final = {
    "contracts": [str(number) for number in range(1, 51)],
    "exchange": HEXES,
    "kilts": ["bread", "cheese", "whisky"],
    "modifiers": MODIFIERS,
    "return_to": ["miner", "woodcutter"],
    "slaughter": HEXES,
}
"""The fields of moves that are lists, with values of each."""


def values_of(name: str, count: int) -> str:
    return ",".join(islice(cycle(LISTS[name]), count))


def test_values_by_which_moves_are_narrowed_are_read_in_linear_time() -> None:
    known = {
        name
        for kind in move_types().values()
        for name, field in kinds_of(kind).items()
        if field.listed
    }
    assert known == set(LISTS)

    def each(count: int) -> dict[str, str]:
        return {name: values_of(name, count) for name in LISTS}

    check(Case("values", each, Narrowing, MOST_NAMED, seconds=0.005, mebibytes=1))
    for name in LISTS:

        def one(size: int, name: str = name) -> dict[str, str]:
            return {name: values_of(name, size)[:size]}

        largest = LONGEST_ADDRESS - len(name)
        check(Case(name, one, Narrowing, largest, seconds=0.005, mebibytes=1, refused=Malformed))


def test_paths_are_resolved_in_linear_time() -> None:
    def resolved(request: HttpRequest) -> None:
        with suppress(Http404):
            resolve(request.path_info)
        path_of(request)

    before = ("/", "/games/", "/password/reset/x/")
    checked("PATH_INFO", before, LONGEST_ADDRESS, resolved)
