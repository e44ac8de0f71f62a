"""The base of all views: checked queries, encoded responses, the caller as a user."""

from datetime import datetime
from typing import Any, ClassVar, Final, cast

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.utils import timezone
from msgspec.json import Encoder
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated, Throttled
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import access
from api.access import Access
from api.bodies import NoQuery
from api.parsers import read_query
from api.throttling import RefusedThrottle
from games.errors import GameNotRunning
from games.models import Game
from games.models.game import Status
from games.runtime import tracing

JSON: Final = "application/json"
encoder = Encoder()


class ApiView(APIView):
    """A view that refuses query parameters it does not know.

    ``queries`` names the shape of the query per method; ``open_to_all`` the methods that need no
    account.
    """

    # The description is OpenAPI's: nothing answers OPTIONS, and Allow does not name it.
    http_method_names = ["get", "post", "put", "patch", "delete", "head"]
    queries: ClassVar[dict[str, type[Any]]] = {}
    open_to_all: ClassVar[tuple[str, ...]] = ()
    free_query: ClassVar[tuple[str, ...]] = ()

    def get_permissions(self) -> list[BasePermission]:
        """Everybody for the open methods, users for the others.

        What an address does not do is a 405 for everybody, not a reason to sign in.
        """
        open_ = self.method in self.open_to_all or self.method not in self.allowed_methods
        return [AllowAny() if open_ else IsAuthenticated()]

    @property
    def method(self) -> str:
        """The method of the request, GET also for HEAD.

        The OpenAPI generator looks at views without a request.
        """
        request = getattr(self, "request", None)
        method = "" if request is None else request.method or ""
        return "GET" if method == "HEAD" else method

    @property
    def declared_access(self) -> Access | None:
        """The access that the operation of this request declares; None without an operation."""
        name = self.method.lower()
        handler = getattr(self, name, None) if name in self.http_method_names else None
        return getattr(handler, "access", None)

    def access_needed(self, request: Request) -> Access | None:
        """The access that this request requires, which may depend on its subject."""
        return self.declared_access

    def handle_exception(self, exc: Exception) -> Response:
        """Counts refused callers: the usual throttles come later and never see them."""
        if isinstance(exc, AuthenticationFailed | NotAuthenticated):
            throttle = RefusedThrottle()
            if not throttle.allow_request(self.request, self):
                exc = Throttled(throttle.wait())
        return super().handle_exception(exc)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Checks what the caller's token is for, and reads the query into ``self.query``.

        Raises ScopeNeeded, PasswordNeeded, Malformed.
        """
        super().initial(request, *args, **kwargs)
        if request.user.is_authenticated:
            tracing.bind(user=request.user.pk)
        if self.method not in self.allowed_methods:
            return  # answered with 405
        access.check(request, self.access_needed(request))
        if self.method not in self.free_query:
            shape = self.queries.get(self.method, NoQuery)
            self.query = read_query(request.query_params, shape)


def user_of(request: Request) -> User | None:
    """The user who calls, or None for a stranger."""
    return request.user if request.user.is_authenticated else None


def signed_in(request: Request) -> User:
    """The user who calls, in a view that needs an account."""
    return cast("User", request.user)


def now() -> datetime:
    """The time of the request, as services want it."""
    return timezone.now()


def check_started(game: Game) -> None:
    """Raises GameNotRunning for a table that still waits for players: it has no state."""
    if game.status == Status.OPEN:
        raise GameNotRunning(game.status)


def answer(body: object, status: int = 200, headers: dict[str, str] | None = None) -> HttpResponse:
    """A JSON response; structs, and parts that are encoded already, go out as they are."""
    return HttpResponse(encoder.encode(body), status=status, headers=headers, content_type=JSON)
