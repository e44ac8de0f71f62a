"""The language of pages, their forms and compression, who was here, pages that cannot be shown."""

import logging
from collections.abc import Callable
from http import HTTPStatus
from math import ceil

from django.conf import settings
from django.core.exceptions import BadRequest, RequestDataTooBig, SuspiciousOperation
from django.db import IntegrityError, InterfaceError, OperationalError
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    QueryDict,
    UnreadablePostError,
)
from django.http.multipartparser import MultiPartParserError
from django.middleware.gzip import GZipMiddleware
from django.middleware.locale import LocaleMiddleware
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils import timezone, translation
from django.views.defaults import page_not_found

from games.accounts.hashers import PasswordsBusy
from games.errors import ChangedMeanwhile, GameError, NoSuchGame
from games.runtime.commit import deleted_meanwhile
from games.selectors import gone_meanwhile
from web import seen, throttling
from web.compression import compress
from web.pages.common.errors import sentence

log = logging.getLogger(__name__)

RETRY_SECONDS = 2
API = "/api/"
COMPRESSED = (
    *("text/html", "text/plain"),
    *("application/json", "application/jsonl", "application/x-ndjson"),
)
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


class FormMiddleware:
    """Reads the form that a page is sent before anything else looks into it.

    A form that cannot be read gets an answer here. Otherwise whoever looks first would raise: a
    view, the check against forgery, or an error page, and then it would be a 500.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "POST" and not request.path_info.startswith(API):
            status = self.fault(request)
            if status:
                request.POST = QueryDict()
                return HttpResponse(render_to_string("400.html"), status=status)
        return self.get_response(request)

    def fault(self, request: HttpRequest) -> int:
        """The status that says why the form cannot be read; 0 if it can."""
        length = int(request.headers.get("Content-Length") or 0)
        if length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            # Django itself would store files of any size first; no form here has one.
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        try:
            _ = request.POST
        except RequestDataTooBig:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        except (BadRequest, MultiPartParserError, SuspiciousOperation, UnreadablePostError):
            return HTTPStatus.BAD_REQUEST
        return 0


class CountingMiddleware:
    """Holds back who asks for more pages than the API would let them ask; 429, with Retry-After.

    Every method counts, also where there is no page, and so do live refreshes. Static files and
    probes are answered above; the API counts for itself.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(API):
            try:
                wait = throttling.count_request(request)
            except (OperationalError, InterfaceError):
                wait = 0  # the view will need the database too, and has an answer for that
            if wait:
                page = render_to_string("429.html")
                return throttling.refused(HttpResponse(page), wait)
        return self.get_response(request)


class SeenMiddleware:
    """Stores the last visit of each user, so that mail names only what came after it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code < 500 and seen.by_hand(request) and request.user.is_authenticated:
            language = translation.get_language() or settings.LANGUAGE_CODE
            try:
                seen.note(user=request.user, now=timezone.now(), language=language)
            except (OperationalError, InterfaceError, IntegrityError) as error:
                # The account may have been deleted since the request began.
                log.warning("storing the last visit failed: %s", error)
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


class RefusalMiddleware:
    """Answers a refusal of the services that no view expects, such as one by a race."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The page for what a view raised; None for anything else."""
        if deleted_meanwhile(error):
            error = ChangedMeanwhile()
        elif request.resolver_match and gone_meanwhile(
            error, request.resolver_match.kwargs.get("game_id")
        ):
            error = NoSuchGame()
        if isinstance(error, NoSuchGame):
            return page_not_found(request, error)
        if not isinstance(error, GameError):
            return None
        if isinstance(error, PasswordsBusy):
            throttling.give_back_unchecked(request)
        shown = render(request, "409.html", {"refusal": sentence(error)}, status=409)
        if error.wait is not None:
            shown.status_code = 429
            shown.headers["Retry-After"] = str(ceil(error.wait.total_seconds()))
        return shown


class MissingMiddleware:
    """Shows the page of the site at a wrong address in development too.

    There Django would list the addresses of the site instead, which is of no use to a player.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.DEBUG:
            try:
                resolve(request.path_info)
            except Resolver404 as error:
                return page_not_found(request, error)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The page for what a view did not find; None for anything else."""
        return page_not_found(request, error) if isinstance(error, Http404) else None


class CompressionMiddleware(GZipMiddleware):
    """Compresses pages, their parts and JSON; not streams, which have to arrive at once.

    The proxy leaves it to us: for each answer that a client does not read it would keep what a
    compressor needs.

    What the page hides (the CSRF token) is masked anew in every answer, and answers get a random
    length, so that their sizes tell nothing (BREACH).
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Compresses HTML and JSON but no streams, and static files that lie as they are."""
        kind = response.headers.get("Content-Type", "")
        if kind.startswith(TEXTS) and request.path_info.startswith(
            f"/{settings.STATIC_URL.strip('/')}/"
        ):
            # It would be another one; browsers ask again by the time of the last change.
            del response.headers["ETag"]
            return super().process_response(request, response)
        if isinstance(response, HttpResponse) and kind.startswith(COMPRESSED):
            compress(response, request.headers.get("Accept-Encoding", ""))
        return response
