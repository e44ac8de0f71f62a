"""The OpenAPI description."""

from threading import Lock
from typing import Any, ClassVar

from django.http import HttpResponse
from django.utils import translation
from django.utils.encoding import force_bytes
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request
from rest_framework.response import Response


class DescriptionView(SpectacularAPIView):
    """The description, worked out once by a process: that takes tenths of a second.

    It is the same for everybody, whatever the query says.
    """

    known: ClassVar[dict[str, tuple[bytes, str]]] = {}
    """By format, with the header that names the file."""
    lock: ClassVar[Lock] = Lock()

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        """The description as YAML or JSON."""
        renderer, media_type = self.perform_content_negotiation(request, force=True)
        with self.lock:
            if media_type not in self.known:
                with translation.override("en"):
                    made: Response = self._get_schema_response(request)  # type: ignore[no-untyped-call]
                body = force_bytes(renderer.render(made.data, media_type, {}))
                self.known[media_type] = body, made.headers["Content-Disposition"]
        found, disposition = self.known[media_type]
        content_type = f"{media_type}; charset=utf-8"
        headers = {"Content-Disposition": disposition, "Vary": "Accept"}
        return HttpResponse(found, content_type=content_type, headers=headers)

    def _get_version_parameter(self, request: Request) -> None:
        return None
