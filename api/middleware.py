"""Errors raised outside the views, rendered in the same form as those inside."""

from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from api.problems import CONTENT_TYPE, problem_of, problem_response

PREFIX = "/api/"
MOST_DRAINED = 64 * 1024 * 1024
CHUNK = 256 * 1024
KEPT = ("Allow", "Retry-After", "WWW-Authenticate")


class ProblemMiddleware:
    """Turns every error page under /api/ into a problem document.

    It stands outermost, because hosts, cookies and crashes are judged before and after the views.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            drain(request)
        if response.status_code < 400 or not request.path_info.startswith(PREFIX):
            return response
        if response.headers.get("Content-Type", "").startswith(CONTENT_TYPE):
            return response
        kept = {name: response.headers[name] for name in KEPT if name in response.headers}
        replaced = problem_response(problem_of(response.status_code), kept)
        replaced.cookies = response.cookies
        return replaced


def drain(request: HttpRequest) -> None:
    """Read what is left of a body, up to a point, and forget it.

    Most clients send all of it before they look for an answer, and a connection that is closed
    meanwhile shows them no answer at all.
    """
    left = MOST_DRAINED
    with suppress(OSError):
        while left > 0 and (part := request.read(min(left, CHUNK))):
            left -= len(part)
