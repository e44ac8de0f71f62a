"""Pages for requests that go wrong before a view is asked."""

from django.http import HttpRequest, HttpResponse
from django.views import defaults


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page of a 400; the body is not read for a token, as it may be what is wrong with it."""
    request.csrf_processing_done = True  # type: ignore[attr-defined]  # as Django's middleware does
    return defaults.bad_request(request, exception)
