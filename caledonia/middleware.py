"""Middleware for every request: its id, a line in the log, metrics, probes, headers."""

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Final

from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.functional import SimpleLazyObject

from caledonia import health
from caledonia.log_addresses import path_of
from caledonia.refused import HEADER, PAGES
from games.accounts import devices, hashers
from games.runtime import dispatch, long_games, metrics, tracing
from games.runtime.limits import address_of
from games.session_store import user_of

log = logging.getLogger("caledonia.requests")

Handler = Callable[[HttpRequest], HttpResponse]

METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
USER: Final = "caledonia.user"
"""In ``META`` of an answered request: the id of its user; None if it was never looked up."""


class RequestMiddleware:
    """Gives a request its id, and logs it when it is answered. Outermost."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = time.perf_counter()
        offered = request.headers.get(HEADER)
        with tracing.bound(request_id=tracing.request_id(offered)):
            response = self.get_response(request)
            response.headers[HEADER] = tracing.current()["request_id"]
            self.log_response(request, response, time.perf_counter() - started)
        return response

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: dict[str, object]
    ) -> None:
        """The game of an address is that of every line from here on."""
        tracing.bind(game=kwargs.get("game_id"))

    def log_response(self, request: HttpRequest, response: HttpResponse, seconds: float) -> None:
        """Count the answer, and write a line of it; of probes and files only when debugging."""
        user = user_id(request)
        request.META[USER] = user
        tracing.bind(user=user)
        route, method = route_of(request), method_of(request)
        metrics.RESPONSES.labels(method, route, str(response.status_code)).inc()
        if not response.streaming:
            metrics.REQUEST_SECONDS.labels(method, route).observe(seconds)
        ms = round(seconds * 1000, 1)
        fields = {"method": method, "path": path_of(request), "status": response.status_code}
        log.log(
            logging.DEBUG if route in QUIET else logging.INFO,
            "%s %s %s in %s ms",
            *fields.values(),
            ms,
            extra={**fields, "ms": ms},
        )


def user_id(request: HttpRequest) -> int | None:
    """The user of the request, if it was looked up; the log is no reason for a query."""
    user = request.__dict__.get("user")
    if isinstance(user, SimpleLazyObject):
        user = request.__dict__.get("_cached_user")
    return None if user is None else user.pk


def route_of(request: HttpRequest) -> str:
    """The pattern of the address; of what has none one of a few words."""
    if request.resolver_match is not None:
        return request.resolver_match.route or "/"
    if request.path_info in ProbeMiddleware.PROBES:
        return "probe"
    return "static" if request.path_info.startswith(settings.STATIC_URL) else "unmatched"


QUIET: Final = ("probe", "static")


def method_of(request: HttpRequest) -> str:
    """The method; one word for all unusual ones."""
    return request.method if request.method in METHODS else "OTHER"


class ProbeMiddleware:
    """Answers /healthz, /readyz and /metrics, whatever host they are asked of and without HTTPS.

    Load balancers and Prometheus ask by address. ``/health`` is the old name of ``/readyz``.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        probe = self.PROBES.get(request.path_info)
        if probe is None:
            return self.get_response(request)
        if request.method not in ("GET", "HEAD"):
            response = HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
        else:
            response = probe(request)
        response.headers["Cache-Control"] = "no-store"
        return response

    PROBES: Final[dict[str, Handler]] = {}


def healthz(request: HttpRequest) -> HttpResponse:
    """200 as long as this process answers at all."""
    return JsonResponse({"status": "ok"})


def readyz(request: HttpRequest) -> HttpResponse:
    """200 when this process can do its work; else 503 with the names of what is missing."""
    missing = health.readiness.missing()
    if missing:
        return JsonResponse({"status": "unavailable", "missing": missing}, status=503)
    return JsonResponse({"status": "ok"})


def metrics_page(request: HttpRequest) -> HttpResponse:
    """The metrics in the text format of Prometheus, for callers with the token."""
    status, body = health.scrape(request.headers.get("Authorization", ""), games=True)
    return HttpResponse(body, status=status, content_type=metrics.CONTENT_TYPE)


ProbeMiddleware.PROBES.update(
    {"/healthz": healthz, "/readyz": readyz, "/health": readyz, "/metrics": metrics_page}
)


class LongGameMiddleware:
    """Notes whose turn a long game, or hashing a password, is; ends it with the answer."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        address = address_of(request)
        long_games.arrive(address)
        hashers.arrive(address)
        try:
            return self.get_response(request)
        finally:
            long_games.end()


class BackgroundMiddleware:
    """Lets no request wait for the tasks that it starts: without workers a thread runs them."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        writes = request.method not in ("GET", "HEAD")
        with (
            dispatch.in_background(),
            dispatch.background_queue.ahead() if writes else nullcontext(),
        ):
            return self.get_response(request)


class CachingMiddleware:
    """Sets ``Cache-Control`` on every response: no cache, unless its view says more.

    A view may say ``public`` of what is the same for everybody. It may also let the reader's own
    browser keep an answer: to ask each time whether it still holds, with an ``ETag`` and
    ``no-cache``, or for a while, with ``immutable``; such an answer then varies with the reader. A
    view that says none of this gets ``private, no-store``, and so does one that sets a cookie.
    """

    PUBLIC: Final = "public"
    CALLER: Final = ("Authorization", "Cookie")

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        directives = [word.strip() for word in response.headers.get("Cache-Control", "").split(",")]
        if self.PUBLIC in directives and not response.cookies:
            self._drop_caller_from_vary(response)
            return response
        if not response.cookies and self._kept_by_reader(response, directives):
            patch_vary_headers(response, self.CALLER)
            patch_cache_control(response, private=True)
        else:
            transformed = {"no_transform": True} if "no-transform" in directives else {}
            response.headers.pop("Cache-Control", None)
            patch_cache_control(response, private=True, no_store=True, **transformed)
        return response

    def _drop_caller_from_vary(self, response: HttpResponse) -> None:
        """Remove from ``Vary`` what identifies the caller: this answer does not depend on it."""
        names = [name.strip() for name in response.headers.get("Vary", "").split(",")]
        kept = [name for name in names if name not in ("", *self.CALLER)]
        response.headers.pop("Vary", None)
        if kept:
            patch_vary_headers(response, kept)

    def _kept_by_reader(self, response: HttpResponse, directives: Sequence[str]) -> bool:
        if "no-store" in directives:
            return False
        return "immutable" in directives or (
            "no-cache" in directives and response.has_header("ETag")
        )


class PolicyMiddleware:
    """Sets the content security policy: nothing from other sites, and no frames."""

    DEVICES: Final = "camera=(), geolocation=(), microphone=()"

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        # The debug page brings its own styles and scripts.
        if not (settings.DEBUG and response.status_code == 500):
            response.headers.setdefault("Content-Security-Policy", PAGES)
        response.headers.setdefault("Permissions-Policy", self.DEVICES)
        return response


class MissingFileMiddleware:
    """Says in a few words that there is no such static file. Below what serves those that are.

    Requests for files are not counted, so one that is missing costs no more: no session, no page.
    """

    SAID: Final = "There is no such file.\n"

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(settings.STATIC_URL):
            return HttpResponse(self.SAID, status=404, content_type="text/plain; charset=utf-8")
        return self.get_response(request)


class UserMiddleware(AuthenticationMiddleware):
    """Says who has signed in; sessions that an earlier ``SECRET_KEY`` verifies keep their key."""

    def process_request(self, request: HttpRequest) -> None:
        """Have the user looked up once somebody asks for it."""
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _user_of(request))  # type: ignore[assignment]


def _user_of(request: HttpRequest) -> User | AnonymousUser:
    known: User | AnonymousUser | None = getattr(request, "_cached_user", None)
    if known is None:
        # Where Django's own functions look for it.
        request._cached_user = known = user_of(request)  # type: ignore[attr-defined]
    return known


class DeviceMiddleware:
    """Gives a device its cookie when a user signs in or changes the password on it."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        user = request.META.get(devices.ISSUE)
        if isinstance(user, User):
            response.set_cookie(
                devices.COOKIE,
                devices.issue(user, request.COOKIES.get(devices.COOKIE, "")),
                max_age=devices.GOOD_FOR,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response


@receiver(user_logged_in)
def note_device(sender: object, request: HttpRequest, user: User, **more: object) -> None:
    """Have the answer to this request carry the cookie."""
    request.META[devices.ISSUE] = user
