"""Requests that may be sent again: the key of a request, and what it stands for."""

import hashlib
import re
from typing import Final

from django.http import HttpResponse
from msgspec.json import encode
from rest_framework.request import Request

from api.errors import Malformed
from games import services

KEY: Final = re.compile(r"[!-~]{1,255}")
REPLAYED: Final = "Idempotent-Replayed"
"""The header of an answer that was given before."""


def key_of(request: Request) -> str | None:
    """The idempotency key, if there is one. Raises Malformed."""
    key = request.headers.get("Idempotency-Key")
    if key is None or KEY.fullmatch(key):
        return key
    raise Malformed("Idempotency-Key: use 1 to 255 visible ASCII characters, a UUID for example.")


def fingerprint(*parts: object) -> str:
    """The hash by which two requests with one key are the same, however they are written."""
    return hashlib.sha256(encode(parts)).hexdigest()


def once(request: Request, *parts: object) -> services.Once:
    """The key of a request that asks for these things. Raises Malformed."""
    return services.Once(key=key_of(request), request_hash=fingerprint(*parts))


def marked(response: HttpResponse, *, repeated: bool) -> HttpResponse:
    """The answer, which says so if it was given before."""
    if repeated:
        response.headers[REPLAYED] = "true"
    return response
