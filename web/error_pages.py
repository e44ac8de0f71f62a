"""Pages for requests that go wrong before a view is asked."""

from django.http import HttpRequest, HttpResponse
from django.views import defaults


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page of a 400; no token is looked for in the body, as that may be what is wrong."""
    request.csrf_processing_done = True  # type: ignore[attr-defined]  # as Django's middleware does
    return defaults.bad_request(request, exception)
