"""Refuses requests whose address or headers are larger than any real one, before parsing them.

Servers in front have limits of their own, which differ (docs/limits.md); these hold behind each of
them. They also bound what Django parses before any middleware runs.
"""

import re
from collections.abc import Iterable, Sequence
from http import HTTPStatus
from typing import Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.http import HttpResponse

from caledonia.refused import answer

LONGEST_ADDRESS: Final = 4000
"""Bytes of path and query."""
MOST_PARAMETERS: Final = 100
"""Of a query; Django would raise at the 201st, wherever it is first looked for."""
LONGEST_HEADER: Final = 8190
"""Bytes of one header."""
MOST_HEADERS: Final = 100
LARGEST_HEADERS: Final = 32 * 1024
"""Bytes of all headers together."""
LONGEST_TYPE: Final = 255
FORMS: Final = ("application/x-www-form-urlencoded", "multipart/form-data")
UTF8: Final = ("", "utf-8", "utf8", "us-ascii", "ascii")
BOUNDARY: Final = re.compile(r"[0-9A-Za-z'()+_,./:=? -]{1,70}")
"""Of a form in parts. (RFC 2046)"""
DIGITS: Final = 19
"""Of a Content-Length."""
UNMEASURED: Final = "Send the body with a Content-Length: bodies in chunks are not read here."


class Door:
    """The WSGI application behind the limits."""

    def __init__(self, application: WSGIApplication) -> None:
        self.application = application

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        refused = refusal(environ)
        if refused is None:
            return self.application(environ, start_response)
        start_response(f"{refused.status_code} {refused.reason_phrase}", [*refused.items()])
        return [refused.content]


def refusal(environ: WSGIEnvironment) -> HttpResponse | None:
    """The answer to a request that is refused; None for one that is let in.

    A request that is let in has a Content-Type and cookies that are safe to parse.
    """
    address = len(environ.get("PATH_INFO", "")) + len(environ.get("QUERY_STRING", ""))
    headers = [len(value) for name, value in environ.items() if name.startswith("HTTP_")]
    if fault := fault_of_head(address=address, headers=headers):
        return _answer(environ, *fault)
    if environ.get("QUERY_STRING", "").count("&") >= MOST_PARAMETERS:
        detail = f"The query has more than {MOST_PARAMETERS} parameters."
        return _answer(environ, HTTPStatus.BAD_REQUEST, detail)
    length = environ.get("CONTENT_LENGTH") or "0"
    if not (length.isascii() and length.isdecimal() and len(length) <= DIGITS):
        return _answer(environ, HTTPStatus.BAD_REQUEST, "Content-Length must be a number of bytes.")
    if "HTTP_TRANSFER_ENCODING" in environ and not environ.get("CONTENT_LENGTH"):
        # The bridge sets a length; under a WSGI server Django would read an empty body.
        return _answer(environ, HTTPStatus.LENGTH_REQUIRED, UNMEASURED)
    _settle_cookies(environ)
    return _settle_type(environ)


def fault_of_head(*, address: int, headers: Sequence[int]) -> tuple[HTTPStatus, str] | None:
    """What is too large about an address and headers of so many bytes; None if nothing is."""
    if address > LONGEST_ADDRESS:
        detail = f"The address is longer than {LONGEST_ADDRESS} bytes: shorten it."
        return HTTPStatus.REQUEST_URI_TOO_LONG, detail
    if len(headers) > MOST_HEADERS or sum(headers) > LARGEST_HEADERS:
        detail = f"Send at most {MOST_HEADERS} headers, {LARGEST_HEADERS} bytes of them together."
        return HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, detail
    if max(headers, default=0) > LONGEST_HEADER:
        detail = f"One header is longer than {LONGEST_HEADER} bytes: shorten it, or delete cookies."
        return HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, detail
    return None


def _settle_cookies(environ: WSGIEnvironment) -> None:
    """Drop backslashes: no cookie of ours has one.

    They are escapes in quoted values, which Python before 3.11.10 reads in quadratic time.
    """
    if "\\" in environ.get("HTTP_COOKIE", ""):
        environ["HTTP_COOKIE"] = environ["HTTP_COOKIE"].replace("\\", "")


def _settle_type(environ: WSGIEnvironment) -> HttpResponse | None:
    """Reduce the Content-Type to its kind and boundary; refuse one that is too long or not UTF-8.

    Django takes its charset for the query too, "hex" among others, and raises for some parameters.
    JSON has no charset (RFC 8259), and whatever is no form is read as UTF-8 in any case.
    """
    written = environ.get("CONTENT_TYPE") or ""
    if len(written) > LONGEST_TYPE:
        detail = f"The Content-Type is longer than {LONGEST_TYPE} bytes."
        return _answer(environ, HTTPStatus.UNSUPPORTED_MEDIA_TYPE, detail)
    kind, *rest = (part.strip() for part in written.split(";"))
    if not rest:
        return None
    pairs = (part.partition("=") for part in rest)
    named = {name.strip().lower(): value.strip().strip('"') for name, _, value in pairs}
    if kind.lower() in FORMS and named.get("charset", "").lower() not in UTF8:
        detail = "Send forms in UTF-8, with charset=utf-8 or without a charset."
        return _answer(environ, HTTPStatus.UNSUPPORTED_MEDIA_TYPE, detail)
    boundary = named.get("boundary", "")
    kept = f'; boundary="{boundary}"' if BOUNDARY.fullmatch(boundary) else ""
    environ["CONTENT_TYPE"] = kind + kept
    return None


def _answer(environ: WSGIEnvironment, status: HTTPStatus, detail: str) -> HttpResponse:
    offered = environ.get("HTTP_X_REQUEST_ID")
    return answer(status, detail, path=environ.get("PATH_INFO", ""), offered=offered)
