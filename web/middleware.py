"""The language of pages, their compression, who was here, and pages that cannot be shown now."""

import logging
from collections.abc import Callable

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.middleware.locale import LocaleMiddleware
from django.template.loader import render_to_string
from django.utils import timezone, translation

from web import seen

log = logging.getLogger(__name__)

RETRY_SECONDS = 2
API = "/api/"
TEXTS = ("text/css", "text/javascript", "application/javascript", "image/svg+xml")


class LanguageMiddleware(LocaleMiddleware):
    """Chooses the language of a page: by the switch, else by what the browser asks for.

    The API speaks English to everybody: programs match its texts, and its answers are cached.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Chooses, unless it is the API that is asked."""
        if request.path_info.startswith(API):
            translation.activate(settings.LANGUAGE_CODE)
            request.LANGUAGE_CODE = settings.LANGUAGE_CODE
        else:
            super().process_request(request)

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Says of a page that it depends on the language."""
        if request.path_info.startswith(API):
            return response
        return super().process_response(request, response)


class SeenMiddleware:
    """Notes who was here and when, so that nobody gets mail about what they have seen."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code < 500 and seen.by_hand(request) and request.user.is_authenticated:
            language = translation.get_language() or settings.LANGUAGE_CODE
            try:
                seen.note(user=request.user, now=timezone.now(), language=language)
            except (OperationalError, InterfaceError) as error:
                log.warning("it cannot be noted who was here: %s", error)
        return response


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


class CompressionMiddleware(GZipMiddleware):
    """Compresses pages and their parts; not the API, whose streams have to arrive at once.

    What the page hides (the CSRF token) is masked anew in every answer, and answers get a random
    length, so that their sizes tell nothing (BREACH).
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Compresses what is HTML, unless it is a stream, and static files that lie as they are."""
        kind = response.headers.get("Content-Type", "")
        if kind.startswith(TEXTS) and request.path_info.startswith(
            f"/{settings.STATIC_URL.strip('/')}/"
        ):
            # It would be another one; browsers ask again by the time of the last change.
            del response.headers["ETag"]
            return super().process_response(request, response)
        if response.streaming or not kind.startswith("text/html"):
            return response
        return super().process_response(request, response)
