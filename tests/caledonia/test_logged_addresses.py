"""Addresses in the log: whoever reads it learns no link that lets somebody in."""

import json
import logging
from uuid import UUID

import pytest
from django.core.exceptions import SuspiciousFileOperation
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import path, resolve

from caledonia import log_addresses
from tests.api.junk import PROBES, routes
from tests.caledonia.test_logs import Lines, lines
from tests.marks import in_one_test

pytestmark = [pytest.mark.uncounted, pytest.mark.once]

__all__ = ["lines"]

WORD = "dihldu-a730-nobody-should-see"
GAME = UUID(int=1)
LINKS = {
    f"/password/reset/Nw/{WORD}/": "/password/reset/<uidb64>/<token>/",
    f"/mail/verify/Nw/{WORD}/": "/mail/verify/<uidb64>/<token>/",
    f"/mail/off/{WORD}/": "/mail/off/<token>/",
    f"/invite/{GAME}/{WORD}/": f"/invite/{GAME}/<code>/",
}
LONGEST = 1000
"""Bytes of a line about a request, whatever a stranger sends."""


def crash(request: HttpRequest, code: str) -> HttpResponse:
    raise RuntimeError("a defect of ours")


def away(request: HttpRequest, code: str) -> HttpResponse:
    return HttpResponse(status=503)


def suspicious(request: HttpRequest, code: str) -> HttpResponse:
    raise SuspiciousFileOperation(f"{request.get_full_path()} is no file of ours: {code * 100}")


urlpatterns = [
    path("crash/<str:code>", crash),
    path("away/<str:code>", away),
    path("suspicious/<str:code>", suspicious),
]


def filled(word: str) -> str:
    """A word of a route, as an address may have it."""
    kinds = {"<uuid:": str(GAME), "<int:": "17", "<": WORD}
    return next((value for kind, value in kinds.items() if word.startswith(kind)), word)


def test_an_address_keeps_its_own_words_and_ids() -> None:
    for route in (one.pattern for one in routes() if one.pattern not in PROBES):
        address = "/" + "/".join(map(filled, route.split("/")))
        written = log_addresses.masked(address, resolve(address))
        assert WORD not in written
        assert (str(GAME) in written) == (str(GAME) in address)
        kept = [word for word in route.split("/") if "<" not in word]
        assert [word for word in written[1:].split("/") if word in kept] == kept


@in_one_test("tail", [")", ".", "/", "/.", "%2e", "?", "a b\n", "//", "/games"])
@in_one_test("link", LINKS)
def test_an_address_that_leads_nowhere_keeps_fixed_words_only(link: str, tail: str) -> None:
    for address in (link + tail, link[:-1] + tail, f"/en{link}", f"/{link}"):
        written = log_addresses.masked(address)
        assert WORD not in written
        assert set(written) <= set(LINKS[link]) | set("*games")


def test_ids_are_not_mistaken_for_parts_of_one_another() -> None:
    seat = str(GAME)[0]
    address = f"/games/{GAME}/bots/{seat}/remove/"
    assert log_addresses.masked(address) == f"/games/{GAME}/bots/<seat>/remove/"


@pytest.mark.parametrize("address", ["/" + "games/" * 500, "/api/v1/tokens/" + "9" * 3000])
def test_an_address_in_the_log_is_short(address: str) -> None:
    assert len(log_addresses.masked(address)) == log_addresses.LONGEST


def checked(lines: Lines, *, at_most: int) -> list[str]:
    """The messages, none of them with the secret, and all of them short."""
    assert WORD not in lines.text
    assert "nobody-should-see" not in lines.text
    written = lines.text.splitlines()
    assert 0 < len(written) <= at_most
    assert max(map(len, written)) <= LONGEST
    return [json.loads(line)["message"] for line in written]


@pytest.mark.django_db
@pytest.mark.parametrize("tail", ["", ")", ".", ">", "/."])
@pytest.mark.parametrize("link", LINKS)
def test_no_request_writes_a_link(lines: Lines, link: str, tail: str) -> None:
    """Mail programs take along what follows a link; forms are kept longer than their cookie."""
    client = Client(enforce_csrf_checks=True)
    for send in (client.get, client.post, client.put):
        send(link + tail)
    checked(lines, at_most=6)


@pytest.mark.django_db
def test_lines_about_the_longest_address_are_short(lines: Lines) -> None:
    address = "/" + "games/" * 600
    headers = {"x-request-id": "r" * 64, "origin": "https://" + "o" * 8000}
    Client(enforce_csrf_checks=True).post(address, headers=headers)
    checked(lines, at_most=2)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ({}, "CSRF cookie not set"),
        ({"origin": f"https://{WORD}" + "o" * 8000}, "Origin checking failed"),
        ({"origin": "null"}, "Origin checking failed"),
        ({"referer": f"https://a.example/{WORD}" + "r" * 8000}, "Referer checking failed"),
        ({"referer": WORD}, "Referer checking failed"),
    ],
)
def test_a_form_that_is_forbidden_says_why(
    lines: Lines, headers: dict[str, str], reason: str
) -> None:
    client = Client(enforce_csrf_checks=True)
    (link, shown), *_ = LINKS.items()
    assert client.post(link, headers=headers, secure="referer" in headers).status_code == 403
    why, _ = checked(lines, at_most=2)
    assert why == f"Forbidden ({reason}): {shown}"


@pytest.mark.parametrize(
    ("view", "logger", "said"),
    [
        ("away", "django.request", "Service Unavailable: /away/<code>"),
        (
            "suspicious",
            "django.security.SuspiciousFileOperation",
            "Bad Request (SuspiciousFileOperation): /suspicious/<code>",
        ),
    ],
)
@override_settings(ROOT_URLCONF=__name__)
def test_what_django_says_of_a_request(lines: Lines, view: str, logger: str, said: str) -> None:
    Client(raise_request_exception=False).get(f"/{view}/{WORD}?code={WORD}")
    checked(lines, at_most=2)
    (line,) = lines.of(logger)
    assert line["message"] == said
    assert "exc_info" not in line


@override_settings(ROOT_URLCONF=__name__)
def test_a_defect_keeps_its_traceback(lines: Lines) -> None:
    Client(raise_request_exception=False).get(f"/crash/{WORD}")
    assert WORD not in lines.text
    (line,) = lines.of("django.request")
    assert line["message"] == "Internal Server Error: /crash/<code>"
    assert "a defect of ours" in str(line["exc_info"])


@pytest.mark.parametrize("logger", ["any.logger", "django.request", "django.security.csrf"])
def test_whatever_is_said_of_a_request_names_it_so(lines: Lines, logger: str) -> None:
    """Also by loggers that this server does not know."""
    (link, shown), *_ = LINKS.items()
    request = RequestFactory().get(link)
    text = "%s: %s", link, WORD * 100
    logging.getLogger(logger).error(*text, extra={"request": request})
    (message,) = checked(lines, at_most=1)
    assert message.endswith(f": {shown}")


@pytest.mark.parametrize("logger", ["django.server", "uvicorn.access", "gunicorn.access"])
def test_servers_write_no_lines_of_their_own(lines: Lines, logger: str) -> None:
    """Theirs would have the whole address."""
    (link, _), *_ = LINKS.items()
    logging.getLogger(logger).error('"GET %s HTTP/1.1" 500', link)
    assert lines.text == ""
