"""Errors that arise outside the views, told in the same form as those inside."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from api.problems import CONTENT_TYPE, problem_of, problem_response

PREFIX = "/api/"
KEPT = ("Allow", "Retry-After", "WWW-Authenticate")


class ProblemMiddleware:
    """Turns every error page under /api/ into a problem document.

    It stands outermost, because hosts, cookies and crashes are judged before and after the views.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code < 400 or not request.path_info.startswith(PREFIX):
            return response
        if response.headers.get("Content-Type", "").startswith(CONTENT_TYPE):
            return response
        kept = {name: response.headers[name] for name in KEPT if name in response.headers}
        replaced = problem_response(problem_of(response.status_code), kept)
        replaced.cookies = response.cookies
        return replaced
