"""Reading requests: bodies and queries are checked completely before a view sees them.

Bodies are JSON and nothing else. Every way in which one can be wrong has a sentence of its own.
"""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import IO, Any, Final, TypeVar

import msgspec
from django.http import QueryDict
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from api.errors import BodyTooLarge, Malformed
from api.explaining import explain, shown

LARGEST_BODY: Final = 64 * 1024
DEEPEST: Final = 40
"""Levels of nesting; the deepest real move has four."""

NUL: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
TOKEN: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)
"""A bracket, or a string up to its closing quote or the end of the body.

A match that needed the closing quote would begin again at every quote of a string without one.
"""

T = TypeVar("T")
QueryShape = TypeVar("QueryShape", bound=msgspec.Struct)


class JSONBytesParser(BaseParser):
    """Takes a JSON body as bytes; ``read_body`` decodes them into what the view expects."""

    media_type = "application/json"
    taken = (media_type,)

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
        check_keys(body.decode())
        return body


def check_keys(text: str) -> None:
    """Raises Malformed when an object names a field twice: readers differ in which one they take.

    Text that is no JSON passes; the decoder finds better words for it.
    """

    def named_once(pairs: list[tuple[str, object]]) -> None:
        names: set[str] = set()
        for name, _ in pairs:
            if name in names:
                raise Malformed(f"The body names the field {shown(name)} twice: name it once.")
            names.add(name)

    with suppress(json.JSONDecodeError):
        # Numbers stay text: they may be longer than an int can be read from.
        json.loads(text, object_pairs_hook=named_once, parse_int=str, parse_float=str)


def depth(body: bytes) -> int:
    """How deep brackets are nested, strings left out."""
    level = deepest = 0
    for match in TOKEN.finditer(body):
        mark = match[0]
        if mark in (b"[", b"{"):
            level += 1
            deepest = max(deepest, level)
        elif mark in (b"]", b"}"):
            level -= 1
    return deepest


def read_body(request: Request, shape: type[T], *, optional: bool = False) -> T:
    """The body as ``shape``; an ``optional`` one may be missing.

    Raises Malformed.
    """
    body: Any = request.data
    if not body and not optional:
        raise Malformed("The body is empty: send a JSON object.")
    try:
        return msgspec.json.decode(bytes(body or b"{}"), type=shape)
    except msgspec.ValidationError as error:
        raise Malformed(f"The body does not fit: {explain(error, shape)}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Malformed(f"The body is not valid JSON: {error}.") from None
    except RecursionError:
        raise Malformed("The body is nested too deeply: no request needs that.") from None


def read_query(query: QueryDict, shape: type[QueryShape]) -> QueryShape:
    """The query parameters as ``shape``, numbers read from text. Raises Malformed."""
    single = single_values(query)
    try:
        read = msgspec.convert(single, shape, strict=False)
    except msgspec.ValidationError as error:
        raise Malformed(f"The query does not fit: {explain(error, shape)}") from None
    for field in msgspec.structs.fields(shape) if single else ():
        name, value = field.encode_name, getattr(read, field.name)
        text = single.get(name)
        if text is not None and isinstance(value, int) and str(value) != text:  # 1.0 or 007
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
