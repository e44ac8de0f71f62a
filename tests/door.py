"""A test client that comes in by the door of WSGI servers, not behind it."""

from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.test.client import ClientHandler

from caledonia.door import refusal


class DoorHandler(ClientHandler):
    """Has a request judged before Django makes one of it."""

    def __call__(self, environ: dict[str, Any]) -> Any:
        refused: Any = refusal(environ)
        if refused is None:
            return super().__call__(environ)
        refused.wsgi_request = None
        return refused


class DoorClient(Client):
    """Answers a crash with the 500 that a browser would get."""

    def __init__(self, **given: Any) -> None:
        super().__init__(raise_request_exception=False, **given)
        self.handler = DoorHandler(enforce_csrf_checks=self.handler.enforce_csrf_checks)


def answer(client: Client, method: str, path: str, **given: Any) -> HttpResponse:
    """The answer to any request, read to its end."""
    got: Any = client.generic(method, path, **given)
    if got.streaming:
        b"".join(got.streaming_content)
    return got
