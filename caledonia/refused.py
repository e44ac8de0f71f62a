"""Answers to requests that are refused before Django sees them.

They have an id, a line in the log and a place in the metrics, as all other answers do.
"""

import logging
from functools import cache
from http import HTTPStatus
from typing import Final
from wsgiref.types import WSGIEnvironment

from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils import translation

from api.problems import problem_of, problem_response
from games.runtime import metrics, tracing

log = logging.getLogger("caledonia.requests")

HEADER: Final = "X-Request-ID"
API: Final = "/api/"
PAGES: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""What a page may load and do, as its Content-Security-Policy."""


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
        return _told(made, detail)


def too_much(detail: str, *, environ: WSGIEnvironment, wait: int) -> HttpResponse:
    """A 429 for who may come again after ``wait`` seconds: a problem document, or a page."""
    with tracing.bound(request_id=tracing.request_id(environ.get("HTTP_X_REQUEST_ID"))):
        if environ.get("PATH_INFO", "").startswith(API):
            status = HTTPStatus.TOO_MANY_REQUESTS
            made = problem_response(problem_of(status, detail, code="throttled"))
        else:
            language = translation.get_language_from_request(WSGIRequest(environ))
            made = HttpResponse(_page(language), status=HTTPStatus.TOO_MANY_REQUESTS)
            made.headers["Content-Language"] = language
        made.headers["Content-Security-Policy"] = PAGES
        made.headers["Retry-After"] = str(wait)
        made.headers["Cache-Control"] = "private, no-store"
        made.headers["Content-Length"] = str(len(made.content))
        return _told(made, detail)


@cache
def _page(language: str) -> str:
    with translation.override(language):
        return render_to_string("429.html")


def _told(made: HttpResponse, detail: str) -> HttpResponse:
    made.headers[HEADER] = tracing.current()["request_id"]
    metrics.RESPONSES.labels("OTHER", "unmatched", str(made.status_code)).inc()
    log.info("refused unread: %s %s", made.status_code, detail, extra={"status": made.status_code})
    return made
