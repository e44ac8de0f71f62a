"""Pages that cannot be shown just now."""

import logging
from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

log = logging.getLogger(__name__)

RETRY_SECONDS = 2


class DatabaseMiddleware:
    """Tells who wants a page while the database is away to come again; the API does it itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The page for what a view raised; None for anything else."""
        if not isinstance(error, OperationalError | InterfaceError):
            return None
        log.error("the database does not answer: %s", error)
        # Without the request, which would bring the user along, out of the database.
        page = render_to_string("503.html")
        return HttpResponse(page, status=503, headers={"Retry-After": str(RETRY_SECONDS)})
