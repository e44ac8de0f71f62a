"""Answers to requests that are refused before Django sees them.

They have an id and count in the metrics, as all other answers do. An attacker can cause thousands
of them a second, so few are logged, with the number of those that were not.
"""

import logging
import time
from functools import cache
from http import HTTPStatus
from typing import Final, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation

from api.problems import problem_of, problem_response
from caledonia.callers import API, Environ, cookie_of
from games.runtime import metrics, tracing

log = logging.getLogger("caledonia.requests")

HEADER: Final = "X-Request-ID"
LANGUAGE: Final = settings.LANGUAGE_COOKIE_NAME
PAGES: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of a page."""

LINES: Final = 10
"""In the log each second about what was refused."""


class Lines:
    """How many lines may still be written."""

    def __init__(self) -> None:
        self._second = 0
        self._asked = 0
        self._left_out = 0

    def left_out(self) -> int | None:
        """How many have had no line since the last one; None when this one has none either.

        Threads may count at the same time: then a few more or fewer are written.
        """
        second = int(time.monotonic())
        if second != self._second:
            self._second, self._asked = second, 0
        self._asked += 1
        if self._asked > LINES:
            self._left_out += 1
            return None
        left_out, self._left_out = self._left_out, 0
        return left_out


_lines: Final = Lines()


def answer(status: HTTPStatus, detail: str, *, path: str, offered: str | None) -> HttpResponse:
    """The answer: a problem document under /api/, plain text elsewhere.

    ``offered`` is the id that the caller proposes for the request.
    """
    with tracing.bound(request_id=tracing.request_id(offered)):
        if path.startswith(API):
            made = problem_response(problem_of(status, detail))
        else:
            text = "text/plain; charset=utf-8"
            made = HttpResponse(f"{detail}\n", status=status, content_type=text)
        return _logged(made, detail)


class ComeAgain(NamedTuple):
    """A refusal after which the same request may be sent again."""

    status: HTTPStatus
    code: str
    """Of the problem document."""
    page: str
    """The template."""


TOO_MUCH: Final = ComeAgain(HTTPStatus.TOO_MANY_REQUESTS, "throttled", "429.html")
OVERLOADED: Final = ComeAgain(HTTPStatus.SERVICE_UNAVAILABLE, "overloaded", "overloaded.html")


def come_again(why: ComeAgain, detail: str, *, environ: Environ, wait: int) -> HttpResponse:
    """A refusal with ``wait`` seconds as Retry-After: a problem document, or a page."""
    with tracing.bound(request_id=tracing.request_id(environ.get("HTTP_X_REQUEST_ID"))):
        if environ.get("PATH_INFO", "").startswith(API):
            made = problem_response(problem_of(why.status, detail, code=why.code))
        else:
            language = _language(environ)
            made = HttpResponse(_page(why.page, language), status=why.status)
            made.headers["Content-Language"] = language
        made.headers["Content-Security-Policy"] = PAGES
        made.headers["Retry-After"] = str(wait)
        return _logged(made, detail)


def _language(environ: Environ) -> str:
    request = HttpRequest()
    request.META = environ
    request.COOKIES = {LANGUAGE: cookie_of(environ, LANGUAGE)}
    return translation.get_language_from_request(request)


@cache
def _page(template: str, language: str) -> str:
    with translation.override(language):
        return render_to_string(template)


def _logged(made: HttpResponse, detail: str) -> HttpResponse:
    made.headers[HEADER] = tracing.current()["request_id"]
    made.headers["Cache-Control"] = "private, no-store"
    metrics.RESPONSES.labels("OTHER", "unmatched", str(made.status_code)).inc()
    if (left_out := _lines.left_out()) is not None:
        more = f" ({left_out} more before it)" if left_out else ""
        fields = (made.status_code, detail, more)
        log.info("refused unread: %s %s%s", *fields, extra={"status": made.status_code})
    return made
