"""JSON bodies of the API at their largest."""

from typing import Final

import pytest
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from api.bodies import NewGame
from api.parsers import LARGEST_BODY, JSONBytesParser, read_body
from api.play_bodies import PlayRequest
from api.views.games import options_of
from api.views.play import moves_of
from games import engine
from tests.marks import first_of
from tests.parsing.growth import Case, check
from tests.parsing.inputs import Build, repeated

pytestmark = [pytest.mark.once, pytest.mark.no_cover]

REFUSED: Final = (APIException, engine.MalformedMove, engine.InvalidOptions)


def keys(size: int) -> bytes:
    """Names that differ, six digits each."""
    return b"{" + b",".join(b'"%06d":1' % index for index in range((size - 2) // 11)) + b"}"


def posted(body: bytes) -> Request:
    made = APIRequestFactory().generic("POST", "/", body, content_type="application/json")
    return Request(made, parsers=[JSONBytesParser()])


def play(body: bytes) -> None:
    """All of reading a move: the parser, the decoder, the sentence of a refusal, the notation."""
    moves_of(read_body(posted(body), PlayRequest))


def create(body: bytes) -> None:
    """All of reading a new game."""
    options_of(read_body(posted(body), NewGame))


BODIES: Final[dict[str, Build]] = {
    "escaped quotes in a string that does not end": repeated(b'\\"', before=b'"'),
    "escaped backslashes in a string that does not end": repeated(b"\\\\", before=b'"'),
    "quotes": repeated(b'"'),
    "backslashes": repeated(b"\\"),
    "backslashes before a NUL": repeated(b"\\\\", before=b'"', after=b'\\u0000"'),
    "backslashes before what is no NUL": repeated(b"\\\\", before=b'"', after=b'u0000"'),
    "strings": repeated(b'"",', before=b"[", after=b'""]'),
    "names that differ": keys,
    "one name": repeated(b'"":1,', before=b"{", after=b'"a":1}'),
    "escapes": repeated(b"\\u00e9", before=b'"', after=b'"'),
    "halves of surrogates": repeated(b"\\ud800", before=b'"', after=b'"'),
    "brackets": repeated(b"[]"),
    "brackets that open": repeated(b"["),
    "brackets that close": repeated(b"]"),
    "lists": repeated(b"[],", before=b"[", after=b"[]]"),
    "objects": repeated(b'{"a":1},', before=b"[", after=b"{}]"),
    "deep lists": repeated(b"[" * 38 + b"]" * 38 + b",", before=b"[", after=b"[]]"),
    "digits": repeated(b"9"),
    "digits of a version": repeated(b"9", before=b'{"version":', after=b"}"),
    "digits behind a point": repeated(b"9", before=b'{"version":0.', after=b"}"),
    "digits before an exponent": repeated(b"9", before=b'{"version":', after=b"e-99999}"),
    "digits of an exponent": repeated(b"9", before=b'{"version":1e', after=b"}"),
    "white space": repeated(b" \n", after=b"x"),
    "letters of four bytes": repeated("\U0001f411".encode(), before=b'"', after=b'"'),
    "what is no UTF-8": repeated(b"a", after=b"\xff"),
    "fields that there are not": repeated(b"x", before=b'{"', after=b'":1}'),
    "a type that there is not": repeated(b"x", before=b'{"move":{"type":"', after=b'"}}'),
    "a long notation": repeated(b"1 ", before=b'{"version":1,"notation":"', after=b'"}'),
    "many moves": repeated(
        b'{"type":"pass"},', before=b'{"version":1,"moves":[', after=b'{"type":"pass"}]}'
    ),
    "amounts of a move": repeated(
        b'"wool":1,', before=b'{"version":1,"move":{"type":"fulfil","goods":{', after=b'"milk":1}}}'
    ),
    "a list in a move": repeated(
        b"1,", before=b'{"version":1,"move":{"type":"keep","contracts":[', after=b"1]}}"
    ),
}


OPTIONS: Final[dict[str, Build]] = {
    "sides": repeated(b'"1",', before=b'{"name":"x","options":{"map":[', after=b'"1"]}}'),
    "spaces": repeated(b'"F3",', before=b'{"name":"x","options":{"covered":[', after=b'"F3"]}}'),
    "digits of an option": repeated(b"9", before=b'{"name":"x","options":{"players":', after=b"}}"),
    "an option of points": repeated(b"a.", before=b'{"name":"x","options":{"', after=b'":1}}'),
    "options that there are not": lambda size: b'{"name":"x","options":' + keys(size - 24) + b"}",
    "a long name": repeated(b"x", before=b'{"name":"', after=b'"}'),
}


@pytest.mark.parametrize(
    "case",
    first_of(
        [
            Case(name, build, read, LARGEST_BODY, seconds=0.15, refused=REFUSED)
            for bodies, read in ((BODIES, play), (OPTIONS, create))
            for name, build in bodies.items()
        ],
        quick=6,
    ),
    ids=str,
)
def test_bodies_are_read_in_linear_time(case: Case) -> None:
    check(case)
