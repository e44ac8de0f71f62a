"""Reading requests: bodies and queries are checked completely before a view sees them.

Bodies are JSON and nothing else. Every way in which one can be wrong has a sentence of its own.
"""

import re
from collections.abc import Mapping
from typing import IO, Any, Final, TypeVar

import msgspec
from django.http import QueryDict
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from api.errors import BodyTooLarge, LengthRequired, Malformed

LARGEST_BODY: Final = 64 * 1024
DEEPEST: Final = 40
"""Levels of nesting; the deepest real move has four."""

NUL: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
LINE: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
KEY: Final = re.compile(r"`\$\.?(.*)`$")

T = TypeVar("T")


class JSONBytesParser(BaseParser):
    """Takes a JSON body as bytes; ``read_body`` decodes them into what the view expects."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The body as bytes: text without NUL characters. Raises BodyTooLarge, Malformed."""
        body = stream.read(LARGEST_BODY + 1)
        if len(body) > LARGEST_BODY:
            raise BodyTooLarge(LARGEST_BODY)
        try:
            body.decode()
        except UnicodeDecodeError as error:
            raise Malformed(
                f"The body is not UTF-8 (byte {error.start}): send JSON text encoded as UTF-8."
            ) from None
        if NUL.search(body):
            raise Malformed("The body contains a NUL character (\\u0000): leave it out.")
        if depth(body) > DEEPEST:
            raise Malformed(
                f"The body is nested more than {DEEPEST} levels deep: no request needs that."
            )
        return body


def depth(body: bytes) -> int:
    """How deep brackets are nested, strings left out."""
    level = deepest = 0
    for match in LINE.finditer(body):
        mark = match[0]
        if mark in (b"[", b"{"):
            level += 1
            deepest = max(deepest, level)
        elif mark in (b"]", b"}"):
            level -= 1
    return deepest


def read_body(request: Request, shape: type[T], *, optional: bool = False) -> T:
    """The body as ``shape``; an ``optional`` one may be missing.

    Raises Malformed, LengthRequired.
    """
    body: Any = request.data
    if not body and request.headers.get("Transfer-Encoding"):
        raise LengthRequired
    if not body and not optional:
        raise Malformed("The body is empty: send a JSON object.")
    try:
        return msgspec.json.decode(bytes(body or b"{}"), type=shape)
    except msgspec.ValidationError as error:
        raise Malformed(f"The body does not fit: {explain(error)}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Malformed(f"The body is not valid JSON: {error}.") from None
    except RecursionError:
        raise Malformed("The body is nested too deeply: no request needs that.") from None


def read_query(query: QueryDict, shape: type[T]) -> T:
    """The query parameters as ``shape``, numbers read from text. Raises Malformed."""
    single = single_values(query)
    try:
        read = msgspec.convert(single, shape, strict=False)
    except msgspec.ValidationError as error:
        raise Malformed(f"The query does not fit: {explain(error)}") from None
    for name, text in single.items():
        value = getattr(read, name)
        if isinstance(value, int) and str(value) != text:  # such as 1.0 or 007
            raise Malformed(f"{name}: write the number with digits only, not {shown(text)}.")
    return read


def single_values(query: QueryDict) -> dict[str, str]:
    """Each parameter with its one value. Raises Malformed for repeated ones and NUL characters."""
    for name, values in query.lists():
        if len(values) > 1:
            raise Malformed(f"The query names {shown(name)} more than once: name it once.")
        if "\0" in name or "\0" in values[0]:
            raise Malformed("The query contains a NUL character: leave it out.")
        if "\ufffd" in name or "\ufffd" in values[0]:
            raise Malformed("The query is not UTF-8: encode it as UTF-8, then percent-encode it.")
    return {name: str(value) for name, value in query.items()}


def explain(error: msgspec.ValidationError) -> str:
    """The decoder's finding as a sentence that names the field first."""
    finding, _, path = str(error).partition(" - at ")
    where = KEY.match(path)
    finding = finding.replace("Object contains unknown field", "there is no field")
    finding = finding.replace("Object missing required field", "give the field")
    if where is None or not where[1]:
        return f"{finding}."
    return f"{where[1]}: {finding}."


def shown(text: str) -> str:
    """Foreign text as it may stand in a sentence: short and quoted."""
    return repr(text if len(text) <= 40 else text[:40] + "…")
